//! The scripts that go into pages, put together from their parts.

use std::borrow::Cow;

use deskhand_page::js::{CLONE, REVIVE, THROWN};
use deskhand_page::{Fault, FaultKind, ViewId, reference};
use serde::Serialize;
use serde_json::{Value, json};

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

/// What nobody can guess, made anew by every application that starts.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// By this the agents of frames know each other. It never leaves their world: a page that knew it could have the
    /// agents of frames of other origins run what it likes.
    secret: String,
    /// By this the agent and what we have in the page's world know each other. A page that looks for it finds it.
    mark: String,
}

impl Keys {
    /// New ones.
    pub(crate) fn new() -> Result<Keys, Fault> {
        Ok(Keys { secret: random()?, mark: random()? })
    }

    fn shared(&self) -> Value {
        let event = |name: &str| format!("{name}-{}", self.mark);
        json!({
            "ask": event("ask"), "answer": event("answer"), "give": event("give"), "show": event("show"),
            "begin": event("begin"), "mark": event("mark"), "attach": event("attach"),
            "meet": event("meet"), "run": self.run(),
            "element": reference::ELEMENT, "shadow": reference::SHADOW,
            "frame": reference::FRAME, "window": reference::WINDOW,
        })
    }

    /// The agent for all documents.
    pub(crate) fn agent(&self) -> String {
        let mut keys = self.shared();
        keys["name"] = json!(WORLD);
        keys["secret"] = json!(self.secret);
        format!(
            "if (!Object.hasOwn(globalThis, {name})) (() => {{\n\"use strict\";\nconst KEYS = {keys};\n\
             const makeClone = {CLONE};\nconst makeRevive = {REVIVE};\nconst faultOfThrown = {THROWN};\n{parts}}})();",
            name = json!(WORLD),
            parts = PARTS.concat(),
        )
    }

    /// What goes into the page's own world before the page does, after the agent: closed shadow trees are told to it.
    pub(crate) fn attach(&self) -> String {
        format!("({ATTACH})({keys});", keys = self.shared())
    }

    fn run(&self) -> String {
        format!("run-{}", self.mark)
    }

    /// What runs somebody's functions in the page's own world. It goes there before the page does.
    pub(crate) fn page(&self) -> String {
        format!(
            "({PAGE})({{...{keys}, makeClone: {CLONE}, makeRevive: {REVIVE}, faultOfThrown: {THROWN}}});",
            keys = self.shared(),
        )
    }

    /// The body of a function that calls somebody's function in the page's world of a document and returns the answer, or
    /// nothing where the document lacks [`Keys::page`]. The text of a [`PageCall`] is its argument. The document is given
    /// by the number of each frame on the way to it in its parent; the names of a frame are put around the function.
    ///
    /// The body of that function must have been found to be one: what closes its braces would otherwise run around it.
    pub(crate) fn page_call(&self, frame: &[u64], body: &str) -> String {
        let window: String = frame.iter().map(|index| format!("[{index}]")).collect();
        let names = if frame.is_empty() { "" } else { "with (deskhandWindow) " };
        format!(
            "const deskhandWindow = window{window}, deskhandRun = deskhandWindow[{run}];\n\
             if (!deskhandRun) return null;\n\
             {names}return await deskhandRun({TEXT}, function () {{{body}\n}});",
            run = json!(self.run()),
        )
    }

    /// What runs somebody's functions in the page's own world of the top document.
    pub(crate) fn page_respondent(&self) -> Respondent {
        Respondent { object: Cow::Owned(format!("globalThis[{}]", json!(self.run()))), world: None }
    }
}

/// Who answers scripts in the top document of a view, in one of its worlds.
pub(crate) struct Respondent {
    object: Cow<'static, str>,
    pub(crate) world: Option<&'static str>,
}

impl Respondent {
    /// The agent.
    pub(crate) fn agent() -> Respondent {
        Respondent { object: Cow::Borrowed("globalThis.deskhand"), world: Some(WORLD) }
    }

    /// A script that has it do this, and says what it answers at once or the number that stands for what it will; null
    /// where it is not there. An engine reads a script that it knows no second time: nothing in it should change without need.
    fn script(&self, call: &str) -> String {
        format!("{}?.{call} ?? null", self.object)
    }

    /// That has the agent obey a command, given as text.
    pub(crate) fn order(&self, command: &str) -> String {
        self.script(&format!("hear({})", json!(command)))
    }

    /// That has the agent call a function of a library. There is none where something in the arguments is not plain and no
    /// reference to an element.
    pub(crate) fn member(&self, view: &ViewId, library: &str, name: &str, args: &[Value]) -> Option<String> {
        let mut elements = Vec::new();
        let mut given = Vec::with_capacity(args.len());
        for (index, value) in args.iter().enumerate() {
            given.push(match value {
                Value::Array(_) => return None,
                Value::Object(object) => {
                    elements.push(index);
                    object.get(reference::ELEMENT).filter(|id| id.is_string() && object.len() == 1)?
                }
                plain => plain,
            });
        }
        let list = serde_json::to_string(&(view, library, name, elements, given)).ok()?;
        let arguments = list.strip_prefix('[')?.strip_suffix(']')?;
        Some(format!("{}?.call({arguments}) ?? null", self.object))
    }

    /// That calls somebody's function among the page's names.
    pub(crate) fn body(&self, call: &PageCall<'_>, body: &str) -> String {
        let call = json!(json!(call).to_string());
        self.script(&format!("now({call}, function () {{{body}\n}})"))
    }

    /// That says whether it will still answer for this number.
    pub(crate) fn knows(&self, number: &str) -> String {
        self.script(&format!("knows({number})"))
    }

    /// The body of a function that waits for what a number stands for, which is its argument.
    pub(crate) fn outcome(&self) -> String {
        format!("return await {}?.outcome(Number({TEXT})) ?? null", self.object)
    }

    /// The body of a function that says all that comes of a script of the agent, also what comes after a while. Until then
    /// the number stands for it.
    pub(crate) fn whole(&self, number: &str, script: &str) -> String {
        format!("return await {}?.whole({number}, {script}) ?? null", self.object)
    }
}

/// Sixteen random bytes as a text.
pub(crate) fn random() -> Result<String, Fault> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Fault::new(FaultKind::Failed, format!("There is no randomness: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The name of the argument that functions are given which the engine calls. Somebody's functions can see it.
pub(crate) const TEXT: &str = "deskhandText";

/// What comes of a script that the engine runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Null.
    Nothing,
    /// What it was asked for.
    Answer(String),
    /// The number by which the answer can be asked for, and waited for.
    Later(String),
}

/// A call of somebody's function in the page's world.
#[derive(Serialize)]
pub(crate) struct PageCall<'a> {
    /// The view that the page is in.
    pub(crate) view: &'a ViewId,
    /// What the function is given.
    pub(crate) args: &'a [Value],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_applications_share_their_names() {
        let (one, other) = (Keys::new().unwrap(), Keys::new().unwrap());
        assert_ne!(one.secret, other.secret);
        assert_ne!(one.mark, other.mark);
        assert_eq!((one.secret.len(), one.mark.len()), (32, 32));
    }

    #[test]
    fn what_the_agents_of_frames_know_each_other_by_is_kept_from_pages() {
        let keys = Keys::new().unwrap();
        assert!(keys.agent().contains(&keys.secret));
        for script in [keys.page(), keys.attach(), keys.page_call(&[0], "return 1"), DRIVEN.to_owned()] {
            assert!(!script.contains(&keys.secret), "{script}");
        }
    }

    #[test]
    fn a_function_of_a_library_is_called_by_a_script_that_says_all_at_once() {
        let script = |args: Value| {
            let args = args.as_array().cloned().unwrap_or_default();
            Respondent::agent().member(&ViewId("main".to_owned()), "lib", "text", &args)
        };
        let element = json!({ reference::ELEMENT: "main.d.1" });
        assert_eq!(
            script(json!([element, "a\"b", null, 2])).unwrap(),
            r#"globalThis.deskhand?.call("main","lib","text",[0],["main.d.1","a\"b",null,2]) ?? null"#
        );
        let shadow = json!({ reference::SHADOW: "main.d.1" });
        for other in [json!([[1]]), json!([{}]), json!([shadow]), json!([{ reference::ELEMENT: 1 }])] {
            assert_eq!(script(other.clone()), None, "{other}");
        }
    }

    #[test]
    fn the_agent_is_asked_where_it_is() {
        let keys = Keys::new().unwrap();
        assert!(keys.agent().contains(&format!("Object.hasOwn(globalThis, {})", json!(WORLD))));
        assert_eq!(Respondent::agent().knows("7"), format!("globalThis.{WORLD}?.knows(7) ?? null"));
        assert_eq!(
            Respondent::agent().whole("-1", &Respondent::agent().order("{}")),
            r#"return await globalThis.deskhand?.whole(-1, globalThis.deskhand?.hear("{}") ?? null) ?? null"#
        );
    }

    #[test]
    fn a_function_is_called_among_the_names_of_its_frame() {
        let keys = Keys::new().unwrap();
        assert!(keys.page_call(&[], "return 1").contains("function () {return 1\n}"));
        assert!(!keys.page_call(&[], "return 1").contains("with ("));
        let call = keys.page_call(&[2, 0], "return 1 // one");
        assert!(call.contains("window[2][0]") && call.contains("with (deskhandWindow) return"), "{call}");
        assert!(call.contains("// one\n}"), "{call}");
    }
}
