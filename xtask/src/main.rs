//! Checks of this repository that no other tool does: `cargo xtask layers`.

mod layers;
mod metadata;
mod rules;

use std::process::{Command, ExitCode};

use metadata::Metadata;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] => check_layers(),
        _ => {
            say(
                "usage: cargo xtask layers   check that dependencies point the way that ARCHITECTURE.md says",
            );
            ExitCode::from(2)
        }
    }
}

fn check_layers() -> ExitCode {
    let metadata = match read_metadata() {
        Ok(metadata) => metadata,
        Err(reason) => {
            say(&format!("layers: {reason}"));
            return ExitCode::FAILURE;
        }
    };
    let violations = layers::violations(&metadata, rules::RULES);
    for violation in &violations {
        say(&format!("layers: {violation}"));
    }
    if violations.is_empty() {
        say(&format!("layers: {} crates keep the rules", metadata.workspace_members.len()));
        ExitCode::SUCCESS
    } else {
        say("layers: the rules are the table in xtask/src/rules.rs");
        ExitCode::FAILURE
    }
}

fn read_metadata() -> Result<Metadata, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read what cargo metadata said: {error}"))
}

#[expect(clippy::print_stderr, reason = "a command for developers talks on standard error")]
fn say(line: &str) {
    eprintln!("{line}");
}
