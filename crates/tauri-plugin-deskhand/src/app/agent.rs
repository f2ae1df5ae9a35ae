//! Asking the agent in a document.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Answer, Fault, FaultKind, Place};
use futures_util::future::{Either, select};
use serde_json::{Value, json};

use super::desk::Desk;
use super::view::View;
use crate::engine::{native, sleep};
use crate::source::{Form, WORLD};

/// Calls a function of the agent in a place and waits for what it returns.
///
/// `member` is one of the agent's `members`; `args` is the object that it is given. It ends with
/// [`FaultKind::Interrupted`] when the document goes away meanwhile.
pub(crate) async fn ask(desk: &Desk, place: &Place, member: &str, args: Value) -> Result<Value, Fault> {
    let view = desk.view(&place.view)?;
    let number = desk.next_call();
    let command = json!({"path": place.frames, "member": member, "args": args, "number": number});
    guarded(desk, &view, number, speak(desk, &view, command)).await
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
        let question = json!({"path": [], "member": "running", "args": {"number": number}});
        if !matches!(speak(desk, view, question).await, Ok(Value::Bool(true))) {
            return Fault::new(FaultKind::Interrupted, "The page went to another document meanwhile");
        }
    }
}

/// Hands a command to the agent of the top document. A document that began before the agent was told to be in all of
/// them gets it now.
async fn speak(desk: &Desk, view: &Rc<View>, mut command: Value) -> Result<Value, Fault> {
    const SAY: &str = "return globalThis.deskhand ? await globalThis.deskhand.obey(deskhandText) : null";
    command["view"] = json!(view.id);
    let command = command.to_string();
    let say = || native::call(&view.web, SAY, &command, Some(WORLD), Form::Text);
    let said = match say().await? {
        Some(said) => Some(said),
        None => {
            native::call(&view.web, &desk.keys.agent(), "", Some(WORLD), Form::Text).await?;
            say().await?
        }
    };
    read(&said.unwrap_or_default())
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
