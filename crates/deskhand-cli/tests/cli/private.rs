//! run and desktop.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::desktop::{Desktop, Said, deskhand, eventually};

fn run(words: &[&str]) -> Said {
    Said::of(deskhand().arg("run").args(words).output().unwrap())
}

#[test]
fn run_passes_output_and_exit_code_on() {
    let said = run(&["--", "sh", "-c", "echo out; echo err >&2; exit 42"]);
    assert_eq!((said.code, said.stdout.as_str(), said.stderr.as_str()), (42, "out\n", "err\n"));
    assert_eq!(run(&["sh", "-c", "kill -9 $$"]).code, 137);
    let told = run(&["--", "no-such-program-anywhere"]).fails(1);
    assert!(told.contains("no-such-program-anywhere"), "{told}");
}

#[test]
fn inside_run_every_command_means_that_desktop() {
    let deskhand = env!("CARGO_BIN_EXE_deskhand");
    let script = format!(
        "/usr/bin/python3 '{}' --title Inside & '{deskhand}' wait $! 'status: ready' && '{deskhand}' windows",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/gtk3.py")
    );
    let said = run(&["--size", "800x600", "--", "sh", "-c", &script]).ok();
    assert!(said.contains("Inside"), "{said}");
}

#[test]
fn run_ends_what_the_command_left_behind() {
    let said = run(&["--", "sh", "-c", "sleep 600 & echo $!"]).ok();
    let left = std::path::PathBuf::from(format!("/proc/{}", said.trim()));
    assert!(!left.exists(), "{} still runs", said.trim());
}

#[test]
fn run_hands_signals_on() {
    let mut child = deskhand()
        .args(["run", "--", "sh", "-c", "trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(7));
}

#[test]
fn run_can_be_interrupted_while_its_desktop_starts() {
    let folder = tempfile::tempdir().unwrap();
    let (manager, started) = (folder.path().join("manager"), folder.path().join("started"));
    // A window manager that never manages.
    std::fs::write(&manager, format!("#!/bin/sh\ntouch {}\nexec sleep 60\n", started.display())).unwrap();
    std::fs::set_permissions(&manager, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let manager = manager.to_str().unwrap();
    let mut child = deskhand().args(["run", "--wm", manager, "--", "true"]).spawn().unwrap();
    eventually("the start of the window manager", || started.exists().then_some(()));
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(128 + 2));
}

#[test]
fn run_in_json_ends_with_a_document() {
    let said = run(&["--json", "--", "sh", "-c", "echo hello; exit 3"]);
    assert_eq!(said.code, 3);
    let (first, last) = said.stdout.trim_end().split_once('\n').unwrap();
    assert_eq!(first, "hello");
    let document: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!((&document["kind"], &document["code"]), (&"run".into(), &3.into()));
}

#[test]
fn a_named_desktop_is_listed_until_it_is_stopped() {
    let desktop = Desktop::start();
    let names = || {
        let list = Said::of(deskhand().args(["desktop", "list", "--json"]).output().unwrap()).json(0);
        list["desktops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let listed: Vec<String> = names();
    assert!(listed.contains(&desktop.name), "{listed:?}");

    let again = Said::of(deskhand().args(["desktop", "start", &desktop.name]).output().unwrap());
    assert!(again.fails(5).contains("already"));
    let stopped = Said::of(deskhand().args(["desktop", "stop", &desktop.name]).output().unwrap());
    assert_eq!(stopped.ok(), format!("stopped {}\n", desktop.name));
    let listed: Vec<String> = names();
    assert!(!listed.contains(&desktop.name), "{listed:?}");
    desktop.run(&["apps"]).fails(3);
    Said::of(deskhand().args(["desktop", "stop", &desktop.name]).output().unwrap()).fails(3);
}

#[test]
fn the_environment_of_a_named_desktop_leads_a_shell_to_it() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Shell");
    let deskhand = env!("CARGO_BIN_EXE_deskhand");
    let script = format!(
        "eval \"$('{deskhand}' desktop env {})\"; '{deskhand}' get {} 'status: ready'",
        desktop.name, fixture.app
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(Said::of(output).ok(), "status: ready\n");
}

#[test]
fn a_name_is_made_up_when_none_is_given() {
    let said = Said::of(deskhand().args(["desktop", "start"]).output().unwrap()).ok();
    let name = said.trim();
    assert!(name.starts_with("desktop-"), "{name}");
    Said::of(deskhand().args(["desktop", "stop", name]).output().unwrap()).ok();
}

#[test]
fn two_desktops_see_nothing_of_each_other() {
    let (one, other) = (Desktop::start(), Desktop::start());
    let fixture = one.fixture("Alone");
    eventually("the application", || one.run(&["apps"]).ok().contains(&fixture.app).then_some(()));
    assert_eq!(other.json(&["apps"], 0)["apps"].as_array().unwrap().len(), 0);
    assert!(other.window("Alone").is_null());
}
