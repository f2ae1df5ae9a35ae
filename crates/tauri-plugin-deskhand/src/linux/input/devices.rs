//! The devices that events say they come from.

use std::cell::RefCell;

use deskhand_page::{Fault, FaultKind};
use gtk::gdk;
use gtk::glib;
use gtk::prelude::*;

/// The devices of a seat, with those that a page is to be told of.
#[derive(Clone)]
pub(super) struct Devices {
    /// The seat's pointer, which every pointer event is of.
    pub(super) pointer: gdk::Device,
    /// The seat's keyboard.
    pub(super) keyboard: gdk::Device,
    /// What a finger's events come from.
    pub(super) touch: gdk::Device,
    /// What smooth scrolling comes from.
    pub(super) touchpad: gdk::Device,
}

thread_local! {
    static DEVICES: RefCell<Option<Devices>> = const { RefCell::new(None) };
}

impl Devices {
    /// Those of the default seat.
    pub(super) fn of(display: &gdk::Display) -> Result<Devices, Fault> {
        DEVICES.with_borrow_mut(|known| match known {
            Some(devices) => Ok(devices.clone()),
            None => Ok(known.insert(Devices::new(display)?).clone()),
        })
    }

    fn new(display: &gdk::Display) -> Result<Devices, Fault> {
        let missing = || Fault::new(FaultKind::Unsupported, "The display has no pointer and keyboard");
        let seat = display.default_seat().ok_or_else(missing)?;
        let pointer = seat.pointer().ok_or_else(missing)?;
        let keyboard = seat.keyboard().ok_or_else(missing)?;
        let like = |name, source| imitation(&pointer, name, source);
        Ok(Devices {
            touch: like("Deskhand finger", gdk::InputSource::Touchscreen),
            touchpad: like("Deskhand touchpad", gdk::InputSource::Touchpad),
            pointer,
            keyboard,
        })
    }
}

/// A device that the desktop does not have. Nothing but its kind is ever asked of it.
fn imitation(pointer: &gdk::Device, name: &str, source: gdk::InputSource) -> gdk::Device {
    glib::Object::builder_with_type(ObjectExt::type_(pointer))
        .property("display", pointer.display())
        .property("name", name)
        .property("type", gdk::DeviceType::Slave)
        .property("input-source", source)
        .property("input-mode", gdk::InputMode::Screen)
        .property("has-cursor", false)
        .build()
        .downcast()
        .unwrap_or_else(|_| pointer.clone())
}
