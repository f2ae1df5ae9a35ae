//! Comparing a live tree with the application.

use std::time::Duration;

use deskhand_model::{AppId, Result};

use super::asked::Asked;
use super::compare::differences;
use super::live::Answer;
use super::mirrored::Mirrored;
use crate::ports::{Freshness, ReadPath, ReadRequest, Reading};

/// How often a difference has to be seen. The application may change between the two readings that are compared, and a
/// change may be told a little late.
const TRIES: u32 = 3;

/// Time between two of them.
const PAUSE: Duration = Duration::from_millis(20);

/// What came of comparing a live tree with the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorCheck {
    /// The live tree was compared with a new reading. This was different each time, in words.
    Compared(Vec<String>),
    /// The live tree would not have answered: the whole application had to be read, after what it told or because too much
    /// time had passed. What was just read cannot be wrong, so there was nothing to compare.
    ReadAnew,
}

impl MirrorCheck {
    /// Whether the live tree was compared, and shows what a new reading shows.
    pub fn agrees(&self) -> bool {
        matches!(self, MirrorCheck::Compared(differences) if differences.is_empty())
    }

    /// What was different, in words.
    pub fn differences(&self) -> &[String] {
        match self {
            MirrorCheck::Compared(differences) => differences,
            MirrorCheck::ReadAnew => &[],
        }
    }
}

/// What came of a comparison, and the last reading of the application.
pub(crate) struct Checked {
    pub(crate) outcome: MirrorCheck,
    pub(crate) reading: Reading,
}

impl Mirrored {
    /// Compares what the live tree of an application answers to a question of this freshness with a new reading of the
    /// application. `None` when it has no live tree.
    pub(crate) async fn check(
        &self,
        app: &AppId,
        freshness: Freshness,
        within: Duration,
    ) -> Result<Option<Checked>> {
        let until = self.clock.now().plus(within);
        let mut lasting: Option<Vec<String>> = None;
        let mut attempt = 1;
        loop {
            let shown = self.shown(app, freshness, until.since(self.clock.now())).await?;
            let Some((request, live)) = shown else { return Ok(None) };
            let reading = self.inner.read(app, &request, until.since(self.clock.now())).await?;
            if live.path != ReadPath::Mirror {
                return Ok(Some(Checked { outcome: MirrorCheck::ReadAnew, reading }));
            }
            let mut now = differences(&live.tree, &reading.tree, request.fields);
            if let Some(before) = lasting {
                now.retain(|one| before.contains(one));
            }
            if now.is_empty() || attempt >= TRIES {
                return Ok(Some(Checked { outcome: MirrorCheck::Compared(now), reading }));
            }
            lasting = Some(now);
            self.clock.sleep_until(self.clock.now().plus(PAUSE * attempt)).await;
            attempt += 1;
        }
    }

    /// What the live tree shows to whoever asks for all of it, and how to ask the application for the same.
    async fn shown(
        &self,
        app: &AppId,
        freshness: Freshness,
        within: Duration,
    ) -> Result<Option<(ReadRequest, Reading)>> {
        let Some(live) = self.shelf().seen(app).cloned() else { return Ok(None) };
        let Some(ear) = live.ear() else { return Ok(None) };
        let anything = ReadRequest::default();
        let asked = self.asked(app, &anything, within);
        let Some(fields) = asked.in_time(live.kept()).await? else { return Ok(None) };
        if freshness == Freshness::Told {
            // What is still on its way is not what the tree is to be blamed for.
            self.noticing(app, self.inner.caught_up(app, asked.left()?).await)?;
        }
        let request = ReadRequest { fields, max_nodes: self.max_nodes, freshness, ..ReadRequest::default() };
        let answer = live.answer(ear, &self.asked(app, &request, asked.rest())).await;
        match self.noticing(app, answer)? {
            Answer::Known(reading) => Ok(Some((request, reading))),
            Answer::Unknown => Ok(None),
        }
    }

    /// A new reading in place of an answer of the live tree, which is compared with it.
    pub(super) async fn checked(&self, asked: &Asked<'_>, answer: Reading) -> Result<Reading> {
        let checked = self.check(asked.app, asked.request.freshness, asked.rest()).await?;
        let Some(Checked { outcome, reading }) = checked else { return Ok(answer) };
        for difference in outcome.differences() {
            tracing::error!(app = asked.app.as_str(), difference, "the live tree is wrong");
        }
        if !outcome.differences().is_empty() {
            self.doubt(asked.app);
        }
        Ok(reading)
    }
}
