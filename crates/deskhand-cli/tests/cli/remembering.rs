//! Files with fingerprints that are of no use, and heals that are told in every answer. On a simulated desktop.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::desktop::{Said, deskhand};
use crate::heal::{NEW, OLD, Tests};

fn on_sim(words: &[&str]) -> Said {
    let mut command = deskhand();
    for name in ["DESKHAND_SIM_SEED", "DESKHAND_FINGERPRINTS", "DESKHAND_HEAL", "DESKHAND_HEAL_REPORT"] {
        command.env_remove(name);
    }
    Said::of(command.args(["--platform", "sim"]).args(words).output().unwrap())
}

#[test]
fn a_corrupt_file_is_a_warning_and_stays_as_it_is() {
    let tests = Tests::outdated();
    let file = tests.path("deskhand.fingerprints.json");
    fs::write(&file, "{\n  half").unwrap();
    let said = tests.run(&["--json", "find", "editor", NEW]);
    assert_eq!(said.stderr.matches("warning: nothing is healed or remembered: ").count(), 1, "{said:?}");
    assert!(said.stderr.contains("line 2") && said.stderr.lines().count() == 1, "{said:?}");
    assert_eq!(said.json(0)["elements"][0]["name"], "Save");
    tests.run(&["--timeout", "1", "click", "editor", OLD]).fails(3);
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\n  half");
}

#[test]
fn what_cannot_be_saved_after_an_action_is_a_warning_and_the_action_stays_done() {
    let tests = Tests::outdated();
    let report = tests.path("deskhand.heals.json");
    fs::write(&report, "{ half").unwrap();
    let said = tests.run(&["--json", "click", "editor", OLD]);
    assert!(said.stderr.starts_with("warning: fingerprints or heals not saved: "), "{said:?}");
    assert_eq!(said.stderr.lines().count(), 1, "{said:?}");
    let receipt = said.json(0);
    assert_eq!((&receipt["kind"], &receipt["target"]["name"]), (&"receipt".into(), &"Save".into()));
    assert_eq!(fs::read_to_string(&report).unwrap(), "{ half");
}

#[test]
fn what_can_be_known_before_is_an_error_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let missing = folder.path().join("missing/prints.json");
    let fine = folder.path().join("prints.json");
    for (options, part) in [
        (vec!["--fingerprints", pipe.to_str().unwrap()], "not an ordinary file"),
        (vec!["--fingerprints", missing.to_str().unwrap()], "There is no folder"),
        (vec!["--fingerprints", "/proc/prints.json"], "takes no files"),
        (
            vec!["--fingerprints", fine.to_str().unwrap(), "--heal-report", pipe.to_str().unwrap()],
            "not an ordinary file",
        ),
    ] {
        let error = on_sim(&[&["--json", "click", "editor", NEW], &options[..]].concat()).json(1);
        assert_eq!(error["error"]["code"], "io", "{options:?}");
        assert!(error["error"]["message"].as_str().unwrap().contains(part), "{error}");
    }
    on_sim(&["apps", "--fingerprints", missing.to_str().unwrap()]).ok();
}

#[test]
fn options_that_need_fingerprints_are_a_warning_without_them() {
    for option in [["--heal", "on"], ["--heal-report", "a.json"], ["--heal-threshold", "0.5"]] {
        let said = on_sim(&[&["find", "editor", NEW], &option[..]].concat());
        assert!(said.stderr.starts_with(&format!("warning: `{}` has no effect", option[0])), "{said:?}");
        said.ok();
    }
    assert_eq!(on_sim(&["find", "editor", NEW, "--heal", "off"]).stderr, "");
}

#[test]
fn a_number_below_nothing_is_told_as_such() {
    for (option, value, part) in [
        ("--heal-threshold", "-0.1", "must be above 0 and not above 1"),
        ("--heal-budget", "-1", "invalid value '-1'"),
        ("--max-age", "-1", "invalid value '-1'"),
    ] {
        let told = on_sim(&["find", "editor", NEW, option, value]).fails(2);
        assert!(told.contains(part) && told.contains(option), "{told}");
    }
}

#[test]
fn a_heal_is_told_with_the_element() {
    let tests = Tests::outdated();
    let found = tests.run(&["find", "editor", OLD]).ok();
    assert!(found.contains("button \"Save\"") && found.contains("\n  healed by "), "{found}");
    let waited = tests.run(&["wait", "editor", OLD, "--text", "Save"]).ok();
    assert!(waited.contains("\n  healed by "), "{waited}");
}

#[test]
fn a_heal_behind_a_bare_value_is_told_beside_it() {
    let tests = Tests::outdated();
    for (words, value) in
        [(["get", "editor", OLD, "name"], "Save\n"), (["get", "editor", OLD, "text"], "Save\n")]
    {
        let said = tests.run(&words);
        assert!(said.stderr.starts_with("healed by ") && said.stderr.lines().count() == 1, "{said:?}");
        assert_eq!(said.ok(), value);
        let reading = tests.run(&[&["--json"], &words[..]].concat());
        assert_eq!(reading.stderr, "");
        assert_is_healed(&reading.json(0));
    }
    let picture = tests.path("save.png").display().to_string();
    let words = ["screenshot", "--app", "editor", "--query", OLD, "-o", &picture];
    let said = tests.run(&words);
    assert!(said.stderr.starts_with("healed by "), "{said:?}");
    said.ok();
    assert_is_healed(&tests.run(&[&["--json"], &words[..]].concat()).json(0));
    assert_eq!(tests.run(&["get", "editor", NEW]).stderr, "", "not healed");
}

#[track_caller]
fn assert_is_healed(document: &Value) {
    assert_eq!(document["healed"]["query"], OLD, "{document}");
    assert!(document["healed"]["suggested"].is_string(), "{document}");
}

#[test]
fn without_time_for_healing_nothing_is_tried_and_the_error_says_so() {
    let tests = Tests::outdated();
    let file = tests.path("deskhand.fingerprints.json").display().to_string();
    let words = ["--timeout", "1", "--fingerprints", &file, "--heal-budget", "0", "find", "editor", OLD];
    let told = on_sim(&words).fails(3);
    assert!(told.contains("budget"), "{told}");
}

#[test]
fn a_wait_may_mean_one_of_several() {
    let query = "role:button";
    let all = on_sim(&["--json", "find", "editor", query, "--all"]).json(0);
    let names: Vec<&str> =
        all["elements"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.len() > 1, "{names:?}");
    on_sim(&["wait", "editor", query, "--text", names[1]]).fails(5);
    let said = on_sim(&["--json", "wait", "editor", query, "--text", names[1], "--nth", "1"]).json(0);
    assert_eq!(said["elements"][0]["name"], names[1]);
    on_sim(&["--timeout", "1", "wait", "editor", query, "--nth", "99"]).fails(7);
    on_sim(&["wait", "editor", query, "--nth", "99", "--gone"]).ok();
    on_sim(&["wait", "editor", "--idle", "--nth", "1"]).fails(2);
}
