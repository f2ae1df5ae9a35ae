//! What the agent adds to the engine: the same operation on the same application, by the engine in this process and
//! through an agent that runs beside it, in turns. One JSON line per sample; see `bench/README.md`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is what it is for")]

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use deskhand::model::{Description, Fields, Role};
use deskhand::{
    Act, ActOptions, AppSelector, Engine, Locator, Mode, Query, ReadRequest, Session, connect,
    current_desktop,
};
use serde_json::{Value, json};

const WITHIN: Duration = Duration::from_secs(30);

/// What a snapshot of the agent tells of every element.
fn shown() -> Fields {
    Fields::SNAPSHOT | Fields::DESCRIPTION | Fields::ID | Fields::VALUE | Fields::TEXT
}

type Fault = Box<dyn Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(bench) = Bench::from_arguments() else {
        eprintln!(
            "usage: bench_agent --agent ADDRESS --pid PID --window TITLE --role ROLE --name NAME --samples N"
        );
        return ExitCode::from(2);
    };
    match bench.run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench_agent: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Bench {
    agent: String,
    pid: u32,
    window: String,
    role: Role,
    name: String,
    samples: u32,
}

impl Bench {
    fn from_arguments() -> Option<Bench> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let value = |key: &str| {
            arguments.chunks_exact(2).find(|pair| pair[0] == format!("--{key}")).map(|pair| pair[1].clone())
        };
        Some(Bench {
            agent: value("agent")?,
            pid: value("pid")?.parse().ok()?,
            window: value("window")?,
            role: value("role")?.parse().ok()?,
            name: value("name")?,
            samples: value("samples")?.parse().ok()?,
        })
    }

    async fn run(&self) -> Result<(), Fault> {
        let engine = connect(current_desktop());
        let mut agent = Connection::open(&self.agent)?;
        // The first of each opens connections and, in GTK 4, makes the application build its tree.
        for number in 0..=self.samples {
            let direct = [self.press_directly(&engine).await?, self.read_directly(&engine).await?];
            let through = [self.press_through(&mut agent)?, self.read_through(&mut agent)?];
            if number == 0 {
                continue;
            }
            for (operation, direct, through) in
                [("press", direct[0], through[0]), ("snapshot", direct[1], through[1])]
            {
                let sample = json!({ "operation": operation, "engine_ms": milliseconds(direct), "agent_ms": milliseconds(through) });
                println!("{sample}");
            }
        }
        Ok(())
    }

    async fn press_directly(&self, engine: &Engine) -> Result<Duration, Fault> {
        let description =
            Description { role: Some(self.role), label: Some(self.name.clone()), ..Description::default() };
        let locator =
            Locator { app: AppSelector::Pid(self.pid), query: Query::describing(description), nth: None };
        let options = ActOptions {
            mode: Mode::Auto,
            within: WITHIN,
            patience: Some(Duration::ZERO),
            ..ActOptions::default()
        };
        let start = Instant::now();
        engine.act(&locator, &Act::Press, &options).await?;
        Ok(start.elapsed())
    }

    async fn read_directly(&self, engine: &Engine) -> Result<Duration, Fault> {
        let request = ReadRequest { fields: shown(), ..ReadRequest::default() };
        let start = Instant::now();
        engine.tree(&AppSelector::Pid(self.pid), &request, WITHIN).await?;
        Ok(start.elapsed())
    }

    fn press_through(&self, agent: &mut Connection) -> Result<Duration, Fault> {
        let body = json!({ "window": self.window, "role": self.role.name(), "label": self.name });
        agent.timed("/press", &body)
    }

    fn read_through(&self, agent: &mut Connection) -> Result<Duration, Fault> {
        agent.timed("/snapshot", &json!({ "window": self.window }))
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A kept connection to the agent, of the simplest kind: what it costs is the agent's and the network's alone.
struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    fn open(address: &str) -> Result<Connection, Fault> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream: BufReader::with_capacity(1 << 18, stream), host: address.to_owned() })
    }

    /// Time until the last byte of the answer, which must be a good one.
    fn timed(&mut self, path: &str, body: &Value) -> Result<Duration, Fault> {
        let body = body.to_string();
        let length = body.len();
        let request =
            format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n\r\n{body}", self.host);
        let start = Instant::now();
        self.stream.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?;
        let answer = self.body()?;
        let took = start.elapsed();
        if !status.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {status}: {}", String::from_utf8_lossy(&answer)).into());
        }
        Ok(took)
    }

    fn body(&mut self) -> Result<Vec<u8>, Fault> {
        let mut length = None;
        loop {
            let line = self.line()?.to_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = Some(value.parse()?);
            }
        }
        if let Some(length) = length {
            return self.take(length);
        }
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line()?, 16)?;
            body.extend(self.take(length)?);
            self.line()?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    fn line(&mut self) -> Result<String, Fault> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>, Fault> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
