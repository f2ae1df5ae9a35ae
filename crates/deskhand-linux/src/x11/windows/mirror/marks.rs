//! What has to be asked again after events. Events only say where to look: what they tell is never believed, since
//! any client can send them.

use std::collections::HashSet;

use x11rb::protocol::Event;
use x11rb::protocol::xproto::{Atom, AtomEnum, Window};

use super::super::super::atoms::Atoms;
use super::super::super::display::Display;

/// What has to be asked again.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// What the manager says on the root window.
    pub(super) manager: bool,
    /// Which windows there are below the root window, and in which order.
    pub(super) tree: bool,
    /// Who has the keyboard, where no manager tells.
    pub(super) focus: bool,
    /// Everything about these windows.
    pub(super) windows: HashSet<Window>,
    /// In which frame these windows are.
    pub(super) reparented: HashSet<Window>,
    /// Windows that are gone for good.
    pub(super) gone: HashSet<Window>,
    /// New windows below the root window. Those that vanish again unseen are none of our business: openbox (3.6) makes
    /// and drops a whole frame for each question about its frames.
    born: HashSet<Window>,
}

/// Which windows events are about.
pub(super) struct Scene {
    pub(super) root: Window,
    ours: Window,
    ours_mask: u32,
    manager: [Atom; 6],
    window: [Atom; 12],
}

impl Scene {
    pub(super) fn of(display: &Display) -> Scene {
        let setup = x11rb::connection::Connection::setup(display.conn());
        Scene {
            root: display.root(),
            ours: setup.resource_id_base,
            ours_mask: setup.resource_id_mask,
            manager: manager_properties(&display.atoms),
            window: window_properties(&display.atoms),
        }
    }

    /// Whether this connection has made the window.
    pub(super) fn is_ours(&self, window: Window) -> bool {
        window & !self.ours_mask == self.ours
    }
}

fn manager_properties(atoms: &Atoms) -> [Atom; 6] {
    [
        atoms._NET_SUPPORTED,
        atoms._NET_SUPPORTING_WM_CHECK,
        atoms._NET_CLIENT_LIST,
        atoms._NET_CLIENT_LIST_STACKING,
        atoms._NET_ACTIVE_WINDOW,
        atoms._NET_CURRENT_DESKTOP,
    ]
}

/// The properties that [`Facts`](super::super::facts::Facts) are made from.
fn window_properties(atoms: &Atoms) -> [Atom; 12] {
    [
        AtomEnum::WM_NAME.into(),
        AtomEnum::WM_CLASS.into(),
        AtomEnum::WM_TRANSIENT_FOR.into(),
        atoms._NET_WM_NAME,
        atoms._NET_WM_PID,
        atoms._NET_WM_WINDOW_TYPE,
        atoms._NET_FRAME_EXTENTS,
        atoms._GTK_FRAME_EXTENTS,
        atoms._NET_WM_DESKTOP,
        atoms._NET_WM_STATE,
        atoms.WM_STATE,
        atoms._NET_WM_ALLOWED_ACTIONS,
    ]
}

impl Marks {
    /// Marks for asking everything.
    pub(super) fn all() -> Marks {
        Marks { manager: true, tree: true, focus: true, ..Marks::default() }
    }

    /// Whether there is nothing to ask.
    pub(super) fn is_empty(&self) -> bool {
        let Marks { manager, tree, focus, windows, reparented, gone, born } = self;
        !(*manager || *tree || *focus) && [windows, reparented, gone, born].into_iter().all(HashSet::is_empty)
    }

    /// Whether the windows below the root window have to be asked for.
    pub(super) fn needs_tree(&self) -> bool {
        self.tree || !self.born.is_empty()
    }

    /// Marks what an event is about.
    pub(super) fn note(&mut self, event: &Event, scene: &Scene) {
        if event.sent_event() {
            // Managers tell a window its new place in this way; the rest is not for us.
            if let Event::ConfigureNotify(event) = event {
                self.windows.insert(event.window);
            }
            return;
        }
        match event {
            Event::CreateNotify(event) if event.parent == scene.root && !scene.is_ours(event.window) => {
                self.born.insert(event.window);
            }
            Event::DestroyNotify(event) if !scene.is_ours(event.window) => self.note_end(event.window),
            Event::ReparentNotify(event) => {
                self.tree = true;
                self.windows.insert(event.window);
                self.reparented.insert(event.window);
            }
            Event::CirculateNotify(_) => self.tree = true,
            Event::ConfigureNotify(event) => _ = self.windows.insert(event.window),
            Event::GravityNotify(event) => _ = self.windows.insert(event.window),
            Event::MapNotify(event) => _ = self.windows.insert(event.window),
            Event::UnmapNotify(event) => _ = self.windows.insert(event.window),
            // A manager writes on the root window and on a window of its own, one after the other.
            Event::PropertyNotify(event) if scene.manager.contains(&event.atom) => self.manager = true,
            Event::PropertyNotify(event) if scene.window.contains(&event.atom) => {
                self.windows.insert(event.window);
            }
            Event::FocusIn(_) | Event::FocusOut(_) => self.focus = true,
            _ => {}
        }
    }

    fn note_end(&mut self, window: Window) {
        self.windows.remove(&window);
        self.reparented.remove(&window);
        if !self.born.remove(&window) {
            self.gone.insert(window);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use x11rb::protocol::xproto::{
        ConfigureNotifyEvent, CreateNotifyEvent, DESTROY_NOTIFY_EVENT, DestroyNotifyEvent, Property,
        PropertyNotifyEvent,
    };

    const SCENE: Scene =
        Scene { root: 1, ours: 0x600000, ours_mask: 0xfffff, manager: [50; 6], window: [60; 12] };

    fn born(window: Window) -> Event {
        Event::CreateNotify(CreateNotifyEvent { parent: 1, window, ..CreateNotifyEvent::default() })
    }

    fn gone(window: Window, response_type: u8) -> Event {
        let event = DestroyNotifyEvent { window, response_type, ..DestroyNotifyEvent::default() };
        Event::DestroyNotify(event)
    }

    fn property(window: Window, atom: Atom) -> Event {
        Event::PropertyNotify(PropertyNotifyEvent {
            response_type: 28,
            sequence: 0,
            window,
            atom,
            time: 0,
            state: Property::NEW_VALUE,
        })
    }

    fn marks(events: &[Event]) -> Marks {
        let mut marks = Marks::default();
        for event in events {
            marks.note(event, &SCENE);
        }
        marks
    }

    #[test]
    fn a_window_that_came_and_went_leaves_no_mark() {
        assert!(marks(&[born(7)]).needs_tree());
        assert!(marks(&[born(7), gone(7, DESTROY_NOTIFY_EVENT)]).is_empty());
        assert!(marks(&[gone(7, DESTROY_NOTIFY_EVENT)]).gone.contains(&7));
    }

    #[test]
    fn our_own_windows_and_events_that_clients_made_up_are_not_looked_at() {
        assert!(marks(&[born(0x600001)]).is_empty());
        assert!(marks(&[gone(7, DESTROY_NOTIFY_EVENT | 0x80)]).is_empty());
    }

    #[test]
    fn a_manager_that_tells_a_window_its_place_marks_that_window() {
        let told =
            ConfigureNotifyEvent { response_type: 22 | 0x80, window: 7, ..ConfigureNotifyEvent::default() };
        assert!(marks(&[Event::ConfigureNotify(told)]).windows.contains(&7));
    }

    #[test]
    fn only_properties_that_are_read_are_marks() {
        assert!(marks(&[property(1, 50)]).manager);
        assert!(marks(&[property(7, 60)]).windows.contains(&7));
        assert!(marks(&[property(1, 99), property(7, 99)]).is_empty());
    }
}
