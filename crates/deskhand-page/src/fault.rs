use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialog::Dialog;

/// Why something asked of a page was not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// A sentence for a person.
    pub message: String,
    /// What the script threw, for [`FaultKind::Script`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Thrown>,
    /// The dialog that is in the way, for [`FaultKind::DialogOpen`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<Dialog>,
    /// That dialog was open before anything was asked, so that nothing was begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
}

impl Fault {
    /// A fault without particulars.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), thrown: None, dialog: None, standing: false }
    }

    /// A dialog was in the way before anything was asked.
    pub fn dialog_standing(dialog: Dialog) -> Fault {
        Fault { standing: true, ..Fault::dialog_open(dialog) }
    }

    /// A dialog has come in the way.
    pub fn dialog_open(dialog: Dialog) -> Fault {
        let message = format!("A dialog is open: {}", dialog.text);
        Fault { dialog: Some(dialog), ..Fault::new(FaultKind::DialogOpen, message) }
    }

    /// A script threw.
    pub fn script(thrown: Thrown) -> Fault {
        let message = match (thrown.name.as_str(), thrown.message.as_str()) {
            ("", message) => message.to_owned(),
            (name, "") => name.to_owned(),
            (name, message) => format!("{name}: {message}"),
        };
        Fault { thrown: Some(thrown), ..Fault::new(FaultKind::Script, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// What a script threw.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thrown {
    /// The name of the error (`TypeError`); empty when something else than an error was thrown.
    #[serde(default)]
    pub name: String,
    /// Its message, or what was thrown as text.
    #[serde(default)]
    pub message: String,
    /// Where it was thrown, as the engine tells it.
    #[serde(default)]
    pub stack: String,
    /// What was thrown, where it is not an error and can be cloned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The view is not there (any more).
    NoView,
    /// The frame is not there (any more).
    NoFrame,
    /// Nothing was ever referred to by this in this document's place.
    NoNode,
    /// What was referred to is no longer in the document, or the document is gone.
    StaleNode,
    /// The same of a shadow root that nothing was ever referred to by.
    NoShadow,
    /// The same of a shadow root that is no longer in the document.
    DetachedShadow,
    /// The script threw, could not be read, or returned something that cannot be cloned.
    Script,
    /// The document that the function ran in went away before it was done.
    Interrupted,
    /// A dialog is open.
    DialogOpen,
    /// No dialog is open.
    NoDialog,
    /// The time was over.
    Timeout,
    /// The page could not be loaded.
    LoadFailed,
    /// The certificate of the page is not to be trusted.
    InsecureCertificate,
    /// A cookie that does not belong to this page.
    CookieDomain,
    /// The cookie could not be set.
    CookieRefused,
    /// A point outside of the view.
    OutOfBounds,
    /// The document was not handed the library yet. Callers hand it over and repeat the call.
    LibraryMissing,
    /// What was asked makes no sense.
    Invalid,
    /// This provider cannot do it.
    Unsupported,
    /// The application has ended or does not answer any more.
    Gone,
    /// Anything else.
    Failed,
}
