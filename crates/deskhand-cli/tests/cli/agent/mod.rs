//! `deskhand agent` and stock clients: curl, schemathesis from PyPI, and what else speaks HTTP.

mod crowd;
mod endpoints;
mod files;
mod refusals;
mod schema;
mod security;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::desktop::{Desktop, deskhand, eventually};

/// A running agent, ended at the end.
pub(crate) struct Agent {
    child: Child,
    pub(crate) address: String,
}

impl Agent {
    /// An agent on this desktop, with these options.
    pub(crate) fn on(desktop: &Desktop, options: &[&str]) -> Agent {
        let mut command = deskhand();
        command.args(["--desktop", &desktop.name, "agent", "--port", "0"]).args(options);
        Agent::start(command)
    }

    /// An agent on a simulated desktop.
    pub(crate) fn simulated(options: &[&str]) -> Agent {
        let mut command = deskhand();
        command.args(["--platform", "sim", "agent", "--port", "0"]).args(options);
        Agent::start(command)
    }

    fn start(mut command: Command) -> Agent {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line:?}"));
        Agent { address: address.to_owned(), child }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// curl, about to call this path.
    fn curl(&self, path: &str) -> Curl {
        let mut command = Command::new("curl");
        command.args(["--silent", "--show-error", "--max-time", "120", "--globoff"]);
        Curl { command, url: self.url(path), body: None }
    }

    fn get(&self, path: &str) -> Answer {
        self.curl(path).send()
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.curl(path).body(body.to_string()).send()
    }

    /// The answer to a request that goes well.
    #[track_caller]
    fn ok(&self, path: &str, body: &Value) -> Value {
        self.post(path, body).json(200)
    }

    /// Ends it as a service manager would.
    fn terminate(mut self) -> ExitStatus {
        kill_process(self.pid(), Signal::TERM).unwrap();
        self.ended()
    }

    /// Waits for its end.
    fn ended(&mut self) -> ExitStatus {
        eventually("the end of the agent", || self.child.try_wait().unwrap())
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed()).unwrap()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A call of curl.
struct Curl {
    command: Command,
    url: String,
    /// Goes in through a pipe: a command line has its limits.
    body: Option<Vec<u8>>,
}

impl Curl {
    fn arg(mut self, word: &str) -> Curl {
        self.command.arg(word);
        self
    }

    fn header(self, header: &str) -> Curl {
        self.arg("--header").arg(header)
    }

    /// With this body.
    fn body(mut self, body: impl Into<Vec<u8>>) -> Curl {
        self.body = Some(body.into());
        self.header("Content-Type: application/json").arg("--data-binary").arg("@-")
    }

    #[track_caller]
    fn send(self) -> Answer {
        let Curl { mut command, url, body } = self;
        command.args(["--dump-header", "/dev/stderr", "--write-out", "\n%{http_code}", &url]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child =
            command.spawn().unwrap_or_else(|error| panic!("curl is needed (`make setup`): {error}"));
        let mut stdin = child.stdin.take().unwrap();
        let feeding = std::thread::spawn(move || {
            // A server that refuses a request need not read all of it.
            let _ = stdin.write_all(&body.unwrap_or_default());
        });
        let output = child.wait_with_output().unwrap();
        feeding.join().unwrap();
        let headers = String::from_utf8_lossy(&output.stderr).into_owned();
        let end = output.stdout.iter().rposition(|&byte| byte == b'\n').unwrap_or_default();
        let (body, code) = output.stdout.split_at(end);
        let status = std::str::from_utf8(code).unwrap().trim().parse().unwrap_or_default();
        Answer { status, headers, body: body.to_vec() }
    }
}

/// What the agent answered.
struct Answer {
    /// 0 when there was no answer at all.
    status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Its JSON, provided that it has this status.
    #[track_caller]
    fn json(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}{}", self.headers, self.text());
        assert!(self.headers.to_lowercase().contains("content-type: application/json"), "{}", self.headers);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The details of a refusal, provided that it is this one.
    #[track_caller]
    fn refused(self, status: u16, key: &str) -> String {
        let body = self.json(status);
        assert_eq!(body["error"], key, "{body}");
        let unknown =
            body.as_object().unwrap().keys().find(|key| !["error", "details"].contains(&key.as_str()));
        assert_eq!(unknown, None, "{body}");
        body["details"].as_str().unwrap_or_default().to_owned()
    }
}

/// The keys of an object, sorted.
#[track_caller]
fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        object.as_object().unwrap_or_else(|| panic!("{object}")).keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// All elements of a snapshot, in tree order.
fn elements(snapshot: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut waiting: Vec<&Value> = Vec::new();
    for window in snapshot["windows"].as_array().unwrap().iter().rev() {
        waiting.extend(window["elements"].as_array().unwrap().iter().rev());
    }
    while let Some(element) = waiting.pop() {
        found.push(element);
        waiting.extend(element["children"].as_array().into_iter().flatten().rev());
    }
    found
}
