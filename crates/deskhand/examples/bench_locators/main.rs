//! Deskhand's side of `bench/locators.py`: what it costs to find and to press in an application that is known already,
//! and how a live tree grows. The arguments and the lines are described in `bench/README.md`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is what it is for")]

mod bare;
mod scale;
mod warm;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, rest)) if command == "warm" => warm::run(rest),
        Some((command, [])) if command == "scale" => scale::run(),
        _ => {
            eprintln!("usage: bench_locators warm PID ROLE NAME SAMPLES | bench_locators scale");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench_locators: {error}");
            ExitCode::FAILURE
        }
    }
}
