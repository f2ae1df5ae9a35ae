//! Actions as a user asks for them.

use std::time::Duration;

use deskhand_model::{Point, Query};

/// How far an action may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Never touch focus, pointer or keyboard; an error where that is impossible.
    #[default]
    Background,
    /// Use real input: activate the window, act, give focus and pointer back.
    Focus,
    /// In the background where possible, with real input where not; the receipt says which.
    Auto,
}

impl Mode {
    /// The name on the command line and on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Background => "background",
            Mode::Focus => "focus",
            Mode::Auto => "auto",
        }
    }
}

/// Something to do to an element.
#[derive(Clone, Debug)]
pub enum Act {
    /// Its main action, as a click would.
    Press,
    /// Two clicks in quick succession.
    DoubleClick,
    /// A click with the other button. In the background this is `ShowMenu` where the element offers it.
    RightClick,
    /// Accept, as Return would.
    Confirm,
    /// Dismiss, as Escape would.
    Cancel,
    /// Switch between on and off.
    Toggle,
    /// Choose it within its container.
    Select,
    /// Show its children.
    Expand,
    /// Hide its children.
    Collapse,
    /// One step up.
    Increment,
    /// One step down.
    Decrement,
    /// Replace its text.
    SetText(String),
    /// Set its number.
    SetNumber(f64),
    /// Set its number when that is one and it takes numbers, else replace its text.
    SetValue(String),
    /// Type text at its caret while it has the focus, else after what is there.
    TypeText(String),
    /// Open its context menu.
    ShowMenu,
    /// Give it the keyboard focus within its application.
    Focus,
    /// Scroll its containers until it is in sight.
    ScrollIntoView,
    /// Rest the pointer on it. Real input. The pointer stays there, unless an effect is waited for: then it is given
    /// back once the effect was seen.
    Hover,
    /// Turn the wheel over it, in notches; positive is right and down. Real input.
    Scroll {
        /// Notches to the right.
        across: i32,
        /// Notches down.
        down: i32,
    },
    /// Drag it there. Real input.
    Drag(DragTo),
    /// Strike keys while it has the focus. Real input.
    Keys(Vec<crate::ports::Chord>),
    /// Several fingers at once. No platform of ours can; always `action_unsupported`.
    MultiTouch,
}

impl Act {
    /// The name in receipts and errors.
    pub const fn name(&self) -> &'static str {
        match self {
            Act::Press => "press",
            Act::DoubleClick => "double-click",
            Act::RightClick => "right-click",
            Act::Confirm => "confirm",
            Act::Cancel => "cancel",
            Act::Toggle => "toggle",
            Act::Select => "select",
            Act::Expand => "expand",
            Act::Collapse => "collapse",
            Act::Increment => "increment",
            Act::Decrement => "decrement",
            Act::SetText(_) | Act::SetNumber(_) | Act::SetValue(_) => "set-value",
            Act::TypeText(_) => "type",
            Act::ShowMenu => "show-menu",
            Act::Focus => "focus",
            Act::ScrollIntoView => "scroll-into-view",
            Act::Hover => "hover",
            Act::Scroll { .. } => "scroll",
            Act::Drag(_) => "drag",
            Act::Keys(_) => "keys",
            Act::MultiTouch => "multi-touch",
        }
    }
}

/// Where a drag ends.
#[derive(Clone, Debug)]
pub enum DragTo {
    /// The middle of the one element of the same application that matches.
    Element(Query),
    /// So far from where it started.
    By(Point),
    /// This place on the screen.
    Screen(Point),
}

/// What a caller wants to have seen happen before the action counts as done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Some element of the application matches.
    Appears(Query),
    /// No element of the application matches.
    Vanishes(Query),
    /// Anything about the application's tree is different.
    Changes,
}

/// How to act.
#[derive(Clone, Debug)]
pub struct ActOptions {
    /// How far it may go.
    pub mode: Mode,
    /// Time for everything: waiting, acting, waiting for the effect.
    pub within: Duration,
    /// Time for waiting until the application is there and the element ready; all of `within` when not given. With none
    /// at all, the element has to be ready now.
    pub patience: Option<Duration>,
    /// Return only when this was seen, instead of at the application's reply.
    pub effect: Option<Effect>,
    /// How old the last full reading behind the action may be where the application does not tell of every change; as
    /// the engine's options say when not given.
    pub max_age: Option<Duration>,
}

impl Default for ActOptions {
    fn default() -> ActOptions {
        ActOptions {
            mode: Mode::default(),
            within: Duration::from_secs(5),
            patience: None,
            effect: None,
            max_age: None,
        }
    }
}
