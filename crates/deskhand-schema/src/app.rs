//! Applications.

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Body;

/// A running application with an accessibility tree.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct App {
    /// The platform's own name for it, unique while it runs.
    pub id: String,
    /// Name that it gives itself.
    pub name: String,
    /// Its process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Name of its executable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executable: Option<String>,
    /// Desktop-file id or window class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desktop_id: Option<String>,
    /// What it draws with; absent when it does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toolkit: Option<Toolkit>,
    /// Whether it answers.
    pub responding: bool,
    /// Why it does not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The library that an application draws its widgets with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Toolkit {
    /// As the application reports it.
    pub name: String,
    /// As the application reports it; may be empty.
    pub version: String,
}

impl From<&model::App> for App {
    fn from(app: &model::App) -> App {
        let reason = match &app.health {
            model::Health::Responding => None,
            model::Health::NotResponding { reason } => Some(reason.clone()),
        };
        let toolkit = &app.toolkit;
        App {
            id: app.id.as_str().to_owned(),
            name: app.name.clone(),
            pid: app.pid,
            executable: app.executable.clone(),
            desktop_id: app.desktop_id.clone(),
            toolkit: (!toolkit.name.is_empty())
                .then(|| Toolkit { name: toolkit.name.clone(), version: toolkit.version.clone() }),
            responding: reason.is_none(),
            reason,
        }
    }
}

impl From<App> for model::App {
    fn from(app: App) -> model::App {
        let toolkit =
            app.toolkit.map(|toolkit| model::Toolkit { name: toolkit.name, version: toolkit.version });
        model::App {
            id: model::AppId::new(app.id),
            name: app.name,
            pid: app.pid,
            executable: app.executable,
            desktop_id: app.desktop_id,
            toolkit: toolkit.unwrap_or_default(),
            health: match app.responding {
                true => model::Health::Responding,
                false => model::Health::NotResponding { reason: app.reason.unwrap_or_default() },
            },
        }
    }
}

/// All applications.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Apps {
    /// The applications.
    pub apps: Vec<App>,
}

impl Body for Apps {
    const KIND: &'static str = "apps";
}

impl From<&[model::App]> for Apps {
    fn from(apps: &[model::App]) -> Apps {
        Apps { apps: apps.iter().map(App::from).collect() }
    }
}
