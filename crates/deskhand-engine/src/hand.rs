//! The hand on keyboard and pointer: single movements on an element whose window is in front.

use std::sync::atomic::Ordering;
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Fields, NodeData, Point, Result, State, WindowId};

use crate::act::DragTo;
use crate::approach::{Ground, Ready, last_step};
use crate::apps::diagnose;
use crate::engine::Engine;
use crate::focus::FocusGuard;
use crate::input_route::{Struck, sighting};
use crate::ports::{Button, Chord, Key, Modifier, Moment, Perform};
use crate::ready::Need;
use crate::route::{Strike, named};
use crate::session::Locator;
use crate::typing::is_text_field;
use crate::wait::{Deadline, Pauses};
use crate::watch::Watch;

/// How long an element may take to say that it has the keyboard.
pub(crate) const FOCUS_TIME: Duration = Duration::from_millis(300);

/// Stations of a drag on its way. Toolkits start one only after several movements.
const STATIONS: i32 = 8;

/// Time between two stations.
const STATION_TIME: Duration = Duration::from_millis(12);

/// Time between the two clicks of a double click. Two within one millisecond are the same one for Chromium 156.
const BETWEEN_CLICKS: Duration = Duration::from_millis(25);

/// Pixels between two clicks that no toolkit takes for a double click any more.
const BESIDE: i32 = 12;

/// How long an application may reach for the focus after a drop. Chromium 156 activates its window when it takes what
/// was dropped, which is after the button was let go.
const DROP_TIME: Duration = Duration::from_millis(250);

/// How an element came by the keyboard.
enum Keyboard {
    /// It had it within its window.
    Had,
    /// It was given to it by this call, and it says so.
    Given(String),
    /// It was clicked into.
    Clicked,
    /// It took this call and does not say that it has the keyboard.
    Untold(String),
}

/// Keyboard and pointer over one element.
pub(crate) struct Hand<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) guard: FocusGuard<'a>,
    pub(crate) ready: &'a Ready,
    pub(crate) window: WindowId,
    pub(crate) deadline: Deadline<'a>,
    /// How long the element is waited for, if not for all of the time.
    pub(crate) patience: Option<Duration>,
}

impl Hand<'_> {
    /// Carries out one strike.
    pub(crate) async fn strike(&mut self, strike: &Strike, locator: &Locator) -> Result<Struck> {
        match strike {
            Strike::Click(button, count) => {
                let at = self.reach().await?;
                let sent = self.engine.now();
                self.click(*button, *count).await?;
                Ok(self.struck(sent, format!("pointer: {} at {}", click_name(*button, *count), place(at))))
            }
            Strike::Hover => {
                let sent = self.engine.now();
                let at = self.reach().await?;
                Ok(self.struck(sent, format!("pointer: moved to {}", place(at))))
            }
            Strike::Wheel { across, down } => {
                let at = self.reach().await?;
                let sent = self.engine.now();
                self.engine.ports.input.wheel(*across, *down, self.deadline.for_call()).await?;
                Ok(self.struck(sent, format!("pointer: wheel {across},{down} at {}", place(at))))
            }
            Strike::Drag(to) => self.drag(to, locator).await,
            Strike::Keyboard => {
                let sent = self.engine.now();
                let by = match self.take_keyboard().await? {
                    Keyboard::Had => "its window was brought to the front".to_owned(),
                    Keyboard::Given(by) => format!("its window was brought to the front; {by}"),
                    Keyboard::Clicked => "pointer: clicked into it".to_owned(),
                    Keyboard::Untold(by) => return Err(not_focused(self.ready, &by)),
                };
                Ok(self.struck(sent, by))
            }
            Strike::Keys(chords) => {
                self.take_keyboard().await?;
                strike_keys(self.engine, chords, &self.deadline).await
            }
            Strike::Type(text) => {
                self.take_keyboard().await?;
                // Taking the keyboard selects the whole content in some toolkits; typing must not replace it.
                self.chord(&control(Key::Named("End".to_owned()))).await?;
                self.text(text, "typed after what was there").await
            }
            Strike::Replace(text) => {
                self.take_keyboard().await?;
                self.chord(&control(Key::Char('a'))).await?;
                if text.is_empty() {
                    self.chord(&named("Delete")).await?;
                }
                self.text(text, "typed in place of what was there").await
            }
        }
    }

    /// Where the pointer can reach the element.
    async fn aim(&self) -> Result<Point> {
        self.engine.aim(self.ready, self.window, &sighting(&self.deadline, self.patience)).await
    }

    /// Puts the pointer on the element.
    async fn reach(&mut self) -> Result<Point> {
        let at = self.aim().await?;
        self.guard.move_pointer(at, &self.deadline).await?;
        Ok(at)
    }

    /// Clicks into a text field so that it takes the keyboard. Never on the same spot twice in a row: soon after the
    /// last time that would be a double click, which selects a word, and typing would replace it.
    async fn click_into(&mut self) -> Result<()> {
        let middle = self.aim().await?;
        let is_odd = self.engine.text_clicks.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        let beside = Point { x: middle.x.saturating_add(BESIDE), y: middle.y };
        let (node, _) = self.engine.whereabouts(self.ready, self.window, &self.deadline).await?;
        let has_room = node.bounds.is_some_and(|bounds| bounds.contains(beside));
        let at = if is_odd && has_room { beside } else { middle };
        self.guard.move_pointer(at, &self.deadline).await?;
        self.click(Button::Left, 1).await
    }

    async fn click(&self, button: Button, count: u32) -> Result<()> {
        let input = &self.engine.ports.input;
        for number in 0..count {
            if number > 0 {
                let clock = &self.engine.ports.clock;
                clock.sleep_until(clock.now().plus(BETWEEN_CLICKS)).await;
            }
            input.button(button, true, self.deadline.for_call()).await?;
            input.button(button, false, self.deadline.for_call()).await?;
        }
        Ok(())
    }

    async fn drag(&mut self, to: &DragTo, locator: &Locator) -> Result<Struck> {
        let from = self.aim().await?;
        let to = self.destination(from, to, locator).await?;
        let sent = self.engine.now();
        self.guard.move_pointer(from, &self.deadline).await?;
        self.guard.watched = DROP_TIME;
        let input = &self.engine.ports.input;
        input.button(Button::Left, true, self.deadline.for_call()).await?;
        let moved = self.travel(from, to).await;
        // The button is let go also when the way was cut short: a button that stays down would wreck the desktop.
        let released = input.button(Button::Left, false, self.deadline.for_call()).await;
        moved.and(released)?;
        Ok(self.struck(sent, format!("pointer: dragged from {} to {}", place(from), place(to))))
    }

    async fn travel(&mut self, from: Point, to: Point) -> Result<()> {
        for station in 1..=STATIONS {
            let part = |a: i32, b: i32| {
                let way = i64::from(b) - i64::from(a);
                (i64::from(a) + way * i64::from(station) / i64::from(STATIONS)) as i32
            };
            let at = Point { x: part(from.x, to.x), y: part(from.y, to.y) };
            self.guard.move_pointer(at, &self.deadline).await?;
            let clock = &self.engine.ports.clock;
            clock.sleep_until(clock.now().plus(STATION_TIME)).await;
        }
        Ok(())
    }

    /// Where a drag ends, on the screen.
    async fn destination(&self, from: Point, to: &DragTo, locator: &Locator) -> Result<Point> {
        let point = match to {
            DragTo::Screen(point) => *point,
            DragTo::By(by) => Point { x: from.x.saturating_add(by.x), y: from.y.saturating_add(by.y) },
            DragTo::Element(query) => {
                let there = Locator { app: locator.app.clone(), query: query.clone(), nth: None };
                let patience = sighting(&self.deadline, self.patience);
                let app = self.ready.app.clone();
                let mut watch = Watch::resume(self.engine, app, self.deadline, patience);
                let need = Need { enabled: false, visible: true };
                let target = watch.approach(&there, need, Ground::Whole).await?;
                let engine = self.engine;
                let window = engine.window_of(&target.app, &target.tree, target.id, &self.deadline).await?;
                return engine.aim(&target, window.id, &sighting(&self.deadline, self.patience)).await;
            }
        };
        let screen = self.engine.ports.compositor.screen(self.deadline.for_call()).await?;
        if screen.contains(point) {
            return Ok(point);
        }
        Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("The drag would end at {}, outside of the screen", place(point)),
        )
        .hint(format!("the screen is {}x{}", screen.width, screen.height)))
    }

    /// Gives the element the keyboard within its window: through accessibility, or by a click into a text field. A
    /// click on anything else would do more than give it the keyboard.
    async fn take_keyboard(&mut self) -> Result<Keyboard> {
        if has_keyboard(self.ready) {
            return Ok(Keyboard::Had);
        }
        let port = &self.engine.ports.accessibility;
        let (app, handle) = (&self.ready.app, &self.ready.node.handle);
        let asked =
            port.perform(&app.id, handle, &Perform::Focus { activate: true }, self.deadline.for_call()).await;
        let asked = match asked {
            Ok(performed) if self.says_focused().await? => return Ok(Keyboard::Given(performed.by)),
            Ok(performed) => Ok(Keyboard::Untold(performed.by)),
            Err(error) if matches!(error.kind(), ErrorKind::ActionUnsupported | ErrorKind::ActionFailed) => {
                Err(error)
            }
            Err(error) => return Err(diagnose(error, app, &*self.engine.ports.processes)),
        };
        if is_text_field(&self.ready.node) {
            self.click_into().await?;
            // Keys that come before the field has the keyboard would go to whatever had it before. A click can get lost
            // while a window is being raised; some fields never tell that they have the keyboard.
            if !self.says_focused().await? {
                self.click_into().await?;
                self.says_focused().await?;
            }
            return Ok(Keyboard::Clicked);
        }
        asked.map_err(|error| {
            Error::new(
                ErrorKind::ActionUnsupported,
                format!("{} cannot take the keyboard", last_step(&self.ready.candidate())),
            )
            .tried(error.message())
            .hint("strike the keys in the application's window, without an element")
        })
    }

    /// Whether the element says, within a short time, that it has the keyboard.
    async fn says_focused(&self) -> Result<bool> {
        let limit = self.deadline.at_most(FOCUS_TIME);
        let mut pauses = Pauses::new(&self.engine.options);
        while !self.engine.says_focused(self.ready, &limit).await? {
            if !pauses.pause(&limit, Duration::ZERO).await {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn chord(&self, chord: &Chord) -> Result<()> {
        self.engine.ports.input.chord(chord, self.deadline.for_call()).await
    }

    async fn text(&self, text: &str, how: &str) -> Result<Struck> {
        let sent = self.engine.now();
        if !text.is_empty() {
            self.engine.ports.input.text(text, self.deadline.for_call()).await?;
        }
        Ok(self.struck(sent, format!("keyboard: {how}")))
    }

    fn struck(&self, sent: Moment, by: String) -> Struck {
        Struck { by, sent, taken: self.engine.now() }
    }
}

impl Engine {
    /// Whether the element says now that it has the keyboard.
    pub(crate) async fn says_focused(&self, ready: &Ready, deadline: &Deadline<'_>) -> Result<bool> {
        let handles = [ready.node.handle.clone()];
        let port = &self.ports.accessibility;
        let answers = port
            .details(&ready.app.id, &handles, Fields::STATES, deadline.for_call())
            .await
            .map_err(|error| diagnose(error, &ready.app, &*self.ports.processes))?;
        let focused = |node: &NodeData| node.states.contains(State::Focused);
        Ok(answers.iter().flatten().any(focused))
    }
}

/// The element took the call for the focus, and that was all.
pub(crate) fn not_focused(ready: &Ready, by: &str) -> Error {
    let target = ready.candidate();
    Error::new(
        ErrorKind::ActionFailed,
        format!(
            "{} did not get the focus: {by} was answered with yes and it still has none",
            last_step(&target)
        ),
    )
    .hint("focus something inside of it, or press it")
    .candidates([target])
}

/// Strikes one chord after the other in whatever has the keyboard.
pub(crate) async fn strike_keys(
    engine: &Engine,
    chords: &[Chord],
    deadline: &Deadline<'_>,
) -> Result<Struck> {
    let sent = engine.now();
    for chord in chords {
        engine.ports.input.chord(chord, deadline.for_call()).await?;
    }
    let keys: Vec<String> = chords.iter().map(ToString::to_string).collect();
    Ok(Struck { by: format!("keyboard: {}", keys.join(" ")), sent, taken: engine.now() })
}

/// Whether the element has, or is a window that has, the keyboard already.
fn has_keyboard(ready: &Ready) -> bool {
    ready.node.role.is_window() || ready.node.states.contains(State::Focused)
}

fn control(key: Key) -> Chord {
    Chord { modifiers: vec![Modifier::Control], key }
}

fn place(point: Point) -> String {
    format!("{},{}", point.x, point.y)
}

fn click_name(button: Button, count: u32) -> &'static str {
    match (button, count) {
        (Button::Left, 1) => "click",
        (Button::Left, _) => "double click",
        (Button::Middle, _) => "middle click",
        (Button::Right, _) => "right click",
    }
}
