//! What has to be asked again after events. Events only say where to look: what they tell is never believed, since
//! any client can send them.

use std::collections::HashSet;

use x11rb::protocol::Event;
use x11rb::protocol::xproto::{Atom, AtomEnum, Window};

use super::super::super::atoms::Atoms;
use super::super::super::display::Display;
use super::touches::Touched;

/// What has to be asked again. Never more than there are windows, however long nobody asks.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// What the manager says on the root window.
    pub(super) manager: bool,
    /// Which windows there are below the root window, and in which order.
    pub(super) tree: bool,
    /// Who has the keyboard, where no manager tells.
    pub(super) focus: bool,
    /// Nothing, but a window is gone and the list has to be made anew.
    pub(super) gone: bool,
    /// Everything about these windows.
    pub(super) windows: HashSet<Window>,
    /// In which frame these windows are.
    pub(super) reparented: HashSet<Window>,
}

/// Which windows events are about.
pub(super) struct Scene {
    pub(super) root: Window,
    ours: Window,
    ours_mask: u32,
    active: Atom,
    titles: [Atom; 2],
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
            active: display.atoms._NET_ACTIVE_WINDOW,
            titles: [AtomEnum::WM_NAME.into(), display.atoms._NET_WM_NAME],
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

    /// Whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        let Marks { manager, tree, focus, gone, windows, reparented } = self;
        !(*manager || *tree || *focus || *gone) && windows.is_empty() && reparented.is_empty()
    }

    /// Marks what an event is about, and says what that is; `is_watched` says of a window whether anything is known of it
    /// or its content.
    pub(super) fn note(
        &mut self,
        event: &Event,
        scene: &Scene,
        is_watched: impl Fn(Window) -> bool,
    ) -> Option<Touched> {
        let mut mark = |window| {
            is_watched(window).then(|| {
                self.windows.insert(window);
                Touched::Window(window)
            })
        };
        match event {
            // Managers tell a window its new place in this way; nothing else that clients make up is for us.
            Event::ConfigureNotify(event) => mark(event.window),
            _ if event.sent_event() => None,
            Event::GravityNotify(event) => mark(event.window),
            Event::UnmapNotify(event) => mark(event.window),
            // New windows are none of our business before they are shown: nothing else is listed, and openbox (3.6) makes
            // and drops a whole frame for each question about its frames.
            Event::MapNotify(event) => {
                let touched = mark(event.window);
                self.tree |= touched.is_none() && !scene.is_ours(event.window);
                touched
            }
            Event::ReparentNotify(event) => {
                let touched = mark(event.window);
                if touched.is_some() {
                    self.reparented.insert(event.window);
                }
                self.tree = true;
                touched
            }
            Event::CirculateNotify(_) => {
                self.tree = true;
                None
            }
            // A manager writes on the root window and on a window of its own, one after the other.
            Event::PropertyNotify(event) if scene.manager.contains(&event.atom) => {
                self.manager = true;
                Some(if event.atom == scene.active { Touched::Focus } else { Touched::Manager })
            }
            Event::PropertyNotify(event) if scene.titles.contains(&event.atom) => {
                mark(event.window).map(|_| Touched::Title(event.window))
            }
            Event::PropertyNotify(event) if scene.window.contains(&event.atom) => mark(event.window),
            Event::FocusIn(_) | Event::FocusOut(_) => {
                self.focus = true;
                Some(Touched::Focus)
            }
            _ => None,
        }
    }

    /// Nothing is to be asked about a window any more.
    pub(super) fn forget(&mut self, window: Window) {
        self.windows.remove(&window);
        self.reparented.remove(&window);
        self.gone = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use x11rb::protocol::xproto::{
        ConfigureNotifyEvent, CreateNotifyEvent, MapNotifyEvent, Property, PropertyNotifyEvent,
        ReparentNotifyEvent,
    };

    const SCENE: Scene = Scene {
        root: 1,
        ours: 0x600000,
        ours_mask: 0xfffff,
        active: 51,
        titles: [61; 2],
        manager: [50, 50, 50, 50, 50, 51],
        window: [60; 12],
    };

    const NEW: Window = 8;

    fn shown(window: Window) -> Event {
        Event::MapNotify(MapNotifyEvent { event: 1, window, ..MapNotifyEvent::default() })
    }

    fn moved(window: Window, response_type: u8) -> Event {
        let event = ConfigureNotifyEvent { window, response_type, ..ConfigureNotifyEvent::default() };
        Event::ConfigureNotify(event)
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

    fn note(event: Event) -> (Marks, Option<Touched>) {
        let mut marks = Marks::default();
        let touched = marks.note(&event, &SCENE, |window| window == 7);
        (marks, touched)
    }

    fn marks(event: Event) -> Marks {
        note(event).0
    }

    #[test]
    fn a_new_window_is_looked_for_when_it_is_shown() {
        let born = CreateNotifyEvent { parent: 1, window: NEW, ..CreateNotifyEvent::default() };
        assert!(marks(Event::CreateNotify(born)).is_empty());
        assert!(marks(shown(NEW)).tree);
        assert!(marks(shown(0x600001)).is_empty(), "our own");
        let known = marks(shown(7));
        assert!(known.windows.contains(&7) && !known.tree);
    }

    #[test]
    fn events_that_clients_make_up_mark_at_most_the_window_that_they_name() {
        assert!(marks(moved(7, 22)).windows.contains(&7));
        assert!(marks(moved(7, 22 | 0x80)).windows.contains(&7), "a manager tells a window its place");
        assert!(marks(moved(NEW, 22 | 0x80)).is_empty());
        let made_up = MapNotifyEvent { response_type: 19 | 0x80, window: NEW, ..MapNotifyEvent::default() };
        assert!(marks(Event::MapNotify(made_up)).is_empty());
    }

    #[test]
    fn a_window_in_another_one_is_looked_for_in_the_whole_tree() {
        let moved = ReparentNotifyEvent { window: 7, ..ReparentNotifyEvent::default() };
        let marks = marks(Event::ReparentNotify(moved));
        assert!(marks.tree && marks.reparented.contains(&7));
    }

    #[test]
    fn only_properties_that_are_read_are_marks() {
        assert!(marks(property(1, 50)).manager);
        assert!(marks(property(7, 60)).windows.contains(&7));
        for (window, atom) in [(1, 99), (7, 99), (NEW, 60)] {
            assert!(marks(property(window, atom)).is_empty(), "{window} {atom}");
        }
    }

    #[test]
    fn what_was_touched_is_told() {
        assert_eq!(note(shown(7)).1, Some(Touched::Window(7)));
        assert_eq!(note(shown(NEW)).1, None);
        assert_eq!(note(property(7, 61)).1, Some(Touched::Title(7)));
        assert_eq!(note(property(1, 50)).1, Some(Touched::Manager));
        assert_eq!(note(property(1, 51)).1, Some(Touched::Focus));
    }

    #[test]
    fn a_window_that_is_gone_is_not_asked_about() {
        let mut marks = marks(moved(7, 22));
        marks.forget(7);
        assert!(marks.windows.is_empty() && !marks.is_empty());
    }
}
