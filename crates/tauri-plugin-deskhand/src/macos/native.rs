//! What the engine itself can run in the top document of a view.

use std::cell::Cell;

use block2::RcBlock;
use deskhand_page::{Fault, FaultKind, Thrown};
use objc2::AnyThread;
use objc2::rc::Retained;
use objc2::runtime::AnyObject;
use objc2_foundation::{NSArray, NSDictionary, NSError, NSNull, NSString};
use objc2_javascript_core::{JSContext, JSValue};
use objc2_web_kit::WKContentWorld;
use tokio::sync::oneshot;

use super::value;
use super::web::Web;
use crate::source::{Form, TEXT};

/// Calls a function, given by the text of its body, with one text as the argument [`TEXT`]; waits for its promise. Answers
/// with what it returns, unless that is null.
pub(crate) async fn call(
    web: &Web,
    body: &str,
    text: &str,
    world: Option<&str>,
    form: Form,
) -> Result<Option<String>, Fault> {
    let (sender, answered) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move |value: *mut AnyObject, error: *mut NSError| {
        if let Some(sender) = sender.take() {
            // SAFETY: WebKit hands over a value or an error, each of which lives as long as this call or is null.
            let outcome = unsafe {
                match error.as_ref() {
                    Some(error) => Err(value::string(&error.localizedDescription())),
                    None => Ok(value.as_ref().and_then(|value| told(value, form))),
                }
            };
            // Who asked may have given up.
            let _ = sender.send(outcome);
        }
    });
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
    let failed = |why: &str| Fault::new(FaultKind::Failed, format!("The page cannot be asked: {why}"));
    match answered.await {
        Ok(outcome) => outcome.map_err(|why| failed(&why)),
        Err(_) => Err(failed("the engine gave no answer")),
    }
}

fn told(value: &AnyObject, form: Form) -> Option<String> {
    if value.downcast_ref::<NSNull>().is_some() {
        return None;
    }
    match form {
        Form::Text => value.downcast_ref::<NSString>().map(value::string),
        Form::Json => Some(value::json(value).to_string()),
    }
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

/// Whether this is the body of a function, and nothing more that would run beside it. Nothing of it is run.
pub(crate) fn check_body(body: &str) -> Result<(), Fault> {
    thread_local! {
        static PARSER: Option<Retained<JSValue>> = parser();
    }
    let message = PARSER.with(|parser| {
        let text = NSString::from_str(body);
        let text: &AnyObject = &text;
        let arguments = NSArray::from_slice(&[text]);
        // SAFETY: the list has one text in it, which becomes one of the script.
        let answer = unsafe { parser.as_ref()?.callWithArguments(Some(&arguments)) }?;
        // SAFETY: the function returns a text.
        Some(value::string(&*unsafe { answer.toString() }?))
    });
    match message.as_deref() {
        Some("") => Ok(()),
        Some(message) => Err(Fault::script(Thrown {
            name: "SyntaxError".to_owned(),
            message: message.to_owned(),
            ..Thrown::default()
        })),
        None => Err(Fault::new(FaultKind::Failed, "The script cannot be checked")),
    }
}

/// A function beside all pages that says what is wrong with the body of one.
fn parser() -> Option<Retained<JSValue>> {
    const SOURCE: &str = "(body) => { try { new Function(body); return ''; } \
        catch (error) { return String(error.message) || 'unreadable'; } }";
    // SAFETY: a context of our own, which the value keeps alive.
    unsafe {
        let context = JSContext::init(JSContext::alloc());
        context.evaluateScript(Some(&NSString::from_str(SOURCE)))
    }
}
