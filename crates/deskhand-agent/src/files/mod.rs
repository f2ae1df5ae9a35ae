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
use http::StatusCode;

use self::failure::Way;
use self::place::Place;
use crate::contract::{ActionResponse, DownloadRequest, ErrorKey};
use crate::server::{Agent, Answer, Asked, Refusal, Target};

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

/// The files that can be written and read.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// `None` when they are switched off.
    place: Option<Arc<Place>>,
}

impl Files {
    pub(crate) fn new(options: &FilesOptions) -> Result<Files> {
        let place = match options {
            FilesOptions::Anywhere => Some(Place::Anywhere),
            FilesOptions::Beneath(root) => Some(Place::beneath(root)?),
            FilesOptions::Off => None,
        };
        Ok(Files { place: place.map(Arc::new) })
    }

    fn place(&self, way: Way) -> Result<Arc<Place>, Refusal> {
        let off = || way.refuse(StatusCode::FORBIDDEN, "Files are switched off on this agent");
        self.place.clone().ok_or_else(off)
    }
}

/// `POST /upload`, in both forms.
pub(crate) async fn upload(State(agent): State<Arc<Agent>>, request: Request) -> Result<Response, Refusal> {
    let place = agent.files.place(Way::Upload)?;
    let path = query::path(request.uri().query(), Way::Upload)?;
    let body = request.into_body();
    let written = match path {
        Some(path) => upload::raw(place, path, body).await?,
        None => upload::json(place, body, agent.limits.file).await?,
    };
    let message = format!("{} bytes were written to {}.", written.bytes, written.path);
    let mut response = Answer(ActionResponse::done(message)).into_response();
    let target = serde_json::json!({ "path": written.path, "bytes": written.bytes });
    response.extensions_mut().insert(Target(target));
    Ok(response)
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
