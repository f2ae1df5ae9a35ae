//! The events themselves.

use deskhand_page::{Fault, FaultKind, Modifiers};
use objc2::rc::Retained;
use objc2_app_kit::{NSEvent, NSEventModifierFlags, NSEventType, NSWindow};
use objc2_core_foundation::{CFRetained, CGPoint};
use objc2_core_graphics::{
    CGEvent, CGEventField, CGEventFlags, CGEventType, CGMouseButton, CGScrollEventUnit,
};
use objc2_foundation::{NSProcessInfo, NSString};

use super::clicks::Press;
use crate::app::Point;
use crate::macos::keys::{Kind, Stroke, with_control};
use crate::macos::web::Web;

/// A button of a mouse, as far as WebKit tells them apart on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    Left,
    Right,
    Middle,
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Down,
    Up,
    Drag,
}

/// Where events go to: the web view itself, whatever lies above it and whoever has the focus.
pub(super) struct Target<'a> {
    web: &'a Web,
    window: Retained<NSWindow>,
}

impl<'a> Target<'a> {
    /// A web view in a window.
    pub(super) fn of(web: &'a Web) -> Result<Target<'a>, Fault> {
        let window =
            web.window().ok_or_else(|| Fault::new(FaultKind::Failed, "The web view is in no window"))?;
        Ok(Target { web, window })
    }

    /// The pointer moves, with no button held.
    pub(super) fn motion(&self, at: Point, modifiers: Modifiers) -> Result<(), Fault> {
        let event = self.mouse(NSEventType::MouseMoved, at, modifiers, 0, 0.0)?;
        self.web.view.mouseMoved(&event);
        Ok(())
    }

    /// A button goes down or up, or the pointer moves while it is held. `clicks` is which click of several it is.
    pub(super) fn button(
        &self,
        does: Does,
        button: Button,
        at: Point,
        modifiers: Modifiers,
        clicks: isize,
    ) -> Result<(), Fault> {
        let view = &self.web.view;
        let pressure = if does == Does::Up { 0.0 } else { 1.0 };
        let make = |kind| self.mouse(kind, at, modifiers, clicks, pressure);
        match (button, does) {
            (Button::Left, Does::Down) => view.mouseDown(&*make(NSEventType::LeftMouseDown)?),
            (Button::Left, Does::Up) => view.mouseUp(&*make(NSEventType::LeftMouseUp)?),
            (Button::Left, Does::Drag) => view.mouseDragged(&*make(NSEventType::LeftMouseDragged)?),
            (Button::Right, Does::Down) => view.rightMouseDown(&*make(NSEventType::RightMouseDown)?),
            (Button::Right, Does::Up) => view.rightMouseUp(&*make(NSEventType::RightMouseUp)?),
            (Button::Right, Does::Drag) => view.rightMouseDragged(&*make(NSEventType::RightMouseDragged)?),
            (Button::Middle, does) => {
                let event = self.middle(does, at, modifiers, clicks)?;
                match does {
                    Does::Down => view.otherMouseDown(&event),
                    Does::Up => view.otherMouseUp(&event),
                    Does::Drag => view.otherMouseDragged(&event),
                }
            }
        }
        Ok(())
    }

    /// The wheel turns by this many pixels, right and down.
    pub(super) fn wheel(&self, across: f64, down: f64, at: Point, modifiers: Modifiers) -> Result<(), Fault> {
        let (across, down) = (pixels(across * self.web.zoom()), pixels(down * self.web.zoom()));
        // What scrolls down moves the page up.
        let event = CGEvent::new_scroll_wheel_event2(None, CGScrollEventUnit::Pixel, 2, -down, -across, 0);
        let event = self.placed(event, at, modifiers)?;
        self.web.view.scrollWheel(&event);
        Ok(())
    }

    /// A key goes down or up.
    pub(super) fn key(&self, down: bool, stroke: &Stroke, modifiers: Modifiers) -> Result<(), Fault> {
        let (text, kind) = match &stroke.kind {
            Kind::Modifier => (String::new(), NSEventType::FlagsChanged),
            Kind::Types(text) => (text.clone(), key_event(down)),
            Kind::Does(character) => (character.to_string(), key_event(down)),
        };
        let mut flags = held(modifiers);
        if matches!(stroke.kind, Kind::Does('\u{f700}'..='\u{f8ff}')) {
            flags |= NSEventModifierFlags::Function;
        }
        let typed = match with_control(&text) {
            Some(control) if modifiers.ctrl => control.to_string(),
            _ => text.clone(),
        };
        let event =
            NSEvent::keyEventWithType_location_modifierFlags_timestamp_windowNumber_context_characters_charactersIgnoringModifiers_isARepeat_keyCode(
                kind,
                CGPoint::ZERO,
                flags,
                now(),
                self.window.windowNumber(),
                None,
                &NSString::from_str(&typed),
                &NSString::from_str(&text),
                false,
                stroke.code,
            )
            .ok_or_else(refused)?;
        let view = &self.web.view;
        match kind {
            NSEventType::FlagsChanged => view.flagsChanged(&event),
            NSEventType::KeyUp => view.keyUp(&event),
            // With Command held it is a shortcut first, as in a window that is active.
            _ if modifiers.meta && view.performKeyEquivalent(&event) => {}
            _ => view.keyDown(&event),
        }
        Ok(())
    }

    fn mouse(
        &self,
        kind: NSEventType,
        at: Point,
        modifiers: Modifiers,
        clicks: isize,
        pressure: f32,
    ) -> Result<Retained<NSEvent>, Fault> {
        NSEvent::mouseEventWithType_location_modifierFlags_timestamp_windowNumber_context_eventNumber_clickCount_pressure(
            kind,
            self.place(at),
            held(modifiers),
            now(),
            self.window.windowNumber(),
            None,
            0,
            clicks,
            pressure,
        )
        .ok_or_else(refused)
    }

    /// AppKit makes no event of a button beyond the second; the system below it does.
    fn middle(
        &self,
        does: Does,
        at: Point,
        modifiers: Modifiers,
        clicks: isize,
    ) -> Result<Retained<NSEvent>, Fault> {
        let kind = match does {
            Does::Down => CGEventType::OtherMouseDown,
            Does::Up => CGEventType::OtherMouseUp,
            Does::Drag => CGEventType::OtherMouseDragged,
        };
        let event = CGEvent::new_mouse_event(None, kind, CGPoint::ZERO, CGMouseButton::Center);
        CGEvent::set_integer_value_field(event.as_deref(), CGEventField::MouseEventClickState, clicks as i64);
        self.placed(event, at, modifiers)
    }

    /// An event of the system as one of AppKit, at this point of the page.
    ///
    /// Such an event knows the screen, not the window, and what AppKit takes its point for depends on whether it finds a
    /// window for it. So it is looked at where it lies, and moved by what is missing.
    fn placed(
        &self,
        event: Option<CFRetained<CGEvent>>,
        at: Point,
        modifiers: Modifiers,
    ) -> Result<Retained<NSEvent>, Fault> {
        let event = event.ok_or_else(refused)?;
        CGEvent::set_flags(Some(&event), CGEventFlags(held(modifiers).0 as u64));
        let lies = |event: &CGEvent| NSEvent::eventWithCGEvent(event).ok_or_else(refused);
        let (is, wanted) = (lies(&event)?.locationInWindow(), self.place(at));
        let from = CGEvent::location(Some(&event));
        // The screen is counted from its top.
        let to = CGPoint::new(from.x + wanted.x - is.x, from.y - (wanted.y - is.y));
        CGEvent::set_location(Some(&event), to);
        lies(&event)
    }

    /// A point of the page in the window.
    fn place(&self, at: Point) -> CGPoint {
        let zoom = self.web.zoom();
        let in_view = CGPoint::new(at.x * zoom, at.y * zoom);
        // A web view is counted from its top, as pages are.
        self.web.view.convertPoint_toView(in_view, None)
    }
}

/// A press of a button at this moment.
pub(super) fn press(last: Option<Press>, pointer: u32, button: u8, at: Point) -> Press {
    let press = Press { pointer, button, x: at.x, y: at.y, at: now(), count: 0 };
    Press::after(last, press, NSEvent::doubleClickInterval())
}

fn key_event(down: bool) -> NSEventType {
    if down { NSEventType::KeyDown } else { NSEventType::KeyUp }
}

/// The modifiers that are held, as events carry them.
fn held(modifiers: Modifiers) -> NSEventModifierFlags {
    let flag = |held, mask| if held { mask } else { NSEventModifierFlags::empty() };
    flag(modifiers.shift, NSEventModifierFlags::Shift)
        | flag(modifiers.ctrl, NSEventModifierFlags::Control)
        | flag(modifiers.alt, NSEventModifierFlags::Option)
        | flag(modifiers.meta, NSEventModifierFlags::Command)
}

/// Whole pixels. Numbers beyond what fits end at its edge.
#[expect(clippy::cast_possible_truncation)]
fn pixels(length: f64) -> i32 {
    (length.round() as i32).clamp(-i32::MAX, i32::MAX)
}

/// The clock that AppKit's events are timed by: seconds since the system began.
fn now() -> f64 {
    NSProcessInfo::processInfo().systemUptime()
}

fn refused() -> Fault {
    Fault::new(FaultKind::Failed, "The system makes no such event")
}
