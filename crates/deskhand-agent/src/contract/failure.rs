//! Failures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to a request that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorResponse {
    /// Short key. New ones may come.
    pub error: String,
    /// A sentence for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

macro_rules! keys {
    ($($(#[$doc:meta])* $variant:ident => $key:literal,)*) => {
        /// The keys that this agent sends.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorKey {
            $($(#[$doc])* $variant,)*
        }

        impl ErrorKey {
            /// Every key.
            pub const ALL: &[ErrorKey] = &[$(ErrorKey::$variant,)*];

            /// As it is on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ErrorKey::$variant => $key,)*
                }
            }
        }
    };
}

keys! {
    /// No element matches.
    NotFound => "not_found",
    /// Several elements or windows match.
    Ambiguous => "ambiguous",
    /// No window matches.
    WindowNotFound => "window_not_found",
    /// The element, its toolkit or its state do not allow the action.
    ActionUnsupported => "action_unsupported",
    /// The element was asked and did not do it.
    ActionFailed => "action_failed",
    /// No accessibility, or the application does not answer.
    AccessibilityUnavailable => "accessibility_unavailable",
    /// The command could not be started, or commands are switched off.
    ExecFailed => "exec_failed",
    /// The file could not be written.
    UploadFailed => "upload_failed",
    /// The file could not be read.
    DownloadFailed => "download_failed",
    /// The request is no JSON, or not what this endpoint takes.
    InvalidJson => "invalid_json",
    /// The token is missing or wrong.
    Unauthorized => "unauthorized",
    /// The request comes from a web page, or calls this server by a foreign name.
    Forbidden => "forbidden",
    /// There is no such endpoint.
    UnknownEndpoint => "unknown_endpoint",
    /// The endpoint takes another method.
    MethodNotAllowed => "method_not_allowed",
    /// The client was too slow, or the work took too long.
    Timeout => "timeout",
    /// Too many requests are under way.
    Busy => "busy",
    /// A fault in Deskhand itself.
    Internal => "internal",
}
