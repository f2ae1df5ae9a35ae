//! How much speaks for and against a top-level element being the accessibility side of a window.

use deskhand_model::{Rect, Window};

use super::outline::{Outline, distance};
use crate::ports::TopLevel;
use crate::windows::Evidence;

/// From this many pixels on two outlines are not of the same window. Shadows and animations
/// stay well below it, a jump to another monitor does not.
const TOO_FAR: f64 = 1000.0;

/// Distances up to this come from rounding and borders: two pixels in each of the four numbers.
const EXACT: f64 = 6.0;

/// Two joins that differ by less are equally good. More than rounding makes out, less than what sets windows apart
/// that somebody has stacked.
pub(super) const MARGIN: f64 = 8.0;

/// What disagreement about the keyboard counts, in pixels: enough to decide between clones, never more than that.
const FOCUS: f64 = 12.0;

/// What it counts, in pixels, that the application shows a window and the registry has it off the screen: more than
/// the widest shadow, so that of two clones the one on another space is not meant.
const OFF_SCREEN: f64 = 100.0;

/// What something counts that one side does not tell: less than anything that speaks against a pair. What is unknown
/// can be anything, so a pair that is not ruled out by what both tell stays a rival of one that has much in common.
const UNKNOWN: f64 = 2.0;

/// At most this costs a pair about which everything agrees, but for who has the keyboard.
pub(super) const PERFECT: f64 = FOCUS + UNKNOWN;

/// The widest shadow or invisible border that a list of windows may count as part of a window without saying so.
pub(super) const WIDEST_SHADOW: u32 = 64;

/// What a distance counts, at most, that such a shadow explains. With what a title counts that is not told, still no
/// more than makes no difference.
const SHADOW: f64 = 4.0;

/// How alike two titles are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Titles {
    /// The same.
    Same,
    /// At least one is not told.
    Untold,
    /// One is part of the other: Qt appends the application's name to what the window system is told.
    Part,
    /// They contradict each other.
    Other,
}

impl Titles {
    /// In pixels. Titles that contradict each other weigh as much as the greatest distance.
    const fn cost(self) -> f64 {
        match self {
            Titles::Same => 0.0,
            Titles::Untold => UNKNOWN,
            Titles::Part => 250.0,
            Titles::Other => TOO_FAR,
        }
    }
}

/// Weighs an application's top-level elements against windows; both are named by their place in the lists.
pub(super) struct Scale<'a> {
    tops: &'a [TopLevel],
    windows: &'a [&'a Window],
    outlines: Vec<Vec<Rect>>,
    by_pid: bool,
    list_is_truth: bool,
}

impl<'a> Scale<'a> {
    /// `by_pid` says that the windows are known to belong to the application's process, `list_is_truth` that the list of
    /// windows is not behind. Such a list also tells how wide decorations and shadows are: without that, a size alone
    /// means nothing. And the keyboard can go to and fro within what another list is behind, unseen by the application's
    /// account: there it decides nothing.
    pub(super) fn new(
        tops: &'a [TopLevel],
        windows: &'a [&'a Window],
        outline: Outline,
        by_pid: bool,
        list_is_truth: bool,
    ) -> Scale<'a> {
        let outlines = windows.iter().map(|window| outline.of_window(window)).collect();
        Scale { tops, windows, outlines, by_pid, list_is_truth }
    }

    /// The rectangles by which a window can be told.
    pub(super) fn outlines(&self, window: usize) -> &[Rect] {
        &self.outlines[window]
    }

    /// What speaks against the pair, in pixels; infinite when it is ruled out.
    pub(super) fn cost(&self, top: usize, window: usize) -> f64 {
        let titles = self.titles(top, window);
        let distance = self.distance(top, window);
        let possible = match distance {
            _ if !self.by_pid => self.is_whole(top, titles, distance),
            // On a list that is the truth nothing is under way, so one of the two would agree.
            Some(distance) if self.list_is_truth && titles == Titles::Other => distance <= EXACT,
            Some(distance) => distance < TOO_FAR,
            None => titles != Titles::Other,
        };
        if !possible {
            return f64::INFINITY;
        }
        let focus = match self.tops[top].focused {
            Some(focused) if self.list_is_truth && focused != self.windows[window].focused => FOCUS,
            _ => 0.0,
        };
        let off_screen = if self.is_off_screen(top, window) { OFF_SCREEN } else { 0.0 };
        let apart = match distance {
            Some(distance) if self.may_have_shadow(top, window) => distance.min(SHADOW),
            Some(distance) => distance,
            None => UNKNOWN,
        };
        apart + titles.cost() + focus + off_screen
    }

    /// Whether the window is around the element by no more than a shadow, where the list does not tell of shadows.
    fn may_have_shadow(&self, top: usize, window: usize) -> bool {
        let Some(inner) = self.tops[top].bounds.filter(|_| !self.list_is_truth) else { return false };
        let border =
            |inner: i32, outer: i32| (0..=WIDEST_SHADOW as i32).contains(&inner.saturating_sub(outer));
        self.outlines[window].iter().any(|outer| {
            border(inner.x, outer.x)
                && border(inner.y, outer.y)
                && border(outer.right(), inner.right())
                && border(outer.bottom(), inner.bottom())
        })
    }

    /// Whether the application shows it and the registry has it off the screen. The other way round says nothing: not
    /// every registry knows what is minimised.
    fn is_off_screen(&self, top: usize, window: usize) -> bool {
        let TopLevel { minimized, hidden, .. } = self.tops[top];
        (minimized, hidden) == (Some(false), Some(false)) && !self.windows[window].is_visible()
    }

    /// Whether the evidence is enough to be sure, if every other pair is ruled out.
    pub(super) fn convinces(&self, top: usize, window: usize) -> bool {
        let titles = self.titles(top, window);
        let distance = self.distance(top, window);
        let exact = distance.is_some_and(|distance| distance <= EXACT);
        let placed = self.tops[top].bounds.is_some();
        match titles {
            _ if self.is_off_screen(top, window) => false,
            _ if !self.by_pid => self.is_whole(top, titles, distance),
            Titles::Other => exact && placed && self.list_is_truth,
            Titles::Same | Titles::Part => true,
            Titles::Untold => exact || placed,
        }
    }

    /// Whether the element tells anything by which it can be recognised.
    pub(super) fn is_told(&self, top: usize) -> bool {
        let top = &self.tops[top];
        !top.title.is_empty() || top.bounds.is_some() || top.size.is_some()
    }

    /// Whether the pair has so much in common that the element is part of the window even where another element is
    /// the window itself.
    pub(super) fn is_close(&self, top: usize, window: usize) -> bool {
        self.cost(top, window).is_finite()
            && (matches!(self.titles(top, window), Titles::Same | Titles::Part)
                || self.distance(top, window).is_some_and(|distance| distance <= EXACT))
    }

    /// What speaks for the pair.
    pub(super) fn evidence(&self, top: usize, window: usize) -> Evidence {
        Evidence {
            process: self.by_pid,
            only_window: self.by_pid && self.windows.len() == 1,
            title: self.titles(top, window) == Titles::Same,
            distance: self.distance(top, window),
            focused: self.tops[top].focused == Some(true) && self.windows[window].focused,
            ..Evidence::default()
        }
    }

    /// The whole title or the whole outline agrees: what is asked for where the process is unknown.
    fn is_whole(&self, top: usize, titles: Titles, distance: Option<f64>) -> bool {
        titles == Titles::Same
            || (self.tops[top].bounds.is_some() && distance.is_some_and(|distance| distance <= EXACT))
    }

    fn distance(&self, top: usize, window: usize) -> Option<f64> {
        let top = &self.tops[top];
        let measurable = top.bounds.is_some() || self.list_is_truth;
        if measurable { distance(top, &self.outlines[window]) } else { None }
    }

    fn titles(&self, top: usize, window: usize) -> Titles {
        let (told, known) = (self.tops[top].title.as_str(), self.windows[window].title.as_str());
        match (told.is_empty(), known.is_empty()) {
            (true, _) | (_, true) => Titles::Untold,
            _ if told == known => Titles::Same,
            _ if known.contains(told) || told.contains(known) => Titles::Part,
            _ => Titles::Other,
        }
    }
}
