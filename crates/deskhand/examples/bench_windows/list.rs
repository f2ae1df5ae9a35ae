//! Listing all windows in a process that stays connected.

use std::io::BufRead as _;
use std::time::{Duration, Instant};

use deskhand::{Session as _, connect, current_desktop};
use tokio::sync::mpsc;

use crate::Fault;

const WITHIN: Duration = Duration::from_secs(30);

/// Lists once for every line on standard input. The first time opens the connection as well.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn run() -> Result<(), Fault> {
    let engine = connect(current_desktop());
    let mut turns = lines_of_standard_input();
    while turns.recv().await.is_some() {
        let start = Instant::now();
        let windows = engine.windows(WITHIN).await?;
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        println!(r#"{{"ms": {ms:.4}, "windows": {}}}"#, windows.len());
    }
    Ok(())
}

/// They are read on a thread of their own, so that what the engine does between two lists goes on while nobody asks.
fn lines_of_standard_input() -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(()).is_err() {
                break;
            }
        }
    });
    receiver
}
