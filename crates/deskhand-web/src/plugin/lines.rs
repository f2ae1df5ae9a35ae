//! The line of a plugin: which questions it is for, and its connections.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use deskhand_page::line::{LONGEST_QUESTION, frame};
use deskhand_page::{Command, PictureOf, PrintPage};

use super::line::{Line, Spoken};

/// Connections that are kept between questions. One session asks one thing at a time, so there is hardly ever a second.
const KEPT: usize = 4;
/// What is answered at length. The application writes it down elsewhere than where it draws.
const LONG: [&str; 2] = [PictureOf::NAME, PrintPage::NAME];

/// The connections to one line, or none where there is no line.
#[derive(Default)]
pub(super) struct Lines {
    name: Option<String>,
    idle: Mutex<Vec<Line>>,
}

impl Lines {
    pub(super) fn to(name: Option<String>) -> Lines {
        Lines { name, idle: Mutex::default() }
    }

    /// What comes of a question. Nothing does where the question is not one for a line, or nobody listens there.
    pub(super) async fn ask(
        &self,
        command: &str,
        body: &[u8],
        token: &[u8],
        limit: Duration,
    ) -> Option<Spoken> {
        let name = self.name.as_ref()?;
        if command.len() + 1 + body.len() > LONGEST_QUESTION || LONG.contains(&command) {
            return None;
        }
        let question = frame(&[command.as_bytes(), b" ", body]).ok()?;
        while let Some(line) = self.take() {
            match self.spoken(line, &question, limit).await {
                Spoken::Unsent => {}
                spoken => return Some(spoken),
            }
        }
        let line = Line::open(name, token).await.ok()?;
        Some(self.spoken(line, &question, limit).await).filter(|spoken| !matches!(spoken, Spoken::Unsent))
    }

    async fn spoken(&self, mut line: Line, question: &[u8], limit: Duration) -> Spoken {
        let spoken = line.ask(question, limit).await;
        if matches!(spoken, Spoken::Answer(_)) {
            self.keep(line);
        }
        spoken
    }

    fn take(&self) -> Option<Line> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, line: Line) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(line);
        }
    }
}
