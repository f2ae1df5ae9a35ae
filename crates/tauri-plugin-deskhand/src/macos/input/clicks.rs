//! Which click of several a press is. AppKit wants to be told with each.

/// How far two presses may be apart and still make a double click, in points.
const NEAR: f64 = 5.0;

/// A button was pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Press {
    /// By which pointer: those of two make no double click.
    pub(super) pointer: u32,
    pub(super) button: u8,
    pub(super) x: f64,
    pub(super) y: f64,
    /// When, in seconds.
    pub(super) at: f64,
    /// Which of several it was.
    pub(super) count: isize,
}

impl Press {
    /// A press after another one, if there was one; `within` is how long a double click may take.
    pub(super) fn after(last: Option<Press>, press: Press, within: f64) -> Press {
        let follows = |last: &Press| {
            last.pointer == press.pointer
                && last.button == press.button
                && press.at - last.at <= within
                && (press.x - last.x).abs() <= NEAR
                && (press.y - last.y).abs() <= NEAR
        };
        let before = last.filter(follows).map_or(0, |last| last.count);
        Press { count: before + 1, ..press }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Press = Press { pointer: 1, button: 0, x: 10.0, y: 20.0, at: 100.0, count: 1 };

    fn after(press: Press) -> isize {
        Press::after(Some(FIRST), press, 0.5).count
    }

    #[test]
    fn the_first_press_is_one_click() {
        assert_eq!(Press::after(None, FIRST, 0.5).count, 1);
    }

    #[test]
    fn two_presses_make_a_double_click_and_three_more() {
        let second = Press::after(Some(FIRST), Press { at: 100.4, ..FIRST }, 0.5);
        assert_eq!(second.count, 2);
        assert_eq!(Press::after(Some(second), Press { at: 100.8, ..FIRST }, 0.5).count, 3);
    }

    #[test]
    fn late_far_or_other_presses_begin_anew() {
        assert_eq!(after(Press { at: 101.0, ..FIRST }), 1);
        assert_eq!(after(Press { at: 100.1, x: 30.0, ..FIRST }), 1);
        assert_eq!(after(Press { at: 100.1, button: 2, ..FIRST }), 1);
        assert_eq!(after(Press { at: 100.1, pointer: 2, ..FIRST }), 1);
    }
}
