//! Changes to windows: requests to the window manager (EWMH), or to the window itself where nobody manages it.

use std::time::{Duration, Instant};

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Error, ErrorKind, Window as Record, WindowId, Workspace};
use x11rb::cookie::VoidCookie;
use x11rb::errors::ConnectionError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;
use x11rb::x11_utils::X11Error;

use super::super::display::Display;
use super::super::fault::{Fault, Outcome};
use super::super::stream::TimedStream;
use super::facts::{ICONIC, NORMAL};
use super::manager::{FROM_USER, Manager, request};
use super::mirror::pass_barrier;
use super::placement::{Gravity, LARGEST, move_request, resize_request};
use super::properties::{self, number, numbers};
use super::unmanaged;

/// How long a manager gets to follow a request before another way is tried.
const PATIENCE: Duration = Duration::from_millis(250);

/// The window with this id, if it is in the list: nothing else is ever touched.
pub(super) fn find(windows: &[Record], id: WindowId) -> Result<&Record, Error> {
    windows.iter().find(|window| window.id == id).ok_or_else(|| not_found(id))
}

/// Asks for a change.
pub(super) fn change(display: &Display, target: &Record, change: WindowChange) -> Outcome<()> {
    check_reach(change)?;
    let window = Window::try_from(target.id.0).map_err(|_| not_found(target.id))?;
    let outcome = match change {
        // X11 can only cut off the whole application, whoever manages its windows.
        WindowChange::ForceClose => checked(display.conn().kill_client(window)),
        _ => ask(display, window, target, change),
    };
    match outcome {
        Err(Fault::Refused(refused)) if is_about(window, &refused) => Err(not_found(target.id).into()),
        Err(fault) => Err(fault),
        Ok(()) => display.sync(),
    }
}

fn ask(display: &Display, window: Window, target: &Record, change: WindowChange) -> Outcome<()> {
    let manager = Manager::read(display)?;
    if manager.is_running() {
        managed(display, &manager, window, target, change)
    } else {
        unmanaged::change(display, &manager, window, target, change)
    }
}

/// Refuses what the protocol has no numbers for: the server would take another place.
fn check_reach(change: WindowChange) -> Result<(), Error> {
    let reached = match change {
        WindowChange::Move(to) => [to.x, to.y].into_iter().all(|at| i16::try_from(at).is_ok()),
        WindowChange::Resize(size) => size.width.max(size.height) <= LARGEST,
        _ => true,
    };
    if reached {
        return Ok(());
    }
    let message = format!("X11 knows places from {} to {} and sizes up to {LARGEST}", i16::MIN, i16::MAX);
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

fn not_found(id: WindowId) -> Error {
    Error::new(ErrorKind::WindowNotFound, format!("there is no window {id}"))
        .hint("`deskhand windows` lists the windows that are open")
}

/// Whether the server refused a request because the window is gone.
fn is_about(window: Window, refused: &X11Error) -> bool {
    refused.bad_value == window
}

/// Sends a request to the server and waits until it is done.
pub(super) fn checked(
    request: Result<VoidCookie<'_, RustConnection<TimedStream>>, ConnectionError>,
) -> Outcome<()> {
    Ok(request?.check()?)
}

/// Shows the workspace with this number.
pub(super) fn show_workspace(display: &Display, number: u32) -> Outcome<()> {
    let manager = Manager::read(display)?;
    manager.needed_to("show another workspace")?;
    check_workspace(&manager, number)?;
    let time = display.timestamp()?;
    request(display, display.root(), display.atoms._NET_CURRENT_DESKTOP, [number, time, 0, 0, 0])?;
    display.sync()
}

fn managed(
    display: &Display,
    manager: &Manager,
    window: Window,
    target: &Record,
    change: WindowChange,
) -> Outcome<()> {
    let atoms = &display.atoms;
    let ask_for = |kind, data| request(display, window, kind, data);
    match change {
        WindowChange::Focus => focus(display, manager, window, target),
        WindowChange::Move(to) => {
            let hints = properties::ask(display, window, AtomEnum::WM_NORMAL_HINTS, 18)?;
            let gravity = Gravity::from_hints(&numbers(hints)?);
            let data = move_request(to, target.decoration, target.shadow, gravity, FROM_USER);
            ask_for(atoms._NET_MOVERESIZE_WINDOW, data)
        }
        WindowChange::Resize(size) => {
            ask_for(atoms._NET_MOVERESIZE_WINDOW, resize_request(size, target.shadow, FROM_USER))
        }
        WindowChange::Minimize => {
            ask_for(atoms.WM_CHANGE_STATE, [ICONIC, 0, 0, 0, 0])?;
            if is_elsewhere(manager, target) { set_hidden(display, window, true) } else { Ok(()) }
        }
        WindowChange::Restore => restore(display, manager, window, target),
        WindowChange::Maximize => {
            let [vertical, horizontal] =
                [atoms._NET_WM_STATE_MAXIMIZED_VERT, atoms._NET_WM_STATE_MAXIMIZED_HORZ];
            set_state(display, window, true, [vertical, horizontal])
        }
        WindowChange::Fullscreen => set_state(display, window, true, [atoms._NET_WM_STATE_FULLSCREEN, 0]),
        WindowChange::Close => ask_for(atoms._NET_CLOSE_WINDOW, [display.timestamp()?, FROM_USER, 0, 0, 0]),
        WindowChange::ForceClose => Ok(()),
        WindowChange::Workspace(number) => {
            check_workspace(manager, number)?;
            ask_for(atoms._NET_WM_DESKTOP, [number, FROM_USER, 0, 0, 0])
        }
    }
}

/// Gives the window the keyboard. Its workspace is shown first: openbox (3.6) only marks a window as urgent that is
/// on another one.
fn focus(display: &Display, manager: &Manager, window: Window, target: &Record) -> Outcome<()> {
    let mut time = display.timestamp()?;
    if let Some(Workspace::Number(desktop)) = target.workspace
        && is_elsewhere(manager, target)
    {
        request(display, display.root(), display.atoms._NET_CURRENT_DESKTOP, [desktop, time, 0, 0, 0])?;
        // The manager gives the keyboard to some window there, and that window may take it when it gets round to it. It
        // is too late only if ours is given the keyboard at a later moment, which are milliseconds.
        if manager.tells_extents {
            pass_barrier(display, Instant::now() + PATIENCE)?;
        }
        let shown = display.timestamp()?;
        time = shown;
        while time == shown {
            time = display.timestamp()?;
        }
    }
    request(display, window, display.atoms._NET_ACTIVE_WINDOW, [FROM_USER, time, 0, 0, 0])
}

fn check_workspace(manager: &Manager, number: u32) -> Outcome<()> {
    let count = manager.workspaces().count;
    if number < count {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::InvalidArgument,
        format!("there is no workspace {number}: the {count} workspaces are counted from 0"),
    )
    .into())
}

fn set_state(display: &Display, window: Window, on: bool, states: [u32; 2]) -> Outcome<()> {
    let [first, second] = states;
    request(display, window, display.atoms._NET_WM_STATE, [on.into(), first, second, FROM_USER, 0])
}

fn is_elsewhere(manager: &Manager, target: &Record) -> bool {
    matches!(target.workspace, Some(Workspace::Number(desktop)) if manager.is_elsewhere(Some(desktop)))
}

/// Asks for what EWMH leaves to managers alone. openbox (3.6) follows, and that is the only way to minimise and restore
/// windows on other workspaces: those are icons already as far as `WM_CHANGE_STATE` goes, and restoring them by that
/// brings them to the workspace that is shown.
fn set_hidden(display: &Display, window: Window, hidden: bool) -> Outcome<()> {
    set_state(display, window, hidden, [display.atoms._NET_WM_STATE_HIDDEN, 0])
}

/// Undoes minimise, maximise and full screen, and leaves the keyboard where it is if the manager lets us.
///
/// There is no request for "show it again without the keyboard". openbox (3.6) follows `WM_CHANGE_STATE` to
/// normal and keeps the focus where it was; the other way, which every manager follows, is to map the window,
/// and that gives it the keyboard (openbox) or may do so. What lost the keyboard then gets it back.
fn restore(display: &Display, manager: &Manager, window: Window, target: &Record) -> Outcome<()> {
    let atoms = &display.atoms;
    set_state(display, window, false, [atoms._NET_WM_STATE_FULLSCREEN, 0])?;
    let [vertical, horizontal] = [atoms._NET_WM_STATE_MAXIMIZED_VERT, atoms._NET_WM_STATE_MAXIMIZED_HORZ];
    set_state(display, window, false, [vertical, horizontal])?;
    if !is_icon(display, manager, window)? {
        return Ok(());
    }
    let watch = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    display.conn().change_window_attributes(window, &watch)?;
    let ways: [&dyn Fn() -> Outcome<()>; 3] = [
        &|| set_hidden(display, window, false),
        &|| request(display, window, atoms.WM_CHANGE_STATE, [NORMAL, 0, 0, 0, 0]),
        &|| checked(display.conn().map_window(window)),
    ];
    // The first is for openbox, and only needed where the second would move the window.
    for way in ways.iter().skip(usize::from(!is_elsewhere(manager, target))) {
        way()?;
        if left_icon(display, manager, window)? {
            break;
        }
    }
    let ignore = ChangeWindowAttributesAux::new().event_mask(EventMask::NO_EVENT);
    display.conn().change_window_attributes(window, &ignore)?;
    let focused_before = manager.focused(display)?.filter(|&before| before != window);
    let took_keyboard = Manager::read(display)?.focused(display)? == Some(window);
    if let Some(before) = focused_before.filter(|_| took_keyboard) {
        let data = [FROM_USER, display.timestamp()?, window, 0, 0];
        request(display, before, atoms._NET_ACTIVE_WINDOW, data)?;
    }
    Ok(())
}

fn is_icon(display: &Display, manager: &Manager, window: Window) -> Outcome<bool> {
    let atoms = &display.atoms;
    let states = properties::ask_list(display, window, atoms._NET_WM_STATE)?;
    let state = properties::ask(display, window, atoms.WM_STATE, 1)?;
    let desktop = properties::ask(display, window, atoms._NET_WM_DESKTOP, 1)?;
    let hidden = numbers(states)?.contains(&atoms._NET_WM_STATE_HIDDEN);
    let iconic = number(state)? == Some(ICONIC);
    Ok(manager.is_minimized(hidden, iconic, number(desktop)?))
}

/// Waits until the window is an icon no more; `false` when the manager does not do it.
fn left_icon(display: &Display, manager: &Manager, window: Window) -> Outcome<bool> {
    let until = Instant::now() + PATIENCE;
    while is_icon(display, manager, window)? {
        let changed = display.wait_for(until, |event| match event {
            Event::PropertyNotify(event) if event.window == window => Some(()),
            _ => None,
        })?;
        if changed.is_none() {
            return Ok(!is_icon(display, manager, window)?);
        }
    }
    Ok(true)
}
