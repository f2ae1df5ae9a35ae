//! The thread that writes steps: it works out what the session should not wait for.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::SystemTime;

use deskhand_engine::Snapshot;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::{
    Body, Rect, SCHEMA_VERSION, SnapshotChunks, Trace, TracePicture, TraceStep, TraceTree, picture,
};
use serde_json::Value;

use crate::archive::{Content, Part, Store, json};
use crate::diff::diff;
use crate::options::{TraceOptions, Trouble};
use crate::picture::{Picture, scale, scaled, smaller};
use crate::queue::Queue;
use crate::record::Record;
use crate::secret;
use crate::words;

/// Hands steps to the thread that writes them.
pub(crate) struct Writer {
    options: TraceOptions,
    started: SystemTime,
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
    troubles: Troubles,
}

impl Writer {
    /// Opens the file and starts the thread.
    pub(crate) fn start(path: &Path, options: TraceOptions) -> Result<Writer> {
        let trace = Trace {
            tool: options.tool.clone(),
            version: options.version.clone(),
            platform: options.platform.clone(),
            started: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
        };
        let store = Store::open(path, trace)?;
        let (started, queue) = (store.started(), Arc::<Queue>::default());
        let troubles = Troubles { to: options.trouble.clone(), first: Arc::default() };
        let desk = Desk {
            store,
            options: options.clone(),
            queue: Arc::clone(&queue),
            troubles: troubles.clone(),
            lost: 0,
        };
        let thread = std::thread::Builder::new().name("deskhand-trace".to_owned());
        let thread = thread.spawn(move || desk.work()).map_err(|error| {
            Error::new(ErrorKind::Internal, format!("cannot start the thread that writes the trace: {error}"))
        })?;
        Ok(Writer { options, started, queue, thread: Some(thread), troubles })
    }

    pub(crate) fn options(&self) -> &TraceOptions {
        &self.options
    }

    /// When the trace began.
    pub(crate) fn started(&self) -> SystemTime {
        self.started
    }

    /// Waits until there is room for a step, unless writing has come to a standstill.
    pub(crate) async fn room(&self) {
        self.queue.room().await;
    }

    /// Writes this step as soon as those before it are written. Never waits: without room, only the light part of a step
    /// is kept, and in the end none of it.
    pub(crate) fn write(&self, record: Box<Record>) {
        if !self.queue.put(record) {
            let message = "steps come faster than they can be written: some are not recorded";
            self.troubles.tell(Error::new(ErrorKind::Io, message));
        }
    }

    /// Waits until everything is written. The error is the first thing that could not be.
    pub(crate) fn finish(&self) -> Result<()> {
        self.queue.drained();
        self.troubles.first().clone().map_or(Ok(()), Err)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("options", &self.options).finish_non_exhaustive()
    }
}

/// What the thread has at hand.
struct Desk {
    store: Store,
    options: TraceOptions,
    queue: Arc<Queue>,
    troubles: Troubles,
    /// Steps since the last one that was written.
    lost: u32,
}

impl Desk {
    fn work(mut self) {
        while let Some(record) = self.queue.next() {
            self.write(record);
            self.queue.written();
        }
    }

    fn write(&mut self, mut record: Box<Record>) {
        if self.lost > 0 {
            let steps = words::count(self.lost as usize, "step", "steps");
            record.step.not_recorded.push(format!("{steps} before this one, which could not be written"));
        }
        let options = &self.options;
        let held_up = || self.queue.held_up();
        match self.store.add(options.most_steps, held_up, |number| contents(*record, number, options)) {
            Ok(()) => self.lost = 0,
            Err(error) => {
                self.lost += 1;
                self.troubles.tell(error);
            }
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // Also when the thread has failed: nobody may wait for it.
        self.queue.abandon();
    }
}

/// Where trouble is told: once, for what follows is most often the same.
#[derive(Clone)]
struct Troubles {
    to: Option<Trouble>,
    first: Arc<Mutex<Option<Error>>>,
}

impl Troubles {
    fn first(&self) -> MutexGuard<'_, Option<Error>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, error: Error) {
        tracing::warn!(%error, "a step is not recorded");
        let mut first = self.first();
        if first.is_none() {
            if let Some(to) = &self.to {
                to(&error);
            }
            *first = Some(error);
        }
    }
}

/// The parts of a step as they are written.
fn contents(record: Record, number: u32, options: &TraceOptions) -> Result<Vec<Content>> {
    let Record { mut step, before, after, tree_before, tree_after, mut secrets } = record;
    step.number = number;
    let mut contents = Vec::new();
    let trees = [tree_before.as_deref(), tree_after.as_ref().map(|snapshot| &*snapshot.tree)];
    secrets.extend(trees.into_iter().flatten().flat_map(secret::texts_in));
    let tree_before = tree_before.map(secret::without_in);
    let tree_after = tree_after.map(secret::without);
    if let (Some(before), Some(after)) = (&tree_before, &tree_after) {
        step.diff = Some(diff(before, &after.tree, options.most_changes));
    }
    let kept = tree_after.as_ref().is_some_and(|after| after.tree.len() <= options.largest_tree);
    if tree_before.is_some() || tree_after.is_some() {
        step.tree = Some(TraceTree {
            before: tree_before.map(|tree| tree.len()),
            after: tree_after.as_ref().map(|snapshot| snapshot.tree.len()),
            kept,
        });
    }
    if let Some(snapshot) = tree_after.filter(|_| kept) {
        contents.push(Content { part: Part::Tree, bytes: snapshot_json(snapshot)? });
    }
    let mut draw = |picture: Option<Picture>, part: Part, missing: &mut Vec<String>| {
        let (told, bytes) = match drawn(&picture?, options.largest_picture) {
            Ok(drawn) => drawn,
            Err(error) => {
                missing.push(error.to_string());
                return None;
            }
        };
        contents.push(Content { part, bytes });
        Some(told)
    };
    step.before = draw(before, Part::Before, &mut step.not_recorded);
    step.after = draw(after, Part::After, &mut step.not_recorded);
    // Last: a step whose own entry is there has all its parts.
    contents.push(Content { part: Part::Step, bytes: json(&document(&step, &secrets)?)? });
    Ok(contents)
}

/// The picture as PNG, made smaller where it is too large, with what is to be said of it.
fn drawn(picture: &Picture, largest: u32) -> Result<(TracePicture, Vec<u8>)> {
    let image = &picture.image;
    let scale = scale(image.width, image.height, largest);
    let png = if scale < 1.0 {
        let small = smaller(image, scale)
            .ok_or_else(|| Error::new(ErrorKind::Internal, "a picture: it has fewer pixels than it says"))?;
        picture::encode_png_quickly(&small)?
    } else {
        picture::encode_png_quickly(image)?
    };
    let length = |number: u32| ((f64::from(number) * scale).round() as u32).max(1);
    let told = TracePicture {
        of: picture.of.clone(),
        width: length(image.width),
        height: length(image.height),
        scale,
        target: picture.target_inside().map(|target| Rect::from(scaled(target, scale))),
    };
    Ok((told, png))
}

fn snapshot_json(snapshot: Snapshot) -> Result<Vec<u8>> {
    let pieces: Result<Vec<Vec<u8>>, _> = SnapshotChunks::new(snapshot).collect();
    let pieces = pieces.map_err(|error| {
        Error::new(ErrorKind::Internal, format!("a tree cannot be written as JSON: {error}"))
    })?;
    Ok(pieces.concat())
}

/// The step as a document, without the secrets. What was asked has none and is left as it is: its words are those of
/// our vocabulary, and must stay so.
fn document(step: &TraceStep, secrets: &[String]) -> Result<Value> {
    let failed =
        |error| Error::new(ErrorKind::Internal, format!("a step cannot be written as JSON: {error}"));
    let asked = serde_json::to_value(&step.asked).map_err(failed)?;
    let mut body = serde_json::to_value(step).map_err(failed)?;
    secrets.iter().for_each(|secret| secret::scrub(&mut body, secret));
    body["asked"] = asked;
    body["kind"] = TraceStep::KIND.into();
    body["schema_version"] = SCHEMA_VERSION.into();
    Ok(body)
}
