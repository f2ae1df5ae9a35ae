//! Calling functions, and entering frames.

use std::rc::Rc;

use deskhand_page::{CallIn, Code, EnterFrame, Fault, FaultKind, FrameChoice, FrameId, ViewId, World};
use javascriptcore::ValueExt as _;
use serde_json::{Value, json};

use super::agent;
use super::desk::Desk;
use super::native;
use crate::obey::Obey;

impl Obey for CallIn {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Value, Fault> {
        match (&self.call.code, self.call.world) {
            (Code::Body(body), World::Page) if self.place.frames.is_empty() => {
                call_in_page(&desk, &self.place.view, body, &self.call.args).await
            }
            _ => agent::ask(&desk, &self.place, "call", json!(self.call)).await,
        }
    }
}

/// In the page's own world of the top document, where the engine reaches it whatever its content security policy says.
async fn call_in_page(desk: &Desk, id: &ViewId, body: &str, args: &[Value]) -> Result<Value, Fault> {
    native::check_body(body)?;
    let view = desk.view(id)?;
    let number = desk.next_call();
    let source = desk.keys.page_call(number, args, body);
    let answer = async {
        let value = native::call(&view.web, &source, "", None).await?;
        // The engine hands over a copy of the value, whose conversion to text is out of the page's reach.
        let text = value.to_json(0).unwrap_or_default();
        agent::read(&text)
    };
    agent::guarded(desk, &view, number, answer).await
}

impl Obey for EnterFrame {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<FrameId, Fault> {
        let args = match self.frame {
            FrameChoice::Index(index) => json!({"index": index}),
            FrameChoice::Node(node) => json!({"node": node}),
        };
        let id = agent::ask(&desk, &self.place, "enterFrame", args).await?;
        serde_json::from_value(id).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))
    }
}
