//! The pointer, by XTEST.

use deskhand_engine::ports::Button;
use deskhand_model::{Error, ErrorKind, Point};
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::display::Display;
use super::fault::Outcome;

/// Most notches of the wheel in one call.
const MOST_NOTCHES: u32 = 1000;

/// Where the pointer is.
pub(super) fn position(display: &Display) -> Outcome<Point> {
    let pointer = display.conn().query_pointer(display.root())?.reply()?;
    Ok(Point { x: pointer.root_x.into(), y: pointer.root_y.into() })
}

/// Moves the pointer to a place on the screen.
pub(super) fn move_to(display: &Display, to: Point) -> Outcome<()> {
    let screen = display.conn().get_geometry(display.root())?.reply()?;
    let is_inside =
        (0..i32::from(screen.width)).contains(&to.x) && (0..i32::from(screen.height)).contains(&to.y);
    let (Ok(x), Ok(y), true) = (i16::try_from(to.x), i16::try_from(to.y), is_inside) else {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "({}, {}) is not on the screen of {} x {} pixels",
                to.x, to.y, screen.width, screen.height
            ),
        )
        .into());
    };
    const ABSOLUTE: u8 = 0;
    display.conn().xtest_fake_input(
        MOTION_NOTIFY_EVENT,
        ABSOLUTE,
        x11rb::CURRENT_TIME,
        display.root(),
        x,
        y,
        0,
    )?;
    display.sync()
}

/// Presses a button or lets it go.
pub(super) fn button(display: &Display, button: Button, down: bool) -> Outcome<()> {
    let meant = match button {
        Button::Left => 1,
        Button::Middle => 2,
        Button::Right => 3,
    };
    let mapping = display.conn().get_pointer_mapping()?.reply()?.map;
    fake(display, physical(meant, &mapping), down)?;
    display.sync()
}

/// Turns the wheel; positive is down and to the right.
pub(super) fn wheel(display: &Display, across: i32, down: i32) -> Outcome<()> {
    if across.unsigned_abs().max(down.unsigned_abs()) > MOST_NOTCHES {
        let message = format!("the wheel turns at most {MOST_NOTCHES} notches at a time");
        return Err(Error::new(ErrorKind::InvalidArgument, message).into());
    }
    let mapping = display.conn().get_pointer_mapping()?.reply()?.map;
    for (notches, backward, forward) in [(down, 4, 5), (across, 6, 7)] {
        let button = physical(if notches < 0 { backward } else { forward }, &mapping);
        for _ in 0..notches.unsigned_abs() {
            fake(display, button, true)?;
            fake(display, button, false)?;
        }
    }
    display.sync()
}

/// The device's button that acts as button `meant`: left-handed people exchange them.
fn physical(meant: u8, mapping: &[u8]) -> u8 {
    let index = mapping.iter().position(|&acts_as| acts_as == meant);
    index.and_then(|index| u8::try_from(index + 1).ok()).unwrap_or(meant)
}

fn fake(display: &Display, button: u8, down: bool) -> Outcome<()> {
    let kind = if down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT };
    display.conn().xtest_fake_input(kind, button, x11rb::CURRENT_TIME, display.root(), 0, 0, 0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_left_handed_mouse_has_its_buttons_exchanged() {
        assert_eq!(physical(1, &[3, 2, 1, 4, 5]), 3);
        assert_eq!(physical(3, &[3, 2, 1, 4, 5]), 1);
        assert_eq!(physical(1, &[1, 2, 3]), 1);
        assert_eq!(physical(6, &[1, 2, 3]), 6);
    }
}
