//! What elements do when they are used.

use deskhand_engine::ports::{Perform, WindowChange};
use deskhand_model::{Action, Error, ErrorKind, Rect, Result, Role, State, WindowKind};

use super::{By, World};
use crate::demo;
use crate::plan::WindowPlan;
use crate::user::WindowKey;
use crate::widget::{Does, Opens, Widget};

impl World {
    /// Does one thing to one element. Tells in which words.
    pub(crate) fn perform(&mut self, key: WindowKey, index: usize, what: &Perform) -> Result<&'static str> {
        let widget = self.widget(key, index)?;
        if !widget.states.contains(State::Enabled) && needs_enabled(what) {
            return Err(Error::new(ErrorKind::ActionFailed, "The element is disabled and did nothing"));
        }
        match what {
            Perform::Press | Perform::Confirm if widget.actions.contains(Action::Press) => {
                self.press(key, index)
            }
            Perform::Toggle if widget.states.contains(State::Checkable) => self.press(key, index),
            Perform::Select if widget.states.contains(State::Selectable) => self.select(key, index),
            Perform::Expand | Perform::Collapse if widget.states.contains(State::Expandable) => {
                self.unfold(key, index, *what == Perform::Expand)
            }
            Perform::Increment => self.step(key, index, 1.0),
            Perform::Decrement => self.step(key, index, -1.0),
            Perform::SetNumber(number) => self.set_number(key, index, *number),
            Perform::SetText(text) => self.edit(key, index, |widget| widget.text = Some(text.clone())),
            Perform::InsertText(text) => self.insert(key, index, text),
            Perform::Cancel if widget.role.is_window() => self.dismiss(key),
            Perform::Focus { activate } => self.give_focus(key, index, *activate),
            Perform::ScrollIntoView => Ok("scrolled"),
            Perform::ShowMenu if widget.states.contains(State::HasPopup) => self.unfold(key, index, true),
            _ => Err(unsupported(widget, what)),
        }
    }

    fn widget(&self, key: WindowKey, index: usize) -> Result<&Widget> {
        let window = self.window(key).ok_or_else(gone)?;
        window.widgets.get(index).ok_or_else(gone)
    }

    fn widget_mut(&mut self, key: WindowKey, index: usize) -> Result<&mut Widget> {
        let window = self.window_mut(key).ok_or_else(gone)?;
        window.widgets.get_mut(index).ok_or_else(gone)
    }

    /// What a click does.
    pub(crate) fn press(&mut self, key: WindowKey, index: usize) -> Result<&'static str> {
        let widget = self.widget_mut(key, index)?;
        let does = widget.does.clone();
        if widget.states.contains(State::Checkable) {
            let on = widget.states.contains(State::Checked);
            set(widget, State::Checked, !on);
        }
        let (expandable, expanded) =
            (widget.states.contains(State::Expandable), widget.states.contains(State::Expanded));
        let (role, selectable) = (widget.role, widget.states.contains(State::Selectable));
        if selectable {
            self.select(key, index)?;
        }
        if expandable && matches!(role, Role::Menu | Role::ComboBox) {
            self.unfold(key, index, !expanded)?;
        }
        self.close_menu_of(key, index);
        self.carry_out(key, &does);
        Ok("pressed")
    }

    /// A menu closes when one of its items was chosen.
    fn close_menu_of(&mut self, key: WindowKey, index: usize) {
        let Some(widgets) = self.window(key).map(|window| &window.widgets) else { return };
        let role = widgets.get(index).map(|widget| widget.role);
        if let (Some(Role::MenuItem), Some(menu)) = (role, widgets.parent(index)) {
            // A menu that cannot be closed stays open.
            let _ = self.unfold(key, menu, false);
        }
    }

    fn carry_out(&mut self, key: WindowKey, does: &Does) {
        let Some(pid) = self.window(key).map(|window| window.pid) else { return };
        match does {
            Does::Nothing => {}
            Does::Say(id, text) => self.with_id(key, id, |widget| say(widget, text)),
            Does::Enable(id) => self.with_id(key, id, |widget| widget.states.insert(State::Enabled)),
            Does::Calculate(with) => {
                self.with_id(key, "display", |widget| {
                    let shown = demo::calculate(widget.text.as_deref().unwrap_or_default(), *with);
                    say(widget, &shown);
                });
            }
            Does::Open(what) => self.open_for(key, *what),
            Does::Visit(page) => {
                self.with_id(key, "page", |widget| say(widget, page));
                if let Some(window) = self.window_mut(key) {
                    window.title = format!("{page} - Browser");
                }
            }
            Does::Copy(id) => {
                let mut text = None;
                self.with_id(key, id, |widget| text = widget.text.clone());
                self.clipboard = text.or(self.clipboard.take());
            }
            Does::Paste(id) => {
                let pasted = self.clipboard.clone().unwrap_or_default();
                self.with_id(key, id, |widget| {
                    widget.text.get_or_insert_default().push_str(&pasted);
                });
            }
            Does::Close => self.change(key, WindowChange::Close, By::User),
            Does::Quit => self.end(pid),
        }
    }

    fn with_id(&mut self, key: WindowKey, id: &str, change: impl FnOnce(&mut Widget)) {
        let Some(window) = self.window_mut(key) else { return };
        if let Some(widget) = window.widgets.with_id(id).and_then(|index| window.widgets.get_mut(index)) {
            change(widget);
        }
    }

    fn open_for(&mut self, key: WindowKey, what: Opens) {
        let Some(window) = self.window(key) else { return };
        let (pid, place, like) = (window.pid, window.content, (window.decoration, window.tells));
        let content = Rect::new(place.x + 40, place.y + 40, place.width.min(360), place.height.min(240));
        let mut plan: WindowPlan = match what {
            Opens::Document => {
                demo::document(Rect { ..place.translated(deskhand_model::Point { x: 30, y: 30 }) })
            }
            Opens::Preferences => demo::preferences(content),
            Opens::About => demo::about(content),
        };
        (plan.decoration, plan.tells) = like;
        plan.space = self.space;
        if let Some(opened) = self.open(pid, &plan) {
            self.focused = Some(opened);
        }
    }

    fn select(&mut self, key: WindowKey, index: usize) -> Result<&'static str> {
        let window = self.window_mut(key).ok_or_else(gone)?;
        for other in window.widgets.neighbours(index) {
            if let Some(widget) = window.widgets.get_mut(other) {
                set(widget, State::Selected, other == index);
            }
        }
        Ok("selected")
    }

    fn unfold(&mut self, key: WindowKey, index: usize, open: bool) -> Result<&'static str> {
        let widget = self.widget_mut(key, index)?;
        if !widget.states.contains(State::Expandable) {
            return Err(Error::new(
                ErrorKind::ActionUnsupported,
                "The element has nothing to show or to hide",
            ));
        }
        set(widget, State::Expanded, open);
        set(widget, State::Collapsed, !open);
        Ok(if open { "expanded" } else { "collapsed" })
    }

    fn step(&mut self, key: WindowKey, index: usize, way: f64) -> Result<&'static str> {
        let value = self.widget(key, index)?.value;
        let value =
            value.ok_or_else(|| Error::new(ErrorKind::ActionUnsupported, "The element has no number"))?;
        self.set_number(key, index, value.current + way * value.step.unwrap_or(1.0))
    }

    pub(crate) fn set_number(&mut self, key: WindowKey, index: usize, number: f64) -> Result<&'static str> {
        let widget = self.widget_mut(key, index)?;
        let Some(value) = &mut widget.value else {
            return Err(Error::new(ErrorKind::ActionUnsupported, "The element has no number"));
        };
        let (least, most) = (value.minimum.unwrap_or(f64::MIN), value.maximum.unwrap_or(f64::MAX));
        value.current = number.max(least).min(most);
        Ok("set its number")
    }

    fn edit(
        &mut self,
        key: WindowKey,
        index: usize,
        change: impl FnOnce(&mut Widget),
    ) -> Result<&'static str> {
        let widget = self.widget_mut(key, index)?;
        if !widget.states.contains(State::Editable) {
            return Err(match widget.value {
                Some(_) => Error::new(ErrorKind::InvalidArgument, "The element takes a number"),
                None => Error::new(ErrorKind::ActionUnsupported, "The element takes no text"),
            });
        }
        change(widget);
        widget.all_selected = false;
        Ok("changed its text")
    }

    /// Puts text at the end, or in place of all that is selected.
    pub(crate) fn insert(&mut self, key: WindowKey, index: usize, text: &str) -> Result<&'static str> {
        self.edit(key, index, |widget| {
            let old = widget.text.get_or_insert_default();
            if widget.all_selected {
                old.clear();
            }
            old.push_str(text);
        })
    }

    /// What Escape does to a window: dialogs close.
    pub(crate) fn dismiss(&mut self, key: WindowKey) -> Result<&'static str> {
        let window = self.window(key).ok_or_else(gone)?;
        if window.kind != WindowKind::Dialog {
            return Err(Error::new(ErrorKind::ActionUnsupported, "The window cannot be dismissed"));
        }
        self.change(key, WindowChange::Close, By::User);
        Ok("dismissed")
    }

    pub(crate) fn give_focus(
        &mut self,
        key: WindowKey,
        index: usize,
        activate: bool,
    ) -> Result<&'static str> {
        let widget = self.widget(key, index)?;
        if !widget.states.contains(State::Focusable) && index != 0 {
            return Err(unsupported(widget, &Perform::Focus { activate }));
        }
        if activate {
            self.change(key, WindowChange::Focus, By::User);
        }
        if let Some(window) = self.window_mut(key) {
            window.focus = Some(index);
        }
        Ok("gave it the focus")
    }
}

fn needs_enabled(what: &Perform) -> bool {
    !matches!(what, Perform::ScrollIntoView | Perform::Focus { .. })
}

fn set(widget: &mut Widget, state: State, on: bool) {
    if on {
        widget.states.insert(state);
    } else {
        widget.states.remove(state);
    }
}

/// Elements with text say something in it, others with their name.
fn say(widget: &mut Widget, what: &str) {
    match &mut widget.text {
        Some(text) => *text = what.to_owned(),
        None => widget.name = what.to_owned(),
    }
}

pub(crate) fn gone() -> Error {
    Error::new(ErrorKind::ElementGone, "The element is gone")
}

fn unsupported(widget: &Widget, what: &Perform) -> Error {
    let name = if widget.name.is_empty() { String::new() } else { format!(" \"{}\"", widget.name) };
    Error::new(
        ErrorKind::ActionUnsupported,
        format!("{}{name} does not offer `{}`", widget.role, what.name()),
    )
}
