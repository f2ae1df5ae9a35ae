//! The queues that a browser keeps its input in.

use deskhand_page::{PageInput, PointerKind, PointerPhase};

/// A queue, and what may wait in it.
///
/// WebKit keeps one queue each for the mouse, keys, wheels and touches, so that events of two kinds can overtake each
/// other; and it makes one of moves that wait next to each other, so that a drag would lose its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The mouse or a pen moves.
    Move,
    /// It moves with a button held, which may begin a drag of the desktop.
    Drag,
    /// A button of it goes down or up.
    Button,
    /// The button goes down that opens a menu. What waits behind it is thrown away when the menu opens.
    Menu,
    /// Fingers.
    Touch,
    /// Wheels.
    Wheel,
    /// Keys.
    Key,
}

impl Lane {
    /// That which an event goes to.
    pub(crate) fn of(event: &PageInput) -> Lane {
        match event {
            PageInput::Pointer { kind: PointerKind::Touch, .. } => Lane::Touch,
            PageInput::Pointer { phase: PointerPhase::Move, buttons: 0, .. } => Lane::Move,
            PageInput::Pointer { phase: PointerPhase::Move, .. } => Lane::Drag,
            PageInput::Pointer { phase: PointerPhase::Down(2), .. } => Lane::Menu,
            PageInput::Pointer { .. } => Lane::Button,
            PageInput::Wheel { .. } => Lane::Wheel,
            PageInput::Key { .. } => Lane::Key,
        }
    }

    /// Whether a page has handled such an event only when it has drawn what came of it: what is scrolled, or dragged. Only
    /// Linux keeps windows from being painted.
    #[cfg(target_os = "linux")]
    pub(crate) fn needs_frames(self) -> bool {
        matches!(self, Lane::Drag | Lane::Touch | Lane::Wheel)
    }

    /// Whether such an event can be sent while one of the other kind is still waiting, and nothing is lost.
    pub(crate) fn may_follow(self, before: Lane) -> bool {
        matches!(
            (before, self),
            (Lane::Key, Lane::Key)
                | (Lane::Move | Lane::Button, Lane::Button | Lane::Menu)
                | (Lane::Button, Lane::Move | Lane::Drag)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Lane;

    #[test]
    fn a_move_waits_for_the_move_before() {
        assert!(!Lane::Move.may_follow(Lane::Move));
    }

    #[test]
    fn nothing_follows_before_a_drag_is_known_to_have_begun() {
        for after in [Lane::Drag, Lane::Button, Lane::Key] {
            assert!(!after.may_follow(Lane::Drag), "{after:?}");
        }
    }

    #[test]
    fn a_click_goes_out_at_once() {
        assert!(Lane::Button.may_follow(Lane::Move));
        assert!(Lane::Button.may_follow(Lane::Button));
    }

    #[test]
    fn nothing_waits_behind_a_menu() {
        for after in [Lane::Move, Lane::Button, Lane::Menu, Lane::Key] {
            assert!(!after.may_follow(Lane::Menu), "{after:?}");
        }
    }

    #[test]
    fn no_kind_overtakes_another() {
        for (before, after) in
            [(Lane::Key, Lane::Button), (Lane::Button, Lane::Key), (Lane::Wheel, Lane::Move)]
        {
            assert!(!after.may_follow(before), "{after:?} after {before:?}");
        }
    }
}
