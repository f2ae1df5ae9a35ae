//! Runs a command on a private desktop and passes its end on: `cargo run --example run -- xterm`.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    use deskhand_desktop::PrivateDesktopHost;
    use deskhand_engine::ports::{DesktopOptions, Exit, Launch, Output};
    use tokio::signal::unix::{SignalKind, signal};

    let command = std::env::args().skip(1).collect();
    let launch = Launch { command, output: Output::Inherit, ..Launch::default() };
    let desktop = PrivateDesktopHost::from_process().start(&DesktopOptions::default()).await?;
    // The command shares the terminal and hears Ctrl-C by itself; it decides whether that is its end.
    let mut interrupts = signal(SignalKind::interrupt())?;
    let pid = desktop.launch(&launch).await?;
    let exit = loop {
        tokio::select! {
            exit = desktop.wait(pid) => break exit?,
            _ = interrupts.recv() => {}
        }
    };
    desktop.stop().await?;
    Ok(match exit {
        Exit::Code(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Exit::Signal(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
    })
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    ExitCode::FAILURE
}
