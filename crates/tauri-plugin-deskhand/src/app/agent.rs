//! Asking the agent in a document.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use deskhand_page::{Answer, Call, Code, Fault, FaultKind, FrameId, Place, ViewId};
use futures_util::future::{Either, select};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::desk::Desk;
use super::view::{Loading, View};
use crate::engine::{Web, native, sleep};
use crate::source::{Respondent, Said, WORLD};

/// What the agent is told to do.
#[derive(Serialize)]
struct Order<'a, A> {
    /// The frames on the way to the document that is meant.
    path: &'a [FrameId],
    member: &'a str,
    args: &'a A,
    view: &'a ViewId,
}

/// The number that stands for the answer that is waited for, once there is one.
pub(super) type Awaited = RefCell<Option<String>>;

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
    let told = order(desk, place, member, args).await?;
    serde_json::from_str(told.get()).map_err(|error| unknown(&error))
}

async fn order(
    desk: &Desk,
    place: &Place,
    member: &str,
    args: impl Serialize,
) -> Result<Box<RawValue>, Fault> {
    let view = desk.view(&place.view)?;
    let order = Order { path: &place.frames, member, args: &args, view: &view.id };
    let agent = Respondent::agent();
    let script = agent.order(&text(&order)?);
    speak(desk, &view, &agent, &script).await
}

/// Calls a function that is not the page's. What is asked for most has a short way: a function of a library that the top
/// document has.
pub(super) async fn call(desk: &Desk, place: &Place, call: &Call) -> Result<Box<RawValue>, Fault> {
    let agent = Respondent::agent();
    let script = match &call.code {
        Code::Member { library, name } if place.frames.is_empty() && library.source.is_none() => {
            agent.member(&place.view, &library.id, name, &call.args)
        }
        _ => None,
    };
    match script {
        Some(script) => speak(desk, &desk.view(&place.view)?, &agent, &script).await,
        None => order(desk, place, "call", call).await,
    }
}

fn text(value: &(impl Serialize + ?Sized)) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))
}

/// Has the agent of the top document answer a script. A document that began before the agent was told to be in all of
/// them gets it now.
async fn speak(
    desk: &Desk,
    view: &Rc<View>,
    agent: &Respondent,
    script: &str,
) -> Result<Box<RawValue>, Fault> {
    let awaited = Awaited::default();
    let is_loading = view.state().loading != Loading::Idle;
    let say = async || {
        if is_loading {
            return in_one(&view.web, agent, script, &awaited).await;
        }
        at_once(&view.web, agent, script, &awaited).await
    };
    let answer = async {
        let said = match say().await? {
            Some(said) => Some(said),
            None => {
                native::call(&view.web, &desk.keys.agent(), "", Some(WORLD)).await?;
                say().await?
            }
        };
        read(&said.unwrap_or_default())
    };
    guarded(view, agent, &awaited, answer).await
}

const AFTERMATH: Duration = Duration::from_millis(50);

/// Waits for an answer of a page, but no longer than the document lives that was asked.
pub(super) async fn guarded<T>(
    view: &Rc<View>,
    asked: &Respondent,
    awaited: &Awaited,
    answer: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Fault> {
    let lost = std::pin::pin!(lost(view, asked, awaited));
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

/// Waits until there can be no answer any more.
///
/// That another document is there does not say it: it may be the one that was asked. So it is asked whether it knows the
/// number that stands for the answer. Answers come in order, hence one that was on its way, or such a number, is here before
/// that of this question.
async fn lost(view: &Rc<View>, asked: &Respondent, awaited: &Awaited) -> Fault {
    let mut documents = view.state().committed;
    loop {
        match view.left(documents).await {
            Err(fault) => return fault,
            Ok(now) => documents = now,
        }
        loop {
            let number = awaited.borrow().clone();
            let question = asked.knows(number.as_deref().unwrap_or("0"));
            let said = native::evaluate(&view.web, &question, asked.world).await;
            if matches!(said, Ok(Said::Answer(answer)) if answer == "true") {
                break;
            }
            if *awaited.borrow() == number {
                return another_document();
            }
        }
    }
}

/// Runs a script and answers with what it says, if need be after a while.
pub(super) async fn at_once(
    web: &Web,
    asked: &Respondent,
    script: &str,
    awaited: &Awaited,
) -> Result<Option<String>, Fault> {
    let number = match native::evaluate(web, script, asked.world).await? {
        Said::Nothing => return Ok(None),
        Said::Answer(answer) => return Ok(Some(answer)),
        Said::Later(number) => number,
    };
    awaited.replace(Some(number.clone()));
    match native::call(web, &asked.outcome(), &number, asked.world).await? {
        // Not the document that was asked: it has begun what it was asked for, which must not be done twice.
        None => Err(another_document()),
        answer => Ok(answer),
    }
}

/// The same with a single question. Such a one is slower, but while a page is loading, a second one waits until the page has
/// been laid out and painted for the first time.
async fn in_one(
    web: &Web,
    agent: &Respondent,
    script: &str,
    awaited: &Awaited,
) -> Result<Option<String>, Fault> {
    // The agents of documents count upwards from zero or more.
    static LAST: AtomicI64 = AtomicI64::new(0);
    let number = (LAST.fetch_sub(1, Ordering::Relaxed) - 1).to_string();
    awaited.replace(Some(number.clone()));
    native::call(web, &agent.whole(&number, script), "", agent.world).await
}

fn another_document() -> Fault {
    Fault::new(FaultKind::Interrupted, "The page went to another document meanwhile")
}

/// The answer in a text that a page gave.
pub(super) fn read(text: &str) -> Result<Box<RawValue>, Fault> {
    match serde_json::from_str(text) {
        Ok(Answer::Done(done)) => Ok(done),
        Ok(Answer::Fault(fault)) => Err(fault),
        Err(error) => Err(unknown(&error)),
    }
}

fn unknown(error: &serde_json::Error) -> Fault {
    Fault::new(FaultKind::Failed, format!("The page answered in an unknown way: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_answers_is_done_or_a_fault() {
        assert_eq!(read(r#"{"done":[1, null]}"#).unwrap().get(), "[1, null]");
        let fault = read(r#"{"fault":{"kind":"stale_node","message":"gone"}}"#).unwrap_err();
        assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::StaleNode, "gone"));
        assert_eq!(read("null").unwrap_err().kind, FaultKind::Failed);
    }
}
