//! The window manager: whether one runs, and what it publishes on the root window.

use std::collections::HashSet;

use deskhand_engine::ports::Workspaces;
use deskhand_model::{Error, ErrorKind};
use x11rb::protocol::xproto::{
    Atom, ClientMessageData, ClientMessageEvent, ConnectionExt as _, EventMask, GetPropertyReply, MapState,
    Window,
};

use super::super::display::Display;
use super::super::fault::{Outcome, if_there};
use super::facts::ALL_DESKTOPS;
use super::properties::{Answer, ask, ask_list, number, numbers};

/// EWMH: the request comes from a tool that acts for the user, not from an application for itself. Focus
/// stealing prevention lets these through.
pub(super) const FROM_USER: u32 = 2;

/// What the window manager says about the desktop.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Manager {
    /// Whether it is alive, and these are not only the remains of one that was.
    pub(super) is_running: bool,
    /// The window that it keeps for as long as it lives.
    pub(super) check: Option<Window>,
    /// The window that has the keyboard.
    pub(super) active: Option<Window>,
    /// The windows that it manages, from back to front.
    pub(in super::super) clients: Vec<Window>,
    /// Number of the workspace that is shown.
    pub(super) current_desktop: Option<u32>,
    pub(super) desktops: Option<u32>,
    /// Whether it answers `_NET_REQUEST_FRAME_EXTENTS`.
    pub(super) tells_extents: bool,
    /// Whether it sets `_NET_WM_STATE_HIDDEN` on minimised windows.
    pub(super) tells_hidden: bool,
}

/// Questions about the manager that are on their way.
pub(super) struct Asked<'c> {
    check: Answer<'c, GetPropertyReply>,
    supported: Answer<'c, GetPropertyReply>,
    stacking: Answer<'c, GetPropertyReply>,
    by_age: Answer<'c, GetPropertyReply>,
    active: Answer<'c, GetPropertyReply>,
    current: Answer<'c, GetPropertyReply>,
    count: Answer<'c, GetPropertyReply>,
}

impl<'c> Asked<'c> {
    /// Asks for the root window's properties and waits for nothing.
    pub(super) fn send(display: &'c Display) -> Outcome<Asked<'c>> {
        let (root, atoms) = (display.root(), &display.atoms);
        Ok(Asked {
            check: ask(display, root, atoms._NET_SUPPORTING_WM_CHECK, 1)?,
            supported: ask_list(display, root, atoms._NET_SUPPORTED)?,
            stacking: ask_list(display, root, atoms._NET_CLIENT_LIST_STACKING)?,
            by_age: ask_list(display, root, atoms._NET_CLIENT_LIST)?,
            active: ask(display, root, atoms._NET_ACTIVE_WINDOW, 1)?,
            current: ask(display, root, atoms._NET_CURRENT_DESKTOP, 1)?,
            count: ask(display, root, atoms._NET_NUMBER_OF_DESKTOPS, 1)?,
        })
    }

    /// Waits for the answers. Whether the manager runs is not known by them: the properties outlive a manager that
    /// crashed.
    pub(super) fn receive(self, display: &Display) -> Outcome<Manager> {
        let supported = numbers(self.supported)?;
        Ok(Manager {
            is_running: false,
            check: number(self.check)?.filter(|&window| window != x11rb::NONE),
            active: number(self.active)?.filter(|&window| window != x11rb::NONE),
            clients: clients(numbers(self.stacking)?, numbers(self.by_age)?),
            current_desktop: number(self.current)?,
            desktops: number(self.count)?,
            tells_extents: supported.contains(&display.atoms._NET_REQUEST_FRAME_EXTENTS),
            tells_hidden: supported.contains(&display.atoms._NET_WM_STATE_HIDDEN),
        })
    }
}

impl Manager {
    /// Reads what a manager says and whether it still runs.
    pub(in super::super) fn read(display: &Display) -> Outcome<Manager> {
        let mut manager = Asked::send(display)?.receive(display)?;
        if let Some(check) = manager.check {
            manager.is_running = is_alive(check, ask_check(display, check)?)?;
        }
        Ok(manager)
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

    /// Whether a window with this `_NET_WM_DESKTOP` is on a workspace that is not shown.
    pub(super) fn is_elsewhere(&self, desktop: Option<u32>) -> bool {
        match (desktop, self.current_desktop) {
            (Some(its), Some(current)) => self.is_running && its != current && its != ALL_DESKTOPS,
            _ => false,
        }
    }

    /// Whether a window is minimised. `_NET_WM_STATE_HIDDEN` says so for every toolkit. `WM_STATE` is for managers that
    /// do not set it, and counts only on the current workspace: openbox (3.6) makes windows on others iconic as well.
    pub(super) fn is_minimized(&self, hidden: bool, iconic: bool, desktop: Option<u32>) -> bool {
        hidden || (iconic && !self.tells_hidden && !self.is_elsewhere(desktop))
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

/// The managed windows from back to front. openbox (3.6) puts a window into the stack before it has placed and shown
/// it, and into the list of clients when all is done.
fn clients(stacking: Vec<Window>, by_age: Vec<Window>) -> Vec<Window> {
    if stacking.is_empty() {
        return by_age;
    }
    let managed: HashSet<Window> = by_age.into_iter().collect();
    stacking.into_iter().filter(|window| managed.contains(window)).collect()
}

/// Asks the window that a manager keeps whether it is one. It is gone when the manager is.
pub(super) fn ask_check(display: &Display, check: Window) -> Outcome<Answer<'_, GetPropertyReply>> {
    ask(display, check, display.atoms._NET_SUPPORTING_WM_CHECK, 1)
}

/// Whether the answer to [`ask_check`] is that of a living manager.
pub(super) fn is_alive(check: Window, answer: Answer<'_, GetPropertyReply>) -> Outcome<bool> {
    Ok(number(answer)? == Some(check))
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
pub(super) fn focused_unmanaged(display: &Display) -> Outcome<Option<Window>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_counts_as_managed_when_both_lists_have_it() {
        assert_eq!(clients(vec![3, 1, 2], vec![1, 2, 3]), [3, 1, 2]);
        assert_eq!(clients(vec![3, 1, 2], vec![1, 2]), [1, 2], "3 is not ready yet");
        assert_eq!(clients(vec![], vec![1, 2]), [1, 2], "a manager without a stack");
        assert!(clients(vec![1], vec![]).is_empty());
    }

    #[test]
    fn the_state_of_a_window_counts_only_where_its_manager_says_nothing_better() {
        let openbox = Manager { is_running: true, tells_hidden: true, ..Manager::default() };
        assert!(openbox.is_minimized(true, true, None));
        assert!(!openbox.is_minimized(false, true, None), "on its way from another workspace");
        let old = Manager { is_running: true, current_desktop: Some(0), ..Manager::default() };
        assert!(old.is_minimized(false, true, Some(0)));
        assert!(!old.is_minimized(false, true, Some(1)));
    }

    #[test]
    fn the_workspaces_of_a_manager_that_ended_mean_nothing() {
        let mut manager = Manager { is_running: true, current_desktop: Some(0), ..Manager::default() };
        assert!(manager.is_elsewhere(Some(1)) && !manager.is_elsewhere(Some(ALL_DESKTOPS)));
        manager.is_running = false;
        assert!(!manager.is_elsewhere(Some(1)));
    }
}
