//! From what a client wants to the sessions that could be.

use deskhand_engine::ports::PageApp;
use deskhand_page::LoadState;
use serde_json::Value;
use webdriver::capabilities::{Capabilities, CapabilitiesMatching, SpecNewSessionParameters};
use webdriver::command::TimeoutsParameters;
use webdriver::error::ErrorStatus;

use super::browser::{Browser, NAME};
use super::{options, proxy, version};
use crate::browsing;
use crate::errors::{Outcome, error};
use crate::prompts::PromptHandler;
use crate::session::Timeouts;

/// A session that could be, if its application is what it is thought to be.
#[derive(Debug)]
pub(crate) struct Candidate {
    /// The application.
    pub(crate) app: PageApp,
    /// What the session is told, in so far as it was asked for.
    wanted: Capabilities,
}

/// All that could be, in the order of the client's wishes. Without any, `session not created` says why.
pub(crate) fn candidates(
    asked: &SpecNewSessionParameters,
    default_binary: Option<&str>,
) -> Outcome<Vec<Candidate>> {
    if asked.firstMatch.is_empty() {
        return Err(error(ErrorStatus::InvalidArgument, "firstMatch has at least one entry."));
    }
    // All are checked before any is taken.
    let mut browser = Browser::default();
    let merged = asked
        .firstMatch
        .iter()
        .map(|first| merge(&mut browser, &asked.alwaysMatch, first))
        .collect::<Outcome<Vec<_>>>()?;
    let mut candidates = Vec::new();
    for wanted in merged.into_iter().flatten() {
        match options::application(&wanted, default_binary)? {
            Some(app) => candidates.push(Candidate { app, wanted }),
            None => {
                browser.objections.push("no application is named: tauri:options needs a binary".to_owned())
            }
        }
    }
    if candidates.is_empty() {
        browser.objections.dedup();
        let message = format!("No session can be what was asked for: {}.", browser.objections.join("; "));
        return Err(error(ErrorStatus::SessionNotCreated, message));
    }
    Ok(candidates)
}

/// One of the alternatives, checked and matched as far as that can be done before the application runs.
fn merge(
    browser: &mut Browser,
    always: &Capabilities,
    first: &Capabilities,
) -> Outcome<Option<Capabilities>> {
    let said = |all: &Capabilities| -> Capabilities {
        all.iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    };
    // What is null was not said: it is in nobody's way.
    let alternative = SpecNewSessionParameters { alwaysMatch: said(always), firstMatch: vec![said(first)] };
    let matched = alternative.match_browser(browser)?;
    let proxies = [always, first].into_iter().filter_map(|all| all.get("proxy").and_then(Value::as_object));
    for settings in proxies {
        proxy::check(settings)?;
    }
    Ok(matched)
}

impl Candidate {
    /// Whether a browser of this version will do.
    pub(crate) fn accepts_version(&self, version: &str) -> bool {
        self.text("browserVersion").is_none_or(|wanted| version::meets(version, wanted))
    }

    pub(crate) fn browser_name(&self) -> &str {
        self.text("browserName").unwrap_or(NAME)
    }

    pub(crate) fn strategy(&self) -> &str {
        self.text("pageLoadStrategy").unwrap_or("normal")
    }

    /// How far a page loads before a navigation is done.
    pub(crate) fn load(&self) -> LoadState {
        match self.strategy() {
            "none" => LoadState::Started,
            "eager" => LoadState::Interactive,
            _ => LoadState::Complete,
        }
    }

    pub(crate) fn accepts_insecure_certificates(&self) -> bool {
        self.flag("acceptInsecureCerts")
    }

    /// Whether windows must be able to be moved and resized.
    pub(crate) fn moves_windows(&self) -> bool {
        self.flag("setWindowRect")
    }

    pub(crate) fn is_strict_about_files(&self) -> bool {
        self.flag("strictFileInteractability")
    }

    pub(crate) fn prompts(&self) -> PromptHandler {
        self.wanted
            .get("unhandledPromptBehavior")
            .map_or_else(PromptHandler::default, PromptHandler::from_capability)
    }

    pub(crate) fn timeouts(&self) -> Outcome<Timeouts> {
        let mut timeouts = Timeouts::default();
        if let Some(asked) = self.wanted.get("timeouts") {
            let asked: TimeoutsParameters = serde_json::from_value(asked.clone())?;
            browsing::set_timeouts(&mut timeouts, &asked);
        }
        Ok(timeouts)
    }

    pub(crate) fn proxy(&self) -> Value {
        self.wanted.get("proxy").cloned().unwrap_or_else(|| Value::Object(Capabilities::new()))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.wanted.get(name).and_then(Value::as_str)
    }

    fn flag(&self, name: &str) -> bool {
        self.wanted.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(capabilities: Value) -> Outcome<Vec<Candidate>> {
        candidates(&serde_json::from_value(capabilities)?, Some("/default"))
    }

    fn refusal(capabilities: Value) -> ErrorStatus {
        asked(capabilities.clone()).expect_err(&capabilities.to_string()).error
    }

    #[test]
    fn nothing_said_is_the_default_of_everything() {
        let [plain] = asked(json!({})).unwrap().try_into().unwrap();
        assert_eq!(
            (plain.app.binary.as_str(), plain.browser_name(), plain.strategy()),
            ("/default", "tauri", "normal")
        );
        assert!(!plain.accepts_insecure_certificates() && !plain.is_strict_about_files());
        assert!(plain.accepts_version("2.50"));
        assert_eq!(plain.proxy(), json!({}));
    }

    #[test]
    fn every_wrong_type_is_an_invalid_argument() {
        let wrong = [
            ("acceptInsecureCerts", json!([1, [], {}, "false"])),
            ("browserName", json!([1, [], {}, false])),
            ("browserVersion", json!([1, [], {}, false])),
            ("platformName", json!([1, [], {}, false])),
            ("pageLoadStrategy", json!([1, [], {}, false, "NONE", "eager ", "interactive"])),
            (
                "proxy",
                json!([1, [], "{}", {}, { "proxyType": "SYSTEM" }, { "proxytype": "system" }, { "proxyType": null }]),
            ),
            (
                "timeouts",
                json!([1, [], "{}", { "invalid": 1 }, { "pageLoad": 2.5 }, { "pageLoad": -1 },
                { "pageLoad": "10" }, { "pageLoad": 9007199254740992_u64 }]),
            ),
            ("strictFileInteractability", json!([1, [], {}, "false"])),
            ("setWindowRect", json!([1])),
            (
                "unhandledPromptBehavior",
                json!([false, 1, [], "Dismiss", "ignore ", { "foo": "accept" },
                { "alert": null }, { "alert": "bar" }]),
            ),
            ("webSocketUrl", json!(["true", 1])),
            ("tauri:options", json!([1, "x", { "binary": 1 }])),
            ("chromeOptions", json!([{}])),
            ("version", json!(["1"])),
        ];
        for (name, values) in wrong {
            for value in values.as_array().unwrap() {
                assert_eq!(refusal(json!({ "alwaysMatch": { name: value } })), ErrorStatus::InvalidArgument);
                let later = json!({ "firstMatch": [{}, { name: value }] });
                assert_eq!(refusal(later), ErrorStatus::InvalidArgument, "all alternatives are checked");
            }
        }
        for shape in [
            json!({ "alwaysMatch": null }),
            json!({ "firstMatch": null }),
            json!({ "firstMatch": [] }),
            json!({ "firstMatch": {} }),
            json!({ "firstMatch": [[]] }),
        ] {
            assert_eq!(refusal(shape), ErrorStatus::InvalidArgument);
        }
    }

    #[test]
    fn what_is_said_twice_is_refused_and_null_is_not_said() {
        let twice = json!({ "alwaysMatch": { "acceptInsecureCerts": true }, "firstMatch": [{}, { "acceptInsecureCerts": true }] });
        assert_eq!(refusal(twice), ErrorStatus::InvalidArgument);
        let null = json!({ "alwaysMatch": { "pageLoadStrategy": null, "junk": null }, "firstMatch": [{ "pageLoadStrategy": "none" }] });
        assert_eq!(asked(null).unwrap()[0].strategy(), "none");
    }

    #[test]
    fn the_first_alternative_that_fits_is_taken() {
        let alternatives = json!({ "firstMatch": [
            { "browserName": "chrome", "pageLoadStrategy": "none" },
            { "platformName": "LINUX", "pageLoadStrategy": "none" },
            { "browserName": "wry", "pageLoadStrategy": "eager" },
            { "browserName": "tauri" },
        ] });
        let fitting = asked(alternatives).unwrap();
        let names: Vec<_> = fitting.iter().map(|one| (one.browser_name(), one.load())).collect();
        assert_eq!(names, [("wry", LoadState::Interactive), ("tauri", LoadState::Complete)]);
    }

    #[test]
    fn what_cannot_be_had_is_named() {
        for (wanted, named) in [
            (json!({ "browserName": "chrome" }), "browserName"),
            (json!({ "platformName": "amiga" }), "platformName"),
            (json!({ "proxy": { "proxyType": "direct" } }), "proxy"),
            (json!({ "webauthn:virtualAuthenticators": true }), "authenticators"),
        ] {
            let refused = asked(json!({ "alwaysMatch": wanted })).unwrap_err();
            assert_eq!(refused.error, ErrorStatus::SessionNotCreated);
            assert!(refused.message.contains(named), "{}", refused.message);
        }
        let nothing = candidates(&SpecNewSessionParameters::default(), None).unwrap_err();
        assert_eq!(nothing.error, ErrorStatus::SessionNotCreated);
        assert!(nothing.message.contains("tauri:options"), "{}", nothing.message);
    }

    #[test]
    fn a_web_socket_is_wished_for_in_vain_but_without_harm() {
        let wanted = json!({ "alwaysMatch": { "webSocketUrl": true, "wdio:something": 1 } });
        assert_eq!(asked(wanted).unwrap().len(), 1);
    }

    #[test]
    fn timeouts_of_a_session_come_from_its_capabilities() {
        let wanted = json!({ "alwaysMatch": { "timeouts": { "script": null, "implicit": 5 } } });
        let timeouts = asked(wanted).unwrap()[0].timeouts().unwrap();
        assert_eq!(
            browsing::get_timeouts(&timeouts),
            json!({ "script": null, "pageLoad": 300000, "implicit": 5 })
        );
    }
}
