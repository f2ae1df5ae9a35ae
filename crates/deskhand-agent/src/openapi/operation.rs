//! What each endpoint takes and answers.

use deskhand_schema as schema;
use deskhand_schema::request;
use serde_json::{Value, json};

use super::parts::{Body, json_body, named, parameter};
use super::schemas::Schemas;
use super::statuses::failures;
use crate::contract::{
    ActionResponse, DownloadRequest, DownloadResponse, ElementQuery, ExecRequest, ExecResponse, Health,
    InspectResponse, SetValueRequest, SnapshotRequest, SnapshotResponse, UploadRequest, WaitRequest,
    WindowMoveRequest, WindowResizeRequest, WindowTarget,
};
use crate::desk::{DebugRequest, DebugResponse};
use crate::endpoint::Endpoint;

/// The operation of an endpoint, as the document describes it.
pub(super) fn operation(endpoint: Endpoint, schemas: &mut Schemas) -> Value {
    let told = told(endpoint, schemas);
    let mut operation = json!({
        "operationId": named(endpoint.path()),
        "summary": told.summary,
        "tags": [if endpoint.is_extension() { "deskhand" } else { "contract" }],
        "responses": failures(endpoint),
    });
    operation["responses"]["200"] = told.answer;
    if let Some(body) = told.takes {
        operation["requestBody"] = body.into_value();
    }
    if !told.parameters.is_empty() {
        operation["parameters"] = told.parameters.into();
    }
    if endpoint == Endpoint::Health {
        operation["security"] = json!([]);
    }
    operation
}

/// What there is to say about an endpoint, apart from how it fails.
struct Told {
    summary: &'static str,
    takes: Option<Body>,
    parameters: Vec<Value>,
    answer: Value,
}

impl Told {
    fn new(summary: &'static str, takes: impl Into<Option<Body>>, answer: Value) -> Told {
        Told { summary, takes: takes.into(), parameters: Vec::new(), answer }
    }

    fn parameters(self, parameters: Vec<Value>) -> Told {
        Told { parameters, ..self }
    }
}

fn told(endpoint: Endpoint, schemas: &mut Schemas) -> Told {
    let done = |schemas: &mut Schemas| schemas.answer::<ActionResponse>("What became of it");
    let acted = |schemas: &mut Schemas| with_unread(done(schemas));
    match endpoint {
        Endpoint::Health => Told::new(
            "Whether the agent runs, and sees applications",
            None,
            schemas.answer::<Health>("It runs"),
        ),
        Endpoint::Exec => Told::new(
            "Run a command with the shell",
            schemas.takes::<ExecRequest>(),
            schemas.answer::<ExecResponse>("What became of it, whatever its exit code"),
        ),
        Endpoint::Upload => Told::new(
            "Write a file: as JSON, or with ?path= as the body itself",
            schemas.takes::<UploadRequest>().or("application/octet-stream", json!({})),
            done(schemas),
        )
        .parameters(vec![file_parameter()]),
        Endpoint::Download => Told::new(
            "Read a file: as JSON, or with ?path= as the body itself",
            schemas.takes::<DownloadRequest>().optional(),
            file_answer(schemas),
        )
        .parameters(vec![file_parameter()]),
        Endpoint::Shutdown => Told::new("End the agent", Body::anything(), done(schemas)),
        Endpoint::DebugAx => Told::new(
            "What goes on below the accessibility layer, in the platform's own words",
            schemas.takes::<DebugRequest>(),
            schemas.answer::<DebugResponse>("The state of accessibility"),
        ),
        Endpoint::Windows => {
            Told::new("List windows", Body::anything(), schemas.answer::<SnapshotResponse>("The windows"))
        }
        Endpoint::Snapshot => Told::new(
            "Windows with the elements in them",
            schemas.takes::<SnapshotRequest>(),
            snapshot_answer(schemas),
        ),
        Endpoint::Inspect => Told::new(
            "One element in detail",
            schemas.takes::<ElementQuery>(),
            with_unread(schemas.answer::<InspectResponse>("The element")),
        ),
        Endpoint::Press => {
            Told::new("Do the main action of an element", schemas.takes::<ElementQuery>(), acted(schemas))
        }
        Endpoint::SetValue => {
            Told::new("Set the value of an element", schemas.takes::<SetValueRequest>(), acted(schemas))
        }
        Endpoint::Focus => {
            Told::new("Give an element the keyboard", schemas.takes::<ElementQuery>(), acted(schemas))
        }
        Endpoint::ShowMenu => {
            Told::new("Open the context menu of an element", schemas.takes::<ElementQuery>(), acted(schemas))
        }
        Endpoint::Wait => Told::new(
            "Wait for a window",
            schemas.takes::<WaitRequest>(),
            schemas.answer::<ActionResponse>("Whether it is there; success is false when the time is over"),
        ),
        Endpoint::WindowFocus => {
            Told::new("Give a window the keyboard", schemas.takes::<WindowTarget>(), done(schemas))
        }
        Endpoint::WindowResize => {
            Told::new("Resize a window", schemas.takes::<WindowResizeRequest>(), done(schemas))
        }
        Endpoint::WindowMove => {
            Told::new("Move a window", schemas.takes::<WindowMoveRequest>(), done(schemas))
        }
        Endpoint::WindowClose => Told::new("Close a window", schemas.takes::<WindowTarget>(), done(schemas)),
        Endpoint::WindowMinimize => {
            Told::new("Minimise a window", schemas.takes::<WindowTarget>(), done(schemas))
        }
        Endpoint::OpenApi => {
            let answer = json_body("This document", &json!({ "type": "object" }));
            Told::new("This document", None, answer)
        }
        Endpoint::Discover => Told::new(
            "Which endpoints there are beyond the contract",
            None,
            schemas.document::<schema::Discovery>(),
        ),
        Endpoint::Apps => {
            Told::new("Applications", schemas.takes::<request::Timed>(), schemas.document::<schema::Apps>())
        }
        Endpoint::App => Told::new(
            "One application, waited for",
            schemas.takes::<request::AppRequest>(),
            schemas.document::<schema::Apps>(),
        ),
        Endpoint::Tree => Told::new(
            "The elements of an application",
            schemas.takes::<request::TreeRequest>(),
            schemas.document::<schema::Snapshot>(),
        ),
        Endpoint::Idle => Told::new(
            "Wait until an application is idle",
            schemas.takes::<request::AppRequest>(),
            schemas.document::<schema::Idleness>(),
        ),
        Endpoint::Find => Told::new(
            "Find elements by a query in one of our notations",
            schemas.takes::<request::FindRequest>(),
            schemas.document::<schema::Matches>(),
        ),
        Endpoint::Act => Told::new(
            "Do something to an element",
            schemas.takes::<request::ActRequest>(),
            schemas.document::<schema::Receipt>(),
        ),
        Endpoint::Keys => Told::new(
            "Strike keys in an application",
            schemas.takes::<request::KeysRequest>(),
            schemas.document::<schema::Receipt>(),
        ),
        Endpoint::Text => Told::new(
            "The text of an element",
            schemas.takes::<request::TextRequest>(),
            schemas.document::<schema::Text>(),
        ),
        Endpoint::ListWindows => Told::new(
            "Windows, with all that is known of them",
            schemas.takes::<request::Timed>(),
            schemas.document::<schema::Windows>(),
        ),
        Endpoint::GetWindow => Told::new(
            "One window, as window system and accessibility know it",
            schemas.takes::<request::WindowRequest>(),
            schemas.document::<schema::WindowView>(),
        ),
        Endpoint::ChangeWindow => Told::new(
            "Change a window",
            schemas.takes::<request::ChangeRequest>(),
            schemas.document::<schema::Changed>(),
        ),
        Endpoint::Events => {
            let parameters = schemas.parameters::<request::ObserveRequest>();
            Told::new("What happens to windows, as server-sent events", None, events_answer(schemas))
                .parameters(parameters)
        }
        Endpoint::Screenshot => Told::new(
            "A picture of the screen, a window or an element",
            schemas.takes::<request::ShotRequest>(),
            json!({ "description": "The picture", "content": { "image/png": {} } }),
        ),
        Endpoint::Clipboard => Told::new(
            "The text on the clipboard",
            schemas.takes::<request::Timed>(),
            schemas.document::<schema::Clipboard>(),
        ),
        Endpoint::SetClipboard => Told::new(
            "Put text on the clipboard",
            schemas.takes::<request::ClipboardRequest>(),
            schemas.document::<schema::Clipboard>(),
        ),
    }
}

fn file_parameter() -> Value {
    let description = "The file. With it, the bytes of the file travel as they are.";
    parameter("path", json!({ "type": "string", "description": description }))
}

fn file_answer(schemas: &mut Schemas) -> Value {
    let mut answer = schemas.answer::<DownloadResponse>("The file");
    answer["content"]["application/octet-stream"] = json!({});
    answer
}

fn snapshot_answer(schemas: &mut Schemas) -> Value {
    let mut answer = with_unread(schemas.answer::<SnapshotResponse>("The windows"));
    answer["headers"]["x-deskhand-truncated"] = header(
        "There when elements were left out, and says why, with commas between: `nodes=…` and `depth=…` when there are \
         more than that, `time` when the time was over",
    );
    answer
}

/// An answer that applications may be left out of.
fn with_unread(mut answer: Value) -> Value {
    answer["headers"]["x-deskhand-unread"] = header(
        "There when applications were left out because they do not answer, and names them, percent-encoded with commas \
         between",
    );
    answer
}

fn header(description: &str) -> Value {
    json!({ "description": description, "schema": { "type": "string" } })
}

/// The data of each event is a document; OpenAPI 3.1 has no words for a stream of them.
fn events_answer(schemas: &mut Schemas) -> Value {
    let documents = [
        schemas.document::<schema::WindowSnapshot>(),
        schemas.document::<schema::WindowEvent>(),
        schemas.document::<schema::WindowGap>(),
    ];
    let kinds = documents.map(|answer| answer["content"]["application/json"]["schema"].clone());
    json!({
        "description": "Events named `snapshot`, `gap`, `error` or what has happened; the data of each is a document",
        "content": { "text/event-stream": { "schema": { "type": "string" }, "x-event-data": { "anyOf": kinds } } },
    })
}
