//! What the engine itself can run in the top document of a view.

use std::cell::Cell;

use block2::RcBlock;
use deskhand_page::{Fault, FaultKind};
use objc2::AnyThread;
use objc2::rc::Retained;
use objc2::runtime::AnyObject;
use objc2_foundation::{NSArray, NSDictionary, NSError, NSNull, NSNumber, NSString};
use objc2_javascript_core::{JSContext, JSValue};
use objc2_web_kit::WKContentWorld;
use tokio::sync::oneshot;

use super::value;
use super::web::Web;
use crate::app::{PARSER, promptly};
use crate::source::{Said, TEXT};

/// Calls a function, given by the text of its body, with one text as the argument [`TEXT`]; waits for its promise. Answers
/// with what it returns, unless that is null.
pub(crate) async fn call(
    web: &Web,
    body: &str,
    text: &str,
    world: Option<&str>,
) -> Result<Option<String>, Fault> {
    let (done, answered) = completion();
    let argument = NSString::from_str(text);
    let argument: &AnyObject = &argument;
    let arguments = NSDictionary::from_slices(&[&*NSString::from_str(TEXT)], &[argument]);
    // SAFETY: on the main thread; the dictionary has texts for keys and one text for its value, as WebKit wants it.
    unsafe {
        web.view.callAsyncJavaScript_arguments_inFrame_inContentWorld_completionHandler(
            &NSString::from_str(body),
            Some(&arguments),
            None,
            &world_named(web, world),
            Some(&done),
        );
    }
    // The engine keeps a reference of its own for as long as it means to answer.
    drop(done);
    Ok(answer(answered).await?.map(|(said, _)| said))
}

/// Runs a script. Who cannot answer at once answers with a number.
pub(crate) async fn evaluate(web: &Web, script: &str, world: Option<&str>) -> Result<Said, Fault> {
    let (done, answered) = completion();
    // SAFETY: on the main thread.
    unsafe {
        web.view.evaluateJavaScript_inFrame_inContentWorld_completionHandler(
            &NSString::from_str(script),
            None,
            &world_named(web, world),
            Some(&done),
        );
    }
    drop(done);
    Ok(match answer(answered).await? {
        Some((number, true)) => Said::Later(number),
        Some((text, false)) => Said::Answer(text),
        None => Said::Nothing,
    })
}

/// What was said, and whether it is a number.
type Told = Option<(String, bool)>;
type Completion = RcBlock<dyn Fn(*mut AnyObject, *mut NSError)>;

/// What the engine calls when it is done, and where that is heard of.
fn completion() -> (Completion, oneshot::Receiver<Result<Told, String>>) {
    let (sender, answered) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move |value: *mut AnyObject, error: *mut NSError| {
        if let Some(sender) = sender.take() {
            // SAFETY: WebKit hands over a value or an error, each of which lives as long as this call or is null.
            let outcome = unsafe {
                match error.as_ref() {
                    Some(error) => Err(value::string(&error.localizedDescription())),
                    None => Ok(value.as_ref().and_then(told)),
                }
            };
            promptly(|| {
                // Who asked may have given up.
                let _ = sender.send(outcome);
            });
        }
    });
    (done, answered)
}

async fn answer(answered: oneshot::Receiver<Result<Told, String>>) -> Result<Told, Fault> {
    let failed = |why: &str| Fault::new(FaultKind::Failed, format!("The page cannot be asked: {why}"));
    match answered.await {
        Ok(outcome) => outcome.map_err(|why| failed(&why)),
        Err(_) => Err(failed("the engine gave no answer")),
    }
}

/// A text as it is, and all else as JSON.
fn told(value: &AnyObject) -> Told {
    if value.downcast_ref::<NSNull>().is_some() {
        return None;
    }
    if let Some(number) = value.downcast_ref::<NSNumber>() {
        return Some((value::string(&number.stringValue()), true));
    }
    let text = value.downcast_ref::<NSString>().map(value::string);
    Some((text.unwrap_or_else(|| value::json(value).to_string()), false))
}

/// A world by its name, or the page's own.
pub(super) fn world_named(web: &Web, name: Option<&str>) -> Retained<WKContentWorld> {
    // SAFETY: on the main thread, of which the web view has a witness. A world of a name is made once and kept.
    unsafe {
        match name {
            Some(name) => WKContentWorld::worldWithName(&NSString::from_str(name), web.main),
            None => WKContentWorld::pageWorld(web.main),
        }
    }
}

/// What [`PARSER`] says of the body of a function.
pub(crate) fn parse(body: &str) -> Option<String> {
    thread_local! {
        static FUNCTION: Option<Retained<JSValue>> = parser();
    }
    FUNCTION.with(|parser| {
        let text = NSString::from_str(body);
        let text: &AnyObject = &text;
        let arguments = NSArray::from_slice(&[text]);
        // SAFETY: the list has one text in it, which becomes one of the script.
        let answer = unsafe { parser.as_ref()?.callWithArguments(Some(&arguments)) }?;
        // SAFETY: the function returns a text.
        Some(value::string(&*unsafe { answer.toString() }?))
    })
}

fn parser() -> Option<Retained<JSValue>> {
    // SAFETY: a context of our own, which the value keeps alive.
    unsafe {
        let context = JSContext::init(JSContext::alloc());
        context.evaluateScript(Some(&NSString::from_str(PARSER)))
    }
}
