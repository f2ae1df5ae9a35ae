//! What a tree tells of an application.

use std::path::Path;

use deskhand::model::{Action, NodeData, NodeId};
use deskhand::{Exit, Role, Snapshot, State, Tree};

use crate::support::{Fixture, PATIENCE, Stage, Toolkit, eventually, on_every_toolkit};

on_every_toolkit!(a_tree_tells_what_the_window_shows);

async fn a_tree_tells_what_the_window_shows(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    let first = fixture.app().tree().await.expect("the first reading");

    tells_the_toolkit(&first, toolkit);
    tells_roles_and_states(&first.tree, toolkit);
    tells_places(&stage, &first.tree).await;
    // Chromium changes names of its own parts at any time: its tabs tell how much memory they use.
    let mut before = outline(&first.tree);
    eventually("two readings and a plain walk tell the same", async || {
        let again = fixture.app().tree().await.expect("another reading");
        let (now, walked) = (outline(&again.tree), plain_walk(&stage, &fixture).await);
        let lives = toolkit == Toolkit::Chromium;
        assert!(lives || now == before, "two readings, {:?}: {now:?} and {before:?}", again.path);
        assert!(lives || now == walked, "a plain walk, {:?}: {now:?} and {walked:?}", again.path);
        let same = now == before && now == walked;
        before = now;
        same.then_some(())
    })
    .await;
}

on_every_toolkit!(an_element_offers_the_same_however_it_is_looked_at);

async fn an_element_offers_the_same_however_it_is_looked_at(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    let tree = fixture.app().tree().await.expect("the tree").tree;
    // With the states asked for by the query, what is found is not asked for them again.
    for query in ["*", ":enabled"] {
        let found = fixture.locate(query).all().await.expect("elements");
        assert!(found.len() > 20, "{query} finds {}", found.len());
        for element in found {
            let Some(whole) =
                tree.ids().map(|id| tree.node(id)).find(|node| node.handle == element.data.handle)
            else {
                // Chromium makes and drops elements at any time.
                continue;
            };
            assert_eq!(element.data.actions, whole.actions, "{query}: {:?}", element.data);
        }
    }
}

fn tells_the_toolkit(snapshot: &Snapshot, toolkit: Toolkit) {
    let (name, version) = toolkit.reported();
    assert_eq!(snapshot.app.toolkit.name, name);
    assert!(snapshot.app.toolkit.version.starts_with(version), "{:?}", snapshot.app.toolkit);
    assert!(!snapshot.tree.gaps().is_truncated(), "{:?}", snapshot.tree.gaps());
    assert_eq!(snapshot.tree.node(NodeId::ROOT).role, Role::Application);
}

fn tells_roles_and_states(tree: &Tree, toolkit: Toolkit) {
    let (bold, green, details) = match toolkit {
        Toolkit::Gtk3 => (Role::ToggleButton, Role::Radio, Role::ToggleButton),
        // GTK 4.8 has no role for toggle buttons, expanders, and radio buttons that are check boxes in a group.
        Toolkit::Gtk4 => (Role::Button, Role::Checkbox, Role::Button),
        Toolkit::Qt5 | Toolkit::Qt6 => (Role::Checkbox, Role::Radio, Role::Cell),
        Toolkit::Chromium => (Role::ToggleButton, Role::Radio, Role::ToggleButton),
    };
    use State::{Checked, Editable, Enabled, Expandable, Expanded, MultiLine, Selected, Showing};
    for (role, name, states, other_states) in [
        (Role::Window, "Subject", &[Enabled, Showing][..], &[][..]),
        (Role::Button, "Save", &[Enabled, Showing], &[Checked]),
        (Role::Button, "Locked", &[Showing], &[Enabled]),
        (Role::Checkbox, "Agree", &[Enabled, Showing], &[Checked]),
        (bold, "Bold", &[Enabled, Showing], &[Checked]),
        (green, "Red", &[Checked], &[]),
        (green, "Green", &[], &[Checked]),
        (details, "Details", &[Expandable], &[Expanded]),
        (Role::Textfield, "Name", &[Enabled, Editable], &[MultiLine]),
        (Role::EditableText, "Notes", &[Editable, MultiLine], &[]),
        (Role::Slider, "Volume", &[Enabled, Showing], &[]),
        (Role::SpinButton, "Count", &[Enabled, Showing], &[]),
        (Role::ListItem, "Mars", &[Enabled], &[Selected]),
        (Role::Tab, "Second", &[Enabled], &[Selected]),
    ] {
        let node = only(tree, role, name);
        for &state in states {
            assert!(node.states.contains(state), "{name} is {state:?}: {:?}", node.states);
        }
        for &state in other_states {
            assert!(!node.states.contains(state), "{name} is not {state:?}: {:?}", node.states);
        }
    }
    assert!(only(tree, Role::Button, "Save").actions.contains(Action::Press), "Save can be pressed");
    assert_eq!(tree.with_name("Twin").iter().filter(|&&id| tree.node(id).role == Role::Button).count(), 2);
    assert!(tree.with_name("Row 99").len() == 1, "the last of the rows, far out of sight");
}

/// Every place is told in both coordinate systems, and the two fit to where the window is.
async fn tells_places(stage: &Stage, tree: &Tree) {
    let window = stage.titled("Subject").await.expect("its window");
    for (role, name) in [(Role::Button, "Save"), (Role::Textfield, "Name"), (Role::Slider, "Volume")] {
        let node = only(tree, role, name);
        let (screen, inside) = (node.bounds.expect(name), node.window_bounds.expect(name));
        assert_eq!(inside.translated(window.content().origin()), screen, "{name}");
        assert!(window.content().intersection(screen) == Some(screen), "{name} at {screen:?} in {window:?}");
    }
    let (left, right) = (only(tree, Role::Button, "Save"), only(tree, Role::Button, "Cancel"));
    assert!(left.bounds.expect("Save").right() <= right.bounds.expect("Cancel").x);
}

fn only<'a>(tree: &'a Tree, role: Role, name: &str) -> &'a NodeData {
    let found: Vec<&NodeData> =
        tree.with_name(name).iter().map(|&id| tree.node(id)).filter(|node| node.role == role).collect();
    match found.as_slice() {
        [only] => only,
        several => panic!("{} {role} {name}, named so: {:?}", several.len(), tree.with_name(name)),
    }
}

fn outline(tree: &Tree) -> Vec<(usize, String)> {
    // The status is what changes by itself.
    tree.ids().map(|id| (tree.depth(id), tree.node(id).name.to_string())).collect()
}

/// The same tree as another client sees it that asks every node, one call after the other.
async fn plain_walk(stage: &Stage, fixture: &Fixture<'_>) -> Vec<(usize, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/plain_walk.py").display().to_string();
    let command = ["/usr/bin/python3".to_owned(), script, fixture.pid.to_string()];
    let walker = stage.desktop.launch(command).await.expect("a plain walk");
    let end = tokio::time::timeout(PATIENCE, stage.desktop.wait(walker)).await.expect("its end in time");
    let output = stage.desktop.log(walker).expect("its output");
    assert_eq!(end.expect("its end"), Exit::Code(0), "{output}");
    output.lines().map(|line| parsed(line, fixture.toolkit)).collect()
}

/// `[3, "Save"]`, a line of the plain walk.
fn parsed(line: &str, toolkit: Toolkit) -> (usize, String) {
    let (depth, name) =
        line.trim_start_matches('[').trim_end_matches(']').split_once(", ").expect("depth and name");
    let name = name.trim_matches('"').replace("\\u2026", "…");
    // GTK 4.8 names what has no name after its class.
    let is_class = toolkit == Toolkit::Gtk4 && name.starts_with("Gtk");
    (depth.parse().expect("a depth"), if is_class { String::new() } else { name })
}
