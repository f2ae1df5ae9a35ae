//! `deskhand window`.

use clap::{Args, Subcommand};
use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Session, WindowSelector};
use deskhand_model::{ErrorKind, WindowId};

use super::windows;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Changes a window.
#[derive(Debug, Args)]
pub(crate) struct Window {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do to a window.
#[derive(Debug, Subcommand)]
enum Verb {
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
    Close(Which),
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
    /// Window: its id (0x…), title or application
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
        let (which, change) = self.verb.change()?;
        let changed = session.change_window(&which.window, change, settings.timeout).await?;
        windows::show(std::slice::from_ref(&changed.view.window), out)
    }
}

impl Verb {
    fn change(self) -> Result<(Which, WindowChange)> {
        Ok(match self {
            Verb::Focus(which) => (which, WindowChange::Focus),
            Verb::Move { which, to, y } => {
                (which, WindowChange::Move(values::point(&joined(to, y, ",")).map_err(misplaced)?))
            }
            Verb::Resize { which, to, height } => {
                (which, WindowChange::Resize(values::size(&joined(to, height, "x")).map_err(misplaced)?))
            }
            Verb::Minimize(which) => (which, WindowChange::Minimize),
            Verb::Restore(which) => (which, WindowChange::Restore),
            Verb::Maximize(which) => (which, WindowChange::Maximize),
            Verb::Fullscreen(which) => (which, WindowChange::Fullscreen),
            Verb::Close(which) => (which, WindowChange::Close),
            Verb::Workspace { which, number } => (which, WindowChange::Workspace(number)),
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
    let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) else {
        return Ok(WindowSelector::Named(text.to_owned()));
    };
    match u64::from_str_radix(digits, 16) {
        Ok(id) => Ok(WindowSelector::Id(WindowId(id))),
        Err(_) => Err("a window id is written in hexadecimal, such as 0x1400003".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Point, Size};

    use super::*;

    fn which() -> Which {
        Which { window: WindowSelector::Named("x".to_owned()) }
    }

    #[test]
    fn an_id_is_told_from_a_title() {
        assert_eq!(selector("0x1400003"), Ok(WindowSelector::Id(WindowId(0x140_0003))));
        assert_eq!(selector("Untitled"), Ok(WindowSelector::Named("Untitled".to_owned())));
        assert_eq!(selector("123"), Ok(WindowSelector::Named("123".to_owned())));
        assert!(selector("0xzz").is_err());
    }

    #[test]
    fn a_place_is_one_word_or_two() {
        for (to, second) in [("-5,7", None), ("-5", Some("7"))] {
            let verb = Verb::Move { which: which(), to: to.to_owned(), y: second.map(str::to_owned) };
            assert_eq!(verb.change().unwrap().1, WindowChange::Move(Point { x: -5, y: 7 }));
        }
        for (to, second) in [("8x6", None), ("8", Some("6"))] {
            let verb = Verb::Resize { which: which(), to: to.to_owned(), height: second.map(str::to_owned) };
            assert_eq!(verb.change().unwrap().1, WindowChange::Resize(Size { width: 8, height: 6 }));
        }
        let failure =
            Verb::Resize { which: which(), to: "800".to_owned(), height: None }.change().unwrap_err();
        assert_eq!(failure.exit_code(), crate::exit::USAGE);
    }
}
