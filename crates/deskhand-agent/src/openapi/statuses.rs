//! With which statuses an endpoint can fail.

use deskhand_schema as schema;
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::parts::json_body;
use super::schemas::Schemas;
use crate::contract::ErrorResponse;
use crate::endpoint::Endpoint;

/// The failures of an endpoint, by status.
pub(super) fn failures(endpoint: Endpoint) -> Map<String, Value> {
    let told = |status: StatusCode| {
        let reference = format!("#/components/responses/{}", name(endpoint.is_extension(), status));
        (status.as_str().to_owned(), json!({ "$ref": reference }))
    };
    statuses(endpoint).into_iter().map(told).collect()
}

/// All failures, by name.
pub(super) fn all_failures(schemas: &mut Schemas) -> Map<String, Value> {
    let error = schemas.reference::<ErrorResponse>();
    // Those who are not let in learn it in the words of the contract everywhere.
    let ours = json!({ "anyOf": [schemas.document_reference::<schema::Failure>(), error] });
    let told = |&endpoint: &Endpoint| {
        let schema = if endpoint.is_extension() { &ours } else { &error };
        let response = |status| (name(endpoint.is_extension(), status), json_body(meaning(status), schema));
        statuses(endpoint).into_iter().map(response).collect::<Vec<_>>()
    };
    Endpoint::ALL.iter().flat_map(told).collect()
}

fn name(is_extension: bool, status: StatusCode) -> String {
    format!("{}{}", if is_extension { "Failure" } else { "Error" }, status.as_str())
}

fn statuses(endpoint: Endpoint) -> Vec<StatusCode> {
    if endpoint == Endpoint::Health {
        return vec![StatusCode::FORBIDDEN, StatusCode::INTERNAL_SERVER_ERROR];
    }
    let mut statuses = vec![
        StatusCode::UNAUTHORIZED,
        StatusCode::FORBIDDEN,
        StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::SERVICE_UNAVAILABLE,
    ];
    if endpoint.method() == Method::POST {
        statuses.extend([
            StatusCode::BAD_REQUEST,
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::PAYLOAD_TOO_LARGE,
        ]);
    }
    statuses.extend_from_slice(own(endpoint));
    statuses
}

/// Those that come from what the endpoint does.
fn own(endpoint: Endpoint) -> &'static [StatusCode] {
    const DESKTOP: &[StatusCode] = &[StatusCode::UNPROCESSABLE_ENTITY, StatusCode::GATEWAY_TIMEOUT];
    const TARGET: &[StatusCode] = &[
        StatusCode::NOT_FOUND,
        StatusCode::CONFLICT,
        StatusCode::UNPROCESSABLE_ENTITY,
        StatusCode::GATEWAY_TIMEOUT,
    ];
    match endpoint {
        Endpoint::Health | Endpoint::Exec | Endpoint::Shutdown | Endpoint::OpenApi | Endpoint::Discover => {
            &[]
        }
        Endpoint::Upload => &[StatusCode::NOT_FOUND, StatusCode::INSUFFICIENT_STORAGE],
        Endpoint::Download => &[StatusCode::NOT_FOUND],
        Endpoint::Windows
        | Endpoint::Wait
        | Endpoint::Apps
        | Endpoint::ListWindows
        | Endpoint::Clipboard
        | Endpoint::SetClipboard => DESKTOP,
        Endpoint::Events => {
            &[StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY, StatusCode::GATEWAY_TIMEOUT]
        }
        Endpoint::DebugAx
        | Endpoint::Snapshot
        | Endpoint::Inspect
        | Endpoint::Press
        | Endpoint::SetValue
        | Endpoint::Focus
        | Endpoint::ShowMenu
        | Endpoint::WindowFocus
        | Endpoint::WindowResize
        | Endpoint::WindowMove
        | Endpoint::WindowClose
        | Endpoint::WindowMinimize
        | Endpoint::App
        | Endpoint::Tree
        | Endpoint::Idle
        | Endpoint::Find
        | Endpoint::Act
        | Endpoint::Keys
        | Endpoint::Text
        | Endpoint::GetWindow
        | Endpoint::ChangeWindow
        | Endpoint::Screenshot => TARGET,
    }
}

fn meaning(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "The request makes no sense",
        StatusCode::UNAUTHORIZED => "The token is missing or wrong",
        StatusCode::FORBIDDEN => {
            "Not allowed: switched off, out of bounds, from a web page or to a foreign name"
        }
        StatusCode::NOT_FOUND => "What is meant is not there",
        StatusCode::REQUEST_TIMEOUT => "The body of the request did not come in time",
        StatusCode::CONFLICT => "Several things can be meant",
        StatusCode::PAYLOAD_TOO_LARGE => "Too large",
        StatusCode::UNPROCESSABLE_ENTITY => "It cannot be done, or was not",
        StatusCode::SERVICE_UNAVAILABLE => {
            "Accessibility or an application does not answer, or too many ask at once"
        }
        StatusCode::GATEWAY_TIMEOUT => "It took too long",
        StatusCode::INSUFFICIENT_STORAGE => "No space is left",
        _ => "A fault in the agent itself",
    }
}
