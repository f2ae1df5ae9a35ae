//! When buttons are pressed, as events tell it.

use std::cell::Cell;

/// How long after a press another one may come and still make a double click, in milliseconds, wherever that can be
/// chosen.
const LATEST: u32 = 5_000;

thread_local! {
    static LAST: Cell<Option<Press>> = const { Cell::new(None) };
}

/// A button was pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    pointer: u32,
    time: u32,
}

/// The time of a press that a pointer makes now.
///
/// WebKit goes by times alone when it makes a double click of two presses; but those of two pointers make none. So the
/// second one is said to have come just before the first, as no press of a double click does.
pub(super) fn press_time(pointer: u32, now: u32) -> u32 {
    let time = time_after(LAST.get(), pointer, now);
    LAST.set(Some(Press { pointer, time }));
    time
}

fn time_after(last: Option<Press>, pointer: u32, now: u32) -> u32 {
    match last {
        Some(last) if last.pointer != pointer && now.wrapping_sub(last.time) < LATEST => {
            last.time.wrapping_sub(1)
        }
        _ => now,
    }
}

#[cfg(test)]
mod tests {
    use super::{Press, time_after};

    #[test]
    fn presses_of_one_pointer_come_when_they_come() {
        assert_eq!(time_after(None, 1, 700), 700);
        assert_eq!(time_after(Some(Press { pointer: 1, time: 700 }), 1, 750), 750);
    }

    #[test]
    fn a_press_of_another_pointer_makes_no_double_click() {
        assert_eq!(time_after(Some(Press { pointer: 1, time: 700 }), 2, 750), 699);
    }

    #[test]
    fn long_after_a_press_nothing_is_to_be_kept_apart() {
        assert_eq!(time_after(Some(Press { pointer: 1, time: 700 }), 2, 9_000), 9_000);
    }
}
