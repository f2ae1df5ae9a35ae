//! Calling functions, and entering frames.

use std::rc::Rc;

use deskhand_page::{CallIn, Code, EnterFrame, Fault, FaultKind, FrameChoice, FrameId, Place, ViewId, World};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::agent::{self, Awaited};
use super::desk::Desk;
use super::syntax;
use crate::engine::native;
use crate::obey::Obey;
use crate::source::{PageCall, WORLD};

impl Obey for CallIn {
    const OVERTAKES: bool = false;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Box<RawValue>, Fault> {
        let CallIn { place, call } = &self;
        desk.view(&place.view)?.note_handled(None);
        match (&call.code, call.world) {
            (Code::Body(body), World::Page) if place.frames.is_empty() => {
                call_in_page(&desk, &place.view, &[], body, &call.args).await
            }
            (Code::Body(body), World::Page) => match agent::call(&desk, place, call).await {
                // The frame's content security policy, or its lack of scripts, is in the way: around it, where possible.
                Err(refused) if refused.kind == FaultKind::Unsupported => {
                    let Ok(frame) = way_to(&desk, place).await else { return Err(refused) };
                    let around = call_in_page(&desk, &place.view, &frame, body, &call.args).await;
                    around.map_err(|fault| if fault.kind == FaultKind::Failed { refused } else { fault })
                }
                answer => answer,
            },
            _ => agent::call(&desk, place, call).await,
        }
    }
}

/// The number of each frame on the way to a place in its parent.
async fn way_to(desk: &Desk, place: &Place) -> Result<Vec<u64>, Fault> {
    let mut above = Place::top(place.view.clone());
    let mut way = Vec::with_capacity(place.frames.len());
    for frame in &place.frames {
        let index = agent::ask(desk, &above, "frameIndex", json!({"frame": frame})).await?;
        way.push(
            index
                .as_u64()
                .ok_or_else(|| Fault::new(FaultKind::NoFrame, format!("There is no frame {frame}")))?,
        );
        above.frames.push(frame.clone());
    }
    Ok(way)
}

/// In the page's own world of the top document, where the engine reaches it whatever its content security policy says; or
/// from there in that of a frame that it may reach.
async fn call_in_page(
    desk: &Desk,
    id: &ViewId,
    frame: &[u64],
    body: &str,
    args: &[Value],
) -> Result<Box<RawValue>, Fault> {
    syntax::check(body)?;
    let view = desk.view(id)?;
    let (page, awaited) = (desk.keys.page_respondent(), Awaited::default());
    let call = PageCall { view: id, args };
    let answer = async {
        // The engine hands over a copy of the value, whose conversion to text is out of the page's reach.
        let run = async || {
            if frame.is_empty() {
                return agent::at_once(&view.web, &page, &page.body(&call, body), &awaited).await;
            }
            let (source, text) = (desk.keys.page_call(frame, body), json!(call).to_string());
            native::call(&view.web, &source, &text, None).await
        };
        let value = match run().await? {
            Some(value) => Some(value),
            None => {
                // A document that began before the plugin could put anything there, in neither world.
                native::call(&view.web, &desk.keys.agent(), "", Some(WORLD)).await?;
                native::call(&view.web, &desk.keys.page(), "", None).await?;
                run().await?
            }
        };
        agent::read(&value.unwrap_or_default())
    };
    agent::guarded(&view, &page, &awaited, answer).await
}

impl Obey for EnterFrame {
    const OVERTAKES: bool = false;

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
