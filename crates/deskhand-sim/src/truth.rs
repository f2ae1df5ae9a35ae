//! What is really so, for tests to compare with what they were told.

use deskhand_engine::ports::{Moment, WindowChange};
use deskhand_model::{Handle, Window, WindowId};

use crate::user::WindowKey;
use crate::world::{By, World};

/// One moment of a desktop as it really is.
#[derive(Clone, Debug)]
pub struct Truth {
    /// When.
    pub at: Moment,
    /// From when on the registry shows all of it, if nothing more happens.
    pub shown_at: Moment,
    /// Whether something is going to happen by itself.
    pub more_to_come: bool,
    /// The windows, from back to front.
    pub windows: Vec<TrueWindow>,
    /// The processes of the running applications.
    pub running: Vec<u32>,
    /// Those of them that do not answer.
    pub hung: Vec<u32>,
    /// Every change of a window that was carried out, in order.
    pub changes: Vec<(WindowKey, WindowChange, By)>,
    numbers: Vec<(WindowId, WindowKey)>,
}

/// A window as it really is.
#[derive(Clone, Debug)]
pub struct TrueWindow {
    /// Which window it is, whatever its number.
    pub key: WindowKey,
    /// Everything about it, with the number that it has now.
    pub record: Window,
    /// The element that it is for accessibility.
    pub element: Handle,
    /// Every number that it has had, the last one now.
    pub ids: Vec<WindowId>,
    /// Whether accessibility can reach it.
    pub reachable: bool,
    /// Whether both views know its title.
    pub title_told: bool,
}

impl Truth {
    pub(crate) fn of(world: &World) -> Truth {
        let windows = world.windows.iter().enumerate().map(|(index, window)| TrueWindow {
            key: window.key,
            record: world.record(window, index as u32),
            element: window.element(),
            ids: window.ids.clone(),
            reachable: world.is_reachable(window),
            title_told: window.tells.title_to_registry && window.tells.title_to_accessibility,
        });
        Truth {
            at: world.now(),
            shown_at: world.caught_up_at(),
            more_to_come: world.next_due().is_some(),
            windows: windows.collect(),
            running: world.apps.iter().filter(|app| !app.ended).map(|app| app.pid).collect(),
            hung: world.apps.iter().filter(|app| !app.ended && app.hung).map(|app| app.pid).collect(),
            changes: world.done.clone(),
            numbers: world.numbers.iter().map(|(&id, &key)| (id, key)).collect(),
        }
    }

    /// Which window has, or once had, this number. No number is ever given to two windows.
    pub fn owner_of(&self, id: WindowId) -> Option<WindowKey> {
        self.numbers.iter().find(|(number, _)| *number == id).map(|(_, key)| *key)
    }

    /// The window, while it is there.
    pub fn window(&self, key: WindowKey) -> Option<&TrueWindow> {
        self.windows.iter().find(|window| window.key == key)
    }

    /// The window that this element belongs to, while it is there.
    pub fn window_of(&self, element: &Handle) -> Option<&TrueWindow> {
        self.windows.iter().find(|window| window.element == *element)
    }
}
