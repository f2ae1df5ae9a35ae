//! One page of a list of windows.

use deskhand_model::Window;

use crate::order::{Order, Place};
use crate::page::Cursor;

/// A page.
pub(crate) struct Page<'a> {
    /// What is on it.
    pub(crate) windows: Vec<&'a Window>,
    /// Where it ends, when there is more.
    pub(crate) end: Option<Cursor>,
}

/// The first `size` windows after a place; from the start when none is given.
pub(crate) fn page<'a>(
    windows: impl Iterator<Item = &'a Window>,
    order: &Order,
    after: Option<&Place<'_>>,
    size: usize,
) -> Page<'a> {
    let mut placed: Vec<(Place<'a>, &'a Window)> = windows
        .map(|window| (order.place(window), window))
        .filter(|(place, _)| after.is_none_or(|after| order.compare(place, after).is_gt()))
        .collect();
    placed.sort_by(|(left, _), (right, _)| order.compare(left, right));
    let more = placed.len() > size;
    placed.truncate(size);
    let end = placed.last().filter(|_| more).map(|(place, _)| Cursor::from(place));
    Page { windows: placed.into_iter().map(|(_, window)| window).collect(), end }
}

#[cfg(test)]
mod tests {
    use deskhand_model::WindowId;

    use super::*;

    fn window(id: u64, title: &str) -> Window {
        Window { id: WindowId(id), title: title.to_owned(), ..Window::default() }
    }

    /// Reads page after page; before each, the windows are what `changes` makes of them.
    fn pages(order: &str, mut windows: Vec<Window>, changes: &[fn(&mut Vec<Window>)]) -> Vec<Vec<u64>> {
        let order = Order::parse(order).unwrap();
        let mut after: Option<Place<'static>> = None;
        let mut pages = Vec::new();
        for change in changes {
            change(&mut windows);
            let page = page(windows.iter(), &order, after.as_ref(), 2);
            pages.push(page.windows.iter().map(|window| window.id.0).collect());
            match page.end {
                Some(end) => after = Some(end.into()),
                None => break,
            }
        }
        pages
    }

    const SAME: fn(&mut Vec<Window>) = |_| {};

    #[test]
    fn pages_follow_each_other_without_overlap() {
        let windows = vec![window(5, "a"), window(1, "b"), window(3, "c"), window(2, "b")];
        assert_eq!(pages("", windows.clone(), &[SAME, SAME, SAME]), [[1, 2], [3, 5]]);
        assert_eq!(pages("title desc", windows.clone(), &[SAME, SAME, SAME]), [[3, 1], [2, 5]]);
        assert_eq!(pages("title", windows, &[SAME, SAME, SAME]), [[5, 1], [2, 3]]);
        assert_eq!(pages("", Vec::new(), &[SAME, SAME]), [[0u64; 0]]);
    }

    #[test]
    fn what_stays_is_listed_once_although_others_come_and_go() {
        let windows = (1..=6).map(|id| window(10 * id, "")).collect();
        let listed = pages(
            "",
            windows,
            &[
                SAME,
                // The last one of the page before is gone, and a new one is in front of the place.
                |windows| {
                    windows.retain(|window| window.id.0 != 20);
                    windows.push(window(15, ""));
                },
                |windows| windows.push(window(55, "")),
                SAME,
            ],
        );
        assert_eq!(listed, [vec![10, 20], vec![30, 40], vec![50, 55], vec![60]]);
    }
}
