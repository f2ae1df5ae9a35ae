//! Changes to windows where no window manager runs: what the X server can do by itself.

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Error, ErrorKind, Point, Size};
use x11rb::protocol::xproto::{
    ClientMessageData, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, InputFocus,
    StackMode,
};

use super::super::display::Display;
use super::super::fault::Outcome;
use super::change::Target;
use super::manager::Manager;
use super::placement::{client_origin, client_size};

/// Does what can be done without a manager.
pub(super) fn change(
    display: &Display,
    manager: &Manager,
    target: &Target,
    change: WindowChange,
) -> Outcome<()> {
    match change {
        WindowChange::Focus => focus(display, target),
        WindowChange::Move(to) => move_to(display, target, to),
        WindowChange::Resize(size) => resize(display, target, size),
        WindowChange::Restore => {
            display.conn().map_window(target.window)?;
            Ok(())
        }
        WindowChange::Close => close(display, target),
        WindowChange::ForceClose => Ok(()),
        WindowChange::Minimize => manager.needed_to("minimise a window"),
        WindowChange::Maximize => manager.needed_to("maximise a window"),
        WindowChange::Fullscreen => manager.needed_to("show a window full screen"),
        WindowChange::Workspace(_) => manager.needed_to("move a window to another workspace"),
    }
}

fn focus(display: &Display, target: &Target) -> Outcome<()> {
    if !target.viewable {
        let message =
            "the window is not shown, and without a window manager only shown windows can have the keyboard";
        return Err(Error::new(ErrorKind::ActionUnsupported, message)
            .hint("restore the window first")
            .into());
    }
    let raise = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
    display.conn().configure_window(target.window, &raise)?;
    display.conn().set_input_focus(InputFocus::PARENT, target.window, display.timestamp()?)?;
    Ok(())
}

fn move_to(display: &Display, target: &Target, to: Point) -> Outcome<()> {
    let at = client_origin(to, target.decoration, target.shadow);
    display.conn().configure_window(target.window, &ConfigureWindowAux::new().x(at.x).y(at.y))?;
    Ok(())
}

fn resize(display: &Display, target: &Target, size: Size) -> Outcome<()> {
    let size = client_size(size, target.shadow);
    let aux = ConfigureWindowAux::new().width(size.width).height(size.height);
    display.conn().configure_window(target.window, &aux)?;
    Ok(())
}

fn close(display: &Display, target: &Target) -> Outcome<()> {
    let atoms = &display.atoms;
    if !target.protocols.contains(&atoms.WM_DELETE_WINDOW) {
        let message =
            "the window does not take requests to close (WM_DELETE_WINDOW), and no window manager runs";
        return Err(Error::new(ErrorKind::ActionUnsupported, message).hint("end its process instead").into());
    }
    let data = ClientMessageData::from([atoms.WM_DELETE_WINDOW, display.timestamp()?, 0, 0, 0]);
    let event = ClientMessageEvent::new(32, target.window, atoms.WM_PROTOCOLS, data);
    display.conn().send_event(false, target.window, EventMask::NO_EVENT, event)?;
    Ok(())
}
