//! What a client is told about its new session.

use deskhand_page::{Ability, About};
use serde_json::{Value, json};

use super::Candidate;
use super::browser::platform;
use crate::browsing;
use crate::session::Session;

/// The capabilities of a session that has begun.
pub(crate) fn answer(candidate: &Candidate, session: &Session, about: &About, user_agent: &str) -> Value {
    json!({
        "browserName": candidate.browser_name(),
        "browserVersion": about.version,
        "platformName": platform(),
        "acceptInsecureCerts": candidate.accepts_insecure_certificates(),
        "pageLoadStrategy": candidate.strategy(),
        "proxy": candidate.proxy(),
        "setWindowRect": about.can(Ability::Windows),
        "strictFileInteractability": session.strict_files,
        "timeouts": browsing::get_timeouts(&session.timeouts),
        "unhandledPromptBehavior": session.prompts.to_capability(),
        "userAgent": user_agent,
        "deskhand:engine": about.engine,
        "deskhand:pid": about.pid,
    })
}
