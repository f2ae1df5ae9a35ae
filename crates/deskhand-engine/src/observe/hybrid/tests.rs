//! What follows from which looks. Times are milliseconds; the registry can be 100 of them behind.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, AppId, Handle, Health, Rect, Toolkit, Window, WindowId};

use super::accounts::Account;
use super::tracker::Tracker;
use crate::observe::diff::diff;
use crate::ports::{Moment, Split, TopLevel};

const PID: u32 = 7;
const HERE: Rect = Rect::new(100, 100, 400, 300);
const THERE: Rect = Rect::new(600, 500, 200, 150);
const FAR: Rect = Rect::new(3000, 100, 400, 300);

fn at(milliseconds: u64) -> Moment {
    Moment(Duration::from_millis(milliseconds))
}

fn record(id: u64, client: Rect) -> Window {
    Window { id: WindowId(id), pid: Some(PID), client, z_index: id as u32, ..Window::default() }
}

fn top(handle: &str, bounds: Rect) -> TopLevel {
    TopLevel {
        handle: Handle::new(handle),
        title: String::new(),
        bounds: Some(bounds),
        size: Some(bounds.size()),
        minimized: Some(false),
        hidden: Some(false),
        modal: None,
        focused: None,
        fullscreen: None,
        window: None,
    }
}

fn exact(top: TopLevel, id: u64) -> TopLevel {
    TopLevel { window: Some(WindowId(id)), ..top }
}

/// What the looks of one test bring.
struct Looks {
    tracker: Tracker,
    said: BTreeMap<u32, Account>,
    windows: Arc<Vec<Window>>,
}

impl Looks {
    /// Both views agree for long enough that every certain join is for good.
    fn at_rest(records: &[Window], tops: &[TopLevel]) -> Looks {
        let mut looks =
            Looks { tracker: Tracker::new(Split::HYBRID), said: BTreeMap::new(), windows: Arc::default() };
        looks.look(0, records, tops);
        looks.look(150, records, tops);
        looks
    }

    /// A look at both views. Tells what happened, as `moved 1`.
    fn look(&mut self, milliseconds: u64, records: &[Window], tops: &[TopLevel]) -> Vec<String> {
        let app = App {
            id: AppId::new("app"),
            name: "app".to_owned(),
            pid: Some(PID),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        };
        let (asked, tops) = (at(milliseconds), tops.to_vec());
        self.said
            .insert(PID, Account { app, tops, asked, at: asked.plus(Duration::from_millis(1)), gone: false });
        self.look_without_answer(milliseconds, records)
    }

    /// A look for which the application does not answer in time.
    fn look_without_answer(&mut self, milliseconds: u64, records: &[Window]) -> Vec<String> {
        self.tracker.list(records.to_vec(), at(milliseconds));
        let look = self.tracker.conclude(&self.said, at(milliseconds));
        let happened = diff(&self.windows, &look.windows, &look.renumbered);
        self.windows = look.windows;
        let told = happened.iter().map(|told| match told.previous_id {
            Some(before) => format!("{} {} was {}", told.kind.name(), told.window.id.0, before.0),
            None => format!("{} {}", told.kind.name(), told.window.id.0),
        });
        told.collect()
    }

    fn end_application(&mut self) {
        self.said.get_mut(&PID).expect("it has said something").gone = true;
    }

    fn window(&self, id: u64) -> &Window {
        self.windows.iter().find(|window| window.id == WindowId(id)).expect("the window is there")
    }
}

const NOTHING: [&str; 0] = [];

#[test]
fn accessibility_is_believed_about_places_and_the_registry_about_which_windows_there_are() {
    let mut looks = Looks::at_rest(&[record(1, HERE), record(2, THERE)], &[top("a", HERE), top("b", THERE)]);
    // The registry has not heard of the move yet, and of no third window.
    let tops = [top("a", HERE), top("b", FAR), top("c", FAR)];
    assert_eq!(looks.look(200, &[record(1, HERE), record(2, THERE)], &tops), ["moved 2", "resized 2"]);
    assert_eq!(looks.look(250, &[record(1, HERE), record(2, FAR)], &tops), NOTHING);
}

#[test]
fn another_number_for_the_same_element_is_one_window_that_changed_its_id() {
    let mut looks = Looks::at_rest(&[record(1, HERE), record(2, THERE)], &[top("a", HERE), top("b", THERE)]);
    let moved = [top("a", FAR), top("b", THERE)];
    assert_eq!(looks.look(200, &[record(1, HERE), record(2, THERE)], &moved), ["moved 1"]);
    assert_eq!(looks.look(250, &[record(5, FAR), record(2, THERE)], &moved), ["id-changed 5 was 1"]);
    assert_eq!(looks.look(500, &[record(5, FAR), record(2, THERE)], &moved), NOTHING);
}

#[test]
fn a_new_number_is_told_once_also_when_the_platform_tells_it_before_the_registry_does() {
    let mut looks = Looks::at_rest(
        &[record(1, HERE), record(2, HERE)],
        &[exact(top("a", HERE), 1), exact(top("b", HERE), 2)],
    );
    let tops = [exact(top("a", HERE), 5), exact(top("b", HERE), 2)];
    assert_eq!(looks.look(200, &[record(1, HERE), record(2, HERE)], &tops), NOTHING);
    assert_eq!(looks.look(250, &[record(5, HERE), record(2, HERE)], &tops), ["id-changed 5 was 1"]);
}

#[test]
fn a_registry_that_lists_old_and_new_number_for_a_while_makes_no_second_window() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[exact(top("a", HERE), 1)]);
    let tops = [exact(top("a", HERE), 5)];
    assert_eq!(looks.look(200, &[record(1, HERE), record(5, HERE)], &tops), NOTHING);
    assert_eq!(looks.look(250, &[record(5, HERE)], &tops), ["id-changed 5 was 1"]);
}

#[test]
fn a_new_number_that_nothing_proves_is_a_window_gone_and_another_come() {
    // Clones: which element is which window cannot be told.
    let clones = [top("a", HERE), top("b", HERE)];
    let mut looks = Looks::at_rest(&[record(1, HERE), record(2, HERE)], &clones);
    assert_eq!(looks.look(200, &[record(5, HERE), record(2, HERE)], &clones), ["created 5", "destroyed 1"]);
}

#[test]
fn while_a_known_window_is_on_its_way_a_new_one_waits_for_as_long_as_the_registry_can_be_behind() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    // The application is busy, so nobody says whether the new one is the old one.
    assert_eq!(looks.look_without_answer(200, &[record(5, HERE)]), NOTHING);
    assert_eq!(looks.look_without_answer(250, &[record(5, HERE)]), NOTHING);
    assert_eq!(looks.look_without_answer(300, &[record(5, HERE)]), ["created 5", "destroyed 1"]);
}

#[test]
fn an_answer_in_time_tells_that_the_new_one_is_the_old_one() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    assert_eq!(looks.look_without_answer(200, &[record(5, HERE)]), NOTHING);
    assert_eq!(looks.look(250, &[record(5, HERE)], &[top("a", HERE)]), ["id-changed 5 was 1"]);
}

#[test]
fn a_window_that_only_the_registry_drops_is_gone_when_it_had_time_to_come_back() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    assert_eq!(looks.look(200, &[], &[top("a", HERE)]), NOTHING);
    assert_eq!(looks.look(250, &[], &[top("a", HERE)]), NOTHING);
    assert_eq!(looks.look(300, &[], &[top("a", HERE)]), ["destroyed 1"]);
}

#[test]
fn a_window_that_both_drop_is_gone() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    assert_eq!(looks.look(200, &[record(1, HERE)], &[]), NOTHING);
    assert_eq!(looks.look(250, &[], &[]), ["destroyed 1"]);
}

#[test]
fn a_window_that_only_accessibility_drops_is_on_another_space_and_can_come_back() {
    let (both, tops) = ([record(1, HERE), record(2, THERE)], [top("a", HERE), top("b", THERE)]);
    let mut looks = Looks::at_rest(&both, &tops);
    assert_eq!(looks.look(200, &both, &tops[..1]), NOTHING);
    assert_eq!(looks.look(250, &both, &tops[..1]), NOTHING);
    assert_eq!(looks.look(350, &both, &tops[..1]), ["hidden 2"]);
    assert_eq!(looks.look(500, &both, &tops[..1]), NOTHING);
    assert_eq!(looks.look(550, &both, &tops), ["shown 2"]);
}

#[test]
fn a_window_on_another_space_is_where_it_was_until_the_registry_moves_it() {
    // The registry counts the shadow as part of it, accessibility does not.
    let shadowed = record(1, Rect::new(90, 90, 420, 320));
    let mut looks = Looks::at_rest(std::slice::from_ref(&shadowed), &[top("a", HERE)]);
    looks.look(200, std::slice::from_ref(&shadowed), &[]);
    assert_eq!(looks.look(350, std::slice::from_ref(&shadowed), &[]), ["hidden 1"]);
    assert_eq!(looks.look(400, &[record(1, FAR)], &[]), ["moved 1"]);
    assert_eq!(looks.window(1).client, FAR);
}

#[test]
fn a_window_that_changed_just_before_it_went_is_as_the_registry_has_it() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    // Moved, renamed and taken to another space before accessibility was asked again.
    let gone = [Window { title: "Other".to_owned(), ..record(1, THERE) }];
    looks.look(200, &[record(1, HERE)], &[]);
    assert_eq!(looks.look(350, &gone, &[]), ["hidden 1", "moved 1", "resized 1", "title-changed 1"]);
}

#[test]
fn only_one_window_has_the_keyboard_whatever_a_window_that_went_said_last() {
    let focused = |top: TopLevel| TopLevel { focused: Some(true), ..top };
    let listed = |first: bool| {
        [record(1, HERE), record(2, THERE)]
            .map(|record| Window { focused: (record.id == WindowId(1)) == first, ..record })
    };
    let mut looks = Looks::at_rest(&listed(true), &[focused(top("a", HERE)), top("b", THERE)]);
    // The first has gone to another space.
    assert_eq!(looks.look(200, &listed(false), &[focused(top("b", THERE))]), ["focused 2"]);
    assert!(!looks.window(1).focused);
}

#[test]
fn a_window_that_is_not_listed_any_more_does_not_keep_the_keyboard() {
    let keyboard = |on: bool, top: TopLevel| TopLevel { focused: Some(on), ..top };
    let before = [Window { focused: true, ..record(1, HERE) }, record(2, THERE)];
    let tops = [keyboard(true, top("a", HERE)), keyboard(false, top("b", THERE))];
    let mut looks = Looks::at_rest(&before, &tops);
    // Gone from the registry, and its application has not said so yet: it may come back under another number.
    let after = [Window { focused: true, ..record(2, THERE) }];
    assert_eq!(looks.look(200, &after, &[tops[0].clone(), keyboard(true, top("b", THERE))]), ["focused 2"]);
    assert!(!looks.window(1).focused);
}

#[test]
fn a_minimised_window_on_another_space_was_not_restored() {
    let minimized = TopLevel { minimized: Some(true), ..top("a", HERE) };
    // The registry knows that it is not to be seen, but not why.
    let listed = [Window { hidden: true, ..record(1, HERE) }];
    let mut looks = Looks::at_rest(&listed, &[minimized]);
    assert!(looks.window(1).minimized);
    looks.look(200, &listed, &[]);
    assert_eq!(looks.look(350, &listed, &[]), NOTHING);
    assert!(looks.window(1).minimized && looks.window(1).hidden);
}

#[test]
fn windows_that_were_on_another_space_from_the_start_are_hidden_from_the_start() {
    let mut looks = Looks::at_rest(&[record(1, HERE), record(2, THERE)], &[top("a", HERE)]);
    assert!(looks.window(2).hidden && looks.window(1).is_visible());
    assert_eq!(looks.look(400, &[record(1, HERE), record(2, THERE)], &[top("a", HERE)]), NOTHING);
}

#[test]
fn a_new_window_is_not_taken_for_one_on_another_space() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[]);
    assert!(looks.window(1).hidden);
    // Accessibility knows the new window at once, the registry later.
    assert_eq!(looks.look(200, &[record(1, HERE)], &[top("b", HERE)]), NOTHING);
    assert_eq!(looks.look(250, &[record(1, HERE), record(2, HERE)], &[top("b", HERE)]), ["created 2"]);
    assert_eq!(looks.look(400, &[record(1, HERE), record(2, HERE)], &[top("b", HERE)]), NOTHING);
    assert!(looks.window(1).hidden && looks.window(2).is_visible());
}

#[test]
fn a_window_that_comes_back_among_clones_is_to_be_seen_again() {
    let both = [record(1, HERE), record(2, HERE)];
    let mut looks = Looks::at_rest(&both, &[]);
    assert!(looks.window(1).hidden && looks.window(2).hidden);
    let clones = [top("a", HERE), top("b", HERE)];
    looks.look(200, &both, &clones);
    assert_eq!(looks.look(350, &both, &clones), ["shown 1", "shown 2"]);
}

#[test]
fn clones_that_come_back_are_seen_before_others_that_are_off_the_screen() {
    let clones = [record(1, HERE), record(2, HERE)];
    let mut looks = Looks::at_rest(&clones, &[]);
    // Two others go to the space that is left, before they were ever seen.
    let away = [record(3, THERE), record(4, FAR)].map(|record| Window { hidden: true, ..record });
    let listed = [&clones[..], &away].concat();
    let tops = [top("a", HERE), top("b", HERE)];
    looks.look(200, &listed, &tops);
    assert_eq!(looks.look(450, &listed, &tops), ["shown 1", "shown 2"]);
    assert!(looks.window(3).hidden && looks.window(4).hidden);
}

#[test]
fn windows_that_cannot_be_told_apart_are_as_the_registry_has_them() {
    let clones = [top("a", HERE), top("b", HERE)];
    let mut looks = Looks::at_rest(&[record(1, HERE), record(2, HERE)], &clones);
    assert!(looks.window(1).is_visible() && looks.window(2).is_visible());
    // One of them moves: when the registry has it too, it is clear which.
    let apart = [top("a", THERE), top("b", HERE)];
    assert_eq!(looks.look(200, &[record(1, HERE), record(2, HERE)], &apart), NOTHING);
    let listed = [record(1, THERE), record(2, HERE)];
    assert_eq!(looks.look(250, &listed, &apart), ["moved 1", "resized 1"]);
    // From then on accessibility is believed about both.
    assert_eq!(looks.look(400, &listed, &apart), NOTHING);
    assert_eq!(looks.look(450, &listed, &[top("a", THERE), top("b", FAR)]), ["moved 2"]);
}

#[test]
fn a_join_of_views_of_different_moments_does_not_last() {
    // The two have changed places, and the registry has not heard of it.
    let listed = [record(1, HERE), record(2, THERE)];
    let tops = [top("a", THERE), top("b", HERE)];
    let mut looks =
        Looks { tracker: Tracker::new(Split::HYBRID), said: BTreeMap::new(), windows: Arc::default() };
    looks.look(0, &listed, &tops);
    let listed = [record(1, THERE), record(2, HERE)];
    looks.look(50, &listed, &tops);
    looks.look(150, &listed, &tops);
    assert_eq!(looks.look(200, &listed, &[top("a", FAR), top("b", HERE)]), ["moved 1", "resized 1"]);
}

#[test]
fn while_one_element_changes_no_other_is_joined_for_good() {
    let titled = |top: TopLevel, title: &str| TopLevel { title: title.to_owned(), ..top };
    let named = |id, client, title: &str| Window { title: title.to_owned(), ..record(id, client) };
    // Two of the same title and place; the registry counts a shadow as part of the second.
    let shadowed = Rect::new(90, 90, 420, 320);
    let listed = [named(1, HERE, "Same"), named(2, shadowed, "Same")];
    let tops = |first: &str| [titled(top("a", HERE), first), titled(top("b", HERE), "Same")];
    let mut looks = Looks::at_rest(&listed, &tops("Same"));
    // The first is renamed. As long as the registry does not know, the second looks like it.
    looks.look(200, &listed, &tops("New"));
    looks.look(250, &listed, &tops("New"));
    let listed = [named(1, HERE, "New"), named(2, shadowed, "Same")];
    looks.look(300, &listed, &tops("New"));
    looks.look(450, &listed, &tops("New"));
    let apart = [titled(top("a", FAR), "New"), titled(top("b", HERE), "Same")];
    assert_eq!(looks.look(500, &listed, &apart), ["moved 1"]);
}

#[test]
fn a_window_that_is_known_for_good_and_changes_all_the_time_does_not_keep_others_from_it() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    let clock = |second: u64| Rect { x: 100 + second as i32, ..HERE };
    let (mut now, other) = (200, top("b", THERE));
    for second in 0..6 {
        looks.look(now, &[record(1, HERE), record(2, THERE)], &[top("a", clock(second)), other.clone()]);
        now += 50;
    }
    // Another number, which only a join that is for good can follow.
    let told = looks.look(now, &[record(1, HERE), record(5, THERE)], &[top("a", clock(5)), other]);
    assert_eq!(told, ["id-changed 5 was 2"]);
}

#[test]
fn a_new_window_that_cannot_be_told_from_one_elsewhere_is_not_hidden_for_a_moment() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[]);
    let both = [record(1, HERE), record(2, HERE)];
    assert_eq!(looks.look(200, &both, &[top("b", HERE)]), ["created 2"]);
    // The registry has listed it for as long as it can be behind, its element is one millisecond younger.
    assert_eq!(looks.look(300, &both, &[top("b", HERE)]), NOTHING);
    assert_eq!(looks.look(350, &both, &[top("b", HERE)]), NOTHING);
}

#[test]
fn an_application_that_does_not_answer_keeps_its_windows_as_they_were() {
    let minimized = TopLevel { minimized: Some(true), ..top("a", HERE) };
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[minimized]);
    assert_eq!(looks.look_without_answer(200, &[record(1, THERE)]), NOTHING);
    assert_eq!(looks.look_without_answer(900, &[record(1, THERE)]), NOTHING);
    // Its new windows are as the registry has them.
    assert_eq!(looks.look_without_answer(950, &[record(1, THERE), record(2, THERE)]), ["created 2"]);
    assert!(looks.window(2).is_visible());
}

#[test]
fn the_windows_of_an_application_that_ended_are_gone_when_the_registry_says_so() {
    let mut looks = Looks::at_rest(&[record(1, HERE)], &[top("a", HERE)]);
    looks.end_application();
    assert_eq!(looks.look_without_answer(200, &[record(1, HERE)]), NOTHING);
    assert_eq!(looks.look_without_answer(500, &[record(1, HERE)]), NOTHING);
    assert_eq!(looks.look_without_answer(550, &[]), ["destroyed 1"]);
}

#[test]
fn an_application_can_give_a_window_another_element() {
    let both = [record(1, HERE), record(2, THERE)];
    let mut looks = Looks::at_rest(&both, &[top("a", HERE), top("b", THERE)]);
    let tops = [top("a", HERE), top("c", THERE)];
    assert_eq!(looks.look(200, &both, &tops), NOTHING);
    assert_eq!(looks.look(250, &both, &tops), NOTHING);
    assert_eq!(looks.look(350, &both, &tops), NOTHING);
    assert_eq!(looks.look(500, &both, &tops), NOTHING);
    assert_eq!(looks.look(550, &both, &[top("a", HERE), top("c", FAR)]), ["moved 2", "resized 2"]);
}
