//! Where a window is, told only when its frame and its content agree about it.
//!
//! A manager changes a window in steps: the content gets its new size, the frame its own, then the property with the
//! frame's widths is written. openbox (3.6) also lets the frame of a window fly to the bottom of the screen for 0.2 s
//! when it is minimised, and back when it is restored, and takes the content along. In between the X server tells
//! places where the window never was for anybody. The sign of that is a frame which does not fit its content.

use std::time::{Duration, Instant};

use deskhand_model::{Insets, Rect};

/// A frame that does not fit and has not changed for this long is one that never does, with this manager.
const PATIENCE: Duration = Duration::from_millis(250);

/// A window's place and the borders around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Outline {
    pub(in super::super) client: Rect,
    pub(in super::super) decoration: Insets,
}

/// What one look at a window has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) outline: Outline,
    /// The frame that the window is in, where it has one.
    pub(super) frame: Option<Rect>,
    /// Rolled up to its title bar, which is all that the frame then has to hold.
    pub(super) shaded: bool,
}

impl Seen {
    /// How far the frame reaches beyond its content.
    fn margins(&self) -> Option<Margins> {
        let client = self.outline.client;
        self.frame.map(|frame| Margins {
            left: client.x - frame.x,
            top: client.y - frame.y,
            right: frame.right() - client.right(),
            bottom: if self.shaded { None } else { Some(frame.bottom() - client.bottom()) },
        })
    }

    /// Whether the frame holds its content as it should: within the borders that it says to have, or as it did before
    /// (frames of mutter are wider than they say, by the invisible part for resizing).
    fn fits(&self, usual: Option<Margins>) -> bool {
        let Some(margins) = self.margins() else { return true };
        Some(margins) == usual || margins.are(self.outline.decoration)
    }
}

/// How far a frame reaches beyond its content; there is no telling for the bottom of one that is rolled up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Margins {
    left: i32,
    top: i32,
    right: i32,
    bottom: Option<i32>,
}

impl Margins {
    fn are(self, told: Insets) -> bool {
        let same = |margin: i32, told: u32| u32::try_from(margin) == Ok(told);
        same(self.left, told.left)
            && same(self.top, told.top)
            && same(self.right, told.right)
            && self.bottom.is_none_or(|bottom| same(bottom, told.bottom))
    }
}

/// The outline of one window through time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Track {
    /// As last seen whole.
    whole: Option<Outline>,
    /// How far the frame reached beyond its content then.
    usual: Option<Margins>,
    /// The last look, where it is not whole, and when it is taken as it is.
    torn: Option<(Seen, Instant)>,
}

impl Track {
    /// Takes note of a look.
    pub(super) fn see(&mut self, seen: Seen, now: Instant) {
        if seen.fits(self.usual) {
            self.accept(seen);
        } else if self.torn.is_none_or(|(before, _)| before != seen) {
            self.torn = Some((seen, now + PATIENCE));
        }
    }

    /// Takes a look as it is that has been the last one for long enough.
    pub(super) fn wait_no_longer(&mut self, now: Instant) {
        if let Some((seen, _)) = self.torn.filter(|&(_, until)| now >= until) {
            self.accept(seen);
        }
    }

    /// The outline to tell.
    pub(super) fn outline(&self) -> Outline {
        let torn = self.torn.map(|(seen, _)| seen.outline);
        self.whole.or(torn).unwrap_or_default()
    }

    /// Whether it was ever seen whole.
    pub(super) fn is_known(&self) -> bool {
        self.whole.is_some()
    }

    /// When the last look is taken as it is; `None` when that was whole.
    pub(super) fn torn_until(&self) -> Option<Instant> {
        self.torn.map(|(_, until)| until)
    }

    fn accept(&mut self, seen: Seen) {
        *self = Track { whole: Some(seen.outline), usual: seen.margins(), torn: None };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskhand_model::Point;

    const DECORATION: Insets = Insets { left: 1, right: 1, top: 20, bottom: 5 };
    const CLIENT: Rect = Rect::new(101, 120, 300, 200);

    fn seen(client: Rect, frame: Rect) -> Seen {
        Seen { outline: Outline { client, decoration: DECORATION }, frame: Some(frame), shaded: false }
    }

    fn whole() -> Seen {
        seen(CLIENT, CLIENT.grown(DECORATION))
    }

    fn tracked(look: Seen) -> Track {
        let mut track = Track::default();
        track.see(whole(), Instant::now());
        track.see(look, Instant::now());
        track
    }

    #[test]
    fn a_frame_that_went_with_its_content_is_believed_at_once() {
        let moved = CLIENT.translated(Point { x: 7, y: 9 });
        let track = tracked(seen(moved, moved.grown(DECORATION)));
        assert_eq!(track.outline().client, moved);
        assert_eq!(track.torn_until(), None);
    }

    #[test]
    fn half_a_change_is_not_told() {
        let grown = Rect { width: 400, ..CLIENT };
        let flying = Rect::new(300, 700, 302, 20);
        let undecorated = Rect { x: 100, y: 100, ..CLIENT };
        for (why, look) in [
            ("the content has grown, the frame has not", seen(grown, CLIENT.grown(DECORATION))),
            ("the frame has grown, the content has not", seen(CLIENT, grown.grown(DECORATION))),
            ("the frame flies to the bottom", seen(Rect { x: 301, y: 720, ..CLIENT }, flying)),
            ("the frame lost its borders and still says it has some", seen(undecorated, undecorated)),
        ] {
            let mut track = tracked(look);
            assert_eq!(track.outline(), whole().outline, "{why}");
            assert!(track.torn_until().is_some(), "{why}");
            track.see(whole(), Instant::now());
            assert_eq!(track.torn_until(), None, "{why}");
        }
    }

    #[test]
    fn a_frame_that_never_fits_is_taken_as_it_is_when_it_has_come_to_rest() {
        let look = seen(Rect { width: 400, ..CLIENT }, CLIENT.grown(DECORATION));
        let mut track = tracked(look);
        let until = track.torn_until().unwrap();
        track.see(look, until);
        assert_eq!(track.torn_until(), Some(until), "the same look again does not start the wait anew");
        track.wait_no_longer(until - Duration::from_millis(1));
        assert_eq!(track.outline(), whole().outline);
        track.wait_no_longer(until);
        assert_eq!(track.outline(), look.outline);
    }

    #[test]
    fn wider_frames_than_told_are_usual_with_some_managers() {
        let wide = Insets { left: 11, right: 11, top: 30, bottom: 15 };
        let mut track = Track::default();
        track.see(seen(CLIENT, CLIENT.grown(wide)), Instant::now());
        track.wait_no_longer(track.torn_until().unwrap());
        let moved = CLIENT.translated(Point { x: 7, y: 9 });
        track.see(seen(moved, moved.grown(wide)), Instant::now());
        assert_eq!(track.outline().client, moved);
    }

    #[test]
    fn a_window_without_frame_and_one_that_is_rolled_up_are_where_they_are() {
        let alone = Seen { frame: None, ..whole() };
        let rolled = Seen { shaded: true, ..seen(CLIENT, Rect::new(100, 100, 302, 22)) };
        for look in [alone, rolled] {
            let mut track = Track::default();
            track.see(look, Instant::now());
            assert_eq!((track.is_known(), track.torn_until()), (true, None));
        }
    }

    #[test]
    fn without_a_whole_look_the_first_one_has_to_do() {
        let mut track = Track::default();
        let look = seen(Rect { width: 400, ..CLIENT }, CLIENT.grown(DECORATION));
        track.see(look, Instant::now());
        assert_eq!(track.outline(), look.outline);
        assert!(!track.is_known());
    }
}
