//! From what is known of a window to its record, and whether it gets one.

use deskhand_model::{Insets, Window as Record, WindowId, WindowKind, Workspace};
use x11rb::protocol::xproto::Window;

use super::facts::{ALL_DESKTOPS, Facts};
use super::manager::Manager;
use super::mirror::Outline;

/// Whether a window that nobody manages is worth a line.
pub(super) fn is_listed(facts: &Facts) -> bool {
    if facts.input_only {
        return false;
    }
    if facts.override_redirect {
        return facts.viewable && matches!(facts.kind, WindowKind::Popup | WindowKind::Tooltip);
    }
    facts.viewable || facts.managed
}

/// Whether it is shrunk to an icon.
pub(super) fn is_minimized(facts: &Facts, manager: &Manager) -> bool {
    let told = manager.is_minimized(facts.states.hidden, facts.iconic, facts.desktop);
    // What a manager said that ended is overtaken when the window is there to be seen.
    told && (manager.is_running || !facts.viewable)
}

/// Whether it is to be seen no more, or not yet, and nothing says why: a manager that is showing, hiding or leaving a
/// window does so in several steps.
pub(super) fn is_in_between(facts: &Facts, manager: &Manager) -> bool {
    let has_reason = is_minimized(facts, manager) || manager.is_elsewhere(facts.desktop);
    manager.is_running && !facts.override_redirect && !facts.viewable && !has_reason
}

/// The record of a window. Its place is told apart from the other facts: it can be one that was seen earlier.
pub(super) fn record(id: Window, facts: &Facts, place: Outline, manager: &Manager) -> Record {
    let workspace = facts.desktop.filter(|_| manager.is_running).map(|number| match number {
        ALL_DESKTOPS => Workspace::All,
        number => Workspace::Number(number),
    });
    let minimized = is_minimized(facts, manager);
    Record {
        id: WindowId(id.into()),
        title: facts.title.clone(),
        pid: facts.pid,
        app: facts.class.clone(),
        instance: facts.instance.clone(),
        kind: facts.kind,
        client: place.client,
        // Frames end with their manager, what it wrote about them does not.
        decoration: if manager.is_running { place.decoration } else { Insets::default() },
        shadow: facts.shadow,
        workspace,
        z_index: 0,
        minimized,
        hidden: manager.is_elsewhere(facts.desktop) || !(facts.viewable || minimized),
        focused: false,
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

    fn manager(current_desktop: u32) -> Manager {
        Manager { is_running: true, current_desktop: Some(current_desktop), ..Manager::default() }
    }

    fn shown() -> Facts {
        Facts { viewable: true, desktop: Some(0), ..Facts::default() }
    }

    fn recorded(facts: &Facts, manager: &Manager) -> Record {
        record(7, facts, Outline { client: facts.client, decoration: facts.decoration }, manager)
    }

    fn is_out_of_sight(facts: Facts) -> bool {
        !recorded(&facts, &manager(0)).is_visible()
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
        assert!(!recorded(&away, &manager(0)).minimized);
        let minimized = Facts { states: States { hidden: true, ..States::default() }, ..away };
        assert!(recorded(&minimized, &manager(0)).minimized);
    }

    #[test]
    fn a_window_on_all_workspaces_is_never_elsewhere() {
        let everywhere = recorded(&Facts { desktop: Some(ALL_DESKTOPS), ..shown() }, &manager(3));
        assert_eq!(everywhere.workspace, Some(Workspace::All));
        assert!(!everywhere.hidden);
    }

    #[test]
    fn what_a_manager_that_ended_left_behind_does_not_count() {
        let left = Facts {
            desktop: Some(1),
            iconic: true,
            states: States { hidden: true, ..States::default() },
            decoration: Insets { left: 1, right: 1, top: 20, bottom: 5 },
            ..shown()
        };
        let ended = Manager { is_running: false, tells_hidden: true, ..manager(0) };
        let record = recorded(&left, &ended);
        assert!(record.is_visible() && record.workspace.is_none());
        assert_eq!(record.decoration, Insets::default());
        assert!(recorded(&Facts { viewable: false, ..left }, &ended).minimized);
    }

    #[test]
    fn only_a_managed_window_without_a_reason_to_be_out_of_sight_is_in_between() {
        let unmapped = Facts { viewable: false, ..shown() };
        assert!(is_in_between(&unmapped, &manager(0)));
        assert!(!is_in_between(&unmapped, &manager(1)), "it is on another workspace");
        assert!(!is_in_between(&Facts { iconic: true, ..unmapped.clone() }, &manager(0)), "it is minimised");
        assert!(!is_in_between(&shown(), &manager(0)));
        assert!(!is_in_between(&unmapped, &Manager::default()), "nobody will show it");
    }

    #[test]
    fn of_unmanaged_windows_only_popups_and_shown_application_windows_are_listed() {
        let popup = Facts { override_redirect: true, kind: WindowKind::Popup, ..shown() };
        assert!(is_listed(&popup));
        assert!(!is_listed(&Facts { viewable: false, ..popup.clone() }));
        assert!(!is_listed(&Facts { kind: WindowKind::Regular, ..popup.clone() }));
        assert!(!is_listed(&Facts { input_only: true, ..popup }));
        assert!(is_listed(&shown()));
        assert!(!is_listed(&Facts { viewable: false, ..shown() }));
    }
}
