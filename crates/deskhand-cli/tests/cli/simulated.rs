//! Every command on a simulated desktop. Needs neither a display nor a bus.

use crate::desktop::{Said, deskhand};

fn on_sim(words: &[&str]) -> Said {
    Said::of(
        deskhand().env_remove("DESKHAND_SIM_SEED").args(["--platform", "sim"]).args(words).output().unwrap(),
    )
}

#[test]
fn every_command_that_concerns_a_desktop_has_its_effect() {
    for (words, expected) in [
        (&["apps"][..], "calculator  1002"),
        (&["tree", "editor"], "├─ checkbox \"Wrap lines\" checked"),
        (&["find", "editor", "role:button title:Save"], "button \"Save\" #save"),
        (&["get", "editor", "Document", "text"], "Dear reader,"),
        (&["wait", "browser", "role:link title:News"], "link \"News\""),
        (&["wait", "settings", "Volume", "--text", "40"], "slider \"Volume\""),
        (&["wait", "settings", "Loudness", "--gone"], "gone"),
        (&["wait", "editor", "--idle"], "editor is idle by events"),
        (&["click", "editor", "Save", "--until", "Saved"], "effect seen"),
        (&["click", "editor", "Preferences", "--until", "role:dialog"], "effect seen"),
        (&["click", "browser", "News", "--until", "News - Browser", "--mode", "focus"], "by input"),
        (&["menu", "editor", "File", "--until-change"], "effect seen"),
        (&["focus", "browser", "Address", "--until-change"], "effect seen"),
        (&["act", "toggle", "settings", "Dark theme", "--until", "button[name=Apply]:enabled"], "toggled"),
        (&["act", "expand", "settings", "Devices", "--until-change"], "effect seen"),
        (&["act", "select", "settings", "Sound", "--until-change"], "effect seen"),
        (&["type", "editor", "Document", "more", "--until-change"], "effect seen"),
        (&["set-value", "settings", "Volume", "55", "--until-change"], "effect seen"),
        (&["get", "editor", "Document", "style"], "font_family=Monospace\nfont_size=11"),
        (&["key", "calculator", "Tab", "--mode", "focus", "--until-change"], "effect seen"),
        (&["drag", "settings", "Volume", "--by", "60,0", "--mode", "focus", "--until-change"], "effect seen"),
        (&["scroll", "browser", "Page", "--down", "3", "--mode", "focus", "--until-change"], "effect seen"),
        (&["windows"], "Start - Browser"),
        (&["window", "move", "Notes - Editor", "300,200"], "300,200"),
        (&["window", "resize", "Calculator", "444x333"], "444x333"),
        (&["window", "minimize", "Settings"], "minimized"),
        (&["window", "maximize", "Settings"], "maximized"),
        (&["window", "workspace", "Settings", "1"], "hidden"),
        (&["window", "focus", "Settings"], "focused"),
        (&["window", "close", "Settings"], "Settings"),
        (&["clipboard", "write", "four"], "4 characters"),
        (&["screenshot", "-o", "/dev/null"], "1280x1024"),
    ] {
        let told = on_sim(words).ok();
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}

#[test]
fn waiting_costs_no_time() {
    let error = on_sim(&["--json", "--timeout", "10m", "wait", "editor", "Nothing"]).json(7);
    assert_eq!(error["error"]["code"], "timeout");
    assert!(error["error"]["message"].as_str().unwrap().starts_with("Waited 600.0 s"), "{error}");
}

#[test]
fn a_text_that_never_comes_is_told_with_the_one_that_was_there() {
    let error = on_sim(&["--json", "wait", "editor", "Document", "--text", "Farewell"]).json(7);
    assert_eq!(error["error"]["code"], "timeout");
    let message = error["error"]["message"].as_str().unwrap();
    assert!(message.contains("Dear reader,") && message.contains("not \"Farewell\""), "{message}");
    assert_eq!(error["error"]["candidates"][0]["name"], "Document");
}

#[test]
fn the_same_seed_answers_the_same_down_to_the_last_byte() {
    let commands: [&[&str]; 6] = [
        &["windows"],
        &["tree", "browser"],
        &["click", "editor", "Save"],
        &["type", "editor", "Document", "x", "--mode", "auto"],
        &["window", "move", "Calculator", "10,10"],
        &["find", "settings", "role:slider"],
    ];
    for words in commands {
        for seed in ["0", "1", "7"] {
            let once = || on_sim(&[&["--json", "--sim-seed", seed], words].concat());
            let (first, second) = (once(), once());
            assert!(!first.stdout.is_empty(), "{words:?} with seed {seed}");
            assert_eq!(
                (first.code, first.stdout),
                (second.code, second.stdout),
                "{words:?} with seed {seed}"
            );
        }
    }
    let windows = |seed: &str| on_sim(&["--json", "--sim-seed", seed, "windows"]).ok();
    assert_ne!(windows("0"), windows("2"));
}

#[test]
fn the_environment_chooses_the_platform_and_the_seed_too() {
    let by_options = on_sim(&["--sim-seed", "4", "windows"]).ok();
    let mut command = deskhand();
    command.env("DESKHAND_PLATFORM", "sim").env("DESKHAND_SIM_SEED", "4").arg("windows");
    assert_eq!(Said::of(command.output().unwrap()).ok(), by_options);
}

#[test]
fn what_makes_no_sense_there_is_refused_with_a_reason() {
    for (words, reason) in [
        (&["run", "--", "true"][..], "runs no programs"),
        (&["desktop", "list"], "runs no programs"),
        (&["doctor"], "nothing to diagnose"),
        (&["--desktop", "ci", "apps"], "not both"),
        (&["key", "editor", "Retrun", "--mode", "focus"], "did you mean `Return`"),
    ] {
        let told = on_sim(words).fails(2);
        assert!(told.contains(reason), "{words:?}: {told}");
    }
}

#[test]
fn somebody_uses_the_desktop_so_that_there_is_something_to_watch() {
    let told = on_sim(&["--json", "windows", "--watch", "--count", "2"]).ok();
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["kind"], "window-snapshot");
    let events: Vec<_> = lines[1..].iter().map(|line| (&line["sequence"], &line["event"])).collect();
    assert_eq!(events, [(&1.into(), &"moved".into()), (&2.into(), &"minimized".into())]);
}
