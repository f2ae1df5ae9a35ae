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

/// What came of a comparison.
pub(crate) struct Checked {
    /// What was different each time, in words.
    pub(crate) differences: Vec<String>,
    /// The last reading of the application.
    pub(crate) reading: Reading,
}

impl Mirrored {
    /// Compares the live tree of an application with a new reading of it. `None` when it has none.
    pub(crate) async fn check(&self, app: &AppId, within: Duration) -> Result<Option<Checked>> {
        let until = self.clock.now().plus(within);
        let mut lasting: Option<Vec<String>> = None;
        let mut attempt = 1;
        loop {
            let Some((request, live)) = self.current(app, until.since(self.clock.now())).await? else {
                return Ok(None);
            };
            let reading = self.inner.read(app, &request, until.since(self.clock.now())).await?;
            let mut now = match live.path {
                ReadPath::Mirror => differences(&live.tree, &reading.tree, request.fields),
                // It was read anew just now, so that nothing can be wrong with it.
                _ => Vec::new(),
            };
            if let Some(before) = lasting {
                now.retain(|one| before.contains(one));
            }
            if now.is_empty() || attempt >= TRIES {
                return Ok(Some(Checked { differences: now, reading }));
            }
            lasting = Some(now);
            self.clock.sleep_until(self.clock.now().plus(PAUSE * attempt)).await;
            attempt += 1;
        }
    }

    /// What the live tree shows after everything was told, and how to ask the application for the same.
    async fn current(&self, app: &AppId, within: Duration) -> Result<Option<(ReadRequest, Reading)>> {
        let Some(live) = self.shelf().seen(app).cloned() else { return Ok(None) };
        let Some(ear) = live.ear() else { return Ok(None) };
        let anything = ReadRequest::default();
        let kept = self.asked(app, &anything, within).in_time(live.kept()).await?;
        let Some(fields) = kept else { return Ok(None) };
        let request =
            ReadRequest { fields, max_nodes: self.max_nodes, freshness: Freshness::Current, ..anything };
        let answer = live.answer(ear, &self.asked(app, &request, within)).await;
        match self.noticing(app, answer)? {
            Answer::Known(reading) => Ok(Some((request, reading))),
            Answer::Unknown => Ok(None),
        }
    }

    /// A new reading in place of an answer of the live tree, which is compared with it.
    pub(super) async fn checked(&self, asked: &Asked<'_>, answer: Reading) -> Result<Reading> {
        let Some(Checked { differences, reading }) = self.check(asked.app, asked.rest()).await? else {
            return Ok(answer);
        };
        for difference in &differences {
            tracing::error!(app = asked.app.as_str(), difference, "the live tree is wrong");
        }
        if !differences.is_empty() {
            self.doubt(asked.app);
        }
        Ok(reading)
    }
}
