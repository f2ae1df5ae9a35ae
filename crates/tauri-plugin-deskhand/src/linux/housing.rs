//! The window around a view, as the window manager has it. Logical pixels of GTK are CSS pixels.

use deskhand_page::{Fault, FaultKind, PageRect, Stage};
use gtk::gdk;
use gtk::prelude::*;

use crate::app::View;

/// A window.
pub(crate) struct Housing {
    window: gtk::Window,
    surface: gdk::Window,
}

impl Housing {
    /// How often the window manager's work is looked at, at most.
    pub(crate) const LOOKS: u32 = 200;
    /// After this many looks without a change, a window that did not become what was wished is taken to stay so.
    pub(crate) const STILL: u32 = 30;
    /// How many stages a window goes through to its last.
    pub(crate) const STEPS: u32 = 1;

    /// That of a view.
    pub(crate) fn of(view: &View) -> Result<Housing, Fault> {
        let no_window = || Fault::new(FaultKind::NoView, format!("The view '{}' is in no window", view.id));
        let window = toplevel(view).ok_or_else(no_window)?;
        let surface = window.window().ok_or_else(no_window)?;
        Ok(Housing { window, surface })
    }

    /// Its outer bounds on the screen.
    pub(crate) fn bounds(&self) -> PageRect {
        let outer = self.surface.frame_extents();
        PageRect {
            x: outer.x().into(),
            y: outer.y().into(),
            width: outer.width().into(),
            height: outer.height().into(),
        }
    }

    /// How far its inside is from its outer left and top.
    pub(crate) fn inset(&self) -> (f64, f64) {
        let (outer, (_, left, top)) = (self.surface.frame_extents(), self.surface.origin());
        (f64::from(left - outer.x()), f64::from(top - outer.y()))
    }

    /// How it stands.
    pub(crate) fn stage(&self) -> Stage {
        let state = self.surface.state();
        if state.contains(gdk::WindowState::ICONIFIED) {
            Stage::Minimized
        } else if state.contains(gdk::WindowState::FULLSCREEN) {
            Stage::Fullscreen
        } else if state.contains(gdk::WindowState::MAXIMIZED) {
            Stage::Maximized
        } else {
            Stage::Normal
        }
    }

    /// Asks for it to stand so, from whatever it was.
    pub(crate) fn stand(&self, wanted: Stage) {
        // A window can be minimised and maximised at once: all that is not wanted is undone.
        let state = self.surface.state();
        if wanted != Stage::Minimized {
            if state.contains(gdk::WindowState::ICONIFIED) {
                self.window.deiconify();
            }
            if wanted != Stage::Fullscreen && state.contains(gdk::WindowState::FULLSCREEN) {
                self.window.unfullscreen();
            }
            if wanted != Stage::Maximized && state.contains(gdk::WindowState::MAXIMIZED) {
                self.window.unmaximize();
            }
        }
        match wanted {
            Stage::Normal => {}
            Stage::Minimized => self.window.iconify(),
            Stage::Maximized => self.window.maximize(),
            Stage::Fullscreen => self.window.fullscreen(),
        }
    }

    /// Asks for an outer size.
    pub(crate) fn resize(&self, width: f64, height: f64) {
        let before = self.bounds();
        let frame = (
            before.width - f64::from(self.surface.width()),
            before.height - f64::from(self.surface.height()),
        );
        self.window.resize(length(width - frame.0), length(height - frame.1));
    }

    /// Asks for an outer left and top.
    pub(crate) fn move_to(&self, x: f64, y: f64) {
        self.window.move_(whole(x), whole(y));
    }
}

/// Whether the window around a view is shown.
pub(crate) fn is_visible(view: &View) -> bool {
    toplevel(view).is_some_and(|window| window.is_visible())
}

/// The window around a view, while it is in one.
fn toplevel(view: &View) -> Option<gtk::Window> {
    view.web.toplevel()?.downcast().ok()
}

/// A length that GTK takes.
fn length(value: f64) -> i32 {
    whole(value).max(1)
}

/// Numbers beyond what fits end at its edge.
#[expect(clippy::cast_possible_truncation)]
fn whole(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_whole_and_never_nothing() {
        assert_eq!((length(0.0), length(-5.0), length(10.6)), (1, 1, 11));
        assert_eq!((whole(-3.4), whole(1e20)), (-3, i32::MAX));
    }
}
