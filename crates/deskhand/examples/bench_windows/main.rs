//! Deskhand's side of the windows part of `make bench`: one JSON line per sample. `bench/README.md` describes the
//! arguments and the lines.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is what it is for")]

mod change;
mod events;
mod list;
mod listener;

use std::process::ExitCode;

use change::Kind;
use events::Events;

/// Whatever stops a measurement.
type Fault = Box<dyn std::error::Error>;

const USAGE: &str = "usage: bench_windows list
       bench_windows events CHANGE WINDOW SAMPLES engine|x11|COMMAND [ARGUMENT…]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("list") => list::run(),
        Some("events") => match events(&arguments[1..]) {
            Some(events) => events.run(),
            None => return misused(),
        },
        _ => return misused(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("bench_windows: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn events(arguments: &[String]) -> Option<Events> {
    let [change, window, samples, listener @ ..] = arguments else { return None };
    let window = u32::from_str_radix(window.strip_prefix("0x")?, 16).ok()?;
    let listener = Some(listener.to_vec()).filter(|words| !words.is_empty())?;
    Some(Events { change: Kind::named(change)?, window, samples: samples.parse().ok()?, listener })
}

fn misused() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
