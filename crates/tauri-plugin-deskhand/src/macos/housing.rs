//! The window around a view. AppKit's points are CSS pixels, but they are counted from the bottom of the first screen.

use deskhand_page::{Fault, FaultKind, PageRect, Stage};
use objc2::MainThreadMarker;
use objc2::rc::Retained;
use objc2_app_kit::{NSScreen, NSWindow, NSWindowStyleMask};
use objc2_core_foundation::CGRect;

use super::flip::flip;
use crate::app::View;

/// A window.
pub(crate) struct Housing {
    window: Retained<NSWindow>,
    main: MainThreadMarker,
}

impl Housing {
    /// How often its changes are looked at, at most: macOS takes its time to show them.
    pub(crate) const LOOKS: u32 = 800;
    /// After this many looks without a change, a window that did not become what was wished is taken to stay so.
    pub(crate) const STILL: u32 = 200;
    /// How many stages a window goes through to its last: out of the Dock, out of full screen, and there.
    pub(crate) const STEPS: u32 = 3;

    /// That of a view.
    pub(crate) fn of(view: &View) -> Result<Housing, Fault> {
        let window = view.web.window().ok_or_else(|| {
            Fault::new(FaultKind::NoView, format!("The view '{}' is in no window", view.id))
        })?;
        Ok(Housing { window, main: view.web.main })
    }

    /// Its outer bounds on the screen.
    pub(crate) fn bounds(&self) -> PageRect {
        let CGRect { origin, size } = self.window.frame();
        let y = flip(origin.y, size.height, self.ceiling());
        PageRect { x: origin.x, y, width: size.width, height: size.height }
    }

    /// How far its inside is from its outer left and top.
    pub(crate) fn inset(&self) -> (f64, f64) {
        let frame = self.window.frame();
        let Some(content) = self.window.contentView() else { return (0.0, 0.0) };
        let inside = self.window.convertRectToScreen(content.frame());
        (inside.origin.x - frame.origin.x, top(frame) - top(inside))
    }

    /// How it stands.
    pub(crate) fn stage(&self) -> Stage {
        if self.window.isMiniaturized() {
            Stage::Minimized
        } else if self.window.styleMask().contains(NSWindowStyleMask::FullScreen) {
            Stage::Fullscreen
        } else if self.window.isZoomed() {
            Stage::Maximized
        } else {
            Stage::Normal
        }
    }

    /// Asks for it to go one step towards standing so.
    pub(crate) fn stand(&self, wanted: Stage) {
        match (self.stage(), wanted) {
            (now, wanted) if now == wanted => {}
            (Stage::Minimized, _) => self.window.deminiaturize(None),
            (Stage::Fullscreen, _) | (_, Stage::Fullscreen) => self.window.toggleFullScreen(None),
            (_, Stage::Minimized) => self.window.miniaturize(None),
            (Stage::Normal, _) | (Stage::Maximized, _) => self.window.zoom(None),
        }
    }

    /// Asks for an outer size. The top stays where it is.
    pub(crate) fn resize(&self, width: f64, height: f64) {
        let mut frame = self.window.frame();
        let (width, height) = (width.max(1.0), height.max(1.0));
        frame.origin.y += frame.size.height - height;
        (frame.size.width, frame.size.height) = (width, height);
        self.window.setFrame_display(frame, true);
    }

    /// Asks for an outer left and top.
    pub(crate) fn move_to(&self, x: f64, y: f64) {
        let mut frame = self.window.frame();
        (frame.origin.x, frame.origin.y) = (x, flip(y, frame.size.height, self.ceiling()));
        self.window.setFrameOrigin(frame.origin);
    }

    /// The top of the first screen, which is where others count from.
    fn ceiling(&self) -> f64 {
        NSScreen::screens(self.main).firstObject().map_or(0.0, |screen| top(screen.frame()))
    }
}

fn top(rect: CGRect) -> f64 {
    rect.origin.y + rect.size.height
}

/// Whether the window around a view is shown.
pub(crate) fn is_visible(view: &View) -> bool {
    view.web.window().is_some_and(|window| window.isVisible())
}
