//! Observation on a real desktop: every change is told exactly once, in order, as an X client of its own sees it.

use std::collections::BTreeMap;

use deskhand::{
    Observe, Observed, Point, Reader, Rect, Session, Size, WindowChange, WindowEvent,
    WindowEventKind as Kind, WindowId, WindowSelector,
};

use crate::support::{PATIENCE, Recorded, Recorder, Stage, Toolkit, eventually};

/// How many mutations to make; the whole script with `DESKHAND_MUTATIONS=500`.
fn mutations() -> u32 {
    std::env::var("DESKHAND_MUTATIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(50)
}

/// A sequence that looks random and is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn point(&mut self) -> Point {
        Point { x: 10 + self.roll(300) as i32, y: 10 + self.roll(200) as i32 }
    }
}

type State = BTreeMap<WindowId, Recorded>;

/// The events that lead from one state to another, each once.
fn expected(before: &State, after: &State) -> Vec<(WindowId, Kind)> {
    let mut events = Vec::new();
    for (id, now) in after {
        let Some(was) = before.get(id) else {
            events.push((*id, Kind::Created));
            if now.focused {
                events.push((*id, Kind::Focused));
            }
            continue;
        };
        let mut add = |happened: bool, kind: Kind| events.extend(happened.then_some((*id, kind)));
        let stays = was.minimized == now.minimized;
        add(!was.minimized && now.minimized, Kind::Minimized);
        add(was.minimized && !now.minimized, Kind::Restored);
        add(stays && was.shown && !now.shown, Kind::Hidden);
        add(stays && !was.shown && now.shown, Kind::Shown);
        add(was.outer.origin() != now.outer.origin(), Kind::Moved);
        add(was.outer.size() != now.outer.size(), Kind::Resized);
        add(was.title != now.title, Kind::TitleChanged);
        add(!was.focused && now.focused, Kind::Focused);
    }
    events.extend(before.keys().filter(|id| !after.contains_key(id)).map(|id| (*id, Kind::Destroyed)));
    events.sort();
    events
}

/// The events up to the one that says that the marker has this title; sequence numbers without a hole.
async fn events_until(
    reader: &mut Reader,
    marker: WindowId,
    title: &str,
    last: &mut u64,
) -> Vec<WindowEvent> {
    let mut events = Vec::new();
    loop {
        let next = tokio::time::timeout(PATIENCE, reader.next()).await;
        let next = next.unwrap_or_else(|_| panic!("no event says {title}, only {events:?}"));
        match next.expect("the observation goes on").expect("an event") {
            Observed::Event(event) => {
                *last += 1;
                assert_eq!(event.sequence, *last, "a hole: {event:?}");
                if event.window.id == marker && event.kind == Kind::TitleChanged {
                    assert_eq!(event.window.title, title, "the marker's titles, each once");
                    return events;
                }
                events.push((*event).clone());
            }
            other => panic!("nobody was slow: {other:?}"),
        }
    }
}

#[tokio::test]
async fn every_change_is_told_exactly_once_and_in_order() {
    let stage = Stage::start().await;
    for (toolkit, title) in [
        (Toolkit::Gtk3, "Twin"),
        (Toolkit::Gtk3, "Twin"),
        (Toolkit::Gtk4, "Four"),
        (Toolkit::Qt5, "Five"),
        (Toolkit::Chromium, "Page"),
    ] {
        stage.fixture(toolkit, title).await;
    }
    let recorder = Recorder::on(&stage);
    let marker = recorder.open("marker", Rect::new(900, 900, 50, 50));
    recorder.barrier();
    eventually("the marker is there", async || stage.windows().await.len().eq(&6).then_some(())).await;

    let observation = stage.desktop.session().observe(&Observe::default(), PATIENCE).await.expect("a start");
    let mut reader = observation.reader();
    let first = reader.next().await.expect("a snapshot").expect("a snapshot");
    let Observed::Snapshot(first) = first else { panic!("first comes a snapshot, not {first:?}") };
    assert_eq!((first.as_of, first.windows.len()), (0, 6));

    recorder.focus_changes();
    let mut script = Script { stage: &stage, recorder: &recorder, marker, dice: Dice(7), own: Vec::new() };
    let mut before = recorder.state();
    let mut last = 0;
    for step in 0..mutations() {
        let what = script.mutate(step).await;
        recorder.barrier();
        let after = recorder.state();
        let title = format!("after {step}");
        recorder.rename(marker, &title);
        let told = events_until(&mut reader, marker, &title, &mut last).await;
        let order: Vec<(WindowId, Kind)> = told.iter().map(|event| (event.window.id, event.kind)).collect();
        let mut kinds = order.clone();
        leave_passing_focus(&mut kinds, recorder.focus_changes());
        kinds.sort();
        assert_eq!(kinds, expected(&before, &after), "step {step}, {what}: {order:?}");
        // The marker may carry its new title already.
        let subjects = told.iter().filter(|event| event.window.id != marker);
        for event in subjects.filter(|event| event.kind != Kind::Destroyed) {
            let is = &after[&event.window.id];
            let at_rest = told.iter().rfind(|other| other.window.id == event.window.id) == Some(event);
            if at_rest {
                let told = (event.window.outer(), event.window.minimized, event.window.title.as_str());
                assert_eq!(told, (is.outer, is.minimized, is.title.as_str()), "step {step}, {what}");
            }
        }
        before = after;
        // The marker's own title is not part of the script.
        if let Some(marker) = before.get_mut(&marker) {
            marker.title = title;
        }
    }
}

/// Takes out the windows that had the keyboard only in passing: openbox gives it to some window when it shows another
/// workspace, and then to the one that is meant. There can be no more of them than the manager itself has announced.
fn leave_passing_focus(kinds: &mut Vec<(WindowId, Kind)>, announced: usize) {
    let count = kinds.iter().filter(|(_, kind)| *kind == Kind::Focused).count();
    assert!(count <= announced, "{count} focus events, {announced} announced: {kinds:?}");
    let last = kinds.iter().rposition(|(_, kind)| *kind == Kind::Focused);
    let mut at = 0;
    kinds.retain(|(_, kind)| {
        at += 1;
        *kind != Kind::Focused || Some(at - 1) == last
    });
}

/// Mutations, half of them through Deskhand and half behind its back.
struct Script<'a> {
    stage: &'a Stage,
    recorder: &'a Recorder,
    marker: WindowId,
    dice: Dice,
    own: Vec<WindowId>,
}

impl Script<'_> {
    async fn mutate(&mut self, step: u32) -> String {
        let windows = self.stage.windows().await;
        let subjects: Vec<_> = windows.iter().filter(|window| window.id != self.marker).collect();
        let subject = subjects[self.dice.roll(subjects.len() as u64) as usize];
        let change = match self.dice.roll(12) {
            0 | 1 => WindowChange::Move(self.dice.point()),
            2 => WindowChange::Resize(Size {
                width: 500 + self.dice.roll(500) as u32,
                height: 400 + self.dice.roll(400) as u32,
            }),
            3 => WindowChange::Minimize,
            4 => WindowChange::Restore,
            5 => WindowChange::Focus,
            6 => WindowChange::Workspace(self.dice.roll(2) as u32),
            7 if !subject.minimized => WindowChange::Maximize,
            7 => WindowChange::Restore,
            8 => {
                let workspace = self.dice.roll(2) as u32;
                self.recorder.show_workspace(workspace);
                return format!("show workspace {workspace}");
            }
            9 => {
                let to = self.dice.point();
                self.recorder.ask_to_move(subject.id, to);
                return format!("ask {} to move to {to:?}", subject.id);
            }
            10 => match self.own.pop() {
                Some(window) => {
                    self.recorder.end(window);
                    return format!("end {window}");
                }
                None => {
                    let at = Rect { x: 300, y: 300, width: 200, height: 100 };
                    let window = self.recorder.open(&format!("own {step}"), at);
                    self.own.push(window);
                    return format!("open {window}");
                }
            },
            _ => match self.own.last() {
                Some(window) => {
                    self.recorder.rename(*window, &format!("renamed {step}"));
                    return format!("rename {window}");
                }
                None => WindowChange::Move(self.dice.point()),
            },
        };
        let which = WindowSelector::Id(subject.id);
        let changed = self.stage.desktop.session().change_window(&which, change, PATIENCE).await;
        let what = format!("{change:?} of {} \"{}\"", subject.id, subject.title);
        assert!(changed.is_ok(), "{what}: {changed:?}");
        what
    }
}
