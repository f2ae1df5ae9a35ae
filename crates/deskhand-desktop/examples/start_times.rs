//! Measures how long private desktops take to start and to go: `cargo run --example start_times -- 20`.
#![expect(clippy::print_stdout, reason = "prints what it measures")]

use std::time::Duration;

#[cfg(target_os = "linux")]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    use deskhand_desktop::PrivateDesktopHost;
    use deskhand_engine::ports::DesktopOptions;
    use std::time::Instant;

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
    report("start", &mut starts);
    report("stop", &mut ends);
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {
    report("start", &mut []);
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    match times {
        [] => println!("{what}: nothing to measure"),
        [least, .., most] => {
            let (least, most) = (*least, *most);
            println!("{what}: median {:.0?}, {least:.0?} to {most:.0?}", times[times.len() / 2]);
        }
        [one] => println!("{what}: {one:.0?}"),
    }
}
