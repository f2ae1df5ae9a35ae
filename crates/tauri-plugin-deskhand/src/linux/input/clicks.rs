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
    /// When it was.
    at: u32,
    /// When it was said to be.
    told: u32,
}

/// The time of a press that a pointer makes now.
///
/// WebKit goes by times alone when it makes a double click of two presses; but those of two pointers make none. So the
/// second one is said to have come just before the first, as no press of a double click does. What the same pointer
/// presses next comes as long after that as it truly does.
pub(super) fn press_time(pointer: u32, now: u32) -> u32 {
    let told = told_after(LAST.get(), pointer, now);
    LAST.set(Some(Press { pointer, at: now, told }));
    told
}

fn told_after(last: Option<Press>, pointer: u32, now: u32) -> u32 {
    match last {
        Some(last) if last.pointer == pointer => last.told.wrapping_add(now.wrapping_sub(last.at)),
        Some(last) if now.wrapping_sub(last.told) < LATEST => last.told.wrapping_sub(1),
        _ => now,
    }
}

#[cfg(test)]
mod tests {
    use super::{Press, told_after};

    #[test]
    fn presses_of_one_pointer_come_when_they_come() {
        assert_eq!(told_after(None, 1, 700), 700);
        assert_eq!(told_after(Some(Press { pointer: 1, at: 700, told: 700 }), 1, 750), 750);
    }

    #[test]
    fn a_press_of_another_pointer_makes_no_double_click() {
        assert_eq!(told_after(Some(Press { pointer: 1, at: 700, told: 700 }), 2, 750), 699);
    }

    #[test]
    fn the_next_press_of_that_pointer_still_does() {
        assert_eq!(told_after(Some(Press { pointer: 2, at: 3_700, told: 699 }), 2, 3_750), 749);
    }

    #[test]
    fn long_after_a_press_nothing_is_to_be_kept_apart() {
        assert_eq!(told_after(Some(Press { pointer: 1, at: 700, told: 700 }), 2, 9_000), 9_000);
    }
}
