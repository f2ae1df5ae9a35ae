//! The list of windows, in three round trips however many there are: what the window manager knows, everything
//! about every window, and everything about the pop-ups that it does not manage.

use deskhand_model::{Window as Record, WindowId, WindowKind, Workspace};
use x11rb::NONE;
use x11rb::protocol::xproto::{ConnectionExt as _, MapState, QueryTreeReply, Window};

use super::super::display::Display;
use super::super::fault::{Outcome, if_there};
use super::facts::{ALL_DESKTOPS, Asked, Facts, is_elsewhere, is_minimized};
use super::manager::Manager;
use super::properties::{ask_list, numbers};

/// All application windows and open pop-ups, from back to front.
pub(super) fn windows(display: &Display) -> Outcome<Vec<Record>> {
    let tree = display.conn().query_tree(display.root())?;
    let manager = Manager::read(display)?;
    let children = tree.reply().map(|tree: QueryTreeReply| tree.children)?;
    let clients = if manager.is_running() { manager.clients.clone() } else { Vec::new() };

    let candidates: Vec<Window> =
        children.iter().copied().filter(|&child| !clients.contains(&child) && child != display.own).collect();
    let asked = ask_all(display, &clients)?;
    let hints = candidates
        .iter()
        .map(|&child| {
            let attributes = display.conn().get_window_attributes(child)?;
            Ok((child, attributes, ask_list(display, child, display.atoms._NET_WM_WINDOW_TYPE)?))
        })
        .collect::<Outcome<Vec<_>>>()?;
    let mut known = receive_all(display, asked)?;

    let mut extras = Vec::new();
    for (child, attributes, types) in hints {
        let Some(attributes) = if_there(attributes.reply().map_err(Into::into))? else { continue };
        let is_shown = attributes.map_state == MapState::VIEWABLE;
        let has_type = !numbers(types)?.is_empty();
        let is_popup = attributes.override_redirect && is_shown && has_type;
        // Without a window manager the applications' own windows hang directly under the root window.
        let is_unmanaged = !manager.is_running() && !attributes.override_redirect;
        if is_popup || is_unmanaged {
            extras.push(child);
        }
    }
    let extras = receive_all(display, ask_all(display, &extras)?)?;
    known.extend(extras.into_iter().filter(|(_, facts)| is_listed(facts)));

    let focused = manager.focused(display)?;
    Ok(known
        .into_iter()
        .enumerate()
        .map(|(z_index, (window, facts))| {
            record(window, facts, z_index as u32, focused == Some(window), manager.current_desktop)
        })
        .collect())
}

fn ask_all<'c>(display: &'c Display, windows: &[Window]) -> Outcome<Vec<(Window, Asked<'c>)>> {
    windows
        .iter()
        .filter(|&&window| window != NONE)
        .map(|&window| Ok((window, Asked::send(display, window)?)))
        .collect()
}

fn receive_all(display: &Display, asked: Vec<(Window, Asked<'_>)>) -> Outcome<Vec<(Window, Facts)>> {
    let mut known = Vec::with_capacity(asked.len());
    for (window, asked) in asked {
        if let Some(facts) = asked.receive(display)? {
            known.push((window, facts));
        }
    }
    Ok(known)
}

/// Whether a window that nobody manages is worth a line.
fn is_listed(facts: &Facts) -> bool {
    if facts.input_only {
        return false;
    }
    if facts.override_redirect {
        return matches!(facts.kind, WindowKind::Popup | WindowKind::Tooltip);
    }
    facts.viewable || facts.managed
}

fn record(id: Window, facts: Facts, z_index: u32, focused: bool, current_desktop: Option<u32>) -> Record {
    let workspace = facts.desktop.map(|number| match number {
        ALL_DESKTOPS => Workspace::All,
        number => Workspace::Number(number),
    });
    let is_elsewhere = is_elsewhere(facts.desktop, current_desktop);
    let minimized = is_minimized(facts.states.hidden, facts.iconic, is_elsewhere);
    Record {
        id: WindowId(id.into()),
        title: facts.title,
        pid: facts.pid,
        app: facts.class,
        instance: facts.instance,
        kind: facts.kind,
        client: facts.client,
        decoration: facts.decoration,
        shadow: facts.shadow,
        workspace,
        z_index,
        minimized,
        hidden: is_elsewhere || !(facts.viewable || minimized),
        focused,
        maximized: facts.states.maximized,
        fullscreen: facts.states.fullscreen,
        modal: facts.states.modal,
        floating: facts.states.above,
        abilities: facts.abilities,
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::States;
    use super::*;

    fn shown() -> Facts {
        Facts { viewable: true, desktop: Some(0), ..Facts::default() }
    }

    fn is_out_of_sight(facts: Facts) -> bool {
        !record(7, facts, 0, false, Some(0)).is_visible()
    }

    #[test]
    fn a_window_is_out_of_sight_when_minimised_unmapped_or_elsewhere() {
        assert!(!is_out_of_sight(shown()));
        assert!(is_out_of_sight(Facts { viewable: false, ..shown() }));
        assert!(is_out_of_sight(Facts { iconic: true, ..shown() }));
        assert!(is_out_of_sight(Facts { states: States { hidden: true, ..States::default() }, ..shown() }));
        assert!(is_out_of_sight(Facts { desktop: Some(1), ..shown() }));
    }

    #[test]
    fn a_window_on_another_workspace_is_minimised_only_when_its_manager_says_so() {
        let away = Facts { desktop: Some(1), iconic: true, viewable: false, ..Facts::default() };
        assert!(!record(7, away.clone(), 0, false, Some(0)).minimized);
        let minimized = Facts { states: States { hidden: true, ..States::default() }, ..away };
        assert!(record(7, minimized, 0, false, Some(0)).minimized);
    }

    #[test]
    fn a_window_on_all_workspaces_is_never_elsewhere() {
        let everywhere = record(7, Facts { desktop: Some(ALL_DESKTOPS), ..shown() }, 0, false, Some(3));
        assert_eq!(everywhere.workspace, Some(Workspace::All));
        assert!(!everywhere.hidden);
    }

    #[test]
    fn of_unmanaged_windows_only_popups_and_shown_application_windows_are_listed() {
        let popup = Facts { override_redirect: true, kind: WindowKind::Popup, ..shown() };
        assert!(is_listed(&popup));
        assert!(!is_listed(&Facts { kind: WindowKind::Regular, ..popup.clone() }));
        assert!(!is_listed(&Facts { input_only: true, ..popup }));
        assert!(is_listed(&shown()));
        assert!(!is_listed(&Facts { viewable: false, ..shown() }));
    }
}
