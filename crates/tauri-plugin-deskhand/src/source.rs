//! The scripts that go into pages, put together from their parts.

use deskhand_page::{Fault, FaultKind, ViewId, reference};
use serde_json::{Value, json};

const CLONE: &str = include_str!("agent/clone.js");
const REVIVE: &str = include_str!("agent/revive.js");
const THROWN: &str = include_str!("agent/thrown.js");
const PAGE: &str = include_str!("agent/page.js");
const ATTACH: &str = include_str!("agent/attach.js");

/// The parts of the agent that share one scope, in this order.
const PARTS: &[&str] = &[
    include_str!("agent/core.js"),
    include_str!("agent/closed.js"),
    include_str!("agent/nodes.js"),
    include_str!("agent/frames.js"),
    include_str!("agent/windows.js"),
    include_str!("agent/bridge.js"),
    include_str!("agent/calls.js"),
    include_str!("agent/arrivals.js"),
    include_str!("agent/files.js"),
    include_str!("agent/origins.js"),
    include_str!("agent/begin.js"),
];

/// The world beside the page in which the agent lives.
pub(crate) const WORLD: &str = "deskhand";

/// Says of a page that it is driven, where the page may look for it.
pub(crate) const DRIVEN: &str = "Object.defineProperty(Navigator.prototype, 'webdriver', {get: () => true, configurable: true, enumerable: true});";

/// Names that no page can guess, made anew by every application that starts.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    secret: String,
}

impl Keys {
    /// New ones.
    pub(crate) fn new() -> Result<Keys, Fault> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| Fault::new(FaultKind::Failed, format!("There is no randomness: {error}")))?;
        Ok(Keys { secret: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    fn shared(&self) -> Value {
        let event = |name: &str| format!("{name}-{}", self.secret);
        json!({
            "ask": event("ask"), "answer": event("answer"), "give": event("give"), "show": event("show"),
            "begin": event("begin"), "end": event("end"), "mark": event("mark"), "attach": event("attach"),
            "meet": event("meet"),
            "element": reference::ELEMENT, "shadow": reference::SHADOW,
            "frame": reference::FRAME, "window": reference::WINDOW,
        })
    }

    /// The agent for all documents.
    pub(crate) fn agent(&self) -> String {
        let mut keys = self.shared();
        keys["name"] = json!(WORLD);
        keys["secret"] = json!(self.secret);
        let sources = json!({"clone": CLONE, "revive": REVIVE, "thrown": THROWN, "page": PAGE});
        format!(
            "if (!Object.hasOwn(globalThis, {name})) (() => {{\n\"use strict\";\nconst KEYS = {keys};\nconst SOURCES = {sources};\n\
             const makeClone = {CLONE};\nconst makeRevive = {REVIVE};\nconst describeThrown = {THROWN};\n{parts}}})();",
            name = json!(WORLD),
            parts = PARTS.concat(),
        )
    }

    /// What goes into the page's own world before the page does, after the agent: closed shadow trees are told to it.
    pub(crate) fn attach(&self) -> String {
        format!("({ATTACH})({keys});", keys = self.shared())
    }

    /// The body of a function that calls somebody's function in the page's world and returns the answer. The body of that
    /// function must have been found to be one: what closes its braces would otherwise run around it.
    pub(crate) fn page_call(&self, call: &PageCall<'_>) -> String {
        let PageCall { view, number, args, body } = call;
        let args = json!(Value::from(*args).to_string());
        let mut keys = self.shared();
        keys["view"] = json!(view);
        format!(
            "return await ({PAGE})({{...{keys}, makeClone: {CLONE}, makeRevive: {REVIVE}, describeThrown: {THROWN}}}, \
             {number}, {args}, function () {{{body}\n}});",
        )
    }

    /// The same, from the top document for the document of a frame that it may reach: the frame's names are put around it.
    /// The frame is given by the number of each frame on the way in its parent.
    pub(crate) fn page_call_in_frame(&self, call: &PageCall<'_>, frame: &[u64]) -> String {
        let window: String = frame.iter().map(|index| format!("[{index}]")).collect();
        format!(
            "const deskhandFrame = window{window}; void deskhandFrame.document.nodeType; with (deskhandFrame) {{ {} }}",
            self.page_call(call),
        )
    }
}

/// A call of somebody's function in the page's world.
pub(crate) struct PageCall<'a> {
    /// The view that the page is in.
    pub(crate) view: &'a ViewId,
    /// Tells this call from all others.
    pub(crate) number: u64,
    /// What the function is given.
    pub(crate) args: &'a [Value],
    /// The function.
    pub(crate) body: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_applications_share_their_names() {
        let (one, other) = (Keys::new().unwrap(), Keys::new().unwrap());
        assert_ne!(one.secret, other.secret);
        assert_eq!(one.secret.len(), 32);
    }

    #[test]
    fn arguments_and_labels_cannot_leave_their_quotes() {
        let keys = Keys::new().unwrap();
        let view = ViewId("a\"b".into());
        let args = [json!("\"); evil(\"")];
        let call = keys.page_call(&PageCall { view: &view, number: 1, args: &args, body: "return 1" });
        assert!(call.contains(r#""[\"\\\"); evil(\\\"\"]""#), "{call}");
        assert!(call.contains(r#""view":"a\"b""#), "{call}");
    }
}
