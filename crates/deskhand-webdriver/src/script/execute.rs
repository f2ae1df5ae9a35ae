//! Execute Script and Execute Async Script.

use std::borrow::Cow;

use deskhand_page::{Call, Code, Fault, FaultKind, World};
use serde_json::{Value, json};
use webdriver::command::JavascriptCommandParameters;
use webdriver::error::{ErrorStatus, WebDriverError};

use crate::errors::{Outcome, error, from_fault};
use crate::session::{FOR_EVER, Session};

/// Runs the body of a function and answers with what it returns. A promise is waited for.
pub(crate) async fn execute_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    run(session, parameters.script.clone(), parameters).await
}

/// The same, but the answer is what the function hands to its last argument, or what a promise that it returns comes to.
pub(crate) async fn execute_async_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    // The body is about to stand inside of a function of ours: it must be one by itself.
    let needs_async = session.atom("needsAsync", vec![json!(parameters.script)]).await? == json!(true);
    run(session, with_callback(&parameters.script, needs_async), parameters).await
}

async fn run(session: &Session, body: String, parameters: &JavascriptCommandParameters) -> Outcome<Value> {
    let args = parameters.args.clone().unwrap_or_default();
    let call = Call { world: World::Page, code: Code::Body(body), args };
    let within = session.timeouts.script.unwrap_or(FOR_EVER).min(FOR_EVER);
    match session.page.call(&session.place, &call, within).await {
        // The script goes on when the dialog has been answered. Nobody waits for what comes of it.
        Err(fault) if fault.kind == FaultKind::DialogOpen => Ok(Value::Null),
        answer => answer.map_err(script_error),
    }
}

/// The body of a function that calls `body` with its own arguments and a callback after them, and returns a promise for
/// what the callback is given.
fn with_callback(body: &str, needs_async: bool) -> String {
    // What a plain function returns counts if it is a promise. An async one always returns one: it counts if it comes to
    // something.
    let (kind, counts) = match needs_async {
        true => ("async function", "value => { if (value !== undefined) resolve(value); }"),
        false => ("function", "resolve"),
    };
    // Line ends around the body: it may end in a comment.
    format!(
        "const given = [...arguments];\n\
         return new Promise((resolve, reject) => {{\n\
           given[given.length] = resolve;\n\
           const returned = ({kind} () {{\n{body}\n}}).apply(window, given);\n\
           if (Object(returned) === returned && typeof returned.then === 'function')\n\
             Promise.resolve(returned).then({counts}, reject);\n\
         }});"
    )
}

fn script_error(fault: Fault) -> WebDriverError {
    let stack = fault.thrown.as_ref().map(|thrown| thrown.stack.clone()).unwrap_or_default();
    let mut told = match fault.kind {
        FaultKind::Timeout => error(ErrorStatus::ScriptTimeout, fault.message),
        _ => from_fault(fault),
    };
    if !stack.is_empty() {
        told.stack = Cow::Owned(stack);
    }
    told
}
