use std::sync::Arc;

use deskhand_page::{Call, CallIn, Code, FaultKind, World};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::pages::Pages;
use super::seat::Seat;

#[derive(Deserialize)]
pub(super) struct Script {
    script: String,
    #[serde(default)]
    args: Vec<Value>,
}

pub(super) async fn execute<P: Pages>(seat: Arc<Seat<P>>, Script { script, args }: Script) -> Answer {
    run(&seat, script, args).await
}

/// The script is called with one more argument, a function that it answers by.
pub(super) async fn execute_async<P: Pages>(seat: Arc<Seat<P>>, Script { script, args }: Script) -> Answer {
    run(&seat, with_callback(&script), args).await
}

async fn run<P: Pages>(seat: &Seat<P>, body: String, args: Vec<Value>) -> Answer {
    let place = seat.place().await?;
    seat.settle(&place.view).await;
    let call = Call { world: World::Page, code: Code::Body(body), args };
    match seat.ask(CallIn { place, call }).await {
        Ok(value) => Ok(json!({ "value": value })),
        // A script that has opened a dialog stands still until that is answered.
        Err(fault) if fault.kind == FaultKind::DialogOpen && !fault.standing => Ok(json!({ "value": null })),
        Err(fault) => Err(fault.into()),
    }
}

fn with_callback(script: &str) -> String {
    format!(
        "const values = Array.from(arguments);\n\
         return new Promise((done, failed) => {{\n\
         try {{ (function () {{\n{script}\n}}).apply(null, values.concat([done])); }} catch (error) {{ failed(error); }}\n\
         }});"
    )
}
