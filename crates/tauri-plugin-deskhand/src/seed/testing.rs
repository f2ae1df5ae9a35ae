//! Pages that are a script: they answer each command as a test says, and keep what they were asked.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use deskhand_page::{Fault, FaultKind, PageRect, Place, ViewId};
use serde_json::{Value, json};

use super::pages::Pages;
use super::routes::router;
use crate::caller::Caller;
use crate::obey::Obey;

/// What pages say to a command of this name with these fields.
type Script = dyn Fn(&str, &Value) -> Result<Value, Fault> + Send + Sync;

#[derive(Clone)]
pub(super) struct Played {
    script: Arc<Script>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Played {
    /// There is a window `main`; everything else is as the script says.
    pub(super) fn new(
        script: impl Fn(&str, &Value) -> Result<Value, Fault> + Send + Sync + 'static,
    ) -> Played {
        Played { script: Arc::new(script), asked: Arc::default() }
    }

    /// The fields of all commands of this name that came.
    pub(super) fn asked(&self, name: &str) -> Vec<Value> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(known, _)| known == name).map(|(_, fields)| fields.clone()).collect()
    }

    /// Serves these pages to somebody.
    pub(super) async fn serve(&self) -> Caller {
        Caller::of(router(self.clone())).await
    }
}

impl Pages for Played {
    async fn ask<C: Obey>(&self, command: C, _: Duration) -> Result<C::Done, Fault> {
        let fields = serde_json::to_value(&command).unwrap();
        self.asked.lock().unwrap().push((C::NAME.to_owned(), fields.clone()));
        let done = match C::NAME {
            "views" => json!([{ "id": "main", "window": "main", "visible": true }]),
            name => (self.script)(name, &fields)?,
        };
        serde_json::from_value(done)
            .map_err(|error| Fault::new(FaultKind::Failed, format!("{}: {error}", C::NAME)))
    }

    async fn inset(&self, _: ViewId) -> Result<(f64, f64), Fault> {
        Ok((1.0, 20.0))
    }

    async fn in_view(&self, _: Place, part: PageRect) -> Result<PageRect, Fault> {
        Ok(part)
    }
}
