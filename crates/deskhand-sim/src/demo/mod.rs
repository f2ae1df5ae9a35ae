//! A small desktop to show things on: an editor, a calculator, a browser and settings.

mod browser;
mod calculator;
mod editor;
mod life;
mod settings;

use deskhand_model::{Insets, Rect, Size};

use crate::chance::told;
use crate::faults::{Faults, Personality};
use crate::plan::{AppPlan, Scenario, Sizes, WindowPlan};
use crate::random::Random;

pub(crate) use calculator::calculate;
pub(crate) use editor::{about, document, preferences};

/// What the window manager draws around windows.
const DECORATION: Insets = Insets { left: 1, right: 1, top: 24, bottom: 1 };

impl Scenario {
    /// A desktop for demonstrations and bug reports. Even seeds behave like X11, odd ones like macOS. With 0 and 1
    /// nothing goes wrong, apart from the registry of 1, which lags as that of macOS does; with all others what goes
    /// wrong follows from the seed. Applications neither hang nor end here by themselves, but somebody uses the browser
    /// and the calculator from the third second on.
    pub fn demo(seed: u64) -> Scenario {
        let personality = if seed.is_multiple_of(2) { Personality::X11 } else { Personality::MacOs };
        let mut random = Random::for_purpose(seed, "demo");
        let faults = match seed {
            0 | 1 => Faults { registry_lag: true, ..Faults::NONE },
            _ => Faults { registry_lag: true, hung: false, dying: false, ..Faults::random(&mut random) },
        };
        let mut at = |x: i64, y: i64, width: u32, height: u32| {
            let mut near = |base: i64| (base + random.between(-20, 20)) as i32;
            Rect::new(near(x), near(y), width, height)
        };
        let mut scenario = Scenario::new(seed, personality).failing(faults);
        scenario.apps = vec![
            AppPlan::new("settings", 1004, vec![settings::window(at(760, 560, 420, 380))]),
            AppPlan::new("browser", 1003, vec![browser::window(at(560, 80, 640, 420))]),
            AppPlan::new("calculator", 1002, vec![calculator::window(at(80, 640, 260, 240))]),
            AppPlan::new("editor", 1001, vec![editor::window(at(100, 120, 520, 400))]),
        ];
        scenario.script = life::of_user(&mut random);
        let editor = scenario.apps.last_mut().map(|app| &mut app.windows);
        if let (Some(windows), true) = (editor, faults.clones) {
            windows.extend(windows.first().cloned());
        }
        for window in scenario.apps.iter_mut().flat_map(|app| &mut app.windows) {
            furnish(window, personality, &faults, &mut random);
        }
        scenario
    }
}

/// Frames and manners of the platform, and what goes wrong with single windows.
fn furnish(window: &mut WindowPlan, personality: Personality, faults: &Faults, random: &mut Random) {
    if personality == Personality::X11 {
        window.decoration = DECORATION;
    }
    if faults.untold {
        window.tells = told(random, personality, faults);
    }
    window.space = u32::from(faults.other_spaces && random.chance(25));
    if faults.stubborn && random.chance(50) {
        window.moves = false;
        window.sizes = Sizes { step: Size { width: 40, height: 30 }, ..Sizes::ANY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Tells;

    fn windows(seed: u64) -> Vec<WindowPlan> {
        Scenario::demo(seed).apps.into_iter().flat_map(|app| app.windows).collect()
    }

    #[test]
    fn nothing_is_wrong_with_the_windows_of_the_first_two_seeds() {
        for seed in [0, 1] {
            let windows = windows(seed);
            assert_eq!(windows.len(), 4);
            assert!(windows.iter().all(|window| window.moves && window.space == 0));
            assert!(windows.iter().all(|window| window.sizes == Sizes::ANY && window.tells == Tells::ALL));
        }
    }

    #[test]
    fn whatever_can_be_wrong_with_windows_is_so_on_some_desktop() {
        let all: Vec<WindowPlan> = (2..40).flat_map(windows).collect();
        assert!(all.iter().any(|window| !window.moves));
        assert!(all.iter().any(|window| window.space == 1));
        assert!(all.iter().any(|window| window.tells != Tells::ALL));
        assert!((2..40).any(|seed| windows(seed).len() == 5), "two editors lie on each other");
    }
}
