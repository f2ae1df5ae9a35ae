//! Execute Script and Execute Async Script.

use std::borrow::Cow;

use deskhand_page::{Call, Code, Fault, FaultKind, World};
use serde_json::{Value, json};
use webdriver::command::JavascriptCommandParameters;
use webdriver::error::{ErrorStatus, WebDriverError};

use crate::errors::{Outcome, error, from_fault};
use crate::session::{FOR_EVER, PATIENCE, Session, refusal};

/// Runs the body of a function and answers with what it returns. A promise is waited for.
pub(crate) async fn execute_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    run(session, parameters.script.clone(), parameters).await
}

/// The same, but the answer is what the function hands to its last argument, or what a promise that it returns comes to.
pub(crate) async fn execute_async_script(
    session: &Session,
    parameters: &JavascriptCommandParameters,
) -> Outcome<Value> {
    // The body is about to stand inside of a function of ours: it must be one by itself.
    match session.call_atom(&session.place, "read", vec![json!(parameters.script)], PATIENCE).await {
        Err(fault) if fault.kind == FaultKind::DialogOpen => return Ok(Value::Null),
        answer => answer.map_err(refusal)?,
    };
    run(session, with_callback(&parameters.script), parameters).await
}

async fn run(session: &Session, body: String, parameters: &JavascriptCommandParameters) -> Outcome<Value> {
    let args = parameters.args.clone().unwrap_or_default();
    let call = Call { world: World::Page, code: Code::Body(body), args };
    let within = session.timeouts.script.unwrap_or(FOR_EVER).min(FOR_EVER);
    match session.page.call(&session.place, &call, within).await {
        // The script goes on when the dialog has been answered. Nobody waits for what comes of it.
        Err(fault) if fault.kind == FaultKind::DialogOpen => Ok(Value::Null),
        answer => answer.map_err(|fault| script_error(fault)),
    }
}

/// The body of a function that calls `body` with its own arguments and a callback after them, and returns a promise for
/// what the callback is given.
fn with_callback(body: &str) -> String {
    // Line ends around the body: it may end in a comment, and must not be taken for one of ours.
    format!(
        "const given = Array.from(arguments);\n\
         return new Promise((resolve, reject) => {{\n\
           given.push(resolve);\n\
           const returned = (function () {{\n{body}\n}}).apply(window, given);\n\
           if (returned !== null && /^(object|function)$/.test(typeof returned)) {{\n\
             const then = returned.then;\n\
             if (typeof then === 'function') Promise.resolve(returned).then(resolve, reject);\n\
           }}\n\
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
