//! Files for file inputs: read here, carried into the page in pieces, and put together there.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind, Place};
use serde_json::{Value, json};

use super::talk::{Job, Talk};
use super::term::Term;

/// The plugin takes no requests of more than two megabytes, and base64 makes three bytes four.
const PIECE: usize = 900_000;

pub(super) async fn choose(
    talk: &Talk,
    place: &Place,
    node: &str,
    files: &[String],
    term: Term,
) -> PageResult<()> {
    let mut chosen = Vec::with_capacity(files.len());
    for path in files {
        // What is left over from files that no input took is not mixed up with these.
        let parcel = talk.number();
        let bytes = read(path.clone()).await?;
        for piece in bytes.chunks(PIECE) {
            let more = json!({ "parcel": parcel, "piece": STANDARD.encode(piece) });
            talk.ask(&Job::new(place, "parcel", more), term.running()?).await?;
        }
        chosen.push(described(path, parcel));
    }
    let more = json!({ "node": node, "files": chosen });
    talk.ask(&Job::new(place, "files", more), term.running()?).await.map(drop)
}

async fn read(path: String) -> PageResult<Vec<u8>> {
    let reading = tokio::task::spawn_blocking(move || {
        std::fs::read(&path)
            .map_err(|error| Fault::new(FaultKind::Invalid, format!("{path} cannot be read: {error}")))
    });
    reading.await.unwrap_or_else(|error| Err(Fault::new(FaultKind::Failed, error.to_string())))
}

fn described(path: &str, parcel: u64) -> Value {
    let path = Path::new(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    json!({ "name": name, "kind": kind_of(&ending), "parcel": parcel })
}

/// What a browser says such a file is; nothing where it would not know either.
fn kind_of(ending: &str) -> &'static str {
    match ending {
        "css" => "text/css",
        "csv" => "text/csv",
        "gif" => "image/gif",
        "htm" | "html" => "text/html",
        "jpeg" | "jpg" => "image/jpeg",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        "webp" => "image/webp",
        "xml" => "application/xml",
        "zip" => "application/zip",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_described_by_its_name_and_kind() {
        assert_eq!(
            described("/somewhere/Notes.TXT", 2),
            json!({ "name": "Notes.TXT", "kind": "text/plain", "parcel": 2 })
        );
        assert_eq!(described("/somewhere/plain", 0), json!({ "name": "plain", "kind": "", "parcel": 0 }));
    }
}
