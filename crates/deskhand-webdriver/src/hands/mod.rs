//! The keys and buttons that a session holds down: keyboards, pointers and wheels, as plain data.

mod devices;
mod keyboard;
mod keys;
mod pointer;

use std::collections::HashMap;

use deskhand_page::ViewId;

pub(crate) use devices::{DeviceKind, Devices, Held};
pub(crate) use keyboard::Keyboard;
pub(crate) use keys::{LEFT_SHIFT, NULL, is_modifier, needs_shift};
pub(crate) use pointer::Pointer;

/// The hands of a session: each view has devices of its own.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    views: HashMap<ViewId, Devices>,
}

impl Hands {
    /// The devices of a view.
    pub(crate) fn on(&mut self, view: &ViewId) -> &mut Devices {
        self.views.entry(view.clone()).or_default()
    }

    /// Puts the devices of a view away, with what is held on them.
    pub(crate) fn put_away(&mut self, view: &ViewId) {
        self.views.remove(view);
    }
}
