//! What a session was told to do about dialogs that a command did not expect (`unhandledPromptBehavior`).

use deskhand_page::DialogKind;
use serde_json::{Map, Value};

/// What is done about an unexpected dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handling {
    /// How it is answered; `None` leaves it open.
    pub(crate) answer: Option<Reply>,
    /// Whether the command that met it fails.
    pub(crate) notify: bool,
}

/// How a dialog is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Accept,
    Dismiss,
}

impl Handling {
    /// Reads one of the names of the specification.
    fn parse(name: &str) -> Option<Handling> {
        let (answer, notify) = match name {
            "accept" => (Some(Reply::Accept), false),
            "accept and notify" => (Some(Reply::Accept), true),
            "dismiss" => (Some(Reply::Dismiss), false),
            "dismiss and notify" => (Some(Reply::Dismiss), true),
            "ignore" => (None, true),
            _ => return None,
        };
        Some(Handling { answer, notify })
    }
}

/// What a session does about each kind of dialog. As it was asked for, so that it can be told again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum PromptHandler {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// The same for all kinds.
    All(String),
    /// By kind; `default` is for those that are not named.
    Each(Map<String, Value>),
}

impl PromptHandler {
    /// Takes over a capability that was found valid.
    pub(crate) fn from_capability(value: &Value) -> PromptHandler {
        match value {
            Value::String(name) => PromptHandler::All(name.clone()),
            Value::Object(each) => PromptHandler::Each(each.clone()),
            _ => PromptHandler::Unsaid,
        }
    }

    /// The capability as the client is told of it.
    pub(crate) fn to_capability(&self) -> Value {
        match self {
            PromptHandler::Unsaid => Value::from("dismiss and notify"),
            PromptHandler::All(name) => Value::from(name.as_str()),
            PromptHandler::Each(each) => Value::Object(each.clone()),
        }
    }

    /// What is done about a dialog of this kind.
    pub(crate) fn of(&self, kind: DialogKind) -> Handling {
        let key = match kind {
            DialogKind::Alert => "alert",
            DialogKind::Confirm => "confirm",
            DialogKind::Prompt => "prompt",
            // A page that asks is always left: `beforeUnload` is for sessions with WebDriver BiDi.
            DialogKind::BeforeUnload => return Handling { answer: Some(Reply::Accept), notify: false },
        };
        let said = match self {
            PromptHandler::Unsaid => None,
            PromptHandler::All(name) => Some(name.as_str()),
            PromptHandler::Each(each) => {
                each.get(key).or_else(|| each.get("default")).and_then(Value::as_str)
            }
        };
        said.and_then(Handling::parse).unwrap_or(Handling { answer: Some(Reply::Dismiss), notify: true })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DISMISS_AND_NOTIFY: Handling = Handling { answer: Some(Reply::Dismiss), notify: true };
    const ACCEPT: Handling = Handling { answer: Some(Reply::Accept), notify: false };

    fn said(value: Value) -> PromptHandler {
        PromptHandler::from_capability(&value)
    }

    #[test]
    fn without_a_word_dialogs_are_dismissed_and_reported() {
        for handler in [PromptHandler::default(), said(json!({}))] {
            for kind in [DialogKind::Alert, DialogKind::Confirm, DialogKind::Prompt] {
                assert_eq!(handler.of(kind), DISMISS_AND_NOTIFY, "{handler:?} {kind:?}");
            }
            assert_eq!(handler.of(DialogKind::BeforeUnload), ACCEPT, "{handler:?}");
        }
        assert_eq!(PromptHandler::default().to_capability(), json!("dismiss and notify"));
    }

    #[test]
    fn a_word_counts_for_all_but_leaving_a_page() {
        let all = [
            ("accept", Some(Reply::Accept), false),
            ("accept and notify", Some(Reply::Accept), true),
            ("dismiss", Some(Reply::Dismiss), false),
            ("dismiss and notify", Some(Reply::Dismiss), true),
            ("ignore", None, true),
        ];
        for (name, answer, notify) in all {
            let handler = said(json!(name));
            for kind in [DialogKind::Alert, DialogKind::Confirm, DialogKind::Prompt] {
                assert_eq!(handler.of(kind), Handling { answer, notify }, "{name} {kind:?}");
            }
            assert_eq!(handler.to_capability(), json!(name));
            for all in [json!(name), json!({ "beforeUnload": name }), json!({ "default": name })] {
                assert_eq!(said(all.clone()).of(DialogKind::BeforeUnload), ACCEPT, "{all}");
            }
        }
    }

    #[test]
    fn a_kind_that_is_named_comes_before_the_default() {
        let asked = json!({ "default": "accept", "alert": "ignore" });
        let handler = said(asked.clone());
        assert_eq!(handler.of(DialogKind::Alert), Handling { answer: None, notify: true });
        assert_eq!(handler.of(DialogKind::Prompt), ACCEPT);
        assert_eq!(handler.to_capability(), asked);
        let only_alerts = said(json!({ "alert": "accept" }));
        assert_eq!(only_alerts.of(DialogKind::Alert), ACCEPT);
        assert_eq!(only_alerts.of(DialogKind::Confirm), DISMISS_AND_NOTIFY);
    }
}
