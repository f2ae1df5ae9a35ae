//! What the agent answers to: one table for the router, the OpenAPI document and the audit log.

use http::Method;

macro_rules! endpoints {
    ($($(#[$doc:meta])* $variant:ident => $method:ident $path:literal $kind:ident,)*) => {
        /// An endpoint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Endpoint {
            $($(#[$doc])* $variant,)*
        }

        impl Endpoint {
            pub(crate) const ALL: &[Endpoint] = &[$(Endpoint::$variant,)*];

            pub(crate) fn method(self) -> Method {
                match self {
                    $(Endpoint::$variant => Method::$method,)*
                }
            }

            pub(crate) const fn path(self) -> &'static str {
                match self {
                    $(Endpoint::$variant => $path,)*
                }
            }

            /// Whether it changes anything.
            pub(crate) const fn is_mutating(self) -> bool {
                match self {
                    $(Endpoint::$variant => endpoints!(@ $kind),)*
                }
            }
        }
    };
    (@ reads) => { false };
    (@ changes) => { true };
}

endpoints! {
    /// Whether the agent runs.
    Health => GET "/health" reads,
    /// Runs a command.
    Exec => POST "/exec" changes,
    /// Writes a file.
    Upload => POST "/upload" changes,
    /// Reads a file.
    Download => POST "/download" reads,
    /// Ends the agent.
    Shutdown => POST "/shutdown" changes,
    /// What goes on below the accessibility layer.
    DebugAx => POST "/debug/ax" reads,
    /// Lists windows.
    Windows => POST "/windows" reads,
    /// Windows with what is in them.
    Snapshot => POST "/snapshot" reads,
    /// One element in detail.
    Inspect => POST "/inspect" reads,
    /// Presses an element.
    Press => POST "/press" changes,
    /// Sets an element's value.
    SetValue => POST "/set-value" changes,
    /// Gives an element the keyboard.
    Focus => POST "/focus" changes,
    /// Opens an element's context menu.
    ShowMenu => POST "/show-menu" changes,
    /// Waits for a window.
    Wait => POST "/wait" reads,
    /// Gives a window the keyboard.
    WindowFocus => POST "/window-focus" changes,
    /// Resizes a window.
    WindowResize => POST "/window-resize" changes,
    /// Moves a window.
    WindowMove => POST "/window-move" changes,
    /// Closes a window.
    WindowClose => POST "/window-close" changes,
    /// Minimises a window.
    WindowMinimize => POST "/window-minimize" changes,
    /// This interface in machine-readable form.
    OpenApi => GET "/openapi.json" reads,
    /// Which extensions there are.
    Discover => GET "/deskhand" reads,
    /// Applications.
    Apps => POST "/deskhand/apps" reads,
    /// One application, waited for.
    App => POST "/deskhand/app" reads,
    /// An application's elements.
    Tree => POST "/deskhand/tree" reads,
    /// An application, waited for until it is idle.
    Idle => POST "/deskhand/idle" reads,
    /// Elements, by a query in one of our notations.
    Find => POST "/deskhand/find" reads,
    /// Does something to an element.
    Act => POST "/deskhand/act" changes,
    /// Strikes keys in an application.
    Keys => POST "/deskhand/keys" changes,
    /// The text of an element.
    Text => POST "/deskhand/text" reads,
    /// Windows, with all that is known of them.
    ListWindows => POST "/deskhand/windows" reads,
    /// One window, as window system and accessibility know it.
    GetWindow => POST "/deskhand/window" reads,
    /// Changes a window.
    ChangeWindow => POST "/deskhand/window/change" changes,
    /// What happens to windows, as server-sent events.
    Events => GET "/deskhand/events" reads,
    /// A picture.
    Screenshot => POST "/deskhand/screenshot" reads,
    /// The text on the clipboard.
    Clipboard => POST "/deskhand/clipboard" reads,
    /// Puts text on the clipboard.
    SetClipboard => POST "/deskhand/clipboard/set" changes,
}

impl Endpoint {
    /// The one with this path.
    pub(crate) fn at(path: &str) -> Option<Endpoint> {
        Endpoint::ALL.iter().copied().find(|endpoint| endpoint.path() == path)
    }

    /// Whether it is one of ours, beyond the contract.
    pub(crate) fn is_extension(self) -> bool {
        self.path().starts_with("/deskhand")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_share_a_path() {
        let mut paths: Vec<&str> = Endpoint::ALL.iter().map(|endpoint| endpoint.path()).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), Endpoint::ALL.len());
    }

    #[test]
    fn the_contract_has_its_nineteen_endpoints() {
        let own = |endpoint: &&Endpoint| !endpoint.is_extension() && **endpoint != Endpoint::OpenApi;
        assert_eq!(Endpoint::ALL.iter().filter(own).count(), 19);
    }
}
