//! Somebody who uses the demonstration desktop, so that there is something to watch.

use std::time::Duration;

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Point, Size};

use crate::random::Random;
use crate::user::{UserAction, WindowKey};

/// When the user begins: after a command that only looks or acts has ended.
const BEGINS: u64 = 3;

/// How many things happen, one each second.
const ACTIONS: u64 = 120;

/// The windows that the user uses, in the order in which the scenario opens them. The others are left to whoever
/// tries something out.
const BROWSER: WindowKey = WindowKey(1);
const CALCULATOR: WindowKey = WindowKey(2);

/// What the user does, and when.
pub(super) fn of_user(random: &mut Random) -> Vec<(Duration, UserAction)> {
    let mut minimized = false;
    let mut action = |number: u64| {
        let mut number_up_to = |most: i64| random.between(0, most) as i32;
        match number % 5 {
            0 => {
                let to = Point { x: number_up_to(600), y: number_up_to(400) };
                UserAction::Change(BROWSER, WindowChange::Move(to))
            }
            1 => {
                minimized = !minimized;
                let change = if minimized { WindowChange::Minimize } else { WindowChange::Restore };
                UserAction::Change(CALCULATOR, change)
            }
            2 => UserAction::Retitle(BROWSER, format!("Page {} - Browser", number / 5 + 1)),
            3 => {
                let size = Size {
                    width: 500 + number_up_to(200).unsigned_abs(),
                    height: 300 + number_up_to(200).unsigned_abs(),
                };
                UserAction::Change(BROWSER, WindowChange::Resize(size))
            }
            _ => UserAction::Change(BROWSER, WindowChange::Focus),
        }
    };
    (0..ACTIONS).map(|number| (Duration::from_secs(BEGINS + number), action(number))).collect()
}
