//! Doing something.

use std::time::Duration;

use deskhand_engine::{self as engine, ports::Chord};
use deskhand_model::{Error, Query, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AppRef, Locator, Milliseconds, QueryText, Timed, invalid};
use crate::Point;

/// How far an action may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Never touch focus, pointer or keyboard.
    Background,
    /// Use real input.
    Focus,
    /// In the background where possible, with real input where not.
    Auto,
}

impl From<engine::Mode> for Mode {
    fn from(mode: engine::Mode) -> Mode {
        match mode {
            engine::Mode::Background => Mode::Background,
            engine::Mode::Focus => Mode::Focus,
            engine::Mode::Auto => Mode::Auto,
        }
    }
}

impl From<Mode> for engine::Mode {
    fn from(mode: Mode) -> engine::Mode {
        match mode {
            Mode::Background => engine::Mode::Background,
            Mode::Focus => engine::Mode::Focus,
            Mode::Auto => engine::Mode::Auto,
        }
    }
}

/// Something to do to an element, by the name that receipts call it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Act {
    /// Its main action, as a click would.
    Press,
    /// Two clicks in quick succession.
    DoubleClick,
    /// A click with the other button.
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
    /// Set its text or number: exactly one of the three.
    SetValue {
        /// Replaces its text.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Sets its number.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<f64>,
        /// Sets its number when this is one and it takes numbers, else replaces its text.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// Type text at its caret while it has the focus, else after what is there.
    Type {
        /// What to type.
        text: String,
    },
    /// Open its context menu.
    ShowMenu,
    /// Give it the keyboard focus within its application.
    Focus,
    /// Scroll its containers until it is in sight.
    ScrollIntoView,
    /// Rest the pointer on it.
    Hover,
    /// Turn the wheel over it, in notches.
    Scroll {
        /// Notches to the right.
        #[serde(default)]
        across: i32,
        /// Notches down.
        #[serde(default)]
        down: i32,
    },
    /// Drag it.
    Drag {
        /// Where to.
        to: DragTo,
    },
    /// Strike keys while it has the focus.
    Keys {
        /// Key combinations such as `ctrl+shift+s`, one after the other.
        keys: Vec<String>,
    },
    /// Several fingers at once.
    MultiTouch,
}

impl From<&engine::Act> for Act {
    fn from(act: &engine::Act) -> Act {
        use engine::Act as From;
        let set = |text, number, value| Act::SetValue { text, number, value };
        match act {
            From::Press => Act::Press,
            From::DoubleClick => Act::DoubleClick,
            From::RightClick => Act::RightClick,
            From::Confirm => Act::Confirm,
            From::Cancel => Act::Cancel,
            From::Toggle => Act::Toggle,
            From::Select => Act::Select,
            From::Expand => Act::Expand,
            From::Collapse => Act::Collapse,
            From::Increment => Act::Increment,
            From::Decrement => Act::Decrement,
            From::SetText(text) => set(Some(text.clone()), None, None),
            // JSON has no "not a number" and no infinity: they are written as none at all, and refused where it is read.
            From::SetNumber(number) => set(None, Some(*number), None),
            From::SetValue(value) => set(None, None, Some(value.clone())),
            From::TypeText(text) => Act::Type { text: text.clone() },
            From::ShowMenu => Act::ShowMenu,
            From::Focus => Act::Focus,
            From::ScrollIntoView => Act::ScrollIntoView,
            From::Hover => Act::Hover,
            From::Scroll { across, down } => Act::Scroll { across: *across, down: *down },
            From::Drag(to) => Act::Drag { to: DragTo::from(to) },
            From::Keys(chords) => Act::Keys { keys: written(chords) },
            From::MultiTouch => Act::MultiTouch,
        }
    }
}

impl TryFrom<Act> for engine::Act {
    type Error = Error;

    fn try_from(act: Act) -> Result<engine::Act> {
        use engine::Act as To;
        Ok(match act {
            Act::Press => To::Press,
            Act::DoubleClick => To::DoubleClick,
            Act::RightClick => To::RightClick,
            Act::Confirm => To::Confirm,
            Act::Cancel => To::Cancel,
            Act::Toggle => To::Toggle,
            Act::Select => To::Select,
            Act::Expand => To::Expand,
            Act::Collapse => To::Collapse,
            Act::Increment => To::Increment,
            Act::Decrement => To::Decrement,
            Act::SetValue { text, number, value } => match (text, number, value) {
                (Some(text), None, None) => To::SetText(text),
                (None, Some(number), None) => To::SetNumber(number),
                (None, None, Some(value)) => To::SetValue(value),
                _ => return Err(invalid("To set a value takes exactly one of `text`, `number` and `value`")),
            },
            Act::Type { text } => To::TypeText(text),
            Act::ShowMenu => To::ShowMenu,
            Act::Focus => To::Focus,
            Act::ScrollIntoView => To::ScrollIntoView,
            Act::Hover => To::Hover,
            Act::Scroll { across, down } => To::Scroll { across, down },
            Act::Drag { to } => To::Drag(to.try_into()?),
            Act::Keys { keys } => To::Keys(read(&keys)?),
            Act::MultiTouch => To::MultiTouch,
        })
    }
}

fn written(chords: &[Chord]) -> Vec<String> {
    chords.iter().map(ToString::to_string).collect()
}

fn read(keys: &[String]) -> Result<Vec<Chord>> {
    keys.iter().map(|keys| keys.parse()).collect()
}

/// Where a drag ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DragTo {
    /// The middle of the one element of the same application that matches.
    Element(QueryText),
    /// So far from where it started.
    By(Point),
    /// This place on the screen.
    Screen(Point),
}

impl From<&engine::DragTo> for DragTo {
    fn from(to: &engine::DragTo) -> DragTo {
        match to {
            engine::DragTo::Element(query) => DragTo::Element(query.into()),
            engine::DragTo::By(by) => DragTo::By((*by).into()),
            engine::DragTo::Screen(place) => DragTo::Screen((*place).into()),
        }
    }
}

impl TryFrom<DragTo> for engine::DragTo {
    type Error = Error;

    fn try_from(to: DragTo) -> Result<engine::DragTo> {
        Ok(match to {
            DragTo::Element(query) => engine::DragTo::Element(Query::try_from(query)?),
            DragTo::By(by) => engine::DragTo::By(by.into()),
            DragTo::Screen(place) => engine::DragTo::Screen(place.into()),
        })
    }
}

/// What to have seen happen before an action counts as done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Some element of the application matches.
    Appears(QueryText),
    /// No element of the application matches.
    Vanishes(QueryText),
    /// Anything about the application's tree is different.
    Changes,
}

impl From<&engine::Effect> for Effect {
    fn from(effect: &engine::Effect) -> Effect {
        match effect {
            engine::Effect::Appears(query) => Effect::Appears(query.into()),
            engine::Effect::Vanishes(query) => Effect::Vanishes(query.into()),
            engine::Effect::Changes => Effect::Changes,
        }
    }
}

impl TryFrom<Effect> for engine::Effect {
    type Error = Error;

    fn try_from(effect: Effect) -> Result<engine::Effect> {
        Ok(match effect {
            Effect::Appears(query) => engine::Effect::Appears(Query::try_from(query)?),
            Effect::Vanishes(query) => engine::Effect::Vanishes(Query::try_from(query)?),
            Effect::Changes => engine::Effect::Changes,
        })
    }
}

/// How to act.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manner {
    /// How far it may go; the server decides when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How long everything may take; the server decides when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Milliseconds>,
    /// How long to wait until the element is there and ready; as long as everything may take when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience_ms: Option<Milliseconds>,
    /// What to wait for afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// How old the last full reading behind the action may be where the application does not tell of every change; the
    /// server decides when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_ms: Option<Milliseconds>,
}

impl From<&engine::ActOptions> for Manner {
    fn from(options: &engine::ActOptions) -> Manner {
        Manner {
            mode: Some(options.mode.into()),
            timeout_ms: Some(options.within.into()),
            patience_ms: options.patience.map(Milliseconds::from),
            effect: options.effect.as_ref().map(Effect::from),
            max_age_ms: options.max_age.map(Milliseconds::from),
        }
    }
}

impl Manner {
    /// How to act, with the mode and the time for everything that count where they are not given.
    pub fn options(self, mode: engine::Mode, within: Duration) -> Result<engine::ActOptions> {
        Ok(engine::ActOptions {
            mode: self.mode.map_or(mode, engine::Mode::from),
            within: Timed { timeout_ms: self.timeout_ms }.time()?.unwrap_or(within),
            patience: self.patience_ms.map(Duration::try_from).transpose()?,
            effect: self.effect.map(engine::Effect::try_from).transpose()?,
            max_age: self.max_age_ms.map(Duration::try_from).transpose()?,
        })
    }
}

/// Does something to the one element that matches. The answer is a `receipt`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActRequest {
    /// To which one.
    pub locator: Locator,
    /// What.
    pub act: Act,
    /// How.
    #[serde(flatten)]
    pub manner: Manner,
}

/// Strikes keys in an application's window. The answer is a `receipt`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeysRequest {
    /// In which application.
    pub app: AppRef,
    /// Key combinations such as `ctrl+shift+s`, one after the other.
    pub keys: Vec<String>,
    /// How.
    #[serde(flatten)]
    pub manner: Manner,
}

impl KeysRequest {
    /// Strikes these keys there.
    pub fn new(app: AppRef, chords: &[Chord], options: &engine::ActOptions) -> KeysRequest {
        KeysRequest { app, keys: written(chords), manner: options.into() }
    }

    /// The key combinations.
    pub fn chords(&self) -> Result<Vec<Chord>> {
        read(&self.keys)
    }
}
