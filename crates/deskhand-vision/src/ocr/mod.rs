//! Looking for an element's name as text, by tesseract.

mod naming;
mod options;
mod tesseract;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Image, Sight, Spotted};
use deskhand_model::{Error, ErrorKind, Insets, Point, Rect, Result};
use tokio::time::Instant;

pub use self::options::OcrOptions;
use crate::picture::{Gray, crop};
use crate::way::{SURE, Way};

/// How far around its former place an element is looked for first: reading a whole window takes many times as long.
const NEARBY: Insets = Insets { left: 120, right: 120, top: 60, bottom: 60 };

/// Pictures of up to so many pixels are doubled: small text is read better so, and it costs little.
const DOUBLED: usize = 300_000;

/// Reads the text in pictures.
#[derive(Debug)]
pub(crate) struct Ocr {
    program: PathBuf,
    languages: Option<String>,
    budget: Duration,
}

impl Ocr {
    /// Reading with these settings, if the program is installed.
    pub(crate) fn find(options: OcrOptions) -> Result<Ocr> {
        let program = match options.program {
            Some(program) => program,
            None => tesseract::installed()?,
        };
        Ok(Ocr { program, languages: options.languages, budget: options.budget })
    }

    /// Where the name stands in a picture.
    async fn read(&self, picture: &Image, name: &str, within: Duration) -> Result<Vec<Spotted>> {
        let gray = Gray::of(picture).lightened();
        let times = if gray.pixels.len() <= DOUBLED { 2 } else { 1 };
        let file = gray.resized(gray.width * times, gray.height * times).pgm();
        let table = tesseract::read(&self.program, self.languages.as_deref(), file, within).await?;
        let found = naming::places(&words::lines(&table), name);
        Ok(found
            .into_iter()
            .map(|spotted| Spotted { place: shrunk(spotted.place, times), ..spotted })
            .collect())
    }
}

#[async_trait]
impl Way for Ocr {
    fn name(&self) -> &'static str {
        "ocr"
    }

    fn budget(&self) -> Duration {
        self.budget
    }

    async fn look(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        if naming::plain(&sight.name).is_empty() {
            return Err(Error::new(ErrorKind::NotFound, "the element had no name to look for"));
        }
        let deadline = Instant::now() + within;
        if let Some((nearby, at)) = sight.former.and_then(|former| crop(&sight.picture, former.grown(NEARBY)))
        {
            let found = self.read(&nearby, &sight.name, within).await?;
            if found.first().is_some_and(|best| best.confidence >= SURE) {
                return Ok(moved(found, at));
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        self.read(&sight.picture, &sight.name, left).await
    }
}

/// A place in the picture itself, when it was read in one `times` as large.
fn shrunk(place: Rect, times: usize) -> Rect {
    let times = times as u32;
    Rect::new(
        place.x / times as i32,
        place.y / times as i32,
        place.width.div_ceil(times),
        place.height.div_ceil(times),
    )
}

fn moved(found: Vec<Spotted>, by: Point) -> Vec<Spotted> {
    found.into_iter().map(|spotted| Spotted { place: spotted.place.translated(by), ..spotted }).collect()
}
