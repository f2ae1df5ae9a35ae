//! What the engine itself can run in the top document of a view.

use deskhand_page::{Fault, FaultKind, Thrown};
use gtk::glib;
use javascriptcore::{Context, ContextExt as _, Value, ValueExt as _};
use webkit2gtk::{WebView, WebViewExt as _};

use crate::source::{Form, TEXT};

/// Calls a function, given by the text of its body, with one text as the argument [`TEXT`]; waits for its promise. Answers
/// with what it returns, unless that is null.
pub(crate) async fn call(
    web: &WebView,
    body: &str,
    text: &str,
    world: Option<&str>,
    form: Form,
) -> Result<Option<String>, Fault> {
    let arguments = glib::VariantDict::new(None);
    arguments.insert(TEXT, text);
    let value =
        web.call_async_javascript_function_future(body, Some(&arguments.end()), world, None).await.map_err(
            |error| Fault::new(FaultKind::Failed, format!("The page cannot be asked: {}", error.message())),
        )?;
    Ok(match form {
        _ if value.is_null() || value.is_undefined() => None,
        Form::Text => Some(value.to_str().to_string()),
        Form::Json => value.to_json(0).map(String::from),
    })
}

/// Whether this is the body of a function, and nothing more that would run beside it. Nothing of it is run.
pub(crate) fn check_body(body: &str) -> Result<(), Fault> {
    thread_local! {
        static PARSER: Option<Value> = Context::new().evaluate(
            "(body) => { try { new Function(body); return ''; } catch (error) { return String(error.message) || 'unreadable'; } }",
        );
    }
    let message = PARSER.with(|parser| {
        let parser = parser.as_ref()?;
        let context = parser.context()?;
        let text = Value::new_string(&context, Some(body));
        Some(parser.function_callv(&[text])?.to_str().to_string())
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
