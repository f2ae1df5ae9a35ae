//! The library, put where a system would have it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A prefix with the library, its headers and its pkg-config file.
pub(crate) struct Installation {
    prefix: tempfile::TempDir,
}

impl Installation {
    pub(crate) fn new() -> Installation {
        let prefix = tempfile::tempdir().unwrap();
        let script = crate_folder().join("../../scripts/install-idle");
        // Cargo builds the libraries beside the tests of the same crate.
        let built = std::env::current_exe().unwrap();
        run(Command::new(script)
            .arg("--prefix")
            .arg(prefix.path())
            .arg("--from")
            .arg(built.parent().unwrap()));
        Installation { prefix }
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.prefix.path().join(name)
    }

    /// What pkg-config says about these packages.
    pub(crate) fn flags(&self, packages: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        let usual = run(Command::new("pkg-config").args(["--variable", "pc_path", "pkg-config"]));
        let path = format!("{}:{}", self.folder("lib/pkgconfig").display(), usual.trim());
        let flags = run(command.args(["--cflags", "--libs"]).args(packages).env("PKG_CONFIG_PATH", path));
        flags.split_whitespace().map(str::to_owned).collect()
    }

    /// A command whose environment lets it find the shared library, with a runtime folder of its own.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let runtime = self.folder("run");
        std::fs::create_dir_all(&runtime).unwrap();
        let mut command = Command::new(program);
        command.env("LD_LIBRARY_PATH", self.folder("lib")).env("XDG_RUNTIME_DIR", runtime);
        command
    }
}

pub(crate) fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a program, which must succeed, and returns what it printed.
pub(crate) fn run(command: &mut Command) -> String {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{program} cannot be run: {error}; `make setup` installs it"));
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?} ended with {}:\n{said}\n{complained}", output.status);
    said.into_owned()
}
