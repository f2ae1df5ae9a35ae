//! Measures how long private desktops take to start and to go: `cargo run --example start_times -- 20`.
#![expect(clippy::print_stdout, reason = "prints what it measures")]

use std::time::{Duration, Instant};

use deskhand_desktop::PrivateDesktopHost;
use deskhand_engine::ports::DesktopOptions;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(10), |count| count.parse())?;
    let host = PrivateDesktopHost::from_process();
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let begin = Instant::now();
        let desktop = host.start(&DesktopOptions::default()).await?;
        starts.push(begin.elapsed());
        let begin = Instant::now();
        desktop.stop().await?;
        ends.push(begin.elapsed());
    }
    println!("start: {}", told(&mut starts));
    println!("stop:  {}", told(&mut ends));
    Ok(())
}

fn told(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let (least, most) =
        (times.first().copied().unwrap_or_default(), times.last().copied().unwrap_or_default());
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    format!("median {median:.0?}, {least:.0?} to {most:.0?}")
}
