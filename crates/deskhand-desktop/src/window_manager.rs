//! Whether a window manager has taken over a display.

use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{AtomEnum, ChangeWindowAttributesAux, ConnectionExt, EventMask, Window};
use x11rb::reexports::x11rb_protocol::parse_display::ConnectAddress;
use x11rb::rust_connection::{DefaultStream, RustConnection};

use crate::xauthority::{Cookie, PROTOCOL};

type Error = Box<dyn std::error::Error + Send + Sync>;

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
    Ok(())
}

/// Whether the root window names the window that a manager keeps for this purpose.
fn is_managed(connection: &RustConnection, root: Window, ready: u32) -> Result<bool, ReplyOrIdError> {
    let property = connection.get_property(false, root, ready, AtomEnum::WINDOW, 0, 1)?.reply()?;
    Ok(property.value32().and_then(|mut values| values.next()).is_some_and(|window| window != 0))
}
