//! Fingerprints, healing and its review. On a simulated desktop, which changes as its file says.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::desktop::{Said, deskhand};

pub(crate) const OLD: &str = "role:button title:Store";
pub(crate) const NEW: &str = "role:button title:Save";

/// A folder with tests, their fingerprints and their heals.
pub(crate) struct Tests {
    folder: TempDir,
}

impl Tests {
    /// Tests whose locator matched when the button was called as it no longer is.
    pub(crate) fn outdated() -> Tests {
        let tests = Tests { folder: tempfile::tempdir().unwrap() };
        tests.run(&["find", "editor", NEW]).ok();
        let file = tests.path("deskhand.fingerprints.json");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("\"query\": \"{NEW}\"")), "{text}");
        // As if the button had been called so: its id and place are what they were.
        let text = text.replace(NEW, OLD).replace("\"name\": \"Save\"", "\"name\": \"Store\"");
        fs::write(&file, text).unwrap();
        tests
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, words: &[&str]) -> Said {
        let mut command = deskhand();
        for name in ["DESKHAND_SIM_SEED", "DESKHAND_FINGERPRINTS", "DESKHAND_HEAL", "DESKHAND_MIRROR"] {
            command.env_remove(name);
        }
        command.args(["--platform", "sim", "--fingerprints"]).arg(self.path("deskhand.fingerprints.json"));
        Said::of(command.args(["--heal-budget", "10s"]).args(words).output().unwrap())
    }

    pub(crate) fn heals(&self) -> Vec<Value> {
        let report: Value = read(&self.path("deskhand.heals.json"));
        report["heals"].as_array().unwrap().clone()
    }
}

fn read(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn a_locator_that_no_longer_matches_is_healed_and_the_receipt_says_so() {
    let tests = Tests::outdated();
    let receipt = tests.run(&["--json", "click", "editor", OLD]).json(0);
    assert_eq!(receipt["target"]["name"], "Save");
    assert_eq!(receipt["healed"]["query"], OLD);
    assert!(receipt["healed"]["confidence"].as_f64().unwrap() >= 0.9, "{receipt}");
    let told = tests.run(&["click", "editor", OLD]).ok();
    assert!(told.contains("healed by"), "{told}");
    let heals = tests.heals();
    assert_eq!(heals.len(), 1);
    assert_eq!(
        (&heals[0]["query"], &heals[0]["times"], &heals[0]["used"]),
        (&OLD.into(), &2.into(), &true.into())
    );
}

#[test]
fn in_report_mode_nothing_is_pressed_and_the_error_tells_what_it_would_be() {
    let tests = Tests::outdated();
    let words = ["--json", "--timeout", "1", "--heal", "report", "click", "editor", OLD, "--until", "Saved"];
    let error = tests.run(&words).json(3);
    assert_eq!(error["error"]["code"], "not_found");
    assert!(error["error"].to_string().contains("Save"), "{error}");
    assert_eq!(tests.heals()[0]["used"], false);
}

#[test]
fn switched_off_nothing_is_healed() {
    let tests = Tests::outdated();
    tests.run(&["--json", "--timeout", "1", "--heal", "off", "click", "editor", OLD]).json(3);
    assert!(!tests.path("deskhand.heals.json").exists());
}

#[test]
fn a_review_shows_old_and_new() {
    let tests = Tests::outdated();
    tests.run(&["click", "editor", OLD]).ok();
    let told = tests.run(&["heal", "review"]).ok();
    for part in [OLD, "->", "confidence", "once"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let report = tests.run(&["--json", "heal", "review"]).json(0);
    assert_eq!((&report["kind"], &report["heals"][0]["query"]), (&"heals".into(), &OLD.into()));
}

#[test]
fn what_was_healed_is_written_into_the_tests_and_matches_from_then_on() {
    let tests = Tests::outdated();
    tests.run(&["click", "editor", OLD]).ok();
    let suggested = tests.heals()[0]["suggested"].as_str().unwrap().to_owned();
    let source = tests.path("test_editor.py");
    fs::write(&source, format!("press('editor', '{OLD}')\n")).unwrap();

    let shown = tests.run(&["--json", "heal", "apply"]).json(0);
    assert_eq!((&shown["written"], &shown["changes"][0]["line"]), (&false.into(), &1.into()));
    assert!(fs::read_to_string(&source).unwrap().contains(OLD), "only shown");

    let told = tests.run(&["heal", "apply", "--write", source.to_str().unwrap()]).ok();
    assert!(told.contains("1 line changed"), "{told}");
    assert_eq!(fs::read_to_string(&source).unwrap(), format!("press('editor', '{suggested}')\n"));
    assert!(tests.heals().is_empty());
    let prints = read(&tests.path("deskhand.fingerprints.json"));
    assert_eq!(prints["locators"][0]["query"], suggested.as_str());
    let receipt = tests.run(&["--json", "click", "editor", &suggested]).json(0);
    assert_eq!((&receipt["target"]["name"], receipt.get("healed")), (&"Save".into(), None));
}

#[test]
fn what_is_not_clear_is_left_and_can_be_settled_by_hand() {
    let tests = Tests::outdated();
    tests.run(&["click", "editor", OLD]).ok();
    let source = tests.path("test_editor.py");
    let text = format!("press('{OLD}')\npress('{OLD} window:Notes')\n");
    fs::write(&source, &text).unwrap();
    let told = tests.run(&["--json", "heal", "apply", "--write", source.to_str().unwrap()]).json(5);
    assert!(told["left"][0]["because"].as_str().unwrap().contains("other strings"), "{told}");
    assert_eq!(fs::read_to_string(&source).unwrap(), text);
    assert_eq!(tests.heals().len(), 1);
    tests.run(&["heal", "apply", "--by-hand", "--query", OLD]).ok();
    assert!(tests.heals().is_empty());
    let error = tests.run(&["--json", "heal", "apply", "--by-hand", "--query", OLD]).json(3);
    assert_eq!(error["error"]["code"], "not_found");
}

#[test]
fn one_bad_entry_is_a_warning() {
    let tests = Tests::outdated();
    let file = tests.path("deskhand.fingerprints.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"locators\": [", "\"locators\": [ 5, ")).unwrap();
    let said = tests.run(&["click", "editor", OLD]);
    assert!(said.stderr.contains("warning: ") && said.stderr.contains("locators 0"), "{}", said.stderr);
    said.ok();
}

#[test]
fn what_an_agent_does_by_its_own_settings_is_refused() {
    for option in [["--fingerprints", "a.json"], ["--heal", "off"], ["--mirror", "off"]] {
        let output =
            deskhand().args(["--json", "--remote", "127.0.0.1:1", "apps"]).args(option).output().unwrap();
        let error = Said::of(output).json(2);
        assert!(error["error"]["message"].as_str().unwrap().contains(option[0]), "{error}");
    }
}

/// A folder with a `deskhand.toml` like this.
fn configured(toml: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deskhand.toml"), toml).unwrap();
    folder
}

fn in_folder(folder: &TempDir, words: &[&str]) -> Said {
    let mut command = deskhand();
    for name in ["DESKHAND_SIM_SEED", "DESKHAND_FINGERPRINTS", "DESKHAND_HEAL", "DESKHAND_MIRROR"] {
        command.env_remove(name);
    }
    Said::of(command.current_dir(folder.path()).args(words).output().unwrap())
}

#[test]
fn what_the_file_says_of_healing_is_told_to_have_no_effect_at_an_agent() {
    let folder = configured("fingerprints = 'a.json'\n");
    let find = in_folder(&folder, &["--remote", "127.0.0.1:1", "find", "editor", NEW]);
    assert_eq!(find.stderr.matches("`fingerprints` of deskhand.toml").count(), 1, "{}", find.stderr);
    let apps = in_folder(&folder, &["--remote", "127.0.0.1:1", "apps"]);
    assert!(!apps.stderr.contains("fingerprints"), "{}", apps.stderr);
}

#[test]
fn the_key_of_a_vision_model_is_wanted_only_by_commands_that_can_heal() {
    let folder = configured(
        "fingerprints = 'a.json'\n[healing]\nvision_url = 'http://127.0.0.1:1'\nvision_model = 'm'\n\
         vision_key_env = 'DESKHAND_TEST_NO_SUCH_KEY'\n",
    );
    in_folder(&folder, &["--platform", "sim", "apps"]).ok();
    in_folder(&folder, &["--platform", "sim", "screenshot", "-o", "screen.png"]).ok();
    fs::write(folder.path().join("a.heals.json"), "").unwrap();
    in_folder(&folder, &["heal", "review"]).ok();
    let error = in_folder(&folder, &["--json", "--platform", "sim", "find", "editor", NEW]).json(2);
    assert!(error["error"]["message"].as_str().unwrap().contains("DESKHAND_TEST_NO_SUCH_KEY"), "{error}");
}

#[test]
fn fingerprints_stand_for_the_report_beside_them() {
    let tests = Tests::outdated();
    tests.run(&["click", "editor", OLD]).ok();
    let file = tests.path("deskhand.fingerprints.json");
    let elsewhere = configured("fingerprints = 'other.json'\n");
    let report = in_folder(&elsewhere, &["--json", "heal", "review", file.to_str().unwrap()]).json(0);
    assert_eq!(report["heals"][0]["query"], OLD);
    let source = tests.path("test_editor.py");
    fs::write(&source, format!("press('editor', '{OLD}')\n")).unwrap();
    let words = ["--json", "heal", "apply", file.to_str().unwrap(), "--write", source.to_str().unwrap()];
    assert_eq!(in_folder(&elsewhere, &words).json(0)["written"], true);
    assert!(tests.heals().is_empty());
    assert_ne!(
        read(&file)["locators"][0]["query"],
        OLD,
        "these fingerprints follow, not those of the settings"
    );
}

#[test]
fn a_name_that_a_shell_would_run_is_not_written_into_a_script() {
    let tests = Tests::outdated();
    tests.run(&["click", "editor", OLD]).ok();
    let report = tests.path("deskhand.heals.json");
    let suggested = tests.heals()[0]["suggested"].to_string();
    let text = fs::read_to_string(&report).unwrap();
    fs::write(&report, text.replace(&suggested, r#""title:\"Pay $(touch ran)\"""#)).unwrap();
    let script = tests.path("test.sh");
    let written = format!("deskhand click editor \"{OLD}\"\n");
    fs::write(&script, &written).unwrap();
    let told = tests.run(&["--json", "heal", "apply", "--write", script.to_str().unwrap()]).json(5);
    assert_eq!(told["left"][0]["suggested"], "title:\"Pay $(touch ran)\"");
    assert_eq!(fs::read_to_string(&script).unwrap(), written);
    assert_eq!(tests.heals().len(), 1);
}

#[test]
fn a_report_that_is_not_there_is_told() {
    let tests = Tests { folder: tempfile::tempdir().unwrap() };
    let error = tests.run(&["--json", "heal", "review"]).json(1);
    assert_eq!(error["error"]["code"], "io");
}
