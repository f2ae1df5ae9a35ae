//! What the engine itself can run in the top document of a view.

use deskhand_page::{Fault, FaultKind};
use gtk::{gio, glib};
use javascriptcore::{Context, ContextExt as _, Value, ValueExt as _};
use tokio::sync::oneshot;
use webkit2gtk::{WebView, WebViewExt as _};

use crate::app::{PARSER, promptly};
use crate::source::{Said, TEXT};

/// Calls a function, given by the text of its body, with one text as the argument [`TEXT`]; waits for its promise. Answers
/// with what it returns, unless that is null.
pub(crate) async fn call(
    web: &WebView,
    body: &str,
    text: &str,
    world: Option<&str>,
) -> Result<Option<String>, Fault> {
    let arguments = glib::VariantDict::new(None);
    arguments.insert(TEXT, text);
    let arguments = arguments.end();
    let value = answer(|tell| {
        web.call_async_javascript_function(body, Some(&arguments), world, None, gio::Cancellable::NONE, tell);
    })
    .await?;
    Ok(told(&value))
}

/// Runs a script. Who cannot answer at once answers with a number.
pub(crate) async fn evaluate(web: &WebView, script: &str, world: Option<&str>) -> Result<Said, Fault> {
    let value =
        answer(|tell| web.evaluate_javascript(script, world, None, gio::Cancellable::NONE, tell)).await?;
    // Most are texts: every question to the engine takes its lock.
    if value.is_string() {
        return Ok(Said::Answer(value.to_str().to_string()));
    }
    Ok(match told(&value) {
        Some(number) if value.is_number() => Said::Later(number),
        Some(text) => Said::Answer(text),
        None => Said::Nothing,
    })
}

/// What comes of something that the engine is asked for, as soon as it is there.
async fn answer(ask: impl FnOnce(Tell)) -> Result<Value, Fault> {
    let (tell, told) = oneshot::channel();
    ask(Box::new(move |answer| {
        promptly(|| {
            // Whoever asked may not wait any more.
            let _ = tell.send(answer);
        });
    }));
    let failed = |why: &str| Fault::new(FaultKind::Failed, format!("The page cannot be asked: {why}"));
    let answer = told.await.map_err(|_| failed("the view is gone"))?;
    answer.map_err(|error| failed(error.message()))
}

type Tell = Box<dyn FnOnce(Result<Value, glib::Error>)>;

/// A text as it is, and all else as JSON.
fn told(value: &Value) -> Option<String> {
    if value.is_string() {
        return Some(value.to_str().to_string());
    }
    if value.is_null() || value.is_undefined() { None } else { value.to_json(0).map(String::from) }
}

/// What [`PARSER`] says of the body of a function.
pub(crate) fn parse(body: &str) -> Option<String> {
    thread_local! {
        static FUNCTION: Option<Value> = Context::new().evaluate(PARSER);
    }
    FUNCTION.with(|parser| {
        let parser = parser.as_ref()?;
        let context = parser.context()?;
        let text = Value::new_string(&context, Some(body));
        Some(parser.function_callv(&[text])?.to_str().to_string())
    })
}
