//! What the pointer does.

use deskhand_engine::ports::{Button, WindowChange};
use deskhand_model::{Point, Role, State};

use super::{By, SimWindow, World};
use crate::user::WindowKey;

/// What a button went down on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pressed {
    window: WindowKey,
    /// The element; none on the frame around the content.
    element: Option<usize>,
    at: Point,
}

impl World {
    /// What is under the pointer: the front window there, and the element in it.
    fn under_pointer(&self) -> Option<Pressed> {
        let at = self.pointer;
        let window = self.windows.iter().rev().find(|window| {
            self.is_visible(window) && (window.outer().contains(at) || self.has_menu_at(window, at))
        })?;
        let on_frame = window.outer().contains(at) && !window.content.contains(at);
        let element = self.point_in(window.key, at).and_then(|inner| window.widgets.at(inner));
        Some(Pressed { window: window.key, element: element.filter(|_| !on_frame), at })
    }

    /// Whether an open menu of the window reaches there; menus may reach out of their window.
    fn has_menu_at(&self, window: &SimWindow, at: Point) -> bool {
        let index = self.point_in(window.key, at).and_then(|inner| window.widgets.at(inner));
        let widget = index.and_then(|index| window.widgets.get(index));
        widget.is_some_and(|widget| matches!(widget.role, Role::MenuItem | Role::MenuListOption))
    }

    fn point_in(&self, key: WindowKey, at: Point) -> Option<Point> {
        let origin = self.window(key)?.content.origin();
        Some(Point { x: at.x.saturating_sub(origin.x), y: at.y.saturating_sub(origin.y) })
    }

    /// Presses a button or lets it go.
    pub(crate) fn button(&mut self, button: Button, down: bool) {
        if down {
            self.pressed = self.under_pointer();
            if let Some(Pressed { window, element, .. }) = self.pressed {
                self.change(window, WindowChange::Focus, By::User);
                self.click_focus(window, element);
            }
            return;
        }
        let Some(pressed) = self.pressed.take() else { return };
        let now = self.under_pointer();
        let same = now.is_some_and(|now| now.window == pressed.window && now.element == pressed.element);
        match pressed.element {
            Some(index) if same && button == Button::Left && self.pointer == pressed.at => {
                self.click(pressed.window, index);
            }
            Some(index) if button == Button::Right => self.open_menu(pressed.window, index),
            Some(index) => self.drag_element(pressed.window, index),
            None => self.drag_window(pressed),
        }
    }

    fn click_focus(&mut self, key: WindowKey, element: Option<usize>) {
        let Some(window) = self.window_mut(key) else { return };
        let focusable = element.filter(|&index| {
            window.widgets.get(index).is_some_and(|widget| widget.states.contains(State::Focusable))
        });
        if focusable.is_some() {
            window.focus = focusable;
        }
    }

    fn click(&mut self, key: WindowKey, index: usize) {
        let enabled = self
            .window(key)
            .and_then(|window| window.widgets.get(index))
            .is_some_and(|widget| widget.states.contains(State::Enabled));
        if enabled {
            // It is there and can be used, so there is nothing that could fail.
            let _ = self.press(key, index);
        }
    }

    fn open_menu(&mut self, key: WindowKey, index: usize) {
        let widget = self.window_mut(key).and_then(|window| window.widgets.get_mut(index));
        if let Some(widget) = widget.filter(|widget| widget.states.contains(State::HasPopup)) {
            widget.states.insert(State::Expanded);
            widget.states.remove(State::Collapsed);
        }
    }

    /// A slider follows the pointer; everything else stays.
    fn drag_element(&mut self, key: WindowKey, index: usize) {
        let Some(inner) = self.point_in(key, self.pointer) else { return };
        let Some(widget) = self.window(key).and_then(|window| window.widgets.get(index)) else { return };
        let Some(value) = widget.value.filter(|_| widget.role == Role::Slider) else { return };
        let part = f64::from(inner.x - widget.place.x) / f64::from(widget.place.width.max(1));
        let (least, most) = (value.minimum.unwrap_or(0.0), value.maximum.unwrap_or(1.0));
        // It has a number, so there is nothing that could fail.
        let _ = self.set_number(key, index, (least + part * (most - least)).round());
    }

    /// The frame takes its window along.
    fn drag_window(&mut self, pressed: Pressed) {
        let Some(window) = self.window(pressed.window) else { return };
        let outer = window.outer().origin();
        let to = Point {
            x: outer.x.saturating_add(self.pointer.x.saturating_sub(pressed.at.x)),
            y: outer.y.saturating_add(self.pointer.y.saturating_sub(pressed.at.y)),
        };
        if to != outer {
            self.change(pressed.window, WindowChange::Move(to), By::User);
        }
    }

    /// Turns the wheel: the scroll bar of the window under the pointer follows.
    pub(crate) fn wheel(&mut self, notches: i32) {
        let Some(Pressed { window: key, .. }) = self.under_pointer() else { return };
        let Some(window) = self.window(key) else { return };
        let bar = window.widgets.iter().find(|(_, widget)| widget.role == Role::ScrollBar);
        let Some((index, value)) = bar.and_then(|(index, widget)| Some((index, widget.value?))) else {
            return;
        };
        let to = value.current + f64::from(notches) * value.step.unwrap_or(1.0);
        // It has a number, so there is nothing that could fail.
        let _ = self.set_number(key, index, to);
    }
}
