//! Whether a window manager has taken over a display.

use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask,
    Window, WindowClass,
};
use x11rb::reexports::x11rb_protocol::parse_display::ConnectAddress;
use x11rb::rust_connection::{DefaultStream, RustConnection};

use crate::xauthority::{Cookie, PROTOCOL};

type Error = Box<dyn std::error::Error + Send + Sync>;

/// How long a window manager may take to answer its first request.
const LISTENING_WITHIN: Duration = Duration::from_secs(1);
/// A request from before the manager was listening is lost, so it is repeated.
const ASK_AGAIN: Duration = Duration::from_millis(20);
/// Pause between two looks for the answer.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Returns when the window manager of the display with this number says that it is ready. Blocks; ends with an error
/// when the display goes away.
pub(crate) fn wait_until_ready(display: u32, cookie: &Cookie) -> Result<(), Error> {
    let socket = ConnectAddress::Socket(format!("/tmp/.X11-unix/X{display}"));
    let (stream, _) = DefaultStream::connect(&socket)?;
    let connection = RustConnection::connect_to_stream_with_auth_info(
        stream,
        0,
        PROTOCOL.as_bytes().to_vec(),
        cookie.secret().to_vec(),
    )?;
    let root = connection.setup().roots.first().ok_or("the display has no screen")?.root;
    let ready = connection.intern_atom(false, b"_NET_SUPPORTING_WM_CHECK")?.reply()?.atom;
    // Listening first: a property set in between shows up in the answer or as an event.
    let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    connection.change_window_attributes(root, &listen)?.check()?;
    while !is_managed(&connection, root, ready)? {
        while !matches!(connection.wait_for_event()?, Event::PropertyNotify(change) if change.atom == ready) {
        }
    }
    wait_until_listening(&connection, root)
}

/// Returns when the window manager answers a request. openbox 3.6 says that it is ready before it reads requests, and
/// a window that is shown in between stays unmanaged. A manager that never answers this request is taken as it is.
fn wait_until_listening(connection: &RustConnection, root: Window) -> Result<(), Error> {
    let request = connection.intern_atom(false, b"_NET_REQUEST_FRAME_EXTENTS")?.reply()?.atom;
    let answer = connection.intern_atom(false, b"_NET_FRAME_EXTENTS")?.reply()?.atom;
    let window = connection.generate_id()?;
    let like_parent = x11rb::COPY_FROM_PARENT;
    let kind = WindowClass::INPUT_OUTPUT;
    let usual = CreateWindowAux::new();
    connection.create_window(0, window, root, 0, 0, 1, 1, 0, kind, like_parent, &usual)?;
    let message = ClientMessageEvent::new(32, window, request, [0u32; 5]);
    let recipients = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    let patience = Instant::now() + LISTENING_WITHIN;
    let mut answered = false;
    while !answered && Instant::now() < patience {
        connection.send_event(false, root, recipients, message)?.check()?;
        let again = Instant::now() + ASK_AGAIN;
        while !answered && Instant::now() < again {
            std::thread::sleep(LOOK_AGAIN);
            let extents =
                connection.get_property(false, window, answer, AtomEnum::CARDINAL, 0, 4)?.reply()?;
            answered = extents.value_len > 0;
        }
    }
    connection.destroy_window(window)?.check()?;
    Ok(())
}

/// Whether the root window names the window that a manager keeps for this purpose.
fn is_managed(connection: &RustConnection, root: Window, ready: u32) -> Result<bool, ReplyOrIdError> {
    let property = connection.get_property(false, root, ready, AtomEnum::WINDOW, 0, 1)?.reply()?;
    Ok(property.value32().and_then(|mut values| values.next()).is_some_and(|window| window != 0))
}
