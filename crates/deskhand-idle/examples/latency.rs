//! How long after the end of the last work the answer is there: `cargo run --release --example latency`.
//!
//! Measured from just before the end of the work to the moment the asker has the answer, on the same clock. With a
//! probe, the time of a main loop that answers at once is in it.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use deskhand_idle::Idle;

const RUNS: usize = 1000;

#[expect(clippy::print_stdout, reason = "the figures are what this is for")]
fn main() -> io::Result<()> {
    let installed = Idle::install()?;
    println!("work ends      -> answer  {}", measured(&installed)?);

    // A main loop: a thread that deals with one thing after the other.
    let (post, queue) = mpsc::channel::<deskhand_idle::Probe>();
    thread::spawn(move || queue.into_iter().for_each(deskhand_idle::Probe::ran_dry));
    deskhand_idle::set_probe(move |probe| {
        let _ = post.send(probe);
    });
    println!("... with probe -> answer  {}", measured(&installed)?);

    deskhand_idle::uninstall();
    Ok(())
}

fn measured(installed: &Idle) -> io::Result<String> {
    let mut times = (0..RUNS).map(|_| once(installed)).collect::<io::Result<Vec<Duration>>>()?;
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    Ok(format!("median {:?}, 99% {:?}, worst {:?} of {RUNS}", at(50), at(99), at(100)))
}

fn once(installed: &Idle) -> io::Result<Duration> {
    let task = deskhand_idle::task("measured");
    let mut asker = UnixStream::connect(installed.socket())?;
    asker.write_all(b"{\"deskhand_idle\":1,\"wait_ms\":10000}\n")?;
    let waiting = thread::spawn(move || {
        let mut line = String::new();
        asker.read_to_string(&mut line).map(|_| (Instant::now(), line))
    });
    // Lets the question arrive, so that what is measured is the waking and not the connecting.
    thread::sleep(Duration::from_millis(1));
    let end = Instant::now();
    drop(task);
    let (answered, line) = waiting.join().map_err(|_| io::Error::other("the asker failed"))??;
    if line != "{\"deskhand_idle\":1,\"idle\":true}\n" {
        return Err(io::Error::other(line));
    }
    Ok(answered.saturating_duration_since(end))
}
