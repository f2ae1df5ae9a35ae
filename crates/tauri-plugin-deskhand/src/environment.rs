//! What the environment of the application says. It is read once, before anything else of the plugin, and what was meant
//! for the plugin alone is taken out of it.

use deskhand_page::TOKEN_VARIABLE;

/// Set by every WebDriver server for Tauri. Tauri puts web views into the automation mode of their engine when it sees
/// this, and in that mode WebKitGTK opens no file chooser: so it is recorded and removed.
const AUTOMATION: &str = "TAURI_WEBVIEW_AUTOMATION";
/// Switches the plugin on in a release build.
const SWITCH: &str = "DESKHAND_PLUGIN";

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    /// Whether the plugin was asked for by name or by the variable of the servers.
    pub(crate) switched_on: bool,
    /// The token that our own API asks for. Without one it is closed.
    pub(crate) token: Option<String>,
}

impl Environment {
    /// Whether whoever started the application means to drive it.
    pub(crate) fn will_be_driven(&self) -> bool {
        self.switched_on || self.token.is_some()
    }

    /// Reads the environment and takes out what is only for the plugin.
    pub(crate) fn take() -> Environment {
        let found = Environment::read(|name| std::env::var(name).ok());
        remove(AUTOMATION);
        remove(TOKEN_VARIABLE);
        found
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Environment {
        let is = |name: &str, wanted: &str| variable(name).is_some_and(|value| value == wanted);
        Environment {
            switched_on: is(AUTOMATION, "true") || is(SWITCH, "1"),
            token: variable(TOKEN_VARIABLE).filter(|token| !token.is_empty()),
        }
    }
}

#[expect(unsafe_code)]
fn remove(name: &str) {
    if std::env::var_os(name).is_none() {
        return;
    }
    // SAFETY: changing the environment is only sound while no other thread reads it. A plugin is made while the
    // application is put together on its main thread, before Tauri starts threads of its own. An application that has
    // already started some of its own must not read the environment in them at this moment, outside of `std::env`, which
    // has a lock for it.
    unsafe { std::env::remove_var(name) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Environment {
        Environment::read(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_is_switched_on_by_an_empty_environment() {
        assert_eq!(read(&[]), Environment::default());
    }

    #[test]
    fn the_variable_of_the_servers_and_our_own_switch_it_on() {
        assert!(read(&[(AUTOMATION, "true")]).switched_on);
        assert!(read(&[(SWITCH, "1")]).switched_on);
        assert!(!read(&[(AUTOMATION, "1")]).switched_on);
        assert!(!read(&[(SWITCH, "0")]).switched_on);
    }

    #[test]
    fn an_empty_token_is_none() {
        assert_eq!(read(&[(TOKEN_VARIABLE, "")]).token, None);
        assert_eq!(read(&[(TOKEN_VARIABLE, "t")]).token.as_deref(), Some("t"));
    }
}
