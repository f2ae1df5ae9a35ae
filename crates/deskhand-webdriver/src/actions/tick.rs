//! One moment of a sequence of actions: what happens at once, and what begins.

use std::time::Duration;

use deskhand_page::PageInput;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::motion::Motion;
use super::sequence::{Deed, Origin, Step, Target};
use super::sight::Sight;
use crate::errors::{Outcome, error};
use crate::hands::Devices;

/// What is to be done in a tick.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// At once.
    pub(super) events: Vec<PageInput>,
    /// Beginning now.
    pub(super) motions: Vec<Motion>,
    /// How long the tick lasts at least.
    pub(super) lasts: Duration,
    /// Why it ends after the events.
    pub(super) refused: Option<WebDriverError>,
}

impl Plan {
    /// Works out a tick. The devices are then as they will be after its events.
    pub(super) fn make(steps: &[Step], hands: &mut Devices, sight: &Sight) -> Plan {
        let lasts = steps.iter().map(|step| step.deed.lasts()).max().unwrap_or_default();
        let mut plan = Plan { lasts, ..Plan::default() };
        for step in steps {
            if let Err(refused) = plan.add(step, hands, sight) {
                plan.refused = Some(refused);
                break;
            }
        }
        plan
    }

    fn add(&mut self, Step { device, deed }: &Step, hands: &mut Devices, sight: &Sight) -> Outcome<()> {
        let modifiers = hands.modifiers();
        match deed {
            Deed::Pause(_) => {}
            Deed::Press(held) => self.events.extend(hands.press(device, held)),
            Deed::Release(held) => self.events.extend(hands.release(device, held)),
            Deed::Cancel => {
                self.events.extend(hands.pointer(device).and_then(|pointer| pointer.cancel(modifiers)));
            }
            Deed::Move { to, duration } => {
                let from = hands.pointer(device).map(|pointer| pointer.position()).unwrap_or_default();
                let to = point(to, from, sight)?;
                let duration = duration.unwrap_or(self.lasts);
                let glide = Motion::Glide { device: device.clone(), from, to, duration, modifiers };
                self.begin(glide, hands);
            }
            Deed::Scroll { at, across, down, duration } => {
                let at = point(at, (0.0, 0.0), sight)?;
                let duration = duration.unwrap_or(self.lasts);
                let by = (*across, *down);
                self.begin(Motion::Roll { at, by, turned: (0.0, 0.0), duration, modifiers }, hands);
            }
        }
        Ok(())
    }

    /// What takes no time is an event.
    fn begin(&mut self, mut motion: Motion, hands: &mut Devices) {
        if motion.is_over(Duration::ZERO) {
            self.events.extend(motion.go_on(Duration::ZERO, hands));
        } else {
            self.motions.push(motion);
        }
    }
}

/// Where a target is in the viewport.
fn point(target: &Target, pointer: (f64, f64), sight: &Sight) -> Outcome<(f64, f64)> {
    let from = match &target.origin {
        Origin::Viewport => (0.0, 0.0),
        Origin::Pointer => pointer,
        Origin::Element(element) => sight.middle(element)?,
    };
    let (x, y) = (from.0 + target.x, from.1 + target.y);
    let inside = (0.0..=sight.width).contains(&x) && (0.0..=sight.height).contains(&y);
    if inside {
        return Ok((x, y));
    }
    let said = format!("({x}, {y}) is outside of the viewport, which is {} by {}", sight.width, sight.height);
    Err(error(ErrorStatus::MoveTargetOutOfBounds, said))
}

#[cfg(test)]
mod tests {
    use deskhand_page::{PointerKind, PointerPhase, ViewId};
    use webdriver::common::WebElement;

    use super::*;
    use crate::hands::{DeviceKind, Hands, Held};

    fn sight() -> Sight {
        Sight::new((800.0, 600.0), [("it".to_owned(), (100.0, 50.0))])
    }

    fn hands() -> Devices {
        let mut hands = Hands::default();
        let view = ViewId("main".to_owned());
        hands.take(&view, "keys", DeviceKind::Keyboard);
        hands.take(&view, "mouse", DeviceKind::Pointer(PointerKind::Mouse));
        hands.take(&view, "wheel", DeviceKind::Wheel);
        hands.on(&view).clone()
    }

    fn step(device: &str, deed: Deed) -> Step {
        Step { device: device.to_owned(), deed }
    }

    fn at(origin: Origin, x: f64, y: f64) -> Target {
        Target { origin, x, y }
    }

    fn move_to(target: Target) -> Step {
        step("mouse", Deed::Move { to: target, duration: None })
    }

    fn position(hands: &mut Devices) -> (f64, f64) {
        hands.pointer("mouse").expect("a mouse").position()
    }

    #[test]
    fn points_are_seen_from_the_viewport_the_pointer_and_elements() {
        let mut hands = hands();
        let element = Origin::Element(WebElement("it".to_owned()));
        for (target, expected) in [
            (at(Origin::Viewport, 10.0, 20.0), (10.0, 20.0)),
            (at(Origin::Pointer, 5.0, -5.0), (15.0, 15.0)),
            (at(element, -1.0, 2.0), (99.0, 52.0)),
        ] {
            let plan = Plan::make(&[move_to(target)], &mut hands, &sight());
            assert!(plan.refused.is_none());
            assert_eq!(plan.events.len(), 1);
            assert_eq!(position(&mut hands), expected);
        }
    }

    #[test]
    fn a_point_outside_of_the_viewport_is_refused_after_what_came_before() {
        let mut hands = hands();
        let press = step("keys", Deed::Press(Held::Key("a".to_owned())));
        let plan = Plan::make(&[press, move_to(at(Origin::Viewport, 801.0, 0.0))], &mut hands, &sight());
        assert_eq!(plan.events.len(), 1);
        assert_eq!(plan.refused.expect("out of bounds").error, ErrorStatus::MoveTargetOutOfBounds);
        assert_eq!(position(&mut hands), (0.0, 0.0));
    }

    #[test]
    fn a_key_pressed_earlier_in_the_tick_is_held_for_the_button() {
        let shift = step("keys", Deed::Press(Held::Key("\u{E008}".to_owned())));
        let press = step("mouse", Deed::Press(Held::Button(0)));
        let plan = Plan::make(&[shift, press], &mut hands(), &sight());
        match &plan.events[1] {
            PageInput::Pointer { phase: PointerPhase::Down(0), modifiers, .. } => assert!(modifiers.shift),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_move_without_a_duration_lasts_as_long_as_the_tick() {
        let second = Duration::from_secs(1);
        let steps = [step("keys", Deed::Pause(second)), move_to(at(Origin::Viewport, 9.0, 9.0))];
        let plan = Plan::make(&steps, &mut hands(), &sight());
        assert_eq!(plan.lasts, second);
        assert!(plan.events.is_empty());
        assert!(matches!(&plan.motions[..], [Motion::Glide { duration, .. }] if *duration == second));
    }

    #[test]
    fn a_wheel_turns_where_it_is_asked_to() {
        let scroll = Deed::Scroll {
            at: at(Origin::Element(WebElement("it".to_owned())), 1.0, 1.0),
            across: 0.0,
            down: 10.0,
            duration: None,
        };
        let plan = Plan::make(&[step("wheel", scroll)], &mut hands(), &sight());
        assert!(
            matches!(&plan.events[..], [PageInput::Wheel { x, y, down, .. }] if (*x, *y, *down) == (101.0, 51.0, 10.0))
        );
    }
}
