//! Changes to windows where no window manager runs: what the X server can do by itself.

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Error, ErrorKind, Point, Size, Window as Record};
use x11rb::protocol::xproto::{
    ClientMessageData, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, InputFocus,
    StackMode, Window,
};

use super::super::display::Display;
use super::super::fault::Outcome;
use super::change::checked;
use super::manager::Manager;
use super::placement::{client_origin, client_size};
use super::properties::{ask_list, numbers};

/// Does what can be done without a manager.
pub(super) fn change(
    display: &Display,
    manager: &Manager,
    window: Window,
    target: &Record,
    change: WindowChange,
) -> Outcome<()> {
    match change {
        WindowChange::Focus => focus(display, window, target),
        WindowChange::Move(to) => move_to(display, window, target, to),
        WindowChange::Resize(size) => resize(display, window, target, size),
        WindowChange::Restore => checked(display.conn().map_window(window)),
        WindowChange::Close => close(display, window),
        WindowChange::ForceClose => Ok(()),
        WindowChange::Minimize => manager.needed_to("minimise a window"),
        WindowChange::Maximize => manager.needed_to("maximise a window"),
        WindowChange::Fullscreen => manager.needed_to("show a window full screen"),
        WindowChange::Workspace(_) => manager.needed_to("move a window to another workspace"),
    }
}

fn focus(display: &Display, window: Window, target: &Record) -> Outcome<()> {
    if !target.is_visible() {
        let message =
            "the window is not shown, and without a window manager only shown windows can have the keyboard";
        return Err(Error::new(ErrorKind::ActionUnsupported, message)
            .hint("restore the window first")
            .into());
    }
    let raise = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
    checked(display.conn().configure_window(window, &raise))?;
    checked(display.conn().set_input_focus(InputFocus::PARENT, window, display.timestamp()?))
}

fn move_to(display: &Display, window: Window, target: &Record, to: Point) -> Outcome<()> {
    let at = client_origin(to, target.decoration, target.shadow);
    checked(display.conn().configure_window(window, &ConfigureWindowAux::new().x(at.x).y(at.y)))
}

fn resize(display: &Display, window: Window, target: &Record, size: Size) -> Outcome<()> {
    let size = client_size(size, target.shadow);
    let aux = ConfigureWindowAux::new().width(size.width).height(size.height);
    checked(display.conn().configure_window(window, &aux))
}

fn close(display: &Display, window: Window) -> Outcome<()> {
    let atoms = &display.atoms;
    let protocols = numbers(ask_list(display, window, atoms.WM_PROTOCOLS)?)?;
    if !protocols.contains(&atoms.WM_DELETE_WINDOW) {
        let message =
            "the window does not take requests to close (WM_DELETE_WINDOW), and no window manager runs";
        return Err(Error::new(ErrorKind::ActionUnsupported, message).hint("end its process instead").into());
    }
    let data = ClientMessageData::from([atoms.WM_DELETE_WINDOW, display.timestamp()?, 0, 0, 0]);
    let event = ClientMessageEvent::new(32, window, atoms.WM_PROTOCOLS, data);
    checked(display.conn().send_event(false, window, EventMask::NO_EVENT, event))
}
