//! Who listens to events: a client of the engine, the reader of a command's output, or a bare X client that shows how
//! much of the time is the window system's own.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use deskhand::{Engine, Observation, Observe, Observed, Reader, Session as _, connect, current_desktop};
use tokio::runtime::Runtime;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

use crate::Fault;
use crate::change::{Atoms, Change, Changer};

const WITHIN: Duration = Duration::from_secs(30);

/// Somebody who is told of changes.
pub(crate) trait Listener {
    /// When it learnt of the change.
    fn wait_for(&mut self, change: &Change) -> Result<Instant, Fault>;
}

/// The listener that the words name.
pub(crate) fn from(words: &[String], window: Window, changer: &Changer) -> Result<Box<dyn Listener>, Fault> {
    match words {
        [name] if name == "engine" => Ok(Box::new(OnEngine::new(window)?)),
        [name] if name == "x11" => Ok(Box::new(OnX11::new(window, changer.frame()?)?)),
        _ => Ok(Box::new(OnCommand::new(words, window)?)),
    }
}

/// Reads an observation in this process.
struct OnEngine {
    runtime: Runtime,
    // Both must live as long as the reader reads.
    _engine: Engine,
    _observation: Observation,
    reader: Reader,
    window: u64,
}

impl OnEngine {
    fn new(window: Window) -> Result<OnEngine, Fault> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let engine = connect(current_desktop());
        let observation = runtime.block_on(engine.observe(&Observe::default(), WITHIN))?;
        let reader = observation.reader();
        Ok(OnEngine { runtime, _engine: engine, _observation: observation, reader, window: window.into() })
    }
}

impl Listener for OnEngine {
    fn wait_for(&mut self, change: &Change) -> Result<Instant, Fault> {
        loop {
            let observed = self.runtime.block_on(self.reader.next());
            let now = Instant::now();
            let Observed::Event(event) = observed.ok_or("the observation has ended")?? else { continue };
            let is_it = match change {
                Change::Place { x, y, .. } => {
                    let outer = event.window.outer();
                    (outer.x, outer.y) == (i32::from(*x), i32::from(*y))
                }
                Change::Title(title) => event.window.title == *title,
            };
            if event.window.id.0 == self.window && is_it {
                return Ok(now);
            }
        }
    }
}

/// Reads the lines that `deskhand windows --watch --json` prints.
struct OnCommand {
    child: Child,
    lines: BufReader<ChildStdout>,
    line: String,
    id: String,
}

impl OnCommand {
    fn new(words: &[String], window: Window) -> Result<OnCommand, Fault> {
        let (program, arguments) = words.split_first().ok_or("no command")?;
        let mut child = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut listener =
            OnCommand { child, lines, line: String::new(), id: format!(r#""id":"{window:#x}""#) };
        listener.read()?;
        // The windows at the start: from now on it sees every change. Anything else is a complaint.
        match listener.line.contains("window-snapshot") {
            true => Ok(listener),
            false => Err(listener.line.clone().into()),
        }
    }

    fn read(&mut self) -> Result<(), Fault> {
        self.line.clear();
        match self.lines.read_line(&mut self.line)? {
            0 => Err("the command has ended".into()),
            _ => Ok(()),
        }
    }
}

impl Listener for OnCommand {
    fn wait_for(&mut self, change: &Change) -> Result<Instant, Fault> {
        let expected = match change {
            Change::Place { x, y, .. } => format!(r#""outer":{{"x":{x},"y":{y},"#),
            Change::Title(title) => format!(r#""title":"{title}""#),
        };
        loop {
            self.read()?;
            let now = Instant::now();
            if self.line.contains(&self.id) && self.line.contains(&expected) {
                return Ok(now);
            }
        }
    }
}

impl Drop for OnCommand {
    fn drop(&mut self) {
        // Nothing is left to do about a command that has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes the X server's events and does nothing with them.
struct OnX11 {
    conn: RustConnection,
    atoms: Atoms,
    window: Window,
    frame: (i16, i16),
}

impl OnX11 {
    fn new(window: Window, frame: (i16, i16)) -> Result<OnX11, Fault> {
        let (conn, _) = x11rb::connect(None)?;
        let atoms = Atoms::new(&conn)?.reply()?;
        let mask = EventMask::STRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        conn.change_window_attributes(window, &ChangeWindowAttributesAux::new().event_mask(mask))?.check()?;
        Ok(OnX11 { conn, atoms, window, frame })
    }
}

impl Listener for OnX11 {
    fn wait_for(&mut self, change: &Change) -> Result<Instant, Fault> {
        loop {
            let event = self.conn.wait_for_event()?;
            let now = Instant::now();
            let is_it = match (change, event) {
                (Change::Place { x, y, .. }, Event::ConfigureNotify(event)) => {
                    // The window manager tells the place of the content on the screen.
                    event.window == self.window && (event.x, event.y) == (x + self.frame.0, y + self.frame.1)
                }
                (Change::Title(_), Event::PropertyNotify(event)) => event.atom == self.atoms._NET_WM_NAME,
                _ => false,
            };
            if is_it {
                return Ok(now);
            }
        }
    }
}
