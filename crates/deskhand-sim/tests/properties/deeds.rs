//! What is done on a desktop: by its user, and through a session.

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Point, Size, WindowId};
use deskhand_sim::{Random, Scenario, TrueWindow, Truth, UserAction, WindowPlan};

/// Something that is done.
#[derive(Debug)]
pub(crate) enum Deed {
    /// By the user, an application or fate.
    User(UserAction),
    /// Somebody asks for a change through the session.
    Change(WindowId, WindowChange),
    /// Somebody asks how a window is.
    Get(WindowId),
    /// Nothing, for so many milliseconds.
    Pause(u64),
}

impl Deed {
    /// Any deed that makes sense on the desktop as it is.
    pub(crate) fn random(random: &mut Random, scenario: &Scenario, truth: &Truth) -> Deed {
        match random.below(10) {
            0..=1 => Deed::Pause(random.below(200)),
            2..=5 => user(random, scenario, truth).map_or(Deed::Pause(1), Deed::User),
            6..=7 => match (any_id(random, truth), any_change(random)) {
                (Some(id), change) => Deed::Change(id, change),
                _ => Deed::Pause(1),
            },
            _ => any_id(random, truth).map_or(Deed::Pause(1), Deed::Get),
        }
    }
}

fn any_window<'a>(random: &mut Random, truth: &'a Truth) -> Option<&'a TrueWindow> {
    random.pick(&truth.windows)
}

/// The number of a window: mostly the one that it has, sometimes one that it had, or that was never given to any.
fn any_id(random: &mut Random, truth: &Truth) -> Option<WindowId> {
    let window = any_window(random, truth)?;
    match random.below(10) {
        0 => Some(WindowId(7)),
        1..=2 => random.pick(&window.ids).copied(),
        _ => Some(window.record.id),
    }
}

fn any_change(random: &mut Random) -> WindowChange {
    match random.below(8) {
        0..=2 => WindowChange::Move(any_place(random)),
        3..=4 => WindowChange::Resize(any_size(random)),
        5 => WindowChange::Minimize,
        6 => WindowChange::Restore,
        _ if random.chance(60) => WindowChange::Focus,
        _ => WindowChange::Close,
    }
}

/// Places on a coarse grid, so that windows often come to lie on each other; some far away.
fn any_place(random: &mut Random) -> Point {
    let mut on_grid = |most: i64| (random.between(0, most) * 50) as i32;
    let near = Point { x: on_grid(16), y: on_grid(12) };
    if random.chance(10) { Point { x: near.x + 3000, ..near } } else { near }
}

fn any_size(random: &mut Random) -> Size {
    let mut part = |most: i64| (random.between(3, most) * 50) as u32;
    Size { width: part(10), height: part(8) }
}

fn user(random: &mut Random, scenario: &Scenario, truth: &Truth) -> Option<UserAction> {
    let faults = &scenario.faults;
    let pid = *random.pick(&truth.running)?;
    let key = any_window(random, truth).map(|window| window.key);
    Some(match random.below(20) {
        0..=7 => UserAction::Change(key?, any_change(random)),
        8..=9 => {
            let title = *random.pick(&["Notes", "Mail", "Draft", "Letter"])?;
            UserAction::Retitle(key?, title.to_owned())
        }
        10..=11 => {
            let mut plan = WindowPlan::random(random, scenario.personality, faults);
            let twin = truth.windows.last().filter(|_| faults.clones && random.chance(50));
            if let Some(twin) = twin {
                (plan.title, plan.content) = (twin.record.title.clone(), twin.record.content());
            }
            UserAction::Open(pid, Box::new(plan))
        }
        12..=13 => UserAction::HideApp(pid),
        14..=15 => UserAction::ShowApp(pid),
        16 if faults.hung => UserAction::Hang(pid),
        17 if faults.hung => UserAction::Recover(pid),
        18 if faults.dying && random.chance(30) => UserAction::Die(pid),
        19 if faults.other_spaces => UserAction::ShowSpace(random.below(2) as u32),
        _ => return None,
    })
}
