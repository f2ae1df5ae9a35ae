//! How often an application that is called idle really is, and how long after it became so.
//!
//! `cargo run --example idle_accuracy -- [--runs 100] [--longest-ms 80] [--seed 1]`
//!
//! Applications with delayed work tell on their own when they have really ended it. Each is given work and waited for, once
//! by its own word (where the library of `deskhand-idle` is built), once by its silence, once by readings alone. Printed, and
//! nowhere asserted: it depends on the pauses within the work.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a report for people")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use deskhand::{
    ConnectOptions, Desktop, DesktopOptions, Error, ErrorKind, IdleOptions, IdleStrategy, Launch, Result,
};
use rustix::time::{ClockId, clock_gettime};

/// How long one piece of work may take at the most.
const WITHIN: Duration = Duration::from_secs(30);

/// The applications, each with the toolkit that it is made with.
const FIXTURES: [(&str, &str); 3] =
    [("GTK 3", "idle_app.py"), ("Qt 5", "idle_qt5.py"), ("Qt 6", "idle_qt6.py")];

struct Arguments {
    runs: u32,
    longest_ms: u32,
    seed: u32,
}

/// What came of all runs of one application with one strategy.
#[derive(Default)]
struct Tally {
    /// How long after the truth it was called idle, where it was not too early.
    late: Vec<Duration>,
    early: u32,
    readings: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<()> {
    let given = arguments(std::env::args().skip(1))?;
    println!("{} runs each, pauses within the work up to {} ms", given.runs, given.longest_ms);
    println!(
        "{:<8} {:<10} {:>9} {:>12} {:>12} {:>9}",
        "toolkit", "strategy", "right", "median late", "95% late", "readings"
    );
    for (toolkit, file) in FIXTURES {
        for strategy in [IdleStrategy::Sdk, IdleStrategy::Events, IdleStrategy::Readings] {
            match measure(&given, file, strategy).await {
                Ok(tally) => println!("{toolkit:<8} {:<10} {tally}", strategy.name()),
                Err(error) => println!("{toolkit:<8} {:<10} not measured: {error}", strategy.name()),
            }
        }
    }
    Ok(())
}

async fn measure(given: &Arguments, file: &str, strategy: IdleStrategy) -> Result<Tally> {
    let mut options = ConnectOptions::default();
    options.engine.idle = IdleOptions { listen: strategy == IdleStrategy::Events, ..IdleOptions::default() };
    let desktop = Desktop::start_with(DesktopOptions::default(), &options).await?;
    let launch = launch(given, file, strategy)?;
    let pid = desktop.launch_with(&launch).await?;
    let app = desktop.app_of(pid).within(WITHIN);
    let start = app.locate("role:button title:Start");
    start.wait().await?;
    let mut tally = Tally::default();
    for run in 1..=given.runs {
        start.press().await?;
        // The click itself is no work of the application: it is known when that has begun.
        truth(&desktop, pid, run, "start").await?;
        let idle = app.wait_for_idle().await?;
        let declared = now();
        if idle.strategy != strategy {
            let message = format!("It was found out by {}", idle.strategy.name());
            return Err(Error::new(ErrorKind::ActionUnsupported, message));
        }
        tally.readings += idle.readings;
        let ended = truth(&desktop, pid, run, "idle").await?;
        match declared.checked_sub(ended) {
            Some(late) => tally.late.push(late),
            None => tally.early += 1,
        }
    }
    desktop.stop().await?;
    Ok(tally)
}

fn launch(given: &Arguments, file: &str, strategy: IdleStrategy) -> Result<Launch> {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(file);
    let mut command = vec!["/usr/bin/python3".to_owned(), fixture.display().to_string()];
    command.extend(["--seed".to_owned(), given.seed.to_string()]);
    command.extend(["--longest".to_owned(), given.longest_ms.to_string()]);
    let mut variables = BTreeMap::new();
    if strategy == IdleStrategy::Sdk {
        variables.insert("DESKHAND_IDLE_LIBRARY".to_owned(), library()?.display().to_string());
    } else {
        command.push("--no-sdk".to_owned());
    }
    Ok(Launch { command, variables, ..Launch::default() })
}

/// The library that applications declare their work with, where Cargo builds it for examples and tests.
fn library() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(|error| Error::new(ErrorKind::Io, error.to_string()))?;
    let folders = own.ancestors().skip(1).take(2).flat_map(|folder| [folder.to_owned(), folder.join("deps")]);
    let mut files = folders.map(|folder| folder.join("libdeskhand_idle.so"));
    files.find(|file| file.exists()).ok_or_else(|| {
        Error::new(ErrorKind::Io, "The library of deskhand-idle is not built")
            .hint("build it with `cargo build -p deskhand-idle`")
    })
}

/// When the application says that something happened; waits until it has said so.
async fn truth(desktop: &Desktop, pid: u32, run: u32, event: &str) -> Result<Duration> {
    let said = format!("truth: {{\"run\": {run}, \"event\": \"{event}\", \"at_ns\": ");
    let end = now() + WITHIN;
    loop {
        let log = desktop.log(pid)?;
        let line = log.lines().find_map(|line| line.strip_prefix(&said));
        let digits = line.map(|rest| rest.trim_end_matches('}').split(',').next().unwrap_or_default());
        if let Some(at) = digits.and_then(|digits| digits.parse().ok()) {
            return Ok(Duration::from_nanos(at));
        }
        if now() > end {
            let message = format!("The application did not tell `{event}` of run {run}");
            return Err(Error::new(ErrorKind::Timeout, message));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// The clock that the applications tell the truth by.
fn now() -> Duration {
    let time = clock_gettime(ClockId::Monotonic);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let right = u32::try_from(self.late.len()).unwrap_or(u32::MAX);
        let all = right + self.early;
        let mut late: Vec<f64> = self.late.iter().map(|late| late.as_secs_f64() * 1e3).collect();
        late.sort_by(f64::total_cmp);
        let at = |percent: usize| {
            late.get(late.len() * percent / 100).or(late.last()).copied().unwrap_or(f64::NAN)
        };
        let per_run = f64::from(self.readings) / f64::from(all.max(1));
        let share = 100.0 * f64::from(right) / f64::from(all.max(1));
        write!(f, "{share:>8.1}% {:>9.1} ms {:>9.1} ms {per_run:>9.1}", at(50), at(95))
    }
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments> {
    let mut given = Arguments { runs: 100, longest_ms: 80, seed: 1 };
    while let Some(word) = words.next() {
        let place = match word.as_str() {
            "--runs" => &mut given.runs,
            "--longest-ms" => &mut given.longest_ms,
            "--seed" => &mut given.seed,
            other => {
                return Err(Error::new(ErrorKind::InvalidArgument, format!("There is no option {other}")));
            }
        };
        *place = words.next().and_then(|number| number.parse().ok()).ok_or_else(|| {
            Error::new(ErrorKind::InvalidArgument, format!("{word} is given a whole number"))
        })?;
    }
    Ok(given)
}
