//! `POST /debug/ax`: the state of accessibility, in the platform's own words.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use deskhand_engine::Session;
use deskhand_model::{AppDiagnosis, AppSelector, ElementDiagnosis, Fact, Health};
use futures_util::future::join_all;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asking::given;
use super::choose::choose;
use super::deadline::Deadline;
use super::place::{Place, owners_of};
use super::reading::unless_missing;
use crate::server::{Agent, Answer, Asked, Refusal};

/// What to tell about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub(crate) struct DebugRequest {
    /// Title or application; with it, the elements of the application are told too.
    #[serde(default)]
    pub(crate) window: Option<String>,
}

/// The state of accessibility. Names and values of facts are the platform's own and may differ from one version to the
/// next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DebugResponse {
    /// `linux`, `macos` or `windows`.
    pub(crate) platform: &'static str,
    /// About the desktop as a whole.
    pub(crate) facts: BTreeMap<String, String>,
    /// About each application.
    pub(crate) applications: Vec<DebugApplication>,
}

/// What is known of one application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DebugApplication {
    /// Name that it gives itself.
    pub(crate) name: String,
    /// Its process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pid: Option<u32>,
    /// Name of its executable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) executable: Option<String>,
    /// What it draws with, and which version of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) toolkit: String,
    /// Whether it answers.
    pub(crate) responding: bool,
    /// What its process does when it does not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// About it as a whole.
    pub(crate) facts: BTreeMap<String, String>,
    /// Its elements in tree order; only when a window is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) elements: Option<Vec<DebugElement>>,
}

/// What is known of one element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DebugElement {
    /// How many levels below the application it is.
    pub(crate) depth: usize,
    /// Its role.
    pub(crate) platform_role: String,
    /// Its name.
    pub(crate) name: String,
    /// Names of its actions, its interfaces, its states.
    pub(crate) facts: BTreeMap<String, String>,
}

pub(crate) async fn debug_ax(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<DebugRequest>,
) -> Result<Answer<DebugResponse>, Refusal> {
    let deadline = Deadline::new(agent.within);
    let (known, applications) = match given(request.window) {
        None => {
            let all = agent.session.diagnose(None, deadline.left()).await?;
            (all.facts, all.apps.into_iter().map(|app| application(app, false)).collect())
        }
        Some(window) => with_elements(&*agent.session, &window, deadline).await?,
    };
    Ok(Answer(DebugResponse { platform: Agent::PLATFORM, facts: facts(known), applications }))
}

/// What is known of the desktop, and the applications with such a window: each with all its elements, or with why there
/// are none.
async fn with_elements(
    session: &dyn Session,
    window: &str,
    deadline: Deadline,
) -> Result<(Vec<Fact>, Vec<DebugApplication>), Refusal> {
    let owners = owners_of(&choose(session, window, deadline).await?);
    let each = join_all(owners.iter().map(|owner| {
        let asked = session.diagnose(Some(&owner.app), deadline.left());
        unless_missing(session, &owner.app, deadline, asked)
    }));
    let (mut known, mut applications) = (Vec::new(), Vec::new());
    for (owner, told) in owners.iter().zip(each.await) {
        match told {
            Ok(told) => {
                known = told.facts;
                applications.extend(told.apps.into_iter().map(|app| application(app, true)));
            }
            Err(error) => applications.push(unknown(owner, error.message())),
        }
    }
    if known.is_empty() {
        known = session.diagnose(None, deadline.left()).await?.facts;
    }
    Ok((known, applications))
}

/// An application that tells nothing of itself.
fn unknown(owner: &Place, reason: &str) -> DebugApplication {
    let pid = match owner.app {
        AppSelector::Pid(pid) => Some(pid),
        AppSelector::Name(_) => None,
    };
    DebugApplication {
        name: owner.app_name.clone(),
        pid,
        executable: None,
        toolkit: String::new(),
        responding: false,
        reason: Some(reason.to_owned()),
        facts: BTreeMap::new(),
        elements: Some(Vec::new()),
    }
}

fn application(told: AppDiagnosis, with_elements: bool) -> DebugApplication {
    let AppDiagnosis { app, facts: known, elements } = told;
    let reason = match app.health {
        Health::Responding => None,
        Health::NotResponding { reason } => Some(reason),
    };
    DebugApplication {
        name: app.name,
        pid: app.pid,
        executable: app.executable,
        toolkit: format!("{} {}", app.toolkit.name, app.toolkit.version).trim().to_owned(),
        responding: reason.is_none(),
        reason,
        facts: facts(known),
        elements: with_elements.then(|| elements.into_iter().map(element).collect()),
    }
}

fn element(told: ElementDiagnosis) -> DebugElement {
    let ElementDiagnosis { depth, platform_role, name, facts: known } = told;
    DebugElement { depth, platform_role, name, facts: facts(known) }
}

/// Facts by name; those with the same name one after the other.
fn facts(known: Vec<Fact>) -> BTreeMap<String, String> {
    let mut facts: BTreeMap<String, String> = BTreeMap::new();
    for Fact { name, value } in known {
        facts
            .entry(name)
            .and_modify(|before| {
                before.push_str(", ");
                before.push_str(&value);
            })
            .or_insert(value);
    }
    facts
}

#[cfg(test)]
mod tests {
    use deskhand_model::{App, AppId, Toolkit};
    use serde_json::json;

    use super::*;

    fn diagnosis() -> AppDiagnosis {
        let app = App {
            id: AppId::new(":1.5"),
            name: "Editor".to_owned(),
            pid: Some(7),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit { name: "gtk".to_owned(), version: String::new() },
            health: Health::NotResponding { reason: "its process is stopped".to_owned() },
        };
        let element = ElementDiagnosis {
            depth: 1,
            platform_role: "frame".to_owned(),
            name: "Notes".to_owned(),
            facts: vec![Fact::new("action", "click"), Fact::new("action", "menu")],
        };
        let facts = vec![Fact::new("bus name", ":1.5")];
        AppDiagnosis { app, facts, elements: vec![element] }
    }

    #[test]
    fn elements_are_only_told_when_asked_for() {
        let short = serde_json::to_value(application(diagnosis(), false)).unwrap();
        assert_eq!(
            short,
            json!({
                "name": "Editor", "pid": 7, "toolkit": "gtk", "responding": false,
                "reason": "its process is stopped", "facts": {"bus name": ":1.5"},
            })
        );
        let long = serde_json::to_value(application(diagnosis(), true)).unwrap();
        assert_eq!(
            long["elements"],
            json!([{ "depth": 1, "platformRole": "frame", "name": "Notes", "facts": {"action": "click, menu"} }])
        );
    }
}
