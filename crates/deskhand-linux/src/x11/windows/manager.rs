//! The window manager: whether one runs, and what it publishes on the root window.

use deskhand_engine::ports::Workspaces;
use deskhand_model::{Error, ErrorKind};
use x11rb::protocol::xproto::{
    Atom, ClientMessageData, ClientMessageEvent, ConnectionExt as _, EventMask, MapState, Window,
};

use super::super::display::Display;
use super::super::fault::{Outcome, if_there};
use super::properties::{ask, ask_list, number, numbers};

/// EWMH: the request comes from a tool that acts for the user, not from an application for itself. Focus
/// stealing prevention lets these through.
pub(super) const FROM_USER: u32 = 2;

/// What the window manager says about the desktop.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Manager {
    is_running: bool,
    active: Option<Window>,
    /// The windows that it manages, from back to front.
    pub(in super::super) clients: Vec<Window>,
    /// Number of the workspace that is shown.
    pub(super) current_desktop: Option<u32>,
    desktops: Option<u32>,
}

impl Manager {
    /// Reads the root window's properties.
    pub(in super::super) fn read(display: &Display) -> Outcome<Manager> {
        let (root, atoms) = (display.root(), &display.atoms);
        let check = ask(display, root, atoms._NET_SUPPORTING_WM_CHECK, 1)?;
        let stacking = ask_list(display, root, atoms._NET_CLIENT_LIST_STACKING)?;
        let by_age = ask_list(display, root, atoms._NET_CLIENT_LIST)?;
        let active = ask(display, root, atoms._NET_ACTIVE_WINDOW, 1)?;
        let current = ask(display, root, atoms._NET_CURRENT_DESKTOP, 1)?;
        let count = ask(display, root, atoms._NET_NUMBER_OF_DESKTOPS, 1)?;

        // The property outlives a manager that crashed; its check window does not, so that is asked as well.
        let is_running = match number(check)? {
            Some(window) => number(ask(display, window, atoms._NET_SUPPORTING_WM_CHECK, 1)?)? == Some(window),
            None => false,
        };
        let stacking = numbers(stacking)?;
        let by_age = numbers(by_age)?;
        Ok(Manager {
            is_running,
            active: number(active)?.filter(|&window| window != x11rb::NONE),
            clients: if stacking.is_empty() { by_age } else { stacking },
            current_desktop: number(current)?,
            desktops: number(count)?,
        })
    }

    /// Whether a window manager runs.
    pub(super) fn is_running(&self) -> bool {
        self.is_running
    }

    /// The window that has the keyboard.
    pub(in super::super) fn focused(&self, display: &Display) -> Outcome<Option<Window>> {
        if self.is_running { Ok(self.active) } else { focused_unmanaged(display) }
    }

    /// How many workspaces there are and which one is shown; one when the manager does not have any.
    pub(super) fn workspaces(&self) -> Workspaces {
        Workspaces { count: self.desktops.unwrap_or(1).max(1), current: self.current_desktop.unwrap_or(0) }
    }

    /// An error unless a window manager runs; `what` is what needs one.
    pub(super) fn needed_to(&self, what: &str) -> Outcome<()> {
        if self.is_running {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::ActionUnsupported,
            format!("no window manager runs, and only one can {what}"),
        )
        .hint("start one, such as openbox")
        .into())
    }
}

/// Sends a request about `window` to the window manager.
pub(super) fn request(display: &Display, window: Window, kind: Atom, data: [u32; 5]) -> Outcome<()> {
    let event = ClientMessageEvent::new(32, window, kind, ClientMessageData::from(data));
    let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    display.conn().send_event(false, display.root(), mask, event)?;
    Ok(())
}

/// Without a manager the keyboard belongs to whatever window it was given to: the one under the root window that
/// contains it.
fn focused_unmanaged(display: &Display) -> Outcome<Option<Window>> {
    let root = display.root();
    let mut window = display.conn().get_input_focus()?.reply()?.focus;
    // 0 is "no window" and 1 "whatever is under the pointer".
    while window > 1 && window != root {
        let tree = display.conn().query_tree(window)?;
        let Some(tree) = if_there(tree.reply().map_err(Into::into))? else { return Ok(None) };
        if tree.parent == root {
            let attributes = display.conn().get_window_attributes(window)?;
            let attributes = if_there(attributes.reply().map_err(Into::into))?;
            return Ok(attributes.filter(|a| a.map_state == MapState::VIEWABLE).map(|_| window));
        }
        window = tree.parent;
    }
    Ok(None)
}
