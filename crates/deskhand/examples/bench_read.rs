//! Deskhand's side of `make bench`: one operation on one application, one JSON line per sample. The arguments and the
//! lines are described in `bench/README.md`.
//!
//! Every sample has a connection of its own that is open before the clock starts, and knows nothing of the tree.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is what it is for")]

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use deskhand::engine::ports::{Accessibility, Perform, Performed, ReadRequest, Reading};
use deskhand::model::{App, AppId, Fields, Handle, NodeData, NodeId};
use deskhand::{Act, ActOptions, AppSelector, Engine, Locator, Query, Result, Session, current_desktop};
use deskhand_linux::AtSpi;

const WITHIN: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let result = match Options::from_arguments() {
        Some(options) => options.run().await,
        None => {
            eprintln!(
                "usage: bench_read --pid PID --operation find-press|snapshot|call --role ROLE --name NAME --samples N"
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench_read: {}: {error}", error.code());
            ExitCode::FAILURE
        }
    }
}

struct Options {
    pid: u32,
    operation: String,
    role: String,
    name: String,
    samples: u32,
}

impl Options {
    fn from_arguments() -> Option<Options> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let value = |key: &str| {
            arguments.chunks_exact(2).find(|pair| pair[0] == format!("--{key}")).map(|pair| pair[1].clone())
        };
        Some(Options {
            pid: value("pid")?.parse().ok()?,
            operation: value("operation")?,
            role: value("role").unwrap_or_default(),
            name: value("name").unwrap_or_default(),
            samples: value("samples").map_or(Some(1), |samples| samples.parse().ok())?,
        })
    }

    async fn run(&self) -> Result<()> {
        for _ in 0..self.samples {
            self.sample().await?;
        }
        Ok(())
    }

    async fn sample(&self) -> Result<()> {
        let env = current_desktop();
        let counted = Arc::new(Counted::new(AtSpi::new(&env)));
        let ports =
            deskhand::engine::ports::Ports { accessibility: counted.clone(), ..deskhand_linux::ports(&env) };
        let engine = Engine::new(ports);
        let app = AppSelector::Pid(self.pid);
        // Connects: the application is found, its own connection opened, its root object read.
        let root = ReadRequest { fields: Fields::ROLE, max_depth: Some(0), ..ReadRequest::default() };
        let connected = engine.tree(&app, &root, WITHIN).await?;
        counted.reset().await;

        let start = Instant::now();
        let (nodes, path) = match self.operation.as_str() {
            "find-press" => {
                let query = Query::parse(&format!("role:{} title:\"{}\"", self.role, self.name))?;
                let locator = Locator { app, query, nth: None };
                let options = ActOptions { within: WITHIN, ..ActOptions::default() };
                engine.act(&locator, &Act::Press, &options).await?;
                (None, counted.path())
            }
            "snapshot" => {
                let request = ReadRequest { fields: Fields::SNAPSHOT, ..ReadRequest::default() };
                let snapshot = engine.tree(&app, &request, WITHIN).await?;
                (Some(snapshot.tree.len()), counted.path())
            }
            _ => {
                let root = connected.tree.node(NodeId::ROOT).handle.clone();
                counted.details(&connected.app.id, &[root], Fields::ROLE, WITHIN).await?;
                (None, "call".to_owned())
            }
        };
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let (calls, rounds) = counted.cost().await;
        let nodes = nodes.map_or("null".to_owned(), |nodes| nodes.to_string());
        println!(
            r#"{{"tool": "deskhand", "operation": "{}", "ms": {ms:.3}, "nodes": {nodes}, "calls": {calls}, "round_trips": {rounds}, "path": "{path}"}}"#,
            self.operation
        );
        Ok(())
    }
}

/// The accessibility layer, with a count of what goes through it.
struct Counted {
    inner: AtSpi,
    calls_before: AtomicU64,
    rounds: AtomicU64,
    path: std::sync::Mutex<String>,
}

impl Counted {
    fn new(inner: AtSpi) -> Counted {
        Counted {
            inner,
            calls_before: AtomicU64::new(0),
            rounds: AtomicU64::new(0),
            path: Default::default(),
        }
    }

    async fn reset(&self) {
        self.calls_before.store(self.inner.calls().await, Ordering::Relaxed);
        self.rounds.store(0, Ordering::Relaxed);
    }

    async fn cost(&self) -> (u64, u64) {
        let calls = self.inner.calls().await - self.calls_before.load(Ordering::Relaxed);
        (calls, self.rounds.load(Ordering::Relaxed))
    }

    fn path(&self) -> String {
        self.path.lock().map_or_else(|_| String::new(), |path| path.clone())
    }
}

#[async_trait]
impl Accessibility for Counted {
    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.inner.applications(within).await
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let reading = self.inner.read(app, request, within).await?;
        self.rounds.fetch_add(reading.rounds, Ordering::Relaxed);
        if let Ok(mut path) = self.path.lock() {
            *path = reading.path.name().to_owned();
        }
        Ok(reading)
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.rounds.fetch_add(1, Ordering::Relaxed);
        self.inner.details(app, elements, fields, within).await
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        // The calls of one action wait for each other.
        let before = self.inner.calls().await;
        let performed = self.inner.perform(app, element, what, within).await;
        self.rounds.fetch_add(self.inner.calls().await - before, Ordering::Relaxed);
        performed
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.inner.text(app, element, within).await
    }
}
