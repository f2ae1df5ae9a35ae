//! Programs in C and C++, compiled by gcc with every warning an error.

use std::path::PathBuf;
use std::process::Command;

use crate::installation::{Installation, crate_folder, run};

/// Compiles a program and returns its path.
fn compiled(installation: &Installation, compiler: &str, source: &str, packages: &[&str]) -> PathBuf {
    let program = installation.folder("program");
    let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"];
    run(Command::new(compiler)
        .args(strict)
        .arg("-o")
        .arg(&program)
        .arg(crate_folder().join("tests/c").join(source))
        .args(installation.flags(packages)));
    program
}

#[test]
fn a_program_in_c_declares_its_work() {
    let installation = Installation::new();
    let program = compiled(&installation, "gcc", "program.c", &["deskhand-idle"]);
    assert_eq!(run(&mut installation.command(program)).trim(), "all is well");
}

#[test]
fn a_program_that_ends_takes_its_socket_with_it_and_its_child_does_not() {
    let installation = Installation::new();
    let program = compiled(&installation, "gcc", "leaving.c", &["deskhand-idle"]);
    let socket = PathBuf::from(run(&mut installation.command(program)).trim());
    assert!(socket.parent().unwrap().is_dir(), "it was served: {}", socket.display());
    assert!(!socket.exists(), "{}", socket.display());
}

#[test]
fn a_program_in_cpp_declares_its_work() {
    let installation = Installation::new();
    let program = compiled(&installation, "g++", "program.cpp", &["deskhand-idle"]);
    assert_eq!(run(&mut installation.command(program)).trim(), "all is well");
}

#[test]
fn a_program_with_a_glib_main_loop_is_idle_when_that_is() {
    let installation = Installation::new();
    let program = compiled(&installation, "gcc", "glib_program.c", &["deskhand-idle", "glib-2.0"]);
    assert_eq!(run(&mut installation.command(program)).trim(), "all is well");
}

#[test]
fn a_program_may_have_the_library_inside() {
    let installation = Installation::new();
    let flags = run(Command::new("pkg-config")
        .args(["--static", "--libs", "deskhand-idle"])
        .env("PKG_CONFIG_PATH", installation.folder("lib/pkgconfig")));
    // What stands behind the library itself is what it needs when it is static.
    let needs = flags.split_whitespace().filter(|flag| flag.starts_with("-l") && *flag != "-ldeskhand_idle");
    let program = installation.folder("program");
    run(Command::new("gcc")
        .arg("-I")
        .arg(installation.folder("include"))
        .arg("-o")
        .arg(&program)
        .arg(crate_folder().join("tests/c/program.c"))
        .arg(installation.folder("lib/libdeskhand_idle.a"))
        .args(needs));
    let mut command = installation.command(program);
    assert_eq!(run(command.env_remove("LD_LIBRARY_PATH")).trim(), "all is well");
}
