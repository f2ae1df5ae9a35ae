//! One connection to one X server.

use std::time::{Duration, Instant};

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Error, ErrorKind};
use x11rb::connection::Connection as _;
use x11rb::errors::ConnectError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Screen, Timestamp, Window,
    WindowClass,
};
use x11rb::reexports::x11rb_protocol::parse_display::{ConnectAddress, ParsedDisplay, parse_display};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::atoms::Atoms;
use super::authority;
use super::fault::{Fault, Outcome};
use super::stream::TimedStream;

/// How long clean-up may take after the caller's time is over, so that no key stays down.
const GRACE: Duration = Duration::from_millis(300);

/// The last display that can have a TCP port, 6000 and on. x11rb 0.14 makes that sum for every display and panics
/// when it does not fit.
const LAST_DISPLAY: u16 = u16::MAX - 6000;

/// What to do where there is no display.
const HINT: &str =
    "run it on a private desktop with `deskhand run -- …`, or set DISPLAY to a running X server";

/// A connection to an X server, with what every conversation needs.
pub(super) struct Display {
    conn: RustConnection<TimedStream>,
    screen: usize,
    /// Numbers of the names that are used.
    pub(super) atoms: Atoms,
    /// A window of our own that is never shown: for timestamps, answers and selections.
    pub(super) own: Window,
}

impl Display {
    /// Connects to the X server of this desktop before `deadline`.
    pub(super) fn connect(env: &DesktopEnv, deadline: Instant) -> Outcome<Display> {
        let name = env.display.as_deref().ok_or_else(|| no_display(env))?;
        let parsed = parse_display(Some(name))
            .ok()
            .filter(|parsed| parsed.display <= LAST_DISPLAY)
            .ok_or_else(|| {
                unavailable(format!("`{name}` is not the name of a display"))
                    .hint("display names look like `:0`")
            })?;
        let conn = connect_to(env, name, &parsed, deadline)?;
        let screen = parsed.screen.into();
        let atoms = Atoms::new(&conn)?.reply()?;
        let own = create_own_window(&conn, &conn.setup().roots[screen])?;
        Ok(Display { conn, screen, atoms, own })
    }

    /// For requests.
    pub(super) fn conn(&self) -> &RustConnection<TimedStream> {
        &self.conn
    }

    /// The screen of this desktop.
    pub(super) fn screen(&self) -> &Screen {
        &self.conn.setup().roots[self.screen]
    }

    /// The window behind all others.
    pub(super) fn root(&self) -> Window {
        self.screen().root
    }

    /// When the current conversation has to end.
    pub(super) fn deadline(&self) -> Instant {
        self.conn.stream().deadline()
    }

    /// Starts a conversation that has to end at `deadline`.
    pub(super) fn set_deadline(&self, deadline: Instant) {
        self.conn.stream().set_deadline(deadline);
    }

    /// Runs `clean_up` with a little time of its own, also when the conversation's time is over.
    pub(super) fn with_grace<T>(&self, clean_up: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let deadline = self.deadline();
        self.set_deadline(deadline.max(Instant::now() + GRACE));
        let outcome = clean_up();
        self.set_deadline(deadline);
        outcome
    }

    /// Throws away events that nobody waits for. Fails when the server is gone.
    pub(super) fn discard_events(&self) -> Outcome<()> {
        while self.conn.poll_for_event()?.is_some() {}
        Ok(())
    }

    /// The first event that `pick` makes something of; `None` when `until` or the deadline came first.
    pub(super) fn wait_for<T>(
        &self,
        until: Instant,
        mut pick: impl FnMut(&Event) -> Option<T>,
    ) -> Outcome<Option<T>> {
        self.conn.flush()?;
        let until = until.min(self.deadline());
        loop {
            while let Some(event) = self.conn.poll_for_event()? {
                if let Some(picked) = pick(&event) {
                    return Ok(Some(picked));
                }
            }
            if !self.conn.stream().readable_before(until)? {
                return Ok(None);
            }
        }
    }

    /// Returns when the server has done everything that was sent.
    pub(super) fn sync(&self) -> Outcome<()> {
        self.conn.sync()?;
        Ok(())
    }

    /// The server's time now, for requests that must carry one.
    pub(super) fn timestamp(&self) -> Outcome<Timestamp> {
        let property = self.atoms._DESKHAND_TIME;
        self.conn.change_property8(PropMode::APPEND, self.own, property, AtomEnum::STRING, &[])?;
        self.wait_for(self.deadline(), |event| match event {
            Event::PropertyNotify(event) if event.window == self.own && event.atom == property => {
                Some(event.time)
            }
            _ => None,
        })?
        .ok_or(Fault::Silent)
    }
}

fn connect_to(
    env: &DesktopEnv,
    name: &str,
    parsed: &ParsedDisplay,
    deadline: Instant,
) -> Outcome<RustConnection<TimedStream>> {
    let mut failures = Vec::new();
    // A name without a host is a display of this machine. x11rb (0.14) would try a network port after the socket, where
    // anybody may be listening.
    let is_local = name.starts_with(':');
    let addresses = parsed
        .connect_instruction()
        .filter(|address| !(is_local && matches!(address, ConnectAddress::Hostname(..))));
    for address in addresses {
        match TimedStream::connect(&address, deadline) {
            Ok((stream, (family, host))) => {
                // Without a readable file we try without a cookie: local servers often let their own user in.
                let cookies =
                    authority::file_of(env).and_then(|file| std::fs::read(file).ok()).unwrap_or_default();
                let access = authority::access_for(&cookies, family, &host, parsed.display);
                let screen = parsed.screen.into();
                return RustConnection::connect_to_stream_with_auth_info(
                    stream,
                    screen,
                    access.method,
                    access.data,
                )
                .map_err(|error| not_let_in(name, error));
            }
            Err(error) => failures.push(format!("{}: {error}", told(&address))),
        }
    }
    let mut error = unavailable(format!("there is no X server on display {name}")).hint(HINT);
    for failure in failures {
        error = error.tried(failure);
    }
    Err(error.into())
}

/// An address as people write it.
fn told(address: &ConnectAddress<'_>) -> String {
    match address {
        ConnectAddress::Hostname(host, port) => format!("{host}:{port}"),
        ConnectAddress::Socket(path) => path.clone(),
        other => format!("{other:?}"),
    }
}

fn create_own_window(conn: &RustConnection<TimedStream>, screen: &Screen) -> Outcome<Window> {
    let own = conn.generate_id()?;
    let aux = CreateWindowAux::new().override_redirect(1).event_mask(EventMask::PROPERTY_CHANGE);
    conn.create_window(0, own, screen.root, -1, -1, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux)?.check()?;
    Ok(own)
}

fn unavailable(message: String) -> Error {
    Error::new(ErrorKind::DisplayUnavailable, message)
}

fn no_display(env: &DesktopEnv) -> Error {
    let message = match &env.wayland_display {
        Some(wayland) => format!(
            "this desktop has only a Wayland display ({wayland}); windows, input and pictures need X11"
        ),
        None => "this desktop has no X11 display".to_owned(),
    };
    unavailable(message).hint(HINT)
}

fn not_let_in(name: &str, error: ConnectError) -> Fault {
    match error {
        ConnectError::IoError(error) => match Fault::from(error) {
            Fault::Broken(why) => unavailable(format!("display {name} hung up: {why}")).into(),
            fault => fault,
        },
        ConnectError::SetupFailed(failed) => {
            let reason = String::from_utf8_lossy(&failed.reason).trim().to_owned();
            unavailable(format!("display {name} does not let us in: {reason}"))
                .hint("set XAUTHORITY to the file with this display's cookie")
                .into()
        }
        ConnectError::InvalidScreen => {
            let display = name.rsplit_once('.').map_or(name, |(display, _)| display);
            unavailable(format!("display {name} does not have this screen"))
                .hint(format!("its first screen is `{display}`"))
                .into()
        }
        other => unavailable(format!("display {name} cannot be used: {other}")).into(),
    }
}
