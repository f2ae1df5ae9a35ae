//! What keys do.

use deskhand_engine::ports::{Chord, Key, Modifier, WindowChange};
use deskhand_model::{Error, ErrorKind, Result, Role, State, did_you_mean, nearest_names};

use super::{By, World};
use crate::user::WindowKey;
use crate::widget::Widget;

/// The keys that have a name.
const NAMED: &[&str] = &[
    "Return",
    "Escape",
    "Tab",
    "space",
    "BackSpace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "Left",
    "Right",
    "Up",
    "Down",
    "Page_Up",
    "Page_Down",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
];

/// The name of a key as this keyboard spells it.
fn spelled(name: &str) -> Option<&'static str> {
    NAMED.iter().copied().find(|known| known.eq_ignore_ascii_case(name))
}

/// An error unless the keyboard has such a key.
pub(crate) fn check(chord: &Chord) -> Result<()> {
    match &chord.key {
        Key::Named(name) if spelled(name).is_none() => {
            let near = did_you_mean(&nearest_names(name, NAMED.iter().copied(), 2));
            Err(Error::new(ErrorKind::InvalidArgument, format!("There is no key `{name}`{near}")))
        }
        _ => Ok(()),
    }
}

impl World {
    /// Strikes a key combination in whatever has the keyboard.
    pub(crate) fn strike(&mut self, chord: &Chord) -> Result<()> {
        check(chord)?;
        let Some(key) = self.focused else { return Ok(()) };
        let holds = |modifier| chord.modifiers.contains(&modifier);
        match &chord.key {
            Key::Char(letter) if chord.modifiers.is_empty() => self.type_into(key, &letter.to_string()),
            Key::Char(letter) if holds(Modifier::Control) => self.control(key, *letter),
            Key::Char(_) => {}
            Key::Named(name) => match spelled(name).unwrap_or_default() {
                "F4" if holds(Modifier::Alt) => self.change(key, WindowChange::Close, By::User),
                "Return" => self.enter(key),
                "space" => self.space(key),
                // What cannot be dismissed stays.
                "Escape" => drop(self.dismiss(key)),
                "Tab" => self.focus_next(key),
                "BackSpace" | "Delete" => self.delete(key),
                "End" | "Home" => self.deselect(key),
                "Up" | "Right" => self.nudge(key, 1.0),
                "Down" | "Left" => self.nudge(key, -1.0),
                _ => {}
            },
        }
        Ok(())
    }

    /// Types text into whatever has the keyboard.
    pub(crate) fn type_text(&mut self, text: &str) {
        if let Some(key) = self.focused {
            self.type_into(key, text);
        }
    }

    fn focus_within(&self, key: WindowKey) -> Option<usize> {
        self.window(key)?.focus
    }

    fn type_into(&mut self, key: WindowKey, text: &str) {
        if let Some(index) = self.focus_within(key) {
            // An element that takes no text ignores keys, as on any desktop.
            let _ = self.insert(key, index, text);
        }
    }

    fn control(&mut self, key: WindowKey, letter: char) {
        let Some(index) = self.focus_within(key) else { return };
        let text = {
            let Some(widget) = self.window_mut(key).and_then(|window| window.widgets.get_mut(index)) else {
                return;
            };
            if letter == 'a' {
                widget.all_selected = widget.states.contains(State::Editable);
            }
            widget.text.clone().filter(|_| widget.all_selected)
        };
        match letter {
            'c' => self.clipboard = text.or(self.clipboard.take()),
            'x' if text.is_some() => {
                self.clipboard = text;
                self.delete(key);
            }
            'v' => {
                let pasted = self.clipboard.clone().unwrap_or_default();
                self.type_into(key, &pasted);
            }
            _ => {}
        }
    }

    fn enter(&mut self, key: WindowKey) {
        let Some(index) = self.focus_within(key) else { return };
        let many_lines = self
            .window(key)
            .and_then(|window| window.widgets.get(index))
            .is_some_and(|widget| widget.states.contains(State::MultiLine));
        if many_lines { self.type_into(key, "\n") } else { self.push(key, index) }
    }

    fn space(&mut self, key: WindowKey) {
        let Some(index) = self.focus_within(key) else { return };
        let takes_text = self
            .window(key)
            .and_then(|window| window.widgets.get(index))
            .is_some_and(|widget| widget.states.contains(State::Editable));
        if takes_text { self.type_into(key, " ") } else { self.push(key, index) }
    }

    fn push(&mut self, key: WindowKey, index: usize) {
        let usable = self
            .window(key)
            .and_then(|window| window.widgets.get(index))
            .is_some_and(|widget| widget.states.contains(State::Enabled) && widget.role != Role::Textfield);
        if usable {
            // It is there and can be used, so there is nothing that could fail.
            let _ = self.press(key, index);
        }
    }

    fn delete(&mut self, key: WindowKey) {
        let Some(index) = self.focus_within(key) else { return };
        let Some(widget) = self.window_mut(key).and_then(|window| window.widgets.get_mut(index)) else {
            return;
        };
        if let Some(text) = widget.text.as_mut().filter(|_| widget.states.contains(State::Editable)) {
            if widget.all_selected {
                text.clear();
            } else {
                text.pop();
            }
            widget.all_selected = false;
        }
    }

    fn deselect(&mut self, key: WindowKey) {
        let Some(index) = self.focus_within(key) else { return };
        if let Some(widget) = self.window_mut(key).and_then(|window| window.widgets.get_mut(index)) {
            widget.all_selected = false;
        }
    }

    fn nudge(&mut self, key: WindowKey, by: f64) {
        let Some(index) = self.focus_within(key) else { return };
        let value = self.window(key).and_then(|window| window.widgets.get(index)?.value);
        if let Some(value) = value {
            // It has a number, so there is nothing that could fail.
            let _ = self.set_number(key, index, value.current + by * value.step.unwrap_or(1.0));
        }
    }

    /// Gives the keyboard to the next element in sight that can take it.
    fn focus_next(&mut self, key: WindowKey) {
        let Some(window) = self.window_mut(key) else { return };
        let can = |(index, widget): &(usize, &Widget)| {
            let usable = widget.states.contains(State::Focusable) && widget.states.contains(State::Enabled);
            usable && window.widgets.is_open(*index)
        };
        let all = || window.widgets.iter();
        let after = all().skip_while(|(index, _)| window.focus.is_some_and(|focus| focus != *index));
        let next = after.skip(usize::from(window.focus.is_some())).find(can).or_else(|| all().find(can));
        window.focus = next.map(|(index, _)| index).or(window.focus);
    }
}
