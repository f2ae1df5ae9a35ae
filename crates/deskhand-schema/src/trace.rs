//! Traces: what was asked of a desktop, step by step, and what came of it.
//!
//! A trace is one zip file. `trace.json` holds a [`Trace`], `steps/0001.json` and so on one [`TraceStep`](crate::TraceStep)
//! each; pictures and trees of a step stand beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Body;

/// Where a trace comes from: its `trace.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// The program that began it.
    pub tool: String,
    /// Version of that program.
    pub version: String,
    /// What kind of desktop it was recorded on: `linux`, `sim`, ….
    pub platform: String,
    /// When it began, in UTC (RFC 3339).
    pub started: String,
}

impl Body for Trace {
    const KIND: &'static str = "trace";
}

/// The steps of a trace in short, as `deskhand trace list --json` tells them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceList {
    /// Where it comes from.
    pub trace: Trace,
    /// The steps in the order in which they ended.
    pub steps: Vec<TraceEntry>,
    /// What could not be read of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Body for TraceList {
    const KIND: &'static str = "trace-list";
}

/// A trace that was written as a page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TracePage {
    /// The file; `-` for standard output.
    pub file: String,
    /// How many steps it shows.
    pub steps: usize,
    /// Its size.
    pub bytes: usize,
    /// What could not be read of the trace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Body for TracePage {
    const KIND: &'static str = "trace-page";
}

/// One step in short.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceEntry {
    /// Its number, counted from one.
    pub number: u32,
    /// What was asked, in one line.
    pub title: String,
    /// What came of it, in one line.
    pub outcome: String,
    /// Code of the error, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When it began, in milliseconds since the trace did.
    pub started_ms: f64,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
}
