//! What the browser in an application is, as far as that is known before the application runs.

use serde_json::{Map, Value};
use webdriver::capabilities::{BrowserCapabilities, Capabilities};
use webdriver::error::WebDriverResult;

use super::{options, proxy};

/// What an application is called that was asked for by no name.
pub(super) const NAME: &str = "tauri";
/// What applications may be called: `wry` is what the official driver takes.
const NAMES: [&str; 3] = [NAME, "wry", "webkitgtk"];

/// What this machine is called in the protocol.
pub(super) fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "mac",
        other => other,
    }
}

/// Answers Mozilla's questions about the browser, and notes what does not fit.
#[derive(Default)]
pub(super) struct Browser {
    /// What was asked for and cannot be had.
    pub(super) objections: Vec<String>,
}

impl Browser {
    fn object(&mut self, objection: String) {
        self.objections.push(objection);
    }
}

impl BrowserCapabilities for Browser {
    fn init(&mut self, _: &Capabilities) {}

    fn browser_name(&mut self, wanted: &Capabilities) -> WebDriverResult<Option<String>> {
        let asked = wanted.get("browserName").and_then(Value::as_str).unwrap_or(NAME);
        if let Some(own) = NAMES.into_iter().find(|own| *own == asked) {
            return Ok(Some(own.to_owned()));
        }
        self.object(format!("browserName is one of {}, not {asked:?}", NAMES.join(", ")));
        Ok(None)
    }

    /// Not known yet: it is compared when the application runs.
    fn browser_version(&mut self, _: &Capabilities) -> WebDriverResult<Option<String>> {
        Ok(Some(String::new()))
    }

    fn compare_browser_version(&mut self, _: &str, _: &str) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn platform_name(&mut self, wanted: &Capabilities) -> WebDriverResult<Option<String>> {
        let own = platform();
        if let Some(asked) = wanted.get("platformName").and_then(Value::as_str).filter(|asked| *asked != own)
        {
            self.object(format!("platformName is {own:?}, not {asked:?}"));
        }
        Ok(Some(own.to_owned()))
    }

    fn accept_insecure_certs(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn set_window_rect(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn strict_file_interactability(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    /// There is no such address, and no answer has one. Clients that would like to have it take that for an answer,
    /// while one that is refused the whole session cannot go on.
    fn web_socket_url(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_virtual_authenticators(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        self.object("there are no virtual authenticators".to_owned());
        Ok(false)
    }

    fn webauthn_extension_uvm(&mut self, wanted: &Capabilities) -> WebDriverResult<bool> {
        self.webauthn_virtual_authenticators(wanted)
    }

    fn webauthn_extension_prf(&mut self, wanted: &Capabilities) -> WebDriverResult<bool> {
        self.webauthn_virtual_authenticators(wanted)
    }

    fn webauthn_extension_large_blob(&mut self, wanted: &Capabilities) -> WebDriverResult<bool> {
        self.webauthn_virtual_authenticators(wanted)
    }

    fn webauthn_extension_cred_blob(&mut self, wanted: &Capabilities) -> WebDriverResult<bool> {
        self.webauthn_virtual_authenticators(wanted)
    }

    fn accept_proxy(&mut self, settings: &Map<String, Value>, _: &Capabilities) -> WebDriverResult<bool> {
        let met = proxy::is_met(settings);
        if !met {
            self.object("the application takes the proxy of its system and no other".to_owned());
        }
        Ok(met)
    }

    fn validate_custom(&mut self, name: &str, value: &Value) -> WebDriverResult<()> {
        options::check(name, value)
    }

    /// What is not ours is somebody else's: a grid's, a client's.
    fn accept_custom(&mut self, _: &str, _: &Value, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }
}
