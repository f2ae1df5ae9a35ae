//! Builds the supervisor program, which the library carries inside itself: users of the library have no program
//! installed that could be started instead.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=supervisor");
    println!("cargo::rerun-if-changed=src/frames.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return ExitCode::SUCCESS;
    }
    match build_supervisor() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            println!("cargo::error=the supervisor of private desktops could not be built: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn build_supervisor() -> Result<(), String> {
    let variable = |name: &str| env::var_os(name).ok_or_else(|| format!("cargo did not set {name}"));
    let target = variable("TARGET")?;
    let output = PathBuf::from(variable("OUT_DIR")?).join("supervisor");
    let mut rustc = Command::new(variable("RUSTC")?);
    // The user's flags first: where both say something, the last one counts.
    if let Ok(flags) = env::var("CARGO_ENCODED_RUSTFLAGS") {
        rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    }
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        rustc.arg("-C").arg(join("linker=", linker));
    }
    rustc
        .args(["--crate-name", "deskhand_supervisor", "--crate-type", "bin", "--edition", "2024"])
        // Clippy and the tests see the same source as a module of the library; warnings belong there.
        .args(["--cap-lints", "allow"])
        .args(["-C", "opt-level=s", "-C", "panic=abort", "-C", "strip=symbols"])
        .arg("--target")
        .arg(target)
        .arg("-o")
        .arg(output)
        .arg("supervisor/main.rs");
    let status = rustc.status().map_err(|error| format!("rustc did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("rustc failed ({status})")) }
}

fn join(text: &str, value: std::ffi::OsString) -> std::ffi::OsString {
    let mut joined = std::ffi::OsString::from(text);
    joined.push(value);
    joined
}
