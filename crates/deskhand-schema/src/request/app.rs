//! Which application.

use deskhand_model::AppSelector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Timed;

/// Which application is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AppRef {
    /// The process with this number.
    Pid(u32),
    /// The application whose name, executable or desktop id this is.
    Name(String),
}

impl From<&AppSelector> for AppRef {
    fn from(app: &AppSelector) -> AppRef {
        match app {
            AppSelector::Pid(pid) => AppRef::Pid(*pid),
            AppSelector::Name(name) => AppRef::Name(name.clone()),
        }
    }
}

impl From<AppRef> for AppSelector {
    fn from(app: AppRef) -> AppSelector {
        match app {
            AppRef::Pid(pid) => AppSelector::Pid(pid),
            AppRef::Name(name) => AppSelector::Name(name),
        }
    }
}

/// Asks for one application.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AppRequest {
    /// Which one.
    pub app: AppRef,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}
