//! What takes time: a pointer on its way, a wheel that turns.

use std::time::Duration;

use deskhand_page::{Modifiers, PageInput};

use crate::hands::Devices;

/// How long is waited between two events of a motion: there are about sixty in a second.
pub(super) const FRAME: Duration = Duration::from_micros(16_667);

/// A motion that was begun.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Motion {
    /// A pointer moves.
    Glide { device: String, from: (f64, f64), to: (f64, f64), duration: Duration, modifiers: Modifiers },
    /// A wheel turns.
    Roll {
        at: (f64, f64),
        by: (f64, f64),
        /// How far it has turned.
        turned: (f64, f64),
        duration: Duration,
        modifiers: Modifiers,
    },
}

impl Motion {
    /// How long it takes.
    pub(super) fn duration(&self) -> Duration {
        match self {
            Motion::Glide { duration, .. } | Motion::Roll { duration, .. } => *duration,
        }
    }

    /// Whether it has come to its end after this time.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        elapsed >= self.duration()
    }

    /// Goes on to where it is after this time.
    pub(super) fn go_on(&mut self, elapsed: Duration, hands: &mut Devices) -> Option<PageInput> {
        match self {
            Motion::Glide { device, from, to, duration, modifiers } => {
                let point = between(*from, *to, elapsed, *duration);
                hands.pointer(device)?.move_to(point, *modifiers)
            }
            Motion::Roll { at, by, turned, duration, modifiers } => {
                let reached = between((0.0, 0.0), *by, elapsed, *duration);
                let (across, down) = (reached.0 - turned.0, reached.1 - turned.1);
                *turned = reached;
                let moved = across != 0.0 || down != 0.0;
                moved.then_some(PageInput::Wheel { x: at.0, y: at.1, across, down, modifiers: *modifiers })
            }
        }
    }
}

/// A point on a straight way. On the way it is a whole pixel; at the end it is exact.
fn between(from: (f64, f64), to: (f64, f64), elapsed: Duration, duration: Duration) -> (f64, f64) {
    if elapsed >= duration {
        return to;
    }
    let part = elapsed.as_secs_f64() / duration.as_secs_f64();
    let reach = |from: f64, to: f64| (from + (to - from) * part).round();
    (reach(from.0, to.0), reach(from.1, to.1))
}

#[cfg(test)]
mod tests {
    use deskhand_page::{PointerKind, ViewId};

    use super::*;
    use crate::hands::{DeviceKind, Hands};

    const SECOND: Duration = Duration::from_secs(1);

    fn roll(by: (f64, f64), duration: Duration) -> Motion {
        Motion::Roll { at: (5.0, 6.0), by, turned: (0.0, 0.0), duration, modifiers: Modifiers::default() }
    }

    #[test]
    fn a_pointer_goes_straight_and_arrives_exactly() {
        let mut hands = Hands::default();
        let view = ViewId("main".to_owned());
        hands.take(&view, "mouse", DeviceKind::Pointer(PointerKind::Mouse));
        let hands = hands.on(&view);
        let mut motion = Motion::Glide {
            device: "mouse".to_owned(),
            from: (0.0, 0.0),
            to: (12.5, -21.0),
            duration: SECOND,
            modifiers: Modifiers::default(),
        };
        motion.go_on(Duration::ZERO, hands);
        assert_eq!(motion.go_on(Duration::ZERO, hands), None);
        assert!(motion.go_on(SECOND / 3, hands).is_some());
        assert_eq!(hands.pointer("mouse").map(|mouse| mouse.position()), Some((4.0, -7.0)));
        assert!(!motion.is_over(SECOND / 3));
        assert!(motion.go_on(SECOND, hands).is_some());
        assert!(motion.is_over(SECOND));
        assert_eq!(hands.pointer("mouse").map(|mouse| mouse.position()), Some((12.5, -21.0)));
    }

    #[test]
    fn the_turns_of_a_wheel_add_up() {
        let mut hands = Devices::default();
        let mut motion = roll((5.0, 100.0), SECOND);
        let mut sum = (0.0, 0.0);
        for step in 0..=7 {
            if let Some(PageInput::Wheel { across, down, .. }) = motion.go_on(SECOND * step / 7, &mut hands) {
                sum = (sum.0 + across, sum.1 + down);
            }
        }
        assert_eq!(sum, (5.0, 100.0));
    }

    #[test]
    fn a_wheel_that_turns_by_nothing_is_not_seen() {
        assert_eq!(roll((0.0, 0.0), Duration::ZERO).go_on(Duration::ZERO, &mut Devices::default()), None);
    }
}
