//! The commands of the API inside an application: each is sent to its own path with its fields as a JSON object, and
//! answered with [`Answer`].

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::about::Greeting;
use crate::call::Call;
use crate::cookie::Cookie;
use crate::dialog::{Dialog, DialogAnswer};
use crate::fault::Fault;
use crate::input::PageInput;
use crate::load::{LoadState, Navigation};
use crate::place::{FrameChoice, FrameId, Place, ViewId};
use crate::print::PrintOptions;
use crate::view::{Extent, NewViewKind, View, WindowChange, WindowState};

/// Where the API begins. Its version is part of it.
pub const API: &str = "/deskhand/v1/";
/// The environment variable in which an application is given the token that the API asks for.
pub const TOKEN_VARIABLE: &str = "DESKHAND_PLUGIN_TOKEN";
/// The request header that carries the token.
pub const TOKEN_HEADER: &str = "x-deskhand-token";
/// What an application prints, followed by its port, once the API is there.
pub const PORT_LINE: &str = "[webdriver] listening on port ";

/// What a command is answered with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
// Allowed and not expected: how large a fault is depends on features of serde_json that other crates switch on.
#[allow(clippy::large_enum_variant, reason = "an answer is made once and read at once; none are kept")]
pub enum Answer<T> {
    /// It was done.
    Done(T),
    /// It was not.
    Fault(Fault),
}

/// A command. `within_ms` of each is how long the application may take before it answers with
/// [`crate::FaultKind::Timeout`].
pub trait Command: Serialize + DeserializeOwned + Send {
    /// What it is answered with when it was done.
    type Done: Serialize + DeserializeOwned + Send;
    /// The last part of its path.
    const NAME: &'static str;
}

/// A command with the time it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask<C> {
    /// The command.
    #[serde(flatten)]
    pub command: C,
    /// How long it may take, in milliseconds.
    pub within_ms: u64,
}

// `$dollar` is a dollar sign: a macro that defines another cannot write one of that other's own.
macro_rules! commands {
    ($dollar:tt $($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? } as $path:literal => $done:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

            impl Command for $name {
                type Done = $done;
                const NAME: &'static str = $path;
            }
        )*

        /// Hands the types of all commands to a macro, with commas between them: what has to be there for each of them
        /// then is.
        #[macro_export]
        macro_rules! for_each_command {
            ($dollar then:ident) => {
                $dollar then!($($crate::$name),*)
            };
        }
    };
}

commands! { $
    /// Who is there?
    Hello {} as "hello" => Greeting;
    /// Which views are open, the oldest first?
    Views {} as "views" => Vec<View>;
    /// Opens a view with an empty page.
    NewView {
        /// What in.
        kind: NewViewKind,
        /// The view that asks for it.
        opener: ViewId,
    } as "new-view" => View;
    /// Closes a view, and its window when it was the only one there. The application hears of it as of a person who
    /// closes a window, and may keep it, which is a fault.
    CloseView {
        /// Which.
        view: ViewId,
    } as "close-view" => ();
    /// The window that a view is in.
    WindowOf {
        /// The view.
        view: ViewId,
    } as "window" => WindowState;
    /// Changes the window that a view is in and answers when the change has happened, with what came of it.
    SetWindow {
        /// The view.
        view: ViewId,
        /// What to change.
        change: WindowChange,
    } as "set-window" => WindowState;
    /// Goes somewhere and answers when the page there has loaded so far.
    Go {
        /// The view.
        view: ViewId,
        /// Where to.
        to: Navigation,
        /// How far.
        until: LoadState,
    } as "go" => ();
    /// Answers when no navigation is under way and the document in this place has loaded so far.
    WaitLoaded {
        /// The place.
        place: Place,
        /// How far.
        until: LoadState,
    } as "wait-loaded" => ();
    /// Calls a function. What it returns is handed on as the page has written it: nobody on the way reads it.
    CallIn {
        /// Where.
        place: Place,
        /// Which.
        call: Call,
    } as "call" => Box<RawValue>;
    /// Finds a frame of a document.
    EnterFrame {
        /// The document.
        place: Place,
        /// Which of its frames.
        frame: FrameChoice,
    } as "enter-frame" => FrameId;
    /// Strikes keys, moves pointers, turns wheels, and answers when the page has seen it all.
    InputInto {
        /// The document whose viewport the points are in.
        place: Place,
        /// What, in this order.
        events: Vec<PageInput>,
    } as "input" => ();
    /// Gives a file input these files, as if they had been chosen.
    ChooseFiles {
        /// Where.
        place: Place,
        /// The input, by its reference.
        node: String,
        /// Absolute paths. The input keeps what it has, too, when it takes several.
        files: Vec<String>,
    } as "choose-files" => ();
    /// The dialog that is open in a view.
    DialogOf {
        /// The view.
        view: ViewId,
    } as "dialog" => Option<Dialog>;
    /// Answers the dialog that is open in a view.
    AnswerDialog {
        /// The view.
        view: ViewId,
        /// How.
        answer: DialogAnswer,
    } as "answer-dialog" => Dialog;
    /// The cookies of the page in this place: those for its host and path, for secure connections too.
    CookiesOf {
        /// The place.
        place: Place,
    } as "cookies" => Vec<Cookie>;
    /// Sets a cookie for the page in this place.
    SetCookie {
        /// The place.
        place: Place,
        /// The cookie. Without a domain it is for the page's host only.
        cookie: Cookie,
    } as "set-cookie" => ();
    /// Deletes cookies of the page in this place: that with this name, or all.
    DeleteCookies {
        /// The place.
        place: Place,
        /// Which.
        name: Option<String>,
    } as "delete-cookies" => ();
    /// A picture, as PNG in base64.
    PictureOf {
        /// The view.
        view: ViewId,
        /// How much of it.
        extent: Extent,
    } as "picture" => String;
    /// The page as PDF, in base64.
    PrintPage {
        /// The place: what is printed is the top document.
        place: Place,
        /// How.
        options: PrintOptions,
    } as "print" => String;
    /// Whether pages with certificates that nobody vouches for are loaded.
    Tls {
        /// Whether they are.
        accept_insecure: bool,
    } as "tls" => ();
}
