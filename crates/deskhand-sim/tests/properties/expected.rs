//! What may be told of windows, given how they really are.

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Certainty, Changed, WindowView};
use deskhand_model::{Insets, Rect, Window, WindowId};
use deskhand_sim::{ExactIds, Personality, Scenario, TrueWindow, Truth};

use crate::replay::{Replay, Sight};

/// Whether what a reader knows after all has come to rest is the truth.
pub(crate) fn at_rest(replay: &Replay, truth: &Truth, scenario: &Scenario) -> Result<(), String> {
    let told: Vec<WindowId> = replay.windows.keys().copied().collect();
    let mut real: Vec<WindowId> = truth.windows.iter().map(|window| window.record.id).collect();
    real.sort_unstable();
    if told != real {
        return Err(format!("the windows are {real:?}, told were {told:?}"));
    }
    let sights = replay.sights();
    for window in &truth.windows {
        let told = &sights[&window.record.id];
        let may = acceptable(window, truth, scenario);
        if !may.iter().any(|sight| fits(told, sight, window)) {
            return Err(format!("{} was told as {told:?}, it is {may:?}", window.record.id));
        }
    }
    let focused = truth.windows.iter().find(|window| window.record.focused).map(|window| window.record.id);
    if focused.is_some() && replay.focused != focused {
        return Err(format!("{focused:?} has the keyboard, told was {:?}", replay.focused));
    }
    Ok(())
}

/// A title that not everybody is told may be missing, and may be an old one once the window is out of reach.
fn fits(told: &Sight, real: &Sight, window: &TrueWindow) -> bool {
    let may_differ = !window.title_told && (told.title.is_empty() || !window.reachable);
    (told.title == real.title || may_differ) && Sight { title: real.title.clone(), ..told.clone() } == *real
}

/// The ways in which a window may be told.
fn acceptable(window: &TrueWindow, truth: &Truth, scenario: &Scenario) -> Vec<Sight> {
    let really = Sight::of(&window.record);
    if scenario.personality == Personality::X11 {
        return vec![really];
    }
    let registered = registered(&window.record);
    if !window.reachable {
        // Only the registry knows it, besides what was known of it before it was out of reach.
        return [true, false]
            .into_iter()
            .flat_map(|minimized| [&really, &registered].map(|sight| Sight { minimized, ..sight.clone() }))
            .collect();
    }
    let alone = truth.windows.iter().filter(|other| other.record.pid == window.record.pid).count() == 1;
    if alone || scenario.faults.exact_ids == ExactIds::Always {
        return vec![really];
    }
    // Nothing may tell it from others of its application.
    vec![really, registered]
}

/// What the registry of macOS makes of a window: a shadow is part of it, and an icon merely not to be seen.
fn registered(record: &Window) -> Sight {
    let plain = Window { shadow: Insets::default(), minimized: false, ..record.clone() };
    Sight { visible: record.is_visible(), ..Sight::of(&plain) }
}

/// Whether an answer about a window is about that window.
pub(crate) fn answer(asked: WindowId, view: &WindowView, truth: &Truth) -> Result<(), String> {
    let owner = truth.owner_of(asked).ok_or_else(|| format!("{asked} was never given to a window"))?;
    if truth.owner_of(view.window.id) != Some(owner) {
        return Err(format!("asked for {asked}, answered about {}", view.window.id));
    }
    let Some(joined) = view.joined.as_ref().filter(|joined| joined.certainty >= Certainty::Sure) else {
        return Ok(());
    };
    match truth.window_of(&joined.element) {
        Some(window) if window.key != owner => Err(format!(
            "{asked} was joined with {:?}, which is {}, by {:?}",
            joined.element, window.record.id, joined
        )),
        _ => Ok(()),
    }
}

/// Whether an answer that is sure tells a window as it is, or was when the question came.
pub(crate) fn state(view: &WindowView, truths: &[&Truth], scenario: &Scenario) -> Result<(), String> {
    let sure = view.joined.as_ref().is_some_and(|joined| joined.certainty >= Certainty::Sure);
    if scenario.personality == Personality::MacOs && !sure {
        return Ok(());
    }
    let told = Sight::of(&view.window);
    let key = truths.iter().find_map(|truth| truth.owner_of(view.window.id));
    let real: Vec<&TrueWindow> = truths.iter().filter_map(|truth| truth.window(key?)).collect();
    // A title that accessibility does not tell is as old as the registry.
    let fits = |window: &&TrueWindow| {
        let sight = Sight::of(&window.record);
        let title = if window.title_told { sight.title.clone() } else { told.title.clone() };
        told == Sight { title, ..sight }
    };
    if real.is_empty() || real.iter().any(fits) {
        return Ok(());
    }
    let sights: Vec<Sight> = real.iter().map(|window| Sight::of(&window.record)).collect();
    Err(format!("{} was told as {told:?}, it was {sights:?}", view.window.id))
}

/// Whether the outcome of a change is told as it is.
pub(crate) fn outcome(
    asked: WindowId,
    change: WindowChange,
    changed: &Changed,
    truth: &Truth,
) -> Result<(), String> {
    let renamed = changed.view.window.id != asked;
    if changed.previous_id != renamed.then_some(asked) {
        return Err(format!("{:?} as the former number of {asked}", changed.previous_id));
    }
    let window = truth.owner_of(asked).and_then(|key| truth.window(key));
    let is =
        |so: bool, what: &str| if so { Ok(()) } else { Err(format!("{change:?} went well, but {what}")) };
    let record = window.map(|window| &window.record);
    match change {
        WindowChange::Close => is(window.is_none(), "the window is there"),
        WindowChange::Minimize => is(record.is_none_or(|now| now.minimized), "it is no icon"),
        WindowChange::Restore => is(record.is_none_or(|now| !now.minimized), "it is an icon"),
        WindowChange::Move(to) => {
            let outer: Option<Rect> = record.map(Window::outer);
            let so = outer.is_none_or(|outer| (outer.origin() == to) == changed.as_asked);
            is(so, &format!("as asked: {}, it is at {outer:?}", changed.as_asked))
        }
        WindowChange::Resize(size) => {
            let content = record.map(Window::content);
            let so = content.is_none_or(|content| (content.size() == size) == changed.as_asked);
            is(so, &format!("as asked: {}, it is {content:?}", changed.as_asked))
        }
        _ => Ok(()),
    }
}

/// Whether there was nothing that could keep a question about this number from being answered.
pub(crate) fn must_succeed(asked: WindowId, truth: &Truth, hung: bool, scenario: &Scenario) -> bool {
    let there = truth.windows.iter().find(|window| window.record.id == asked);
    match scenario.personality {
        Personality::X11 => there.is_some(),
        Personality::MacOs => {
            let caught_up = truth.shown_at <= truth.at;
            let told = scenario.faults.exact_ids == ExactIds::Always;
            there.is_some_and(|window| window.reachable) && caught_up && told && !hung
        }
    }
}
