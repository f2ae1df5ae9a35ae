//! What can be asked of the pages that an application shows in its web views.
//!
//! Plain data that three parties share: the engine's `Page` port, the providers behind it, and the plugin inside a Tauri
//! application. It links nothing but serde, because one of the three is built into other people's applications.
//!
//! References to nodes, shadow roots, windows and frames travel inside JSON values under the keys of the WebDriver
//! specification (see [`mod@reference`]); who hands them out decides what they look like.

mod about;
mod call;
mod command;
mod cookie;
mod dialog;
mod fault;
mod input;
pub mod js;
pub mod keys;
pub mod line;
mod load;
mod place;
mod print;
pub mod reference;
mod view;

pub use about::{Ability, About, Greeting};
pub use call::{Call, Code, Library, World};
pub use command::{
    API, Answer, AnswerDialog, Ask, CallIn, ChooseFiles, CloseView, Command, CookiesOf, DeleteCookies,
    DialogOf, EnterFrame, Go, Hello, InputInto, NewView, PORT_LINE, PictureOf, PrintPage, SetCookie,
    SetWindow, TOKEN_HEADER, TOKEN_VARIABLE, Tls, Views, WaitLoaded, WindowOf,
};
pub use cookie::{Cookie, SameSite};
pub use dialog::{Dialog, DialogAnswer, DialogKind};
pub use fault::{Fault, FaultKind, Thrown};
pub use input::{Key, KeyLocation, Modifiers, PageInput, PointerKind, PointerPhase, button_bit};
pub use load::{LoadState, Navigation};
pub use place::{FrameChoice, FrameId, Place, ViewId};
pub use print::{Orientation, PrintOptions};
pub use view::{Extent, NewViewKind, PageRect, Stage, View, WindowChange, WindowState};
