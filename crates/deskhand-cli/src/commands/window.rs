//! `deskhand window`.

use clap::{Args, Subcommand};
use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Certainty, Changed, Evidence, Session, WindowSelector, WindowView};
use deskhand_model::{self as model, Error, ErrorKind, Health, InvalidWindowId};
use deskhand_schema as schema;

use super::windows;
use crate::failure::{Failure, Result};
use crate::output::{Output, Palette, one_line};
use crate::settings::Settings;
use crate::values;

/// Longest that a title in a line gets.
const WIDEST: usize = 60;

/// Changes a window.
#[derive(Debug, Args)]
pub(crate) struct Window {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do with a window.
#[derive(Debug, Subcommand)]
enum Verb {
    /// Tell what the window system and its application together know of it
    Show(Which),
    #[command(flatten)]
    Change(Change),
}

/// What to do to a window.
#[derive(Debug, Subcommand)]
enum Change {
    /// Bring it to the front and give it the keyboard
    Focus(Which),
    /// Put the top left corner of its frame there: X,Y or X Y
    Move {
        #[command(flatten)]
        which: Which,
        /// Place on the screen
        #[arg(allow_hyphen_values = true, value_name = "X,Y")]
        to: String,
        /// The second number, when X and Y are two words
        #[arg(allow_negative_numbers = true, hide = true)]
        y: Option<String>,
    },
    /// Give its content this size: WIDTHxHEIGHT or WIDTH HEIGHT
    Resize {
        #[command(flatten)]
        which: Which,
        /// Size in pixels
        #[arg(value_name = "WIDTHxHEIGHT")]
        to: String,
        /// The second number, when width and height are two words
        #[arg(hide = true)]
        height: Option<String>,
    },
    /// Shrink it to an icon
    Minimize(Which),
    /// Undo minimize, maximize and fullscreen
    Restore(Which),
    /// Fill the work area
    Maximize(Which),
    /// Cover the screen
    Fullscreen(Which),
    /// Ask it to close
    Close {
        #[command(flatten)]
        which: Which,
        /// Do not ask: cut its application off from the window system
        #[arg(long)]
        force: bool,
    },
    /// Put it on a workspace
    Workspace {
        #[command(flatten)]
        which: Which,
        /// Workspace, counted from 0
        #[arg(allow_negative_numbers = true)]
        number: u32,
    },
}

/// Which window.
#[derive(Debug, Args)]
struct Which {
    /// Window: its id (0x…), title, application or pid
    #[arg(value_parser = selector)]
    window: WindowSelector,
}

impl Window {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let (which, change) = match self.verb {
            Verb::Show(which) => return show(session, &which, settings, out).await,
            Verb::Change(change) => change.parts()?,
        };
        let changed = session.change_window(&which.window, change, settings.timeout).await?;
        if !changed.as_asked {
            let error = refused(change, &changed.view.window);
            return Err(Failure::Refused {
                error,
                window: Box::new(schema::Window::from(&changed.view.window)),
            });
        }
        let previous_id = changed.previous_id.map(|id| id.to_string());
        let window = schema::Window { previous_id, ..schema::Window::from(&changed.view.window) };
        out.answer(|| schema::Windows { windows: vec![window] }, |palette| outcome(change, &changed, palette))
    }
}

/// What came of a change, as people read it.
fn outcome(change: WindowChange, changed: &Changed, palette: Palette) -> String {
    let window = &changed.view.window;
    if matches!(change, WindowChange::Close | WindowChange::ForceClose) {
        return format!("closed {} \"{}\"", window.id, one_line(&window.title, WIDEST));
    }
    let table = windows::table(std::slice::from_ref(window)).show(palette, "");
    match changed.previous_id {
        Some(before) => format!("{table}\n{}", palette.aside(format!("its number was {before} before"))),
        None => table,
    }
}

async fn show(session: &dyn Session, which: &Which, settings: &Settings, out: &mut Output) -> Result<()> {
    let view = session.window(&which.window, settings.timeout).await?;
    let no_element = match view.joined {
        Some(_) => None,
        None => why_no_element(session, &view.window, settings).await,
    };
    out.answer(
        || schema::WindowView { no_element: no_element.clone(), ..schema::WindowView::from(&view) },
        |palette| told(&view, no_element.as_deref(), palette),
    )
}

/// Why an application does not tell of a window, where that is known.
async fn why_no_element(
    session: &dyn Session,
    window: &model::Window,
    settings: &Settings,
) -> Option<String> {
    let apps = session.apps(settings.time_to_look()).await.ok()?;
    let Some(app) = apps.iter().find(|app| app.pid.is_some() && app.pid == window.pid) else {
        return Some("its application has no accessibility tree".to_owned());
    };
    match &app.health {
        Health::Responding => None,
        Health::NotResponding { reason } => Some(format!("its application does not answer: {reason}")),
    }
}

/// A window as people read it: the line of the list, and how its element was found.
fn told(view: &WindowView, no_element: Option<&str>, palette: Palette) -> String {
    let line = windows::table(std::slice::from_ref(&view.window)).show(palette, "");
    let join = match &view.joined {
        Some(joined) => {
            let Evidence { exact_id, process, only_window, title, distance, focused, known_before } =
                joined.evidence;
            let mut evidence: Vec<String> = [
                (exact_id, "its number"),
                (process, "process"),
                (only_window, "the only window"),
                (title, "title"),
                (focused, "keyboard focus"),
                (known_before, "known before"),
            ]
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| name.to_owned())
            .collect();
            evidence.extend(distance.map(|pixels| format!("{pixels:.0} px apart")));
            let certainty = match joined.certainty {
                Certainty::Exact => "exact",
                Certainty::Sure => "sure",
                Certainty::Guess => "a guess",
            };
            format!("element {} ({certainty}: {})", joined.element.as_str(), evidence.join(", "))
        }
        None => format!("no element: {}", no_element.unwrap_or("its application did not tell of it")),
    };
    format!("{line}\n{}", palette.aside(join))
}

/// A window that went elsewhere than it was told to: scripts must not take that for done.
fn refused(change: WindowChange, now: &model::Window) -> Error {
    let wanted = match change {
        WindowChange::Move(to) => format!("go to {},{}", to.x, to.y),
        WindowChange::Resize(size) => format!("become {}x{}", size.width, size.height),
        _ => "change as asked".to_owned(),
    };
    let is = format!("it is at {} with a content of {}", windows::position(now), windows::size(now));
    Error::new(ErrorKind::ActionFailed, format!("{} \"{}\" did not {wanted}; {is}", now.id, now.title))
        .hint("window manager and application can refuse, or allow only certain places and sizes")
}

impl Change {
    fn parts(self) -> Result<(Which, WindowChange)> {
        Ok(match self {
            Change::Focus(which) => (which, WindowChange::Focus),
            Change::Move { which, to, y } => {
                (which, WindowChange::Move(values::point(&joined(to, y, ",")).map_err(misplaced)?))
            }
            Change::Resize { which, to, height } => {
                (which, WindowChange::Resize(values::size(&joined(to, height, "x")).map_err(misplaced)?))
            }
            Change::Minimize(which) => (which, WindowChange::Minimize),
            Change::Restore(which) => (which, WindowChange::Restore),
            Change::Maximize(which) => (which, WindowChange::Maximize),
            Change::Fullscreen(which) => (which, WindowChange::Fullscreen),
            Change::Close { which, force: false } => (which, WindowChange::Close),
            Change::Close { which, force: true } => (which, WindowChange::ForceClose),
            Change::Workspace { which, number } => (which, WindowChange::Workspace(number)),
        })
    }
}

/// A pair of numbers may be written as one word or as two.
fn joined(first: String, second: Option<String>, by: &str) -> String {
    match second {
        Some(second) => format!("{first}{by}{second}"),
        None => first,
    }
}

fn misplaced(why: String) -> Failure {
    Failure::new(ErrorKind::InvalidArgument, why)
}

/// Reads which window is meant: `0x…` is an id, everything else a title or application.
pub(super) fn selector(text: &str) -> Result<WindowSelector, String> {
    if !text.starts_with("0x") && !text.starts_with("0X") {
        return Ok(WindowSelector::Named(text.to_owned()));
    }
    text.parse().map(WindowSelector::Id).map_err(|error: InvalidWindowId| error.to_string())
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Point, Size, WindowId};

    use super::*;

    fn which() -> Which {
        Which { window: WindowSelector::Named("x".to_owned()) }
    }

    #[test]
    fn an_id_is_told_from_a_title() {
        assert_eq!(selector("0x1400003"), Ok(WindowSelector::Id(WindowId(0x140_0003))));
        assert_eq!(selector("Untitled"), Ok(WindowSelector::Named("Untitled".to_owned())));
        assert_eq!(selector("123"), Ok(WindowSelector::Named("123".to_owned())));
        for nonsense in ["0xzz", "0x", "0x+1f"] {
            assert!(selector(nonsense).unwrap_err().contains("hexadecimal"), "{nonsense}");
        }
    }

    #[test]
    fn a_place_is_one_word_or_two() {
        for (to, second) in [("-5,7", None), ("-5", Some("7"))] {
            let verb = Change::Move { which: which(), to: to.to_owned(), y: second.map(str::to_owned) };
            assert_eq!(verb.parts().unwrap().1, WindowChange::Move(Point { x: -5, y: 7 }));
        }
        for (to, second) in [("8x6", None), ("8", Some("6"))] {
            let verb =
                Change::Resize { which: which(), to: to.to_owned(), height: second.map(str::to_owned) };
            assert_eq!(verb.parts().unwrap().1, WindowChange::Resize(Size { width: 8, height: 6 }));
        }
        let failure =
            Change::Resize { which: which(), to: "800".to_owned(), height: None }.parts().unwrap_err();
        assert_eq!(failure.exit_code(), crate::exit::USAGE);
    }
}
