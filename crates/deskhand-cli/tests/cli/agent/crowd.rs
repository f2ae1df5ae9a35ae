//! Many clients at once, and one application that does not answer.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Agent;
use crate::desktop::Desktop;

const CLIENTS: usize = 64;

/// How long they call: `make soak` takes a minute.
fn seconds() -> u64 {
    std::env::var("DESKHAND_CROWD_SECONDS").ok().map_or(5, |text| text.parse().unwrap())
}

/// A client that keeps its connection.
struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    fn new(agent: &Agent) -> Client {
        let stream = TcpStream::connect(&agent.address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Client { stream: BufReader::new(stream), host: agent.address.clone() }
    }

    /// Status and body of the answer.
    fn post(&mut self, path: &str, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let status = self.line().split(' ').nth(1).unwrap().parse().unwrap();
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line().to_lowercase();
            match line.split_once(": ") {
                None => break,
                Some(("content-length", value)) => length = value.parse().unwrap(),
                Some(("transfer-encoding", _)) => chunked = true,
                Some(_) => {}
            }
        }
        if !chunked {
            return (status, self.take(length));
        }
        let mut body = String::new();
        loop {
            let length = usize::from_str_radix(&self.line(), 16).unwrap();
            body.push_str(&self.take(length));
            self.line();
            if length == 0 {
                return (status, body);
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        assert!(line.ends_with("\r\n"), "the agent has closed the connection: {line:?}");
        line.trim_end().to_owned()
    }

    fn take(&mut self, length: usize) -> String {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        // A character may lie across two chunks.
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Memory in KiB and open descriptors of the agent.
fn usage(agent: &Agent) -> (u64, usize) {
    let process = format!("/proc/{}", agent.pid().as_raw_nonzero());
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    let memory = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    (memory, fs::read_dir(format!("{process}/fd")).unwrap().count())
}

/// What client `number` asks in turn.
fn request(number: usize, turn: u64) -> (&'static str, Value) {
    let window = ["Crowd one", "Crowd two"][number % 2];
    match (number as u64 + turn) % 8 {
        0 => ("/snapshot", json!({ "window": window, "mode": "interactive" })),
        1 => ("/press", json!({ "window": window, "role": "button", "label": "Save" })),
        2 => ("/inspect", json!({ "window": window, "role": "slider", "label": "Volume" })),
        3 => (
            "/set-value",
            json!({ "window": window, "role": "slider", "label": "Volume", "value": (turn % 100).to_string() }),
        ),
        4 => ("/exec", json!({ "command": "echo x" })),
        5 => ("/wait", json!({ "window": window })),
        _ => ("/windows", json!({})),
    }
}

/// All clients call until the time is over. Tells how many calls that were.
fn rush(agent: &Agent, time: Duration) -> u64 {
    let calls = AtomicU64::new(0);
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let calls = &calls;
            scope.spawn(move || {
                let mut client = Client::new(agent);
                let mut turn = 0;
                while Instant::now() < end {
                    let (path, body) = request(number, turn);
                    let (status, answer) = client.post(path, &body);
                    assert_eq!(status, 200, "{path} {body}: {answer}");
                    assert!(!answer.contains("\"success\":false"), "{path} {body}: {answer}");
                    turn += 1;
                    calls.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        // Somebody asks for the application that hangs all the while, and is told so each time.
        scope.spawn(move || {
            let mut client = Client::new(agent);
            while Instant::now() < end {
                let (status, answer) = client.post("/press", &json!({ "window": "Hung", "label": "Save" }));
                assert_eq!(status, 503, "{answer}");
            }
        });
    });
    calls.into_inner()
}

#[test]
fn a_crowd_of_clients_is_served_while_an_application_hangs() {
    let desktop = Desktop::start();
    let agent = Agent::on(&desktop, &[]);
    let (_one, _two) = (desktop.fixture("Crowd one"), desktop.fixture_of("qt6", "Crowd two"));
    let hung = desktop.fixture("Hung");
    let mut client = Client::new(&agent);
    assert_eq!(client.post("/snapshot", &json!({})).0, 200);
    hung.signal("STOP");

    rush(&agent, Duration::from_secs(2));
    let (memory, descriptors) = usage(&agent);
    let calls = rush(&agent, Duration::from_secs(seconds()));
    let after = crate::desktop::eventually("as few descriptors as before", || {
        let (memory, open) = usage(&agent);
        // Each application may have got more connections for actions meanwhile, eight at most.
        (open <= descriptors + 16).then_some(memory)
    });
    hung.signal("CONT");
    assert!(after < memory + (16 << 10), "{calls} calls: from {memory} to {after} KiB");
    println!("{calls} calls in {} s, memory {memory} to {after} KiB, descriptors {descriptors}", seconds());
}
