//! The events themselves.

use std::cell::{Cell, OnceCell};
use std::ptr;

use deskhand_page::{Fault, FaultKind, Modifiers};
use gtk::gdk::{self, EventType, ModifierType, ffi};
use gtk::glib;
use gtk::glib::translate::{IntoGlib, ToGlibPtr};
use gtk::prelude::*;
use webkit2gtk::{WebView, WebViewExt};

use super::clicks::press_time;
use super::devices::Devices;
use crate::app::Point;
use crate::linux::keys::Stroke;

/// Where events go to: the web view's own GDK window.
pub(super) struct Target<'a> {
    view: &'a WebView,
    window: gdk::Window,
    pub(super) devices: Devices,
    zoom: f64,
    /// Where on the screen the window is. Only the display server knows.
    corner: OnceCell<(i32, i32)>,
    put: Cell<bool>,
}

impl Target<'_> {
    /// The window of a web view that has one.
    pub(super) fn of(view: &WebView) -> Result<Target<'_>, Fault> {
        let window = view.window().filter(|_| view.is_realized()).ok_or_else(|| {
            Fault::new(FaultKind::Failed, "The web view is not in a window that was ever shown")
        })?;
        let devices = Devices::of(&window.display())?;
        let zoom = view.zoom_level();
        Ok(Target { view, window, devices, zoom, corner: OnceCell::new(), put: Cell::new(false) })
    }

    /// Whether events are put into GDK's queue, as those of the display server are, or handed to GTK at once. Drags of
    /// the desktop are GDK's affair.
    pub(super) fn put(&self, put: bool) {
        self.put.set(put);
    }

    /// The pointer moves.
    pub(super) fn motion(&self, at: Point, state: ModifierType) {
        let Ok(mut event) = gdk::Event::new(EventType::MotionNotify).downcast::<gdk::EventMotion>() else {
            return;
        };
        let (x, y, x_root, y_root) = self.place(at);
        let fields: &mut ffi::GdkEventMotion = event.as_mut();
        fields.window = self.window.to_glib_full();
        fields.time = now();
        (fields.x, fields.y, fields.x_root, fields.y_root) = (x, y, x_root, y_root);
        fields.state = state.into_glib();
        self.send(&mut event, &self.devices.pointer, &self.devices.pointer);
    }

    /// A button goes down, or up when `pressed_by` no pointer. `state` is that before.
    pub(super) fn button(&self, pressed_by: Option<u32>, button: u32, at: Point, state: ModifierType) {
        let kind = if pressed_by.is_some() { EventType::ButtonPress } else { EventType::ButtonRelease };
        let Ok(mut event) = gdk::Event::new(kind).downcast::<gdk::EventButton>() else { return };
        let (x, y, x_root, y_root) = self.place(at);
        let fields: &mut ffi::GdkEventButton = event.as_mut();
        fields.window = self.window.to_glib_full();
        fields.time = pressed_by.map_or_else(now, |pointer| press_time(pointer, now()));
        fields.button = button;
        (fields.x, fields.y, fields.x_root, fields.y_root) = (x, y, x_root, y_root);
        fields.state = state.into_glib();
        self.send(&mut event, &self.devices.pointer, &self.devices.pointer);
    }

    /// A finger touches, moves, or lets go.
    ///
    /// GTK takes the speed of a swipe from the times: fingers that are told to jump still move as fingers do.
    pub(super) fn touch(&self, kind: EventType, finger: u32, at: Point, state: ModifierType) {
        let Ok(mut event) = gdk::Event::new(kind).downcast::<gdk::EventTouch>() else { return };
        let (x, y, x_root, y_root) = self.place(at);
        let fields: &mut ffi::GdkEventTouch = event.as_mut();
        fields.window = self.window.to_glib_full();
        fields.time = touch_time();
        (fields.x, fields.y, fields.x_root, fields.y_root) = (x, y, x_root, y_root);
        fields.state = state.into_glib();
        // A number in the guise of a pointer that nobody follows, as the X11 backend of GDK has it too. Never null.
        fields.sequence = ptr::without_provenance_mut(finger as usize + 1);
        self.send(&mut event, &self.devices.pointer, &self.devices.touch);
    }

    /// The wheel turns by this many of its steps.
    pub(super) fn wheel(&self, steps: (f64, f64), at: Point, state: ModifierType) {
        let Ok(mut event) = gdk::Event::new(EventType::Scroll).downcast::<gdk::EventScroll>() else { return };
        let (x, y, x_root, y_root) = self.place(at);
        let fields: &mut ffi::GdkEventScroll = event.as_mut();
        fields.window = self.window.to_glib_full();
        fields.time = now();
        (fields.x, fields.y, fields.x_root, fields.y_root) = (x, y, x_root, y_root);
        fields.state = state.into_glib();
        fields.direction = gdk::ScrollDirection::Smooth.into_glib();
        (fields.delta_x, fields.delta_y) = steps;
        self.send(&mut event, &self.devices.pointer, &self.devices.touchpad);
    }

    /// A key goes down or up.
    pub(super) fn key(&self, down: bool, stroke: Stroke, state: ModifierType) {
        let kind = if down { EventType::KeyPress } else { EventType::KeyRelease };
        let Ok(mut event) = gdk::Event::new(kind).downcast::<gdk::EventKey>() else { return };
        let fields: &mut ffi::GdkEventKey = event.as_mut();
        fields.window = self.window.to_glib_full();
        fields.time = now();
        fields.state = state.into_glib();
        fields.keyval = stroke.keyval;
        fields.hardware_keycode = stroke.keycode;
        fields.is_modifier = u32::from(stroke.is_modifier);
        self.send(&mut event, &self.devices.keyboard, &self.devices.keyboard);
    }

    fn send(&self, event: &mut gdk::Event, device: &gdk::Device, source: &gdk::Device) {
        event.set_device(Some(device));
        event.set_source_device(Some(source));
        if self.put.get() {
            event.put();
        } else if !self.hand_over(event) {
            gtk::main_do_event(event);
        }
    }

    /// Hands an event to who would get it from GTK in the end, and answers whether that can be done.
    ///
    /// GTK itself tells others first, and waits for them: the accessibility bus of every key, and the display server, by
    /// way of what Tauri does about windows without a frame, when the pointer moves.
    fn hand_over(&self, event: &gdk::Event) -> bool {
        let receiver: Option<gtk::Widget> = match event.event_type() {
            // What has a grab, such as a menu, comes before the page.
            _ if gtk::grab_get_current().is_some() => None,
            // Its window passes keys on to the view, after its own.
            EventType::KeyPress | EventType::KeyRelease => self.view.toplevel(),
            EventType::MotionNotify | EventType::ButtonPress | EventType::ButtonRelease => {
                Some(self.view.clone().upcast())
            }
            _ => None,
        };
        receiver.map(|receiver| receiver.event(event)).is_some()
    }

    /// A point of the page in the window, and on the screen.
    fn place(&self, at: Point) -> (f64, f64, f64, f64) {
        let (x, y) = (at.x * self.zoom, at.y * self.zoom);
        let (left, top) = *self.corner.get_or_init(|| {
            let (_, left, top) = self.window.origin();
            (left, top)
        });
        (x, y, x + f64::from(left), y + f64::from(top))
    }
}

/// The window gets the focus, as far as GTK knows.
pub(super) fn focus_change(window: &gdk::Window, focused: bool) {
    let Ok(mut event) = gdk::Event::new(EventType::FocusChange).downcast::<gdk::EventFocus>() else { return };
    let fields: &mut ffi::GdkEventFocus = event.as_mut();
    fields.window = window.to_glib_full();
    fields.in_ = i16::from(focused);
    event.set_device(window.display().default_seat().and_then(|seat| seat.keyboard()).as_ref());
    gtk::main_do_event(&mut event);
}

/// The modifiers that are held, as events carry them.
pub(super) fn held(modifiers: Modifiers) -> ModifierType {
    let flag = |held, mask| if held { mask } else { ModifierType::empty() };
    flag(modifiers.shift, ModifierType::SHIFT_MASK)
        | flag(modifiers.ctrl, ModifierType::CONTROL_MASK)
        | flag(modifiers.alt, ModifierType::MOD1_MASK)
        | flag(modifiers.meta, ModifierType::META_MASK)
}

/// The time of a touch that comes now.
fn touch_time() -> u32 {
    thread_local! {
        static LAST: Cell<Option<u32>> = const { Cell::new(None) };
    }
    let time = LAST.get().map_or_else(now, |last| a_frame_after(last, now()));
    LAST.set(Some(time));
    time
}

/// This time, or that of a frame after another, whichever is later.
fn a_frame_after(other: u32, time: u32) -> u32 {
    let frame = other.wrapping_add(16);
    // They wrap around: of two, that is later which is less than half of all times ahead.
    if frame.wrapping_sub(time) < u32::MAX / 2 { frame } else { time }
}

/// The clock that GDK's events are timed by: milliseconds, which wrap around.
fn now() -> u32 {
    (glib::monotonic_time() / 1000) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_take_their_time() {
        assert_eq!(a_frame_after(1000, 1001), 1016);
        assert_eq!(a_frame_after(1000, 5000), 5000);
        assert_eq!(a_frame_after(u32::MAX - 5, 3), 10);
        assert_eq!(a_frame_after(u32::MAX - 5, 500), 500);
    }

    #[test]
    fn all_modifiers_are_held_at_once() {
        let all = Modifiers { shift: true, ctrl: true, alt: true, meta: true };
        let masks = ModifierType::SHIFT_MASK | ModifierType::CONTROL_MASK | ModifierType::MOD1_MASK;
        assert_eq!(held(all), masks | ModifierType::META_MASK);
        assert_eq!(held(Modifiers::default()), ModifierType::empty());
    }
}
