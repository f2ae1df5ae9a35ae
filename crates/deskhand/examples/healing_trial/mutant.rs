//! The fixture that mutates itself, and what it says.

use std::collections::VecDeque;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use deskhand::{Desktop, Error, ErrorKind, Result};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// How long the fixture may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The toolkit that shows the scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolkit {
    Gtk3,
    Gtk4,
    Qt5,
}

impl Toolkit {
    fn script(self) -> &'static str {
        match self {
            Toolkit::Gtk3 => "gtk3.py",
            Toolkit::Gtk4 => "gtk4.py",
            Toolkit::Qt5 => "qt5.py",
        }
    }
}

/// A window as it was when the test was written.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// What tells who the target is; no test can see it.
    pub(crate) token: String,
    /// How the test was written.
    pub(crate) query: String,
}

/// What became of it.
#[derive(Clone, Debug)]
pub(crate) struct Mutation {
    /// Whether the target is still there.
    pub(crate) present: bool,
    /// The kinds of changes that were made.
    pub(crate) done: Vec<String>,
    /// The kinds of evidence that were lost, by the target or by the twin that stayed.
    pub(crate) lost: Vec<String>,
    /// Everything about it, for people.
    pub(crate) told: String,
}

/// The running fixture.
pub(crate) struct Mutant {
    child: Child,
    commands: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    /// Tokens of what was pressed and not yet asked about.
    pressed: VecDeque<String>,
}

impl Mutant {
    /// Starts it on a private desktop.
    pub(crate) async fn start(desktop: &Desktop, toolkit: Toolkit) -> Result<Mutant> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/mutant");
        let private = desktop.private().ok_or_else(|| broken("needs a private desktop"))?;
        let mut command = Command::new("/usr/bin/python3");
        command.arg(folder.join(toolkit.script())).args(["--title", "Mutant"]).kill_on_drop(true);
        for (name, value) in private.variables() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(broken)?;
        let commands = child.stdin.take().ok_or_else(|| broken("has no input"))?;
        let output = child.stdout.take().ok_or_else(|| broken("has no output"))?;
        let answers = BufReader::new(output).lines();
        let mut mutant = Mutant { child, commands, answers, pressed: VecDeque::new() };
        mutant.answer("ready").await?;
        Ok(mutant)
    }

    /// Ends it.
    pub(crate) async fn end(mut self) -> Result<()> {
        self.child.kill().await.map_err(broken)
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Result<u32> {
        self.child.id().ok_or_else(|| broken("has ended"))
    }

    /// Shows the window of this seed.
    pub(crate) async fn generate(&mut self, seed: u64) -> Result<Scene> {
        let scene = self.ask(&format!("generate {seed}"), "scene").await?;
        self.pressed.clear();
        Ok(Scene { token: text(&scene["target"]["token"]), query: text(&scene["query"]) })
    }

    /// Shows what becomes of the window by the mutation of this seed.
    pub(crate) async fn mutate(&mut self, seed: u64) -> Result<Mutation> {
        let told = self.ask(&format!("mutate {seed}"), "mutated").await?;
        Ok(Mutation {
            present: told["present"] == true,
            done: texts(&told["done"]),
            lost: texts(&told["lost"]),
            told: told.to_string(),
        })
    }

    /// The next press that it tells of.
    pub(crate) async fn press(&mut self) -> Result<String> {
        while self.pressed.is_empty() {
            self.next().await?;
        }
        self.pressed.pop_front().ok_or_else(|| broken("told of no press"))
    }

    /// What has been pressed so far and not asked about.
    pub(crate) async fn presses(&mut self) -> Result<Vec<String>> {
        self.ask("ping", "pong").await?;
        Ok(self.pressed.drain(..).collect())
    }

    async fn ask(&mut self, command: &str, event: &str) -> Result<Value> {
        self.commands.write_all(format!("{command}\n").as_bytes()).await.map_err(broken)?;
        self.answer(event).await
    }

    async fn answer(&mut self, event: &str) -> Result<Value> {
        loop {
            let said = self.next().await?;
            if said["event"] == event {
                return Ok(said);
            }
            if said["event"] == "error" {
                return Err(broken(text(&said["message"])));
            }
        }
    }

    async fn next(&mut self) -> Result<Value> {
        let line = tokio::time::timeout(PATIENCE, self.answers.next_line()).await;
        let line = line.map_err(|_| broken(format!("was silent for {PATIENCE:?}")))?.map_err(broken)?;
        let line = line.ok_or_else(|| broken("has ended"))?;
        let said: Value = serde_json::from_str(&line).map_err(|error| broken(format!("{error}: {line}")))?;
        if said["event"] == "pressed" {
            self.pressed.push_back(text(&said["token"]));
        }
        Ok(said)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(values: &Value) -> Vec<String> {
    values.as_array().into_iter().flatten().map(text).collect()
}

fn broken(what: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Internal, format!("The fixture: {what}"))
}
