//! Writing and reading files.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use deskhand_model::Result;

use crate::server::{Agent, Refusal};

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
#[derive(Debug)]
pub(crate) struct Files;

impl Files {
    pub(crate) fn new(_options: &FilesOptions) -> Result<Files> {
        Ok(Files)
    }
}

/// `POST /upload`, in both forms.
pub(crate) async fn upload(State(_agent): State<Arc<Agent>>, _request: Request) -> Result<Response, Refusal> {
    Err(Refusal::bad("not yet"))
}

/// `POST /download`, in both forms.
pub(crate) async fn download(
    State(_agent): State<Arc<Agent>>,
    _request: Request,
) -> Result<Response, Refusal> {
    Err(Refusal::bad("not yet"))
}
