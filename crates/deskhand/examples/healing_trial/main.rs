//! Whether healing finds the right element, on a real application that changes from a seed.
//!
//! `cargo run --example healing_trial -- --seed 1 --mutations 1000 [--toolkit gtk3|gtk4|qt5] [--threshold 0.9]
//! [--budget-ms 100] [--verbose]`
//!
//! For each mutation: the fixture shows a window, a locator finds its target and so records a fingerprint, the window
//! changes, and a second connection presses by the old locator. Who was pressed is told by the fixture itself. Ends with
//! 1 when anything but the target was pressed even once.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a report for people")]

mod mutant;
mod tally;
mod trial;

use std::process::ExitCode;
use std::time::Duration;

use deskhand::{Desktop, DesktopOptions, Error, ErrorKind, HealingOptions, Result};

use mutant::Toolkit;
use tally::Tally;

struct Arguments {
    seed: u64,
    mutations: u64,
    toolkit: Toolkit,
    healing: HealingOptions,
    verbose: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(tally) if tally.wrong == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<Tally> {
    let given = arguments(std::env::args().skip(1))?;
    let desktop = Desktop::start(DesktopOptions::default()).await?;
    let folder = desktop.private().map(|private| private.folder().join("fingerprints"));
    let folder = folder.ok_or_else(|| Error::new(ErrorKind::Internal, "a private desktop is private"))?;
    std::fs::create_dir_all(&folder).map_err(|error| Error::new(ErrorKind::Io, error.to_string()))?;
    let tell = |what: &str| {
        if given.verbose || what.contains("WRONG") {
            println!("{what}");
        }
    };
    let seeds = given.seed..given.seed.saturating_add(given.mutations);
    let tally = trial::run(&desktop, given.toolkit, &given.healing, seeds, &folder, tell).await?;
    println!("{} mutations of {:?} from seed {}", given.mutations, given.toolkit, given.seed);
    println!("{tally}");
    desktop.stop().await?;
    Ok(tally)
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments> {
    let mut given = Arguments {
        seed: 1,
        mutations: 1000,
        toolkit: Toolkit::Gtk3,
        healing: HealingOptions::default(),
        verbose: false,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| misused(&format!("{word} needs a value")));
        match word.as_str() {
            "--seed" => given.seed = number(&value()?)?,
            "--mutations" => given.mutations = number(&value()?)?,
            "--toolkit" => {
                given.toolkit = match value()?.as_str() {
                    "gtk3" => Toolkit::Gtk3,
                    "gtk4" => Toolkit::Gtk4,
                    "qt5" => Toolkit::Qt5,
                    name => return Err(misused(&format!("no toolkit {name}"))),
                };
            }
            "--threshold" => given.healing.threshold = number(&value()?)?,
            "--budget-ms" => given.healing.budget = Duration::from_millis(number(&value()?)?),
            "--verbose" => given.verbose = true,
            _ => return Err(misused(&format!("no option {word}"))),
        }
    }
    Ok(given)
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N> {
    text.parse().map_err(|_| misused(&format!("{text} is not a number that can stand there")))
}

fn misused(message: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
