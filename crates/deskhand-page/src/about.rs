use serde::{Deserialize, Serialize};

/// Who shows the pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The name of the browser engine, for example `WebKitGTK`.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The platform: `linux`, `macos` or `windows`.
    pub platform: String,
    /// The process that owns the web views.
    pub pid: u32,
    /// What the pages call themselves (`navigator.userAgent`), where known.
    #[serde(default)]
    pub user_agent: String,
    /// What can be asked for here, beyond calling functions.
    pub abilities: Vec<Ability>,
}

impl About {
    /// Whether this can be asked for.
    pub fn can(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }
}

/// What the plugin inside an application says when somebody makes its acquaintance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// Who shows the pages.
    #[serde(flatten)]
    pub about: About,
    /// The abstract name of the socket on which short questions are answered soonest, where there is one (see
    /// [`mod@crate::line`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// Something that not every provider can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Functions run in a world of their own, out of the page's reach.
    OwnWorld,
    /// Frames of other origins.
    ForeignFrames,
    /// Input that the page cannot tell from a person's.
    TrustedInput,
    /// Dialogs that scripts open.
    Dialogs,
    /// The cookie store itself, with cookies that scripts cannot see.
    Cookies,
    /// File inputs.
    Files,
    /// Pictures of what is drawn.
    Pictures,
    /// Printing to PDF.
    Print,
    /// Opening windows.
    NewViews,
    /// Moving and resizing windows.
    Windows,
    /// Certificates that nobody vouches for.
    InsecureCertificates,
}
