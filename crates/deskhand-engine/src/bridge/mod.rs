//! Which window of the window system a top-level element belongs to. Pure.
//!
//! No toolkit tells the window system's number through accessibility, so the two views are joined by what both tell:
//! process, title and geometry. A join that is not certain is no join: acting on the wrong window is worse than not
//! acting.

use deskhand_model::{Fields, NodeData, Rect, Size, State, Window, WindowId};

/// Differences up to this many pixels come from rounding and borders.
const SLACK: u32 = 2;

/// Least evidence for a join: the same size, or part of the title. Being the active one is not enough.
const ENOUGH: u32 = 2;

/// Least evidence when the window does not say which process it belongs to: the whole title or the whole geometry.
const ENOUGH_WITHOUT_PID: u32 = 4;

/// What a top-level element was joined with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// This window.
    One(WindowId),
    /// One of these; nothing tells which.
    Tied(Vec<WindowId>),
    /// No window.
    None,
}

/// The windows that may belong to the process.
pub(crate) struct Owned<'a> {
    windows: Vec<&'a Window>,
    by_pid: bool,
}

impl<'a> Owned<'a> {
    /// The process's own windows; when there are none, those that do not tell their process.
    pub(crate) fn by(pid: Option<u32>, windows: &'a [Window]) -> Owned<'a> {
        let own: Vec<&Window> = windows.iter().filter(|window| pid.is_some() && window.pid == pid).collect();
        if !own.is_empty() {
            return Owned { windows: own, by_pid: true };
        }
        Owned { windows: windows.iter().filter(|window| window.pid.is_none()).collect(), by_pid: false }
    }

    /// The single-window rule: when a process has one window, everything it shows is in there. Chromium has three
    /// frames for one window, kcalc's frame has no name.
    pub(crate) fn only(&self) -> Option<&'a Window> {
        match self.windows.as_slice() {
            [only] if self.by_pid => Some(only),
            _ => None,
        }
    }
}

/// Joins top-level elements (with as much of name, bounds and states as is known) with windows.
pub(crate) fn join(tops: &[NodeData], owned: &Owned<'_>) -> Vec<Join> {
    if let Some(only) = owned.only() {
        return tops.iter().map(|_| Join::One(only.id)).collect();
    }
    let mut joins: Vec<Join> = tops.iter().map(|top| best(top, owned)).collect();
    eliminate(&mut joins);
    joins
}

/// The window with the most evidence, if there is enough of it.
fn best(top: &NodeData, owned: &Owned<'_>) -> Join {
    let enough = if owned.by_pid { ENOUGH } else { ENOUGH_WITHOUT_PID };
    let scored: Vec<(u32, WindowId)> =
        owned.windows.iter().map(|window| (evidence(top, window), window.id)).collect();
    let most = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    if most < enough {
        return Join::None;
    }
    let leaders: Vec<WindowId> =
        scored.into_iter().filter(|(score, _)| *score == most).map(|(_, id)| id).collect();
    match leaders.as_slice() {
        [only] => Join::One(*only),
        _ => Join::Tied(leaders),
    }
}

/// How much speaks for `top` being in `window`.
fn evidence(top: &NodeData, window: &Window) -> u32 {
    let title = if top.name.is_empty() || window.title.is_empty() {
        0
    } else if *top.name == *window.title {
        4
    } else if window.title.contains(&*top.name) || top.name.contains(window.title.as_str()) {
        2
    } else {
        0
    };
    let active =
        u32::from(top.known.contains(Fields::STATES) && top.states.contains(State::Active) && window.focused);
    title + geometry(top, window) + active
}

/// The outline that a toolkit reports for a top-level element differs: GTK3 with server-side decoration includes
/// the decoration, GTK3 with its own and Chromium include the shadow, Qt means the client area, GTK4 has a size
/// without shadow and no position at all.
fn geometry(top: &NodeData, window: &Window) -> u32 {
    let outlines = [window.outer(), window.client, window.content()];
    match (top.bounds, top.window_bounds) {
        (Some(bounds), _) if !bounds.is_empty() => {
            4 * u32::from(outlines.iter().any(|outline| same_rect(bounds, *outline)))
        }
        (None, Some(bounds)) if !bounds.is_empty() => {
            2 * u32::from(outlines.iter().any(|outline| same_size(bounds.size(), outline.size())))
        }
        _ => 0,
    }
}

fn same_rect(a: Rect, b: Rect) -> bool {
    a.x.abs_diff(b.x) <= SLACK && a.y.abs_diff(b.y) <= SLACK && same_size(a.size(), b.size())
}

fn same_size(a: Size, b: Size) -> bool {
    a.width.abs_diff(b.width) <= SLACK && a.height.abs_diff(b.height) <= SLACK
}

/// Takes windows that certainly belong to one element out of the others' ties, as long as that decides something.
fn eliminate(joins: &mut [Join]) {
    loop {
        let taken: Vec<WindowId> =
            joins.iter().filter_map(|join| if let Join::One(id) = join { Some(*id) } else { None }).collect();
        let decided = joins.iter().enumerate().find_map(|(at, join)| {
            let Join::Tied(tied) = join else { return None };
            let mut free = tied.iter().filter(|id| !taken.contains(id));
            match (free.next(), free.next()) {
                (Some(only), None) => Some((at, *only)),
                _ => None,
            }
        });
        match decided {
            Some((at, only)) => joins[at] = Join::One(only),
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Insets, Role};

    use super::*;

    const PID: Option<u32> = Some(7);

    fn window(id: u64, title: &str, client: Rect) -> Window {
        Window {
            id: WindowId(id),
            title: title.to_owned(),
            pid: PID,
            app: "App".to_owned(),
            instance: "app".to_owned(),
            client,
            z_index: id as u32,
            ..Window::default()
        }
    }

    fn decorated(id: u64, title: &str, client: Rect) -> Window {
        Window { decoration: Insets { left: 1, right: 1, top: 20, bottom: 5 }, ..window(id, title, client) }
    }

    fn shadowed(id: u64, title: &str, client: Rect) -> Window {
        Window { shadow: Insets { left: 26, right: 26, top: 23, bottom: 29 }, ..window(id, title, client) }
    }

    fn frame(name: &str, bounds: Option<Rect>, window_bounds: Option<Rect>) -> NodeData {
        let mut node = NodeData::new(Handle::new("f"), Role::Window, "frame".into());
        node.name = name.into();
        (node.bounds, node.window_bounds) = (bounds, window_bounds);
        node.known = Fields::SNAPSHOT;
        node
    }

    fn check(tops: &[NodeData], windows: &[Window], expected: &[Join]) {
        assert_eq!(join(tops, &Owned::by(PID, windows)), expected);
    }

    const A: Rect = Rect::new(100, 100, 400, 300);
    const B: Rect = Rect::new(600, 120, 400, 300);

    #[test]
    fn gtk3_frames_with_server_side_decoration_include_it() {
        let windows = [decorated(1, "", A), decorated(2, "", B)];
        let tops = [frame("", Some(Rect::new(599, 100, 402, 325)), None)];
        check(&tops, &windows, &[Join::One(WindowId(2))]);
    }

    #[test]
    fn gtk3_frames_with_client_side_decoration_include_the_shadow() {
        let windows = [shadowed(1, "", A), shadowed(2, "", B)];
        check(&[frame("", Some(A), None)], &windows, &[Join::One(WindowId(1))]);
    }

    #[test]
    fn gtk4_frames_have_only_a_size_so_the_title_decides() {
        let windows = [shadowed(1, "One", A), shadowed(2, "Two", B)];
        let size = Some(Rect::new(0, 0, 348, 248));
        let tops = [frame("Two", None, size), frame("One", None, size), frame("", None, size)];
        let tied = Join::Tied(vec![WindowId(1), WindowId(2)]);
        check(&tops, &windows, &[Join::One(WindowId(2)), Join::One(WindowId(1)), tied]);
    }

    #[test]
    fn qt_frames_are_the_client_area() {
        let windows = [decorated(1, "Calculator", A), decorated(2, "Calculator", B)];
        check(&[frame("", Some(B), None)], &windows, &[Join::One(WindowId(2))]);
    }

    #[test]
    fn three_chromium_frames_share_one_window() {
        let windows = [shadowed(1, "Page - Chromium", A)];
        let tops =
            [frame("Page - Chromium", Some(A), None), frame("", None, None), frame("x", Some(B), None)];
        check(&tops, &windows, &[Join::One(WindowId(1)), Join::One(WindowId(1)), Join::One(WindowId(1))]);
    }

    #[test]
    fn stacked_clones_are_a_tie_unless_one_is_active() {
        let mut windows = [window(1, "Same", A), window(2, "Same", A)];
        let mut tops = [frame("Same", Some(A), None), frame("Same", Some(A), None)];
        let tied = Join::Tied(vec![WindowId(1), WindowId(2)]);
        check(&tops, &windows, &[tied.clone(), tied]);

        windows[1].focused = true;
        tops[0].states.insert(State::Active);
        check(&tops, &windows, &[Join::One(WindowId(2)), Join::One(WindowId(1))]);
    }

    #[test]
    fn nothing_in_common_is_no_join() {
        let windows = [window(1, "One", A), window(2, "Two", B)];
        check(&[frame("Three", Some(Rect::new(0, 0, 9, 9)), None)], &windows, &[Join::None]);
        check(&[frame("One", Some(A), None)], &[], &[Join::None]);
    }

    #[test]
    fn windows_of_other_processes_are_never_joined() {
        let other = Window { pid: Some(8), ..window(1, "One", A) };
        check(&[frame("One", Some(A), None)], &[other], &[Join::None]);
    }

    #[test]
    fn a_window_without_pid_needs_the_whole_title_or_geometry() {
        let windows = [Window { pid: None, ..window(1, "A long title", A) }];
        check(&[frame("title", None, None)], &windows, &[Join::None]);
        check(&[frame("A long title", None, None)], &windows, &[Join::One(WindowId(1))]);
        check(&[frame("", Some(A), None)], &windows, &[Join::One(WindowId(1))]);
    }
}
