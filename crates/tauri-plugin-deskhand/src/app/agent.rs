//! Asking the agent in a document.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Answer, Fault, FaultKind, FrameId, Place, ViewId};
use futures_util::future::{Either, select};
use serde::Serialize;
use serde_json::{Value, json};

use super::desk::Desk;
use super::view::View;
use crate::engine::{Web, native, sleep};
use crate::source::{self, Form, Said, WORLD};

/// What the agent is told to do.
#[derive(Serialize)]
struct Order<'a, A> {
    /// The frames on the way to the document that is meant.
    path: &'a [FrameId],
    member: &'a str,
    args: &'a A,
    /// By this the call is known when the document has changed meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    view: &'a ViewId,
}

/// Calls a function of the agent in a place and waits for what it returns.
///
/// `member` is one of the agent's `members`; `args` is the object that it is given. It ends with
/// [`FaultKind::Interrupted`] when the document goes away meanwhile.
pub(crate) async fn ask(
    desk: &Desk,
    place: &Place,
    member: &str,
    args: impl Serialize,
) -> Result<Value, Fault> {
    let view = desk.view(&place.view)?;
    let number = desk.next_call();
    let order = Order { path: &place.frames, member, args: &args, number: Some(number), view: &view.id };
    guarded(desk, &view, number, speak(desk, &view, &order)).await
}

const AFTERMATH: Duration = Duration::from_millis(50);

/// Waits for an answer of a page, but no longer than the document lives that was asked.
pub(super) async fn guarded<T>(
    desk: &Desk,
    view: &Rc<View>,
    number: u64,
    answer: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Fault> {
    let lost = std::pin::pin!(lost(desk, view, number));
    match select(std::pin::pin!(answer), lost).await {
        // The engine gives up on a call before it tells what has become of the page.
        Either::Left((Err(fault), lost)) if fault.kind == FaultKind::Failed => {
            match select(lost, std::pin::pin!(sleep(AFTERMATH))).await {
                Either::Left((reason, _)) => Err(reason),
                Either::Right(_) => Err(fault),
            }
        }
        Either::Left((answer, _)) => answer,
        Either::Right((fault, _)) => Err(fault),
    }
}

/// Waits until a call cannot be answered any more.
///
/// That another document is there does not say it: the call may have reached that one. So the agent there is asked
/// whether it knows the call. Answers come in order, hence one that was on its way is here before that of this question.
async fn lost(desk: &Desk, view: &Rc<View>, number: u64) -> Fault {
    let mut documents = view.state().committed;
    loop {
        let known = documents;
        let replaced =
            std::pin::pin!(view.until(|state| (state.committed != known).then_some(state.committed)));
        match select(std::pin::pin!(view.breaks()), replaced).await {
            Either::Left((fault, _)) => return fault,
            Either::Right((now, _)) => documents = now,
        }
        let args = json!({"number": number});
        let question = Order { path: &[], member: "running", args: &args, number: None, view: &view.id };
        if !matches!(speak(desk, view, &question).await, Ok(Value::Bool(true))) {
            return another_document();
        }
    }
}

/// Hands a command to the agent of the top document. A document that began before the agent was told to be in all of
/// them gets it now.
async fn speak(desk: &Desk, view: &Rc<View>, order: &Order<'_, impl Serialize>) -> Result<Value, Fault> {
    let command =
        serde_json::to_string(order).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))?;
    let script = source::order(&command);
    let say = || at_once(&view.web, &script, source::order_outcome, Some(WORLD), Form::Text);
    let said = match say().await? {
        Some(said) => Some(said),
        None => {
            native::call(&view.web, &desk.keys.agent(), "", Some(WORLD), Form::Text).await?;
            say().await?
        }
    };
    read(&said.unwrap_or_default())
}

/// Runs a script and answers with what it says, if need be after a while: then `outcome` is the body of the function that
/// waits for it.
pub(super) async fn at_once(
    web: &Web,
    script: &str,
    outcome: impl FnOnce() -> String,
    world: Option<&str>,
    form: Form,
) -> Result<Option<String>, Fault> {
    match native::evaluate(web, script, world, form).await? {
        Said::Nothing => Ok(None),
        Said::Answer(answer) => Ok(Some(answer)),
        Said::Later(number) => match native::call(web, &outcome(), &number, world, form).await? {
            // Not the document that was asked: it has begun what it was asked for, which must not be done twice.
            None => Err(another_document()),
            answer => Ok(answer),
        },
    }
}

fn another_document() -> Fault {
    Fault::new(FaultKind::Interrupted, "The page went to another document meanwhile")
}

/// The answer in a text that a page gave.
pub(super) fn read(text: &str) -> Result<Value, Fault> {
    match serde_json::from_str(text) {
        Ok(Answer::Done(done)) => Ok(done),
        Ok(Answer::Fault(fault)) => Err(fault),
        Err(error) => {
            Err(Fault::new(FaultKind::Failed, format!("The page answered in an unknown way: {error}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_answers_is_done_or_a_fault() {
        assert_eq!(read(r#"{"done":[1,null]}"#), Ok(json!([1, null])));
        let fault = read(r#"{"fault":{"kind":"stale_node","message":"gone"}}"#).unwrap_err();
        assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::StaleNode, "gone"));
        assert_eq!(read("null").unwrap_err().kind, FaultKind::Failed);
    }
}
