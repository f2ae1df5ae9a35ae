//! One trial: a test is written, the application changes, the test runs again.

use std::path::Path;
use std::time::Duration;

use deskhand::{ConnectOptions, Desktop, Error, ErrorKind, HealingOptions, Receipt, Result};

use super::mutant::{Mutant, Mutation, Toolkit};
use super::tally::Tally;

/// How long a locator that matches is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often the test is run until it has kept a fingerprint.
const RUNS: u32 = 20;

/// How much longer each pause between them is: a busy machine gets some rest.
const PAUSE: Duration = Duration::from_millis(20);

/// How long the healed locator may take altogether.
const WITHIN: Duration = Duration::from_secs(5);

/// How long an element has to be missing: the fixture is at rest when it answers.
const MISSING: Duration = Duration::from_millis(20);

/// After how many trials the application is started anew. Every trial connects to it as new tests do, and GTK 3 never takes a
/// direct connection that has ended out of its main loop: after a thousand of them everything that it does is slow.
const LIFE: usize = 50;

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The target was pressed.
    Healed(Box<Receipt>),
    /// The target was there, and nothing was pressed.
    NotHealed(String),
    /// The target was gone, and nothing was pressed.
    Refused,
    /// Something else was pressed.
    Wrong(String),
}

/// Runs the trials of seeds from `seed` on, and tells each wrong or missed one to `tell`.
pub(crate) async fn run(
    desktop: &Desktop,
    toolkit: Toolkit,
    healing: &HealingOptions,
    seeds: std::ops::Range<u64>,
    folder: &Path,
    mut tell: impl FnMut(&str),
) -> Result<Tally> {
    let mut tally = Tally::new(healing.budget);
    let mut mutant = Mutant::start(desktop, toolkit).await?;
    for (done, seed) in seeds.enumerate() {
        if done > 0 && done % LIFE == 0 {
            mutant.end().await?;
            mutant = Mutant::start(desktop, toolkit).await?;
        }
        let file = folder.join(format!("{seed}.json"));
        let (mutation, outcome) = one(desktop, &mut mutant, healing, seed, &file).await?;
        match &outcome {
            Outcome::Wrong(why) => tell(&format!("seed {seed}: WRONG: {why}\n  {}", mutation.told)),
            Outcome::NotHealed(why) => tell(&format!("seed {seed}: not healed: {why}\n  {}", mutation.told)),
            Outcome::Healed(_) | Outcome::Refused => {}
        }
        tally.count(&mutation, &outcome);
    }
    Ok(tally)
}

async fn one(
    desktop: &Desktop,
    mutant: &mut Mutant,
    healing: &HealingOptions,
    seed: u64,
    file: &Path,
) -> Result<(Mutation, Outcome)> {
    let scene = mutant.generate(seed).await?;
    let pid = mutant.pid()?;
    // Two connections, as two runs of a test have: all that the second knows of the first is in the file.
    record(desktop, healing, pid, &scene.query, file).await?;
    let mutation = mutant.mutate(seed).await?;
    let second = connect(desktop, healing, file)?;
    let receipt = second.app_of(pid).within(WITHIN).locate(&scene.query).press().await;
    let outcome = match receipt {
        Ok(receipt) => {
            let pressed = mutant.press().await?;
            match (mutation.present, pressed == scene.token, &receipt.healed) {
                (true, true, Some(_)) => Outcome::Healed(Box::new(receipt)),
                (_, _, None) => Outcome::Wrong(format!("`{}` still matches {receipt:?}", scene.query)),
                _ => Outcome::Wrong(format!("pressed {pressed}, not {}: {:?}", scene.token, receipt.healed)),
            }
        }
        Err(error) => {
            let pressed = mutant.presses().await?;
            match (mutation.present, error.kind()) {
                _ if !pressed.is_empty() => {
                    Outcome::Wrong(format!("pressed {pressed:?} in spite of {error:?}"))
                }
                (false, ErrorKind::NotFound) => Outcome::Refused,
                _ => Outcome::NotHealed(format!("{error:?}")),
            }
        }
    };
    Ok((mutation, outcome))
}

/// Runs the test while it passes, until its fingerprint is kept: recording is given up on a machine that is too busy for it.
async fn record(
    desktop: &Desktop,
    healing: &HealingOptions,
    pid: u32,
    query: &str,
    file: &Path,
) -> Result<()> {
    for run in 0..RUNS {
        tokio::time::sleep(PAUSE * run).await;
        let first = connect(desktop, healing, file)?;
        first.app_of(pid).within(PATIENCE).locate(query).find().await?;
        first.flush()?;
        if file.exists() {
            return Ok(());
        }
    }
    Err(Error::new(ErrorKind::Timeout, format!("No fingerprint of `{query}` was kept in {RUNS} runs")))
}

fn connect(desktop: &Desktop, healing: &HealingOptions, file: &Path) -> Result<Desktop> {
    let private = desktop.private().map(|private| private.env());
    let env = private.unwrap_or_else(deskhand::current_desktop);
    let healing = HealingOptions { after: Some(MISSING), ..healing.clone() };
    Desktop::connect_with(env, &ConnectOptions::default().fingerprints(file).configure_healing(healing))
}
