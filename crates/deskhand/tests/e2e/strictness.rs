//! One element and no other: ambiguity, near misses, and waiting until the element is ready.

use std::time::Duration;

use deskhand::{Effect, ErrorKind, Query, Role};

use crate::support::{Fixture, Stage, Toolkit, on_every_toolkit};

/// Enough for a reading, too short for anything to come later.
const SHORT: Duration = Duration::from_millis(400);

on_every_toolkit!(an_action_means_one_element_and_waits_for_it);

async fn an_action_means_one_element_and_waits_for_it(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    two_matches_are_an_error_that_lists_both(&fixture).await;
    a_near_miss_is_told(&fixture).await;
    a_disabled_element_is_waited_for(&fixture).await;
    an_element_that_comes_later_is_waited_for(&fixture).await;
}

async fn two_matches_are_an_error_that_lists_both(fixture: &Fixture<'_>) {
    let twins = fixture.button("Twin");
    let before = fixture.statuses();
    let error = twins.press().await.expect_err("two match");
    assert_eq!(error.kind(), ErrorKind::Ambiguous, "{error:?}");
    let [left, right] = error.nearest() else { panic!("two candidates: {error:?}") };
    for (candidate, side) in [(left, "Left"), (right, "Right")] {
        assert_eq!((candidate.role, candidate.name.as_str()), (Role::Button, "Twin"), "{error:?}");
        assert!(candidate.path.contains(&format!("\"{side}\"")), "{side} in {}", candidate.path);
    }
    assert_eq!(fixture.statuses(), before, "neither was pressed");
    assert_eq!(twins.count().await.expect("a count"), 2);

    twins.clone().nth(1).press().await.expect("the second one");
    fixture.expect("pressed Right Twin (1)").await;
    let error = twins.nth(2).within(SHORT).press().await.expect_err("there is no third one");
    assert_eq!((error.kind(), error.nearest().len()), (ErrorKind::NotFound, 2), "{error:?}");
}

async fn a_near_miss_is_told(fixture: &Fixture<'_>) {
    for query in ["role:button name:Sav", "//button[@name='save me']", "button[name=\"Safe\"]"] {
        let error = fixture.locate(query).within(SHORT).press().await.expect_err(query);
        assert_eq!(error.kind(), ErrorKind::NotFound, "{query}: {error:?}");
        let names: Vec<&str> = error.nearest().iter().map(|near| near.name.as_str()).collect();
        assert!(names.first() == Some(&"Save"), "{query} is near to Save: {names:?}");
        assert!(error.nearest()[0].path.contains("Subject"), "{error:?}");
    }
}

async fn a_disabled_element_is_waited_for(fixture: &Fixture<'_>) {
    let locked = fixture.button("Locked");
    let error = locked.clone().within(SHORT).press().await.expect_err("it is disabled");
    assert_eq!(error.kind(), ErrorKind::ElementDisabled, "{error:?}");
    assert!(error.message().contains("Locked"), "{error:?}");
    assert!(!fixture.has_said("Locked"), "{:?}", fixture.statuses());

    fixture.button("Unlock later").press().await.expect("the key");
    let receipt = locked.press().await.expect("enabled by now");
    fixture.expect("pressed Locked (1)").await;
    assert!(receipt.readings > 1, "it was looked at until it was enabled: {receipt:?}");
}

async fn an_element_that_comes_later_is_waited_for(fixture: &Fixture<'_>) {
    let late = fixture.button("Latecomer");
    assert!(!late.is_present().await.expect("an answer"));
    let appears = Effect::Appears(Query::parse("role:button name:Latecomer").expect("a query"));
    let receipt = fixture.button("Appear later").until(appears).press().await.expect("the announcement");
    assert!(receipt.effect.is_some_and(|took| took >= Duration::from_millis(250)), "{receipt:?}");
    late.press().await.expect("the latecomer");
    fixture.expect("pressed Latecomer (1)").await;
}

#[tokio::test]
async fn an_effect_that_does_not_come_is_told_as_such() {
    let stage = Stage::start().await;
    let fixture = stage.fixture(Toolkit::Gtk3, "Subject").await;
    let never = Effect::Appears(Query::parse("Godot").expect("a query"));
    let error = fixture.button("Save").within(SHORT).until(never).press().await.expect_err("Godot");
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
    assert!(error.message().contains("was carried out"), "{error:?}");
    fixture.expect("pressed Save (1)").await;

    let receipt = fixture.button("Save").until(Effect::Changes).press().await.expect("the status changes");
    assert!(receipt.effect.is_some(), "{receipt:?}");
}
