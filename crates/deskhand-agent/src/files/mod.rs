//! Writing and reading files.
//!
//! - [`Place`](place::Place) is where paths lead: anywhere, or nowhere but beneath one folder
//! - an upload becomes a [`Part`](part::Part) beside its [`Destination`](destination::Destination), and takes its name
//!   when it is complete
//! - a download is a [`Source`](source::Source), sent as it is or in base64
//!
//! All of it waits for disks, and so it is done in threads that may.

mod destination;
mod download;
mod encoding;
mod failure;
mod part;
mod place;
mod query;
mod source;
mod upload;

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use deskhand_model::Result;
use http::{StatusCode, Uri};
use percent_encoding::percent_decode_str;
use serde_json::json;
use tokio::sync::{Semaphore, SemaphorePermit};

use self::failure::Way;
use self::place::Place;
use crate::contract::{ActionResponse, DownloadRequest, ErrorKey};
use crate::server::{Agent, Answer, Asked, Noted, Refusal};

/// Which files can be written and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FilesOptions {
    /// All that the agent itself may.
    #[default]
    Anywhere,
    /// Those in this folder, wherever links and `..` lead.
    Beneath(PathBuf),
    /// None.
    Off,
}

/// Large files in JSON that are taken at the same time: each is held in memory as a whole.
const LARGE_AT_ONCE: usize = 4;

/// The files that can be written and read.
#[derive(Debug)]
pub(crate) struct Files {
    /// `None` when they are switched off.
    place: Option<Arc<Place>>,
    /// For large files in JSON.
    room: Semaphore,
}

impl Files {
    pub(crate) fn new(options: &FilesOptions) -> Result<Files> {
        let place = match options {
            FilesOptions::Anywhere => Some(Place::Anywhere),
            FilesOptions::Beneath(root) => Some(Place::beneath(root)?),
            FilesOptions::Off => None,
        };
        Ok(Files { place: place.map(Arc::new), room: Semaphore::new(LARGE_AT_ONCE) })
    }

    /// Room for another large file in JSON.
    fn make_room(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.room.try_acquire().map_err(|_| {
            let details = format!(
                "{LARGE_AT_ONCE} large files come as JSON already; send this one as the body of /upload?path=…, or later"
            );
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ErrorKey::Busy, details)
        })
    }

    fn place(&self, way: Way) -> Result<Arc<Place>, Refusal> {
        let off = || way.refuse(StatusCode::FORBIDDEN, "Files are switched off on this agent");
        self.place.clone().ok_or_else(off)
    }
}

/// `POST /upload`, in both forms.
pub(crate) async fn upload(State(agent): State<Arc<Agent>>, request: Request) -> Result<Response, Refusal> {
    let noted = Noted::of(&request);
    let place = agent.files.place(Way::Upload)?;
    let path = query::path(request.uri().query(), Way::Upload)?;
    let body = request.into_body();
    let written = match path {
        Some(path) => upload::raw(place, path, body).await?,
        None => upload::json(&agent, place, body, noted.clone()).await?,
    };
    noted.tell(json!({ "path": written.path, "bytes": written.bytes }));
    let message = format!("{} bytes were written to {}.", written.bytes, written.path);
    Ok(Answer(ActionResponse::done(message)).into_response())
}

/// The path that the query of an upload names, right or wrong, for those who only want to tell of it.
pub(crate) fn path_of(uri: &Uri) -> Option<String> {
    let path = query::paths(uri.query()).next()?;
    Some(percent_decode_str(path).decode_utf8_lossy().into_owned())
}

/// `POST /download`, in both forms.
pub(crate) async fn download(State(agent): State<Arc<Agent>>, request: Request) -> Result<Response, Refusal> {
    let place = agent.files.place(Way::Download)?;
    match query::path(request.uri().query(), Way::Download)? {
        Some(path) => download::raw(place, path).await,
        None => {
            let Asked(DownloadRequest { path }) = Asked::from_request(request, &agent).await?;
            download::json(place, query::checked(path, Way::Download)?, agent.limits.file).await
        }
    }
}

/// Does what may have to wait for a disk.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|fault| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal, fault.to_string())
    })
}
