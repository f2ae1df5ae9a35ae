//! The text of the scripts that the plugin is asked to run.

use std::sync::LazyLock;

use deskhand_page::Code;
use deskhand_page::js::{CLONE, REVIVE, THROWN};

const SCRIPT: &str = include_str!("js/script.js");
const AGENT_PLACE: &str = "/*AGENT*/null";
const RAW_PLACE: &str = "/*RAW*/null";

/// All parts of the agent as one function of the view's name.
static AGENT: LazyLock<String> = LazyLock::new(|| {
    let [agent, hands, belongings] =
        [include_str!("js/agent.js"), include_str!("js/hands.js"), include_str!("js/belongings.js")];
    format!(
        "function (view) {{\nvar agent = ({agent}\n)(view, {{\nmakeClone: {CLONE}, makeRevive: {REVIVE}, faultOfThrown: {THROWN}}});\n\
         ({hands}\n)(agent);\n({belongings}\n)(agent);\nreturn agent;\n}}"
    )
});

/// A script that hands a request to the agent: with the agent, for a document that does not have it yet; with code that
/// the page itself will not compile.
pub(super) fn text(with_agent: bool, raw: Option<&Code>) -> String {
    let agent = if with_agent { AGENT.as_str() } else { "null" };
    let raw = raw.and_then(raw_function).unwrap_or_else(|| "null".to_owned());
    SCRIPT.replacen(AGENT_PLACE, agent, 1).replacen(RAW_PLACE, &raw, 1)
}

/// A function of the window that the code is to see as its own, whose value is what the code compiles to.
fn raw_function(code: &Code) -> Option<String> {
    let compiled = match code {
        Code::Body(body) => format!("function () {{\n{body}\n}}"),
        Code::Member { library, .. } => format!("(\n{}\n)", library.source.as_ref()?),
    };
    Some(format!("function (deskhandScope) {{ with (deskhandScope) {{ return {compiled}; }} }}"))
}

#[cfg(test)]
mod tests {
    use deskhand_page::Library;

    use super::*;

    #[test]
    fn the_places_for_the_agent_and_for_code_are_there_once() {
        assert_eq!(SCRIPT.matches(AGENT_PLACE).count(), 1);
        assert_eq!(SCRIPT.matches(RAW_PLACE).count(), 1);
        assert!(!AGENT.contains(RAW_PLACE));
    }

    #[test]
    fn a_script_is_short_once_the_document_has_the_agent() {
        assert!(text(true, None).contains("function bookOf"));
        assert!(!text(false, None).contains("function bookOf"));
    }

    #[test]
    fn a_comment_at_the_end_of_a_body_takes_nothing_along() {
        let text = text(false, Some(&Code::Body("return 1 // one".to_owned())));
        assert!(text.contains("return 1 // one\n}"), "{text}");
    }

    #[test]
    fn a_library_that_is_only_named_is_not_code() {
        let library = Library { id: "a".into(), source: None };
        assert!(text(false, Some(&Code::Member { library, name: "b".to_owned() })).ends_with("null);\n"));
    }
}
