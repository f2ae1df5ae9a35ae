//! Applications.

use deskhand_model::{App, AppId, Handle, Health, Toolkit};

use crate::plan::AppPlan;
use crate::voice::Voice;

/// One application, running or ended.
#[derive(Clone, Debug)]
pub(crate) struct SimApp {
    pub(crate) name: String,
    pub(crate) pid: u32,
    pub(crate) class: String,
    /// Takes every call and never answers.
    pub(crate) hung: bool,
    /// All its windows are hidden.
    pub(crate) hidden: bool,
    pub(crate) ended: bool,
    /// What it tells of its changes.
    pub(crate) voice: Voice,
}

impl SimApp {
    pub(super) fn new(plan: &AppPlan) -> SimApp {
        SimApp {
            name: plan.name.clone(),
            pid: plan.pid,
            class: plan.class.clone(),
            hung: false,
            hidden: false,
            ended: false,
            voice: plan.voice,
        }
    }

    pub(crate) fn id(&self) -> AppId {
        AppId::new(self.pid.to_string())
    }

    /// The element that all its windows are below.
    pub(crate) fn root(&self) -> Handle {
        Handle::new(self.pid.to_string())
    }

    pub(crate) fn told(&self) -> App {
        App {
            id: self.id(),
            name: self.name.clone(),
            pid: Some(self.pid),
            executable: Some(self.name.clone()),
            desktop_id: None,
            toolkit: Toolkit { name: "sim".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            health: if self.hung {
                Health::NotResponding { reason: "busy".to_owned() }
            } else {
                Health::Responding
            },
        }
    }
}
