//! The simulated desktop keeps what its ports promise.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{
    Clock, Feed, Moment, Ports, ProcessState, ReadRequest, Side, TopLevels, WindowChange,
};
use deskhand_model::{AppId, Error, ErrorKind, Fact, Fields, Point, Rect, WindowId};
use deskhand_sim::{
    AppPlan, Draft, ExactIds, Faults, Personality, Scenario, Sim, UserAction, VirtualClock, WindowKey,
    WindowPlan,
};

const WITHIN: Duration = Duration::from_secs(5);
const FIRST: WindowKey = WindowKey(0);

fn app() -> AppId {
    AppId::new("7")
}

/// Two windows of one application.
fn scenario(personality: Personality, faults: Faults) -> Scenario {
    let windows = vec![
        WindowPlan::new("One", Rect::new(100, 100, 300, 200)),
        WindowPlan::new("Two", Rect::new(500, 100, 300, 200)),
    ];
    Scenario::new(1, personality).with(AppPlan::new("app", 7, windows)).failing(faults)
}

/// Runs on virtual time.
fn on<F: Future>(scenario: &Scenario, run: impl FnOnce(Sim, Ports, VirtualClock) -> F) -> F::Output {
    let clock = VirtualClock::new();
    let sim = Sim::new(scenario, Arc::new(clock.clone()));
    let ports = sim.ports();
    clock.runtime().unwrap().block_on(run(sim, ports, clock))
}

fn move_to(x: i32) -> UserAction {
    UserAction::Change(FIRST, WindowChange::Move(Point { x, y: 0 }))
}

#[test]
fn a_diagnosis_tells_the_same_of_the_same_desktop() {
    let windows =
        vec![WindowPlan::new("One", Rect::new(0, 0, 300, 200)).containing(vec![Draft::button("OK")])];
    let plan = Scenario::new(1, Personality::X11).with(AppPlan::new("app", 7, windows));
    let diagnosed = || {
        on(
            &plan,
            |_, ports, _| async move { ports.accessibility.diagnose(Some(&app()), WITHIN).await.unwrap() },
        )
    };
    let told = diagnosed();
    assert_eq!(told, diagnosed());
    let button = told.apps[0].elements.last().unwrap();
    assert_eq!((button.depth, &*button.platform_role, &*button.name), (2, "button", "OK"));
    assert!(button.facts.contains(&Fact::new("actions", "press, focus")), "{button:?}");
}

#[test]
fn an_application_that_hangs_is_told_as_that_without_its_elements() {
    on(&scenario(Personality::X11, Faults::NONE), |sim, ports, _| async move {
        sim.act(&UserAction::Hang(7));
        for app in [None, Some(app())] {
            let told = ports.accessibility.diagnose(app.as_ref(), WITHIN).await.unwrap();
            assert!(told.apps[0].elements.is_empty());
            assert_eq!(told.apps[0].facts[0], Fact::new("responding", "no: busy"));
        }
    });
}

#[test]
fn text_looks_by_its_role_and_what_has_no_text_has_no_look() {
    let inside = vec![
        Draft::document("Notes", "Dear reader,").id("notes"),
        Draft::label("Off").disabled().id("label"),
        Draft::button("OK").id("button"),
    ];
    let windows = vec![WindowPlan::new("One", Rect::new(0, 0, 300, 200)).containing(inside)];
    let plan = Scenario::new(1, Personality::X11).with(AppPlan::new("app", 7, windows));
    on(&plan, |_, ports, _| async move {
        let request = ReadRequest { fields: Fields::ALL, ..ReadRequest::default() };
        let tree = ports.accessibility.read(&app(), &request, WITHIN).await.unwrap().tree;
        let style = |id: &str| tree.node(tree.with_id(id)[0]).style.clone();
        let notes = style("notes").unwrap();
        assert_eq!((notes.font_family.as_deref(), notes.font_size), (Some("Monospace"), Some(11.0)));
        assert_eq!(style("label").unwrap().color.unwrap().to_string(), "#808080");
        assert_eq!(style("button"), None);
    });
}

#[test]
fn a_lagging_registry_shows_the_past_and_catches_up() {
    let faults = Faults { registry_lag: true, ..Faults::NONE };
    on(&scenario(Personality::MacOs, faults), |sim, ports, clock| async move {
        sim.act(&move_to(40));
        let place = async || {
            let windows = ports.compositor.windows(WITHIN).await.unwrap();
            windows.iter().find(|window| window.title == "One").unwrap().client.x
        };
        assert_eq!(place().await, 100);
        let shown_at = sim.truth().shown_at;
        assert!(
            shown_at >= Moment(Duration::from_millis(10)) && shown_at <= Moment(Duration::from_millis(100))
        );
        clock.sleep_until(shown_at).await;
        assert_eq!(place().await, 40);
        // Accessibility knew at once.
        let tops = ports.accessibility.top_levels(&app(), TopLevels::Windows, WITHIN).await.unwrap();
        assert_eq!(tops[0].bounds.unwrap().x, 40);
    });
}

#[test]
fn a_live_feed_hands_out_every_state_once_and_in_order() {
    on(&scenario(Personality::X11, Faults::NONE), |sim, ports, _| async move {
        let Feed::Live(mut feed) = ports.compositor.feed(WITHIN).await.unwrap() else {
            return Err("X11 tells of changes");
        };
        sim.act(&move_to(1));
        sim.act(&move_to(2));
        sim.act(&move_to(2));
        sim.act_after(Duration::from_secs(9), move_to(3));
        let mut places = Vec::new();
        for _ in 0..4 {
            let state = feed.next().await.unwrap();
            assert!(!state.skipped);
            places.push(state.windows.iter().find(|window| window.title == "One").unwrap().client.x);
        }
        assert_eq!(places, [100, 1, 2, 3]);
        assert_eq!(sim.truth().at, Moment(Duration::from_secs(9) + Duration::from_micros(100)));
        Ok(())
    })
    .unwrap();
}

#[test]
fn giving_up_on_a_feed_loses_no_state() {
    on(&scenario(Personality::X11, Faults::NONE), |sim, ports, clock| async move {
        let Feed::Live(mut feed) = ports.compositor.feed(WITHIN).await.unwrap() else {
            return Err("X11 tells of changes");
        };
        feed.next().await.unwrap();
        tokio::select! {
            biased;
            _ = feed.next() => return Err("nothing has happened"),
            () = clock.sleep_until(clock.now().plus(WITHIN)) => {}
        }
        sim.act(&move_to(1));
        assert_eq!(feed.next().await.unwrap().windows.len(), 2);
        Ok(())
    })
    .unwrap();
}

#[test]
fn an_application_that_hangs_uses_up_the_time_of_every_call() {
    on(&scenario(Personality::X11, Faults::NONE), |sim, ports, clock| async move {
        sim.act(&UserAction::Hang(7));
        let error = ports.accessibility.read(&app(), &ReadRequest::default(), WITHIN).await.unwrap_err();
        assert_eq!((error.kind(), clock.now()), (ErrorKind::AppNotResponding, Moment(WITHIN)));
        sim.act(&UserAction::Recover(7));
        ports.accessibility.read(&app(), &ReadRequest::default(), WITHIN).await.unwrap();
    });
}

#[test]
fn an_application_that_ends_is_gone_with_its_windows() {
    on(&scenario(Personality::X11, Faults::NONE), |sim, ports, clock| async move {
        sim.act_after(Duration::from_secs(3), UserAction::Die(7));
        ports.processes.ended(7).await;
        assert_eq!(clock.now(), Moment(Duration::from_secs(3)));
        assert_eq!(ports.processes.state(7), ProcessState::Gone);
        let error: Error = ports.accessibility.text(&app(), &sim_handle(), WITHIN).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppGone);
        assert!(ports.compositor.windows(WITHIN).await.unwrap().is_empty());
    });
}

fn sim_handle() -> deskhand_model::Handle {
    deskhand_model::Handle::new("7/0/0")
}

#[test]
fn a_window_that_is_being_minimised_is_among_the_children_alone() {
    let faults = Faults { leaving_list: true, ..Faults::NONE };
    on(&scenario(Personality::MacOs, faults), |sim, ports, _| async move {
        let element = sim.truth().window(FIRST).unwrap().element.clone();
        ports.accessibility.change_window(&app(), &element, WindowChange::Minimize, WITHIN).await.unwrap();
        let count = async |among| ports.accessibility.top_levels(&app(), among, WITHIN).await.unwrap().len();
        assert_eq!((count(TopLevels::Windows).await, count(TopLevels::Children).await), (1, 2));
    });
}

#[test]
fn who_carries_out_changes_depends_on_the_platform() {
    for (personality, side) in [(Personality::X11, Side::Registry), (Personality::MacOs, Side::Accessibility)]
    {
        on(&scenario(personality, Faults::NONE), |sim, ports, _| async move {
            assert_eq!(ports.compositor.split().changes, side);
            let truth = sim.truth();
            let window = truth.window(FIRST).unwrap();
            let change = WindowChange::Minimize;
            let by_registry = ports.compositor.change(window.record.id, change, WITHIN).await;
            let by_element = ports.accessibility.change_window(&app(), &window.element, change, WITHIN).await;
            assert_eq!(by_registry.is_ok(), side == Side::Registry);
            assert_eq!(by_element.is_ok(), side == Side::Accessibility);
        });
    }
}

#[test]
fn numbers_are_told_as_often_as_the_fault_allows() {
    for (exact_ids, told) in [(ExactIds::Always, true), (ExactIds::Never, false)] {
        let faults = Faults { exact_ids, ..Faults::NONE };
        on(&scenario(Personality::MacOs, faults), |_, ports, _| async move {
            let tops = ports.accessibility.top_levels(&app(), TopLevels::Windows, WITHIN).await.unwrap();
            assert!(tops.iter().all(|top| top.window.is_some() == told));
        });
    }
}

#[test]
fn a_window_of_another_space_is_listed_and_out_of_reach_on_macos() {
    let mut scenario = scenario(Personality::MacOs, Faults::NONE);
    scenario.apps[0].windows[0].space = 1;
    on(&scenario, |sim, ports, _| async move {
        let windows = ports.compositor.windows(WITHIN).await.unwrap();
        assert_eq!((windows.len(), windows[0].hidden), (2, true));
        let tops = ports.accessibility.top_levels(&app(), TopLevels::Children, WITHIN).await.unwrap();
        assert_eq!(tops.len(), 1);
        sim.act(&UserAction::ShowSpace(1));
        let tops = ports.accessibility.top_levels(&app(), TopLevels::Children, WITHIN).await.unwrap();
        assert_eq!(tops[0].title, "One");
    });
}

#[test]
fn a_thousand_windows_and_a_hundred_thousand_elements_are_no_trouble() {
    let crowd = Scenario::crowd(1, Personality::X11, 1000);
    on(&crowd, |_, ports, _| async move {
        let windows = ports.compositor.windows(WITHIN).await.unwrap();
        assert_eq!(windows.len(), 1000);
        let missing = ports.compositor.change(WindowId(1), WindowChange::Focus, WITHIN).await.unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::WindowNotFound);
    });
    let forest = Scenario::forest(1, Personality::X11, 100_000);
    on(&forest, |_, ports, _| async move {
        let request = ReadRequest { fields: Fields::NAME, max_nodes: 200_000, ..ReadRequest::default() };
        let reading = ports.accessibility.read(&AppId::new("100"), &request, WITHIN).await.unwrap();
        assert!(reading.tree.len() >= 100_000 && !reading.tree.gaps().is_truncated());
        let few = ReadRequest { max_nodes: 50, ..request };
        let reading = ports.accessibility.read(&AppId::new("100"), &few, WITHIN).await.unwrap();
        assert_eq!((reading.tree.len(), reading.tree.gaps().node_limit), (50, Some(50)));
    });
}
