//! Joins of whole applications: worked examples with their numbers, what each toolkit tells, and what must stay in doubt.

use deskhand_model::{App, AppId, Handle, Health, Insets, Rect, Size, Toolkit, Window, WindowId};

use super::*;
use crate::ports::{Split, TopLevel};
use crate::windows::Certainty;

const PID: Option<u32> = Some(7);
const A: Rect = Rect::new(100, 100, 400, 300);
const B: Rect = Rect::new(600, 120, 400, 300);

fn app(toolkit: &str, version: &str) -> App {
    App {
        id: AppId::new("app"),
        name: "App".to_owned(),
        pid: PID,
        executable: None,
        desktop_id: None,
        toolkit: Toolkit { name: toolkit.to_owned(), version: version.to_owned() },
        health: Health::Responding,
    }
}

fn window(id: u64, title: &str, client: Rect) -> Window {
    Window { id: WindowId(id), title: title.to_owned(), pid: PID, client, ..Window::default() }
}

fn decorated(id: u64, title: &str, client: Rect) -> Window {
    Window { decoration: Insets { left: 1, right: 1, top: 20, bottom: 5 }, ..window(id, title, client) }
}

fn shadowed(id: u64, title: &str, client: Rect) -> Window {
    Window { shadow: Insets { left: 26, right: 26, top: 23, bottom: 29 }, ..window(id, title, client) }
}

fn top(handle: &str, title: &str, bounds: Option<Rect>) -> TopLevel {
    TopLevel {
        handle: Handle::new(handle),
        title: title.to_owned(),
        bounds,
        size: bounds.map(Rect::size),
        minimized: None,
        hidden: None,
        modal: None,
        focused: None,
        fullscreen: None,
        window: None,
    }
}

/// Without a place, as GTK 4 tells it.
fn sized(handle: &str, title: &str, width: u32, height: u32) -> TopLevel {
    TopLevel { size: Some(Size { width, height }), ..top(handle, title, None) }
}

fn join_on(split: Split, tops: &[TopLevel], windows: &[Window]) -> Joins {
    Bridge::new(&app("", ""), split, &Known::new()).join(tops, &Owned::by(PID, windows))
}

fn join(tops: &[TopLevel], windows: &[Window]) -> Joins {
    join_on(Split::HYBRID, tops, windows)
}

/// For each window its element's place in the list, and how sure that is.
fn found(joins: &Joins, windows: &[Window]) -> Vec<Option<(usize, Certainty)>> {
    let told = |window: &Window| joins.of_window(window.id).map(|found| (found.top, found.certainty));
    windows.iter().map(told).collect()
}

fn one(id: u64) -> Join {
    Join::One(WindowId(id))
}

fn unsure(ids: &[u64]) -> Join {
    Join::Unsure(ids.iter().map(|&id| WindowId(id)).collect())
}

const SURE: Certainty = Certainty::Sure;
const GUESS: Certainty = Certainty::Guess;

/// One element against one window of a process that has a second one far away: the distance, and whether it is joined.
#[test]
fn the_worked_examples_of_the_seed() {
    let at = |x, y, width, height| Rect::new(x, y, width, height);
    for (what, told, listed, distance, accepted) in [
        ("stacked clones", at(120, 120, 400, 300), A, 28.28, true),
        ("Electron's shadow", at(0, 0, 1000, 800), at(0, 0, 1020, 820), 28.28, true),
        ("a jump to another monitor", at(3840, 0, 400, 300), at(0, 0, 400, 300), 3840.0, false),
        ("just below the threshold", at(140, 990, 400, 300), at(0, 0, 400, 300), 999.85, true),
        ("at the threshold", at(600, 800, 400, 300), at(0, 0, 400, 300), 1000.0, false),
        ("place and size together", at(600, 0, 400, 300), at(0, 0, 400, 700), 1000.0, false),
    ] {
        let windows = [window(1, "", listed), window(2, "", at(-9000, 0, 9, 9))];
        let joins = join(&[top("a", "", Some(told))], &windows);
        let expected = accepted.then_some((0, SURE));
        assert_eq!(found(&joins, &windows), [expected, None], "{what}");
        if let Some(found) = joins.of_window(WindowId(1)) {
            let seen = found.evidence.distance.unwrap();
            assert!((seen - distance).abs() < 0.01, "{what}: {seen}");
        }
    }
}

#[test]
fn a_single_window_is_accepted_however_far_away() {
    let windows = [window(1, "Old title", A)];
    let joins = join(&[top("a", "New title", Some(Rect::new(3840, 0, 10, 10)))], &windows);
    let found = joins.of_window(WindowId(1)).unwrap();
    assert_eq!((found.certainty, found.evidence.only_window), (SURE, true));
    assert!(found.evidence.distance.unwrap() > 3700.0);
}

#[test]
fn stacked_clones_get_their_own_windows() {
    let step = |n: i32| Rect::new(100 + 20 * n, 100 + 20 * n, 400, 300);
    let windows: Vec<Window> = (0..5).map(|n| window(n as u64 + 1, "Same", step(n))).collect();
    let tops: Vec<TopLevel> = [3, 0, 4, 2, 1].map(|n| top(&n.to_string(), "Same", Some(step(n)))).to_vec();
    let joins = join(&tops, &windows);
    let expected = [1, 4, 3, 0, 2].map(|top| Some((top, SURE)));
    assert_eq!(found(&joins, &windows), expected);
}

#[test]
fn all_of_an_applications_windows_may_be_off_by_the_same_shadow() {
    let windows = [window(1, "Same", A), window(2, "Same", Rect::new(120, 120, 400, 300))];
    let inner = |rect: Rect| Rect::new(rect.x + 10, rect.y + 10, rect.width - 20, rect.height - 20);
    let tops = [top("b", "Same", Some(inner(windows[1].client))), top("a", "Same", Some(inner(A)))];
    let seen = found(&join(&tops, &windows), &windows);
    assert_eq!(seen.iter().map(|found| found.unwrap().0).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn clones_that_lie_on_each_other_stay_in_doubt_unless_one_has_the_keyboard() {
    let mut windows = [window(1, "Same", A), window(2, "Same", A)];
    let mut tops = [top("a", "Same", Some(A)), top("b", "Same", Some(A))];
    let joins = join(&tops, &windows);
    assert!(joins.matches().iter().all(|found| found.certainty == GUESS));
    assert_eq!(joins.tops(), [unsure(&[1, 2]), unsure(&[1, 2])]);

    windows[1].focused = true;
    tops[0].focused = Some(true);
    let joins = join_on(Split::REGISTRY, &tops, &windows);
    assert_eq!(found(&joins, &windows), [Some((1, SURE)), Some((0, SURE))]);
    assert!(joins.of_window(WindowId(2)).unwrap().evidence.focused);
    // Where the list is behind, the keyboard may have been elsewhere in between.
    let joins = join_on(Split::HYBRID, &tops, &windows);
    assert!(joins.matches().iter().all(|found| found.certainty == GUESS));
}

#[test]
fn where_shadows_are_not_told_a_window_around_an_element_is_as_good_as_one_that_fits() {
    let around = |by: u32| Rect::new(A.x - by as i32, A.y - by as i32, A.width + 2 * by, A.height + 2 * by);
    for by in [5, 10, 26, 60] {
        // The second tells no title, so nothing else speaks against it.
        let windows = [window(1, "Same", A), window(2, "", around(by))];
        let tops = [top("a", "Same", Some(A))];
        assert!(join(&tops, &windows).matches().iter().all(|found| found.certainty == GUESS), "{by}");
        let told = join_on(Split::REGISTRY, &tops, &windows);
        assert_eq!(found(&told, &windows), [Some((0, SURE)), None], "{by}");
        // With both elements there it is clear which is which.
        let tops = [top("a", "Same", Some(A)), top("b", "", Some(around(by)))];
        assert_eq!(found(&join(&tops, &windows), &windows), [Some((0, SURE)), Some((1, SURE))], "{by}");
    }
}

#[test]
fn a_window_that_is_shown_is_not_its_clone_on_another_space() {
    let away = Window { hidden: true, ..window(1, "Same", A) };
    let shown = TopLevel { minimized: Some(false), hidden: Some(false), ..top("a", "Same", Some(A)) };
    let both = [away.clone(), window(2, "Same", A)];
    assert_eq!(found(&join(std::slice::from_ref(&shown), &both), &both), [None, Some((0, SURE))]);

    // Not even when the one here is off by a shadow, or not on the list yet beside another.
    let wide = Rect::new(A.x - 10, A.y - 10, A.width + 20, A.height + 20);
    let off = [away.clone(), window(2, "Same", wide)];
    assert_eq!(found(&join(std::slice::from_ref(&shown), &off), &off), [None, Some((0, SURE))]);
    let other = [away, window(2, "Other", Rect::new(900, 900, 50, 50))];
    assert!(join(&[shown], &other).matches().iter().all(|found| found.certainty == GUESS));
}

#[test]
fn a_clone_on_another_workspace_casts_doubt() {
    let windows = [window(1, "Same", A), window(2, "Same", A)];
    let joins = join(&[top("a", "Same", Some(A))], &windows);
    assert!(joins.matches().iter().all(|found| found.certainty == GUESS), "{joins:?}");
    assert_eq!(joins.tops(), [unsure(&[1, 2])]);
}

#[test]
fn a_title_does_not_rule_out_a_window_that_tells_none() {
    let windows = [window(1, "", A), window(2, "Same", B)];
    let joins = join(&[top("a", "Same", None)], &windows);
    assert_eq!(found(&joins, &windows), [None, Some((0, GUESS))]);
}

#[test]
fn titles_weigh_more_than_places_that_were_exchanged() {
    let windows = [window(1, "One", A), window(2, "Two", B)];
    let tops = [top("a", "One", Some(B)), top("b", "Two", Some(A))];
    let joins = join(&tops, &windows);
    assert_eq!(joins.of_window(WindowId(1)).unwrap().top, 0);
    assert_eq!(joins.of_window(WindowId(2)).unwrap().top, 1);
}

#[test]
fn a_cheap_whole_with_a_better_pair_in_it_is_not_sure() {
    // The first element is nearly the first window, but the second one can be no other: cheapest in all would be to
    // give the first element the window on the far side.
    let windows = [window(1, "One", A), window(2, "Two", Rect::new(1080, 100, 400, 300))];
    let place = |x| Some(Rect::new(x, 100, 400, 300));
    let tops = [top("a", "", place(115)), top("b", "", place(79))];
    let joins = join(&tops, &windows);
    assert_eq!(found(&joins, &windows), [Some((1, GUESS)), Some((0, GUESS))]);
}

#[test]
fn the_number_that_the_platform_tells_wins_over_everything() {
    let windows = [window(1, "One", A), window(2, "Two", B)];
    let lying = TopLevel { window: Some(WindowId(2)), ..top("a", "One", Some(A)) };
    let gone = TopLevel { window: Some(WindowId(9)), ..top("b", "One", Some(A)) };
    let joins = join(&[lying, gone], &windows);
    assert_eq!(found(&joins, &windows), [None, Some((0, Certainty::Exact))]);
    assert_eq!(joins.tops(), [one(2), Join::None]);
}

#[test]
fn a_pair_that_was_certain_before_stays_one() {
    let windows = [window(1, "Same", A), window(2, "Same", A)];
    let tops = [top("b", "Same", Some(A)), top("a", "Same", Some(A))];
    let known = Known::from([(Handle::new("a"), WindowId(1))]);
    let joins = Bridge::new(&app("", ""), Split::HYBRID, &known).join(&tops, &Owned::by(PID, &windows));
    assert_eq!(found(&joins, &windows), [Some((1, SURE)), Some((0, SURE))]);
    assert!(joins.of_window(WindowId(1)).unwrap().evidence.known_before);
}

#[test]
fn a_window_whose_element_is_gone_is_not_given_to_a_newcomer() {
    let windows = [window(1, "Same", A)];
    let known = Known::from([(Handle::new("a"), WindowId(1))]);
    let bridge = Bridge::new(&app("", ""), Split::HYBRID, &known);
    let joins = bridge.join(&[top("b", "Same", Some(A))], &Owned::by(PID, &windows));
    assert_eq!(found(&joins, &windows), [Some((0, GUESS))]);
}

#[test]
fn an_element_may_get_a_new_number() {
    let windows = [window(5, "Same", A), window(2, "Same", B)];
    let tops = [top("a", "Same", Some(A)), top("b", "Same", Some(B))];
    let known = Known::from([(Handle::new("a"), WindowId(1)), (Handle::new("b"), WindowId(2))]);
    let joins = Bridge::new(&app("", ""), Split::HYBRID, &known).join(&tops, &Owned::by(PID, &windows));
    assert_eq!(found(&joins, &windows), [Some((0, SURE)), Some((1, SURE))]);
}

#[test]
fn each_toolkit_is_measured_by_its_own_outline() {
    let outer = Rect::new(599, 100, 402, 325);
    for (toolkit, version, windows, told) in [
        ("gtk", "3.24.38", [decorated(1, "", A), decorated(2, "", B)], top("f", "", Some(outer))),
        ("gtk", "3.24.38", [shadowed(1, "", A), shadowed(2, "", B)], top("f", "", Some(B))),
        ("Qt", "6.4.2", [decorated(1, "Same", A), decorated(2, "Same", B)], top("f", "", Some(B))),
        ("Chromium", "156", [shadowed(1, "", A), shadowed(2, "", B)], top("f", "", Some(B))),
        ("GTK", "4.8.3", [shadowed(1, "One", A), shadowed(2, "Two", B)], sized("f", "Two", 348, 248)),
    ] {
        let known = Known::new();
        let joins = Bridge::new(&app(toolkit, version), Split::REGISTRY, &known)
            .join(&[told], &Owned::by(PID, &windows));
        assert_eq!(joins.tops(), [one(2)], "{toolkit} {version}");
        let found = joins.of_window(WindowId(2)).unwrap();
        assert_eq!((found.certainty, found.evidence.distance), (SURE, Some(0.0)), "{toolkit} {version}");
    }
}

#[test]
fn elements_that_look_like_several_windows_are_unsure() {
    let windows = [shadowed(1, "One", A), shadowed(2, "Two", B)];
    let tops = [sized("t", "Two", 348, 248), sized("o", "One", 348, 248), sized("n", "", 348, 248)];
    let joins = join_on(Split::REGISTRY, &tops, &windows);
    assert_eq!(joins.tops(), [one(2), one(1), unsure(&[1, 2])]);
}

#[test]
fn three_frames_of_chromium_share_one_window() {
    let windows = [shadowed(1, "Page - Chromium", A)];
    let tops = [top("x", "x", Some(B)), top("f", "Page - Chromium", Some(A)), top("n", "", None)];
    let joins = join_on(Split::REGISTRY, &tops, &windows);
    assert_eq!(joins.tops(), [one(1), one(1), one(1)]);
    assert_eq!(found(&joins, &windows), [Some((1, SURE))], "one of them is the window itself");
    let behind = join(&tops, &windows);
    assert!(!behind.tops().contains(&one(1)), "on a list that is behind they may be new windows: {behind:?}");
}

#[test]
fn of_two_frames_that_look_like_one_window_either_can_be_it() {
    let windows = [window(1, "Same", A), window(2, "Other", B)];
    let tops = [top("a", "Same", Some(A)), top("b", "Same", Some(A))];
    let joins = join_on(Split::REGISTRY, &tops, &windows);
    assert_eq!(joins.of_window(WindowId(1)).unwrap().certainty, GUESS);
    assert_eq!(joins.tops(), [one(1), one(1)], "both are in there");
}

#[test]
fn a_frame_beside_the_windows_own_shares_the_window_that_it_looks_like() {
    let windows = [window(1, "One", A), window(2, "Two", B)];
    let tops = [top("a", "One", Some(A)), top("b", "Two", Some(B)), top("c", "", Some(B))];
    assert_eq!(join_on(Split::REGISTRY, &tops, &windows).tops(), [one(1), one(2), one(2)]);
    assert_eq!(join(&tops, &windows).tops()[2], unsure(&[2]));
}

#[test]
fn what_contradicts_in_title_and_place_is_no_join() {
    let windows = [window(1, "One", A), window(2, "Two", B)];
    let joins = join(&[top("c", "Three", Some(Rect::new(0, 0, 9, 9)))], &windows);
    assert!(joins.matches().iter().all(|found| found.certainty == GUESS), "{joins:?}");
    assert!(matches!(joins.tops(), [Join::Unsure(_)]));
    assert_eq!(join(&[top("a", "One", Some(A))], &[]).tops(), [Join::None]);
    let silent = [top("a", "", None)];
    assert_eq!(join_on(Split::REGISTRY, &silent, &windows).tops(), [Join::None]);
    assert_eq!(join(&silent, &windows).tops(), [unsure(&[1, 2])]);
}

#[test]
fn windows_of_other_processes_are_never_joined() {
    let other = Window { pid: Some(8), ..window(1, "One", A) };
    assert_eq!(join(&[top("a", "One", Some(A))], &[other]).tops(), [Join::None]);
}

#[test]
fn a_window_without_pid_needs_the_whole_title_or_outline() {
    let windows = [Window { pid: None, ..window(1, "A long title", A) }];
    assert_eq!(join(&[top("t", "title", None)], &windows).tops(), [Join::None]);
    for told in [top("t", "A long title", None), top("t", "", Some(A))] {
        assert_eq!(join(&[told], &windows).tops(), [one(1)]);
    }
}

#[test]
fn a_thousand_windows_get_their_own_elements() {
    let place = |n: u64| Rect::new((n % 40 * 31) as i32, (n / 40 * 29) as i32, 300, 200);
    let windows: Vec<Window> = (0..1000).map(|n| window(n + 1, "Same", place(n))).collect();
    let tops: Vec<TopLevel> = (0..1000).rev().map(|n| top(&n.to_string(), "Same", Some(place(n)))).collect();
    let joins = join(&tops, &windows);
    for n in 0..1000 {
        let found = joins.of_window(WindowId(n + 1)).unwrap();
        assert_eq!((found.top as u64, found.certainty), (999 - n, SURE));
    }
}
