//! Execute Script and Execute Async Script.

use std::borrow::Cow;

use deskhand_page::{Call, Code, Fault, FaultKind, World};
use serde_json::{Value, json};
use webdriver::command::JavascriptCommandParameters;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::arguments::{check, mention_frame};
use crate::errors::{Outcome, error, from_fault};
use crate::session::Session;

/// Runs the body of a function and answers with what it returns. A promise is waited for.
pub(crate) async fn execute_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    let script = &parameters.script;
    // Only a text with this word in it can be the body of nothing but an async function.
    let body = match script.contains("await") && needs_async(session, script).await? {
        true => format!("return (async function () {{\n{script}\n}}).apply(this, arguments);"),
        false => script.clone(),
    };
    run(session, body, parameters).await
}

/// The same, but the answer is what the function hands to its last argument, or what a promise that it returns comes to.
pub(crate) async fn execute_async_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    let needs_async = needs_async(session, &parameters.script).await?;
    run(session, with_callback(&parameters.script, needs_async), parameters).await
}

/// Whether a script is the body of an async function. One that is no body by itself is refused, which must be known
/// before it stands inside of a function of ours.
async fn needs_async(session: &Session, script: &str) -> Outcome<bool> {
    Ok(session.atom("needsAsync", vec![json!(script)]).await? == json!(true))
}

async fn run(session: &Session, body: String, parameters: &JavascriptCommandParameters) -> Outcome<Value> {
    let arguments = parameters.args.as_deref().unwrap_or_default();
    arguments.iter().try_for_each(check)?;
    let call = Call { world: World::Page, code: Code::Body(body), args: arguments.to_vec() };
    let within = session.timeouts.script();
    match session.page.call(&session.place, &call, within).await {
        // The script goes on when the dialog has been answered. Nobody waits for what comes of it.
        Err(fault) if fault.kind == FaultKind::DialogOpen && !fault.standing => Ok(Value::Null),
        Err(fault) if fault.kind == FaultKind::NoFrame && arguments.iter().any(mention_frame) => {
            // Is it the frame that the script was to be given, or the one that it was to run in?
            session.atom("viewport", Vec::new()).await?;
            Err(error(ErrorStatus::NoSuchFrame, fault.message))
        }
        answer => answer.map_err(script_error),
    }
}

/// The body of a function that calls `body` with its own arguments and a callback after them, and returns a promise for
/// what the callback is given.
fn with_callback(body: &str, needs_async: bool) -> String {
    // What a plain function returns counts if it is a promise. An async one always returns one: it counts if it comes to
    // something.
    let (kind, counts) = match needs_async {
        true => ("async function", "value => { if (value !== undefined) resolve(value); }"),
        false => ("function", "resolve"),
    };
    // Line ends around the body: it may end in a comment.
    format!(
        "const given = [...arguments];\n\
         return new Promise((resolve, reject) => {{\n\
           given[given.length] = resolve;\n\
           const returned = ({kind} () {{\n{body}\n}}).apply(window, given);\n\
           if (Object(returned) === returned && typeof returned.then === 'function')\n\
             Promise.resolve(returned).then({counts}, reject);\n\
         }});"
    )
}

fn script_error(fault: Fault) -> WebDriverError {
    let stack = fault.thrown.as_ref().map(|thrown| thrown.stack.clone()).unwrap_or_default();
    let mut told = match fault.kind {
        FaultKind::Timeout => error(ErrorStatus::ScriptTimeout, fault.message),
        _ => from_fault(fault),
    };
    if !stack.is_empty() {
        told.stack = Cow::Owned(stack);
    }
    told
}
