//! What happened between two states of the windows. Pure.

use std::collections::{HashMap, HashSet};

use deskhand_model::{Window, WindowId};

use super::event::{Happening, WindowEventKind};
use crate::ports::Touch;

/// A window that has another number now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Renumbered {
    pub(super) from: WindowId,
    pub(super) to: WindowId,
}

/// What happened, in the order in which it is told: new windows first, then each window's changes, at last the windows
/// that are gone; windows from back to front.
pub(super) fn diff(before: &[Window], after: &[Window], renumbered: &[Renumbered]) -> Vec<Happening> {
    let formerly: HashMap<WindowId, WindowId> = renumbered.iter().map(|ids| (ids.to, ids.from)).collect();
    let mut left: HashMap<WindowId, &Window> = before.iter().map(|window| (window.id, window)).collect();
    let pairs: Vec<(Option<&Window>, &Window)> =
        after.iter().map(|now| (left.remove(formerly.get(&now.id).unwrap_or(&now.id)), now)).collect();

    let created = pairs.iter().filter(|(was, _)| was.is_none()).map(|(_, now)| created(now));
    let changed = pairs.iter().flat_map(|(was, now)| changes(*was, now));
    let destroyed = before.iter().filter(|was| left.contains_key(&was.id)).map(destroyed);
    created.chain(changed).chain(destroyed).collect()
}

/// Puts what happened in one round into the order in which the window system told of it.
pub(super) fn arrange(happenings: &mut [Happening], touched: &[Touch]) {
    let ranks: HashMap<Touch, usize> =
        touched.iter().enumerate().map(|(rank, touch)| (*touch, rank)).collect();
    let rank = |touch: Touch| ranks.get(&touch).copied().unwrap_or(usize::MAX);
    let created: HashSet<WindowId> = happenings
        .iter()
        .filter(|happening| happening.kind == WindowEventKind::Created)
        .map(|happening| happening.window.id)
        .collect();
    happenings.sort_by_key(|Happening { kind, window, .. }| match kind {
        // Nothing happens to a window before it is there.
        WindowEventKind::Focused if created.contains(&window.id) => {
            rank(Touch::Focus).max(rank(Touch::Window(window.id)))
        }
        WindowEventKind::Focused => rank(Touch::Focus),
        WindowEventKind::TitleChanged => rank(Touch::Title(window.id)),
        _ => rank(Touch::Window(window.id)),
    });
}

fn created(window: &Window) -> Happening {
    Happening { kind: WindowEventKind::Created, window: window.clone(), previous_id: None }
}

fn destroyed(window: &Window) -> Happening {
    Happening { kind: WindowEventKind::Destroyed, window: window.clone(), previous_id: None }
}

/// Every aspect of a window that is another one now. A new window can only have got the keyboard: all else about it
/// was told with its creation.
fn changes(was: Option<&Window>, now: &Window) -> Vec<Happening> {
    let newly_focused = now.focused && !was.is_some_and(|was| was.focused);
    let mut kinds = was.map(|was| aspects(was, now)).unwrap_or_default();
    kinds.extend(newly_focused.then_some(WindowEventKind::Focused));
    kinds
        .into_iter()
        .map(|kind| {
            let previous_id = was.filter(|_| kind == WindowEventKind::IdChanged).map(|was| was.id);
            Happening { kind, window: now.clone(), previous_id }
        })
        .collect()
}

/// The aspects of a window that stayed, apart from the keyboard, in the order of [`WindowEventKind::ALL`].
fn aspects(was: &Window, now: &Window) -> Vec<WindowEventKind> {
    use WindowEventKind::{Hidden, IdChanged, Minimized, Moved, Resized, Restored, Shown, TitleChanged};

    // Minimising makes a window invisible as well; that is not told twice.
    let minimized_as_before = was.minimized == now.minimized;
    let disappeared = was.is_visible() && !now.is_visible();
    let appeared = !was.is_visible() && now.is_visible();
    // Decoration that comes or goes changes the outside, or with the same outside the content: one resize either way.
    let sizes = |window: &Window| (window.outer().size(), window.content().size());
    [
        (IdChanged, was.id != now.id),
        (Minimized, !was.minimized && now.minimized),
        (Restored, was.minimized && !now.minimized),
        (Hidden, minimized_as_before && disappeared),
        (Shown, minimized_as_before && appeared),
        (Moved, was.outer().origin() != now.outer().origin()),
        (Resized, sizes(was) != sizes(now)),
        (TitleChanged, was.title != now.title),
    ]
    .into_iter()
    .filter_map(|(kind, is_so)| is_so.then_some(kind))
    .collect()
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Insets, Rect};

    use super::*;
    use WindowEventKind::{
        Created, Destroyed, Focused, Hidden, IdChanged, Minimized, Moved, Resized, Restored, Shown,
        TitleChanged,
    };

    const FRAME: Insets = Insets { left: 1, right: 1, top: 20, bottom: 1 };

    fn window(id: u64) -> Window {
        Window { id: WindowId(id), client: Rect::new(100, 100, 400, 300), ..Window::default() }
    }

    fn told(before: &[Window], after: &[Window], renumbered: &[Renumbered]) -> Vec<(WindowEventKind, u64)> {
        diff(before, after, renumbered).iter().map(|told| (told.kind, told.window.id.0)).collect()
    }

    #[track_caller]
    fn check(was: Window, now: Window, kinds: &[WindowEventKind]) {
        let ids = [Renumbered { from: was.id, to: now.id }];
        let told: Vec<WindowEventKind> = diff(&[was], &[now], &ids).iter().map(|told| told.kind).collect();
        assert_eq!(told, kinds);
    }

    #[test]
    fn nothing_happens_to_windows_that_stay_as_they_are() {
        check(window(1), window(1), &[]);
        check(window(1), Window { z_index: 9, maximized: true, ..window(1) }, &[]);
    }

    #[test]
    fn windows_come_and_go() {
        assert_eq!(told(&[], &[window(1), window(2)], &[]), [(Created, 1), (Created, 2)]);
        assert_eq!(told(&[window(1), window(2)], &[window(2)], &[]), [(Destroyed, 1)]);
        assert_eq!(told(&[window(1)], &[window(2)], &[]), [(Created, 2), (Destroyed, 1)]);
    }

    #[test]
    fn what_the_window_system_told_of_first_comes_first() {
        let named = |id: u64, title: &str| Window { title: title.to_owned(), ..window(id) };
        let before = [named(1, "a"), named(2, "b"), named(3, "c")];
        let after = [named(1, "x"), named(2, "y"), Window { focused: true, ..named(4, "d") }];
        let arranged = |touched: &[Touch]| -> Vec<(WindowEventKind, u64)> {
            let mut happenings = diff(&before, &after, &[]);
            arrange(&mut happenings, touched);
            happenings.iter().map(|told| (told.kind, told.window.id.0)).collect()
        };
        let usual = [(Created, 4), (TitleChanged, 1), (TitleChanged, 2), (Focused, 4), (Destroyed, 3)];
        assert_eq!(arranged(&[]), usual);
        let (touch, title) = (|id| Touch::Window(WindowId(id)), |id| Touch::Title(WindowId(id)));
        assert_eq!(
            arranged(&[touch(3), touch(1), title(2), Touch::Focus, touch(4), title(1)]),
            [(Destroyed, 3), (TitleChanged, 2), (Created, 4), (Focused, 4), (TitleChanged, 1)],
        );
        assert_eq!(
            arranged(&[title(2)]),
            [(TitleChanged, 2), (Created, 4), (TitleChanged, 1), (Focused, 4), (Destroyed, 3)],
            "the rest in the usual order"
        );
    }

    #[test]
    fn minimised_and_hidden_are_never_told_for_the_same_change() {
        let row = |was: [bool; 2], now: [bool; 2], kinds: &[WindowEventKind]| {
            let state = |[minimized, hidden]: [bool; 2]| Window { minimized, hidden, ..window(1) };
            check(state(was), state(now), kinds);
        };
        // Minimised and hidden before, minimised and hidden after.
        row([false, false], [true, false], &[Minimized]);
        row([false, false], [false, true], &[Hidden]);
        row([false, false], [true, true], &[Minimized]);
        row([true, false], [false, false], &[Restored]);
        row([true, false], [false, true], &[Restored]);
        row([true, false], [true, true], &[]);
        row([false, true], [false, false], &[Shown]);
        row([false, true], [true, false], &[Minimized]);
        row([false, true], [true, true], &[Minimized]);
        row([true, true], [false, false], &[Restored]);
        row([true, true], [true, false], &[]);
        row([true, true], [false, true], &[Restored]);
    }

    #[test]
    fn places_and_sizes_are_those_that_one_sees() {
        let client = |x, y, width, height| Window { client: Rect::new(x, y, width, height), ..window(1) };
        check(window(1), client(101, 100, 400, 300), &[Moved]);
        check(window(1), client(100, 100, 401, 300), &[Resized]);
        check(window(1), client(90, 90, 410, 310), &[Moved, Resized]);
    }

    #[test]
    fn decoration_that_comes_or_goes_is_told_once() {
        let framed = |client| Window { client, decoration: FRAME, ..window(1) };
        // Around the content where it is: outside and corner change.
        check(window(1), framed(Rect::new(100, 100, 400, 300)), &[Moved, Resized]);
        check(framed(Rect::new(100, 100, 400, 300)), window(1), &[Moved, Resized]);
        // The corner stays and the content makes way.
        check(window(1), framed(Rect::new(101, 120, 400, 300)), &[Resized]);
        // The outside stays and the content shrinks.
        check(window(1), framed(Rect::new(101, 120, 398, 279)), &[Resized]);
        // A shadow that the application begins to draw is not part of the window.
        let shadow = Insets { left: 5, right: 5, top: 5, bottom: 5 };
        check(window(1), Window { client: Rect::new(95, 95, 410, 310), shadow, ..window(1) }, &[]);
    }

    #[test]
    fn titles_change() {
        check(window(1), Window { title: "Other".to_owned(), ..window(1) }, &[TitleChanged]);
    }

    #[test]
    fn the_keyboard_is_told_where_it_goes_to() {
        let focused = |id| Window { focused: true, ..window(id) };
        assert_eq!(told(&[focused(1), window(2)], &[window(1), focused(2)], &[]), [(Focused, 2)]);
        assert_eq!(told(&[focused(1)], &[focused(1)], &[]), []);
        assert_eq!(told(&[focused(1)], &[window(1)], &[]), []);
        assert_eq!(told(&[focused(1)], &[window(1), focused(2)], &[]), [(Created, 2), (Focused, 2)]);
    }

    #[test]
    fn another_number_is_the_same_window() {
        let events = diff(&[window(1)], &[window(5)], &[Renumbered { from: WindowId(1), to: WindowId(5) }]);
        let [event] = events.as_slice() else { panic!("one event, not {events:?}") };
        assert_eq!(
            (event.kind, event.window.id, event.previous_id),
            (IdChanged, WindowId(5), Some(WindowId(1)))
        );
    }

    #[test]
    fn everything_that_changed_in_a_round_is_told_in_order() {
        let now = Window {
            title: "Other".to_owned(),
            client: Rect::new(0, 0, 10, 10),
            minimized: true,
            focused: true,
            ..window(5)
        };
        check(window(1), now, &[IdChanged, Minimized, Moved, Resized, TitleChanged, Focused]);
        let hidden = Window { hidden: true, ..window(1) };
        check(hidden, Window { client: Rect::new(0, 0, 10, 10), ..window(1) }, &[Shown, Moved, Resized]);
        assert!(WindowEventKind::ALL.is_sorted());
    }

    #[test]
    fn creations_come_first_and_destructions_last() {
        let moved = |id| Window { client: Rect::new(0, 0, 400, 300), ..window(id) };
        assert_eq!(
            told(&[window(1), window(2), window(3)], &[moved(3), window(4), moved(1)], &[]),
            [(Created, 4), (Moved, 3), (Moved, 1), (Destroyed, 2)]
        );
    }

    #[test]
    fn an_event_shows_the_window_after_it_and_a_destroyed_one_as_it_was() {
        let named = |id, title: &str| Window { title: title.to_owned(), ..window(id) };
        let told = diff(&[named(1, "a"), named(2, "b")], &[named(1, "c")], &[]);
        let titles: Vec<&str> = told.iter().map(|told| told.window.title.as_str()).collect();
        assert_eq!(titles, ["c", "b"]);
    }
}
