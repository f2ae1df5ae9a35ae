//! What needs no desktop: help, mistakes, files, pipes.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::desktop::{Desktop, Said, deskhand};

fn run(words: &[&str]) -> Said {
    Said::of(deskhand().args(words).output().unwrap())
}

#[test]
fn a_mistake_on_the_command_line_is_a_usage_error_in_both_forms() {
    assert!(run(&["clik", "gedit", "Save"]).fails(2).contains("click"));
    let error = run(&["clik", "gedit", "Save", "--json"]).json(2);
    assert_eq!((&error["kind"], &error["error"]["code"]), (&"error".into(), &"invalid_argument".into()));
    assert_eq!(error["error"]["exit_code"], 2);
    assert!(run(&["apps", "--timeout", "soon"]).fails(2).contains("soon"));
}

#[test]
fn a_negative_number_is_refused_as_a_number() {
    for words in [
        &["find", "app", "x", "--nth", "-1"][..],
        &["tree", "app", "--depth", "-1"],
        &["scroll", "app", "x", "--down", "-1"],
        &["window", "workspace", "w", "-1"],
    ] {
        let error = run(&[words, &["--json"]].concat()).json(2);
        let message = error["error"]["message"].as_str().unwrap();
        assert!(message.contains("invalid value '-1'"), "{words:?}: {message}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let help = run(&["--help"]).ok();
    assert!(help.contains("Exit codes:"), "{help}");
    assert!(run(&["--version"]).ok().starts_with("deskhand "));
    assert!(run(&["completions", "fish"]).ok().contains("deskhand"));
    assert!(run(&["man"]).ok().contains(".TH"));
    assert!(run(&["schema"]).ok().lines().any(|kind| kind == "receipt"));
    assert!(run(&["schema", "tree"]).json(0)["properties"]["root"].is_object());
    assert!(run(&["schema", "tre"]).fails(2).contains("`tree`"));
}

#[test]
fn without_a_desktop_the_error_says_what_is_missing() {
    let error = run(&["windows", "--json"]).json(1);
    assert_eq!(error["error"]["code"], "display_unavailable");
    assert!(error["error"]["hint"].as_str().unwrap().contains("deskhand"), "{error}");
    let error = run(&["apps", "--json"]).json(1);
    assert_eq!(error["error"]["code"], "accessibility_unavailable");
    let error = run(&["--desktop", "no-such-desktop", "apps", "--json"]).json(3);
    assert_eq!(error["error"]["code"], "desktop_not_found");
}

#[test]
fn a_desktop_that_does_not_answer_is_told_from_none() {
    let output = deskhand().args(["windows", "--json"]).env("DISPLAY", ":59000").output().unwrap();
    assert_eq!(Said::of(output).json(1)["error"]["code"], "display_unavailable");
}

#[test]
fn a_file_gives_defaults_and_its_mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |text: &str, words: &[&str]| {
        fs::write(folder.path().join("deskhand.toml"), text).unwrap();
        Said::of(deskhand().args(words).current_dir(folder.path()).output().unwrap())
    };
    let told = in_folder("timout = 1", &["apps"]).fails(2);
    assert!(told.contains("`timout`") && told.contains("`timeout`"), "{told}");
    let error = in_folder("desktop = 'no-such-desktop'", &["apps", "--json"]).json(3);
    assert_eq!(error["error"]["code"], "desktop_not_found");
    // A broken file does not keep a shell from its completions.
    in_folder("timout = 1", &["completions", "bash"]).ok();
}

#[test]
fn a_reader_that_goes_away_ends_the_command_quietly() {
    let mut child = deskhand()
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn the_doctor_finds_a_private_desktop_healthy() {
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Patient");
    let report = desktop.json(&["doctor"], 0);
    assert_eq!(
        (&report["can_drive"], &report["can_start_desktops"]),
        (&true.into(), &true.into()),
        "{report:#}"
    );
    assert!(report["checks"].as_array().unwrap().iter().all(|check| check["verdict"] == "ok"), "{report:#}");
}

#[test]
fn the_doctor_says_how_to_fix_what_is_missing() {
    let output = deskhand().args(["doctor", "--json"]).env("PATH", "/nowhere").output().unwrap();
    let report = Said::of(output).json(1);
    let fixes: Vec<&str> =
        report["checks"].as_array().unwrap().iter().filter_map(|check| check["fix"].as_str()).collect();
    assert!(fixes.iter().any(|fix| fix.contains("apt-get install xvfb")), "{report:#}");
}
