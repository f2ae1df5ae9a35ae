//! Looking for an element's name as text, by tesseract.

mod naming;
mod options;
mod tesseract;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
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
    async fn read(&self, picture: Arc<Image>, name: &str, deadline: Instant) -> Result<Vec<Spotted>> {
        let Page { file, times } = page(picture).await?;
        let within = deadline.saturating_duration_since(Instant::now());
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

    fn own_time(&self) -> Option<Duration> {
        Some(self.budget)
    }

    async fn look(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        if naming::plain(&sight.name).is_empty() {
            return Err(Error::new(ErrorKind::NotFound, "the element had no name to look for"));
        }
        let deadline = Instant::now() + within;
        if let Some((nearby, at)) = sight.former.and_then(|former| crop(&sight.picture, former.grown(NEARBY)))
        {
            let found = self.read(Arc::new(nearby), &sight.name, deadline).await?;
            if found.first().is_some_and(|best| best.confidence >= SURE) {
                return Ok(moved(found, at));
            }
        }
        self.read(Arc::clone(&sight.picture), &sight.name, deadline).await
    }
}

/// A picture as it is given to the program.
struct Page {
    file: Vec<u8>,
    /// How much larger it was made.
    times: usize,
}

/// Makes the page to be read. On another thread: a large window takes milliseconds.
async fn page(picture: Arc<Image>) -> Result<Page> {
    let made = tokio::task::spawn_blocking(move || {
        let gray = Gray::of(&picture).lightened();
        let times = if gray.pixels.len() <= DOUBLED { 2 } else { 1 };
        Page { file: gray.resized(gray.width * times, gray.height * times).pgm(), times }
    });
    made.await.map_err(|error| {
        Error::new(ErrorKind::Internal, format!("the picture was not made ready to be read: {error}"))
    })
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

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use tokio::runtime::Builder;

    use super::*;

    #[test]
    fn a_page_is_made_on_a_thread_where_nobody_waits() {
        let runtime = Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            // The only such thread is busy, so the page can be ready at once only if it is made here.
            let (release, held) = mpsc::channel::<()>();
            let busy = tokio::task::spawn_blocking(move || held.recv());
            let mut page = pin!(page(Arc::new(Image { width: 2, height: 2, rgb: vec![9; 12] })));
            assert!(page.as_mut().now_or_never().is_none());
            drop(release);
            assert_eq!(page.await.unwrap().times, 2);
            assert!(busy.await.unwrap().is_err());
        });
    }
}
