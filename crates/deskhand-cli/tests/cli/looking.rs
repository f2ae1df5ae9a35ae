//! apps, tree, find, get, wait.

use crate::desktop::Desktop;

#[test]
fn apps_lists_the_application_with_pid_and_toolkit() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Apps");
    let apps = desktop.json(&["apps"], 0);
    let app = apps["apps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|app| app["pid"].as_u64() == fixture.app.parse().ok())
        .unwrap();
    assert_eq!(app["responding"], true);
    assert_eq!(app["toolkit"]["name"].as_str().unwrap().to_lowercase(), "gtk");
    assert!(desktop.run(&["apps"]).ok().contains(&fixture.app));
}

#[test]
fn a_tree_hangs_every_element_under_its_parent_and_says_when_it_is_cut() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Tree");
    let tree = desktop.run(&["tree", &fixture.app]).ok();
    assert!(tree.contains("└─ window \"Tree\"") || tree.contains("├─ window \"Tree\""), "{tree}");
    assert!(tree.contains("─ button \"Cancel\" [press]"), "{tree}");
    assert!(tree.contains("─ button \"Locked\" disabled"), "{tree}");
    assert!(!tree.contains("truncated") && !tree.contains('\u{1b}'), "{tree}");

    let whole = desktop.json(&["tree", &fixture.app], 0);
    assert_eq!(whole["truncated"], false);
    let cut = desktop.json(&["tree", &fixture.app, "--depth", "2"], 0);
    assert_eq!(cut["truncated"], true);
    assert!(cut["nodes"].as_u64().unwrap() < whole["nodes"].as_u64().unwrap());

    let operated = desktop.run(&["tree", &fixture.app, "--interactive"]).ok();
    assert!(operated.contains("\"Save\"") && !operated.contains("status: ready"), "{operated}");
}

#[test]
fn every_notation_finds_the_same_element() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Find");
    let bounds = |query: &str| {
        let found = desktop.json(&["find", &fixture.app, query], 0);
        assert_eq!(found["elements"].as_array().unwrap().len(), 1, "{query}");
        assert_eq!(found["elements"][0]["name"], "Save", "{query}");
        found["elements"][0]["bounds"].clone()
    };
    let plain = bounds("Save");
    assert!(plain["width"].as_u64().unwrap() > 0);
    for query in
        ["role:button title:Save", "window[name=\"Find\"] button[name=\"Save\"]", "//button[@name='Save']"]
    {
        assert_eq!(bounds(query), plain, "{query}");
    }
}

#[test]
fn several_matches_are_an_error_that_lists_them_unless_one_is_picked() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Twins");
    let query = "role:button title:Twin";
    let error = desktop.json(&["find", &fixture.app, query, "--timeout", "1"], 5);
    assert_eq!(error["error"]["code"], "ambiguous");
    assert_eq!(error["error"]["candidates"].as_array().unwrap().len(), 2);
    let told = desktop.run(&["find", &fixture.app, query, "--timeout", "1"]).fails(5);
    assert!(told.contains("0: ") && told.contains("1: ") && told.contains("--nth"), "{told}");
    assert!(told.contains("\"Left\" > ") && told.contains("\"Right\" > "), "{told}");

    desktop.run(&["click", &fixture.app, query, "--nth", "1"]).ok();
    fixture.has_said("status: pressed Right Twin (1)");
    let all = desktop.json(&["find", &fixture.app, query, "--all"], 0);
    assert_eq!(all["elements"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_not_there_is_an_error_with_what_comes_nearest() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Missing");
    let told = desktop.run(&["find", &fixture.app, "Svae", "--timeout", "300ms"]).fails(3);
    assert!(told.contains("nearest:") && told.contains("button \"Save\""), "{told}");
    let error = desktop.json(&["find", "no-such-application", "Save", "--timeout", "300ms"], 3);
    assert_eq!(error["error"]["code"], "app_not_found");
    let none = desktop.json(&["find", &fixture.app, "Svae", "--all"], 0);
    assert_eq!(none["elements"].as_array().unwrap().len(), 0);
}

#[test]
fn a_malformed_query_is_shown_with_a_caret_under_the_fault() {
    let desktop = Desktop::start();
    let told = desktop.run(&["find", "anything", "role:buton"]).fails(2);
    let lines: Vec<&str> = told.lines().collect();
    assert!(told.contains("button"), "{told}");
    assert_eq!((lines[1], lines[2].trim()), ("  role:buton", "^"), "{told}");
}

#[test]
fn get_prints_one_thing_bare() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Get");
    let get = |query: &str, property: &str| desktop.run(&["get", &fixture.app, query, property]).ok();
    assert_eq!(get("role:button title:Save", "name"), "Save\n");
    assert_eq!(get("role:button title:Save", "role"), "button\n");
    assert_eq!(get("role:slider title:Volume", "value"), "0\n");
    assert_eq!(get("status: ready", "text"), "status: ready\n");
    let bounds = get("role:button title:Save", "bounds");
    assert_eq!(
        bounds.trim().split(',').filter(|number| number.parse::<i32>().is_ok()).count(),
        4,
        "{bounds}"
    );
    assert!(get("role:button title:Save", "states").lines().any(|state| state == "enabled"));
    assert!(!get("role:button title:Locked", "states").lines().any(|state| state == "enabled"));
}

#[test]
fn wait_returns_when_an_element_comes_or_goes_and_gives_up_with_its_own_code() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Wait");
    let app = &fixture.app;
    desktop.run(&["click", app, "Appear later"]).ok();
    desktop.run(&["wait", app, "role:button title:Latecomer"]).ok();
    desktop.run(&["click", app, "role:button title:Save"]).ok();
    desktop.run(&["wait", app, "status: ready", "--gone"]).ok();
    let error = desktop.json(&["wait", app, "role:button title:Never", "--timeout", "300ms"], 7);
    assert_eq!(error["error"]["code"], "timeout");
    desktop.run(&["wait", "no-such-application", "Save", "--timeout", "300ms"]).fails(7);
    desktop.run(&["wait", app, "role:button title:Save", "--gone", "--timeout", "300ms"]).fails(7);
}
