//! In which order things happened that show in the same state.

use std::collections::HashSet;

use deskhand_engine::ports::Touch;
use deskhand_model::{Window as Record, WindowId};
use x11rb::protocol::xproto::Window;

/// What events were about since the last state, in their order.
#[derive(Debug, Default)]
pub(super) struct Touches {
    order: Vec<Touched>,
    seen: HashSet<Touched>,
}

/// What an event was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Touched {
    /// A window, or the frame that it is in.
    Window(Window),
    /// A window's title.
    Title(Window),
    /// Who has the keyboard.
    Focus,
    /// What the manager says about all windows: which there are, which workspace is shown.
    Manager,
}

impl Touches {
    /// Takes note of an event. Only the first about the same thing counts.
    pub(super) fn note(&mut self, touched: Touched) {
        if self.seen.insert(touched) {
            self.order.push(touched);
        }
    }

    /// Starts anew.
    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.seen.clear();
    }

    /// The order between two states. Windows that changed without an event of their own did so by what the manager said.
    pub(super) fn between(&self, before: &[Record], after: &[Record]) -> Vec<Touch> {
        let mut touches = Vec::new();
        for touched in &self.order {
            match *touched {
                Touched::Window(window) => touches.push(Touch::Window(id_of(window))),
                Touched::Title(window) => touches.push(Touch::Title(id_of(window))),
                Touched::Focus => touches.push(Touch::Focus),
                Touched::Manager => touches.extend(self.without_own_event(before, after)),
            }
        }
        touches
    }

    fn without_own_event(&self, before: &[Record], after: &[Record]) -> Vec<Touch> {
        let changed_or_new = after.iter().filter(|window| !before.contains(window));
        let ids: HashSet<WindowId> = after.iter().map(|window| window.id).collect();
        let gone = before.iter().filter(|window| !ids.contains(&window.id));
        let is_untold = |id: &WindowId| {
            let window = Window::try_from(id.0).unwrap_or(x11rb::NONE);
            !self.seen.contains(&Touched::Window(window))
        };
        changed_or_new.chain(gone).map(|window| window.id).filter(is_untold).map(Touch::Window).collect()
    }
}

fn id_of(window: Window) -> WindowId {
    WindowId(window.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(id: u64, title: &str) -> Record {
        Record { id: WindowId(id), title: title.to_owned(), ..Record::default() }
    }

    fn touches(order: &[Touched]) -> Touches {
        let mut touches = Touches::default();
        order.iter().for_each(|&touched| touches.note(touched));
        touches
    }

    #[test]
    fn only_the_first_event_about_a_thing_counts() {
        let touches = touches(&[Touched::Window(2), Touched::Focus, Touched::Window(1), Touched::Window(2)]);
        let told = touches.between(&[], &[]);
        assert_eq!(told, [Touch::Window(WindowId(2)), Touch::Focus, Touch::Window(WindowId(1))]);
    }

    #[test]
    fn windows_without_an_event_of_their_own_changed_when_the_manager_said_so() {
        let before = [window(1, "a"), window(2, "b"), window(3, "same")];
        let after = [window(1, "A"), window(3, "same"), window(4, "new")];
        let touches = touches(&[Touched::Manager, Touched::Window(1)]);
        let told = touches.between(&before, &after);
        assert_eq!(told, [4, 2, 1].map(|id| Touch::Window(WindowId(id))));
    }
}
