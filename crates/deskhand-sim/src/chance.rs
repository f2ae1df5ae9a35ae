//! Desktops of all kinds: small random ones, one with very many windows, one with a very large tree.

use deskhand_model::{Insets, Rect, Role, Size};

use crate::faults::{Faults, Personality};
use crate::plan::{AppPlan, Outline, Scenario, Sizes, Tells, WindowPlan};
use crate::random::Random;
use crate::widget::Draft;

impl Scenario {
    /// A small desktop that follows from its seed alone: which platform it is like, what goes wrong, up to three
    /// applications with up to four windows each.
    pub fn random(seed: u64) -> Scenario {
        let mut random = Random::for_purpose(seed, "scenario");
        let personality = if random.chance(50) { Personality::X11 } else { Personality::MacOs };
        let faults = Faults::random(&mut random);
        let mut scenario = Scenario::new(seed, personality).failing(faults);
        for number in 0..random.between(1, 3) {
            let mut windows: Vec<WindowPlan> = Vec::new();
            for _ in 0..random.between(1, 4) {
                let twin = windows.last().filter(|_| faults.clones && random.chance(50)).cloned();
                windows.push(twin.unwrap_or_else(|| WindowPlan::random(&mut random, personality, &faults)));
            }
            let name = ["alpha", "beta", "gamma"][number as usize];
            scenario = scenario.with(AppPlan::new(name, 100 + number as u32, windows));
        }
        scenario
    }

    /// A desktop with one application that has very many windows, none of them alike.
    pub fn crowd(seed: u64, personality: Personality, windows: u32) -> Scenario {
        let window = |number: u32| {
            let (column, row) = (number % 40, number / 40);
            let content = Rect::new((column * 30) as i32, (row * 30) as i32, 200 + column, 100 + row);
            WindowPlan::new(&format!("Window {number}"), content)
        };
        let app = AppPlan::new("crowd", 100, (0..windows).map(window).collect());
        Scenario::new(seed, personality).with(app)
    }

    /// A desktop with one application that has so many elements in its window.
    pub fn forest(seed: u64, personality: Personality, elements: usize) -> Scenario {
        const ROW: usize = 10;
        const TABLE: usize = 100;
        let mut left = elements;
        // Takes one element from what is left.
        let mut take = |role, name: &str| {
            left = left.checked_sub(1)?;
            Some(Draft::new(role, name))
        };
        let mut tables = Vec::new();
        while let Some(table) = take(Role::Table, "") {
            let mut rows = Vec::new();
            while rows.len() < TABLE
                && let Some(row) = take(Role::Row, "")
            {
                let cells = (0..ROW).map_while(|cell| take(Role::Cell, &format!("cell {cell}")));
                rows.push(row.containing(cells.collect()));
            }
            tables.push(table.containing(rows));
        }
        let window = WindowPlan::new("Forest", Rect::new(100, 100, 600, 400)).containing(tables);
        Scenario::new(seed, personality).with(AppPlan::new("forest", 100, vec![window]))
    }
}

impl WindowPlan {
    /// Any window, as far as the platform and the faults allow.
    pub fn random(random: &mut Random, personality: Personality, faults: &Faults) -> WindowPlan {
        let title = *random.pick(&["Notes", "Mail", "Draft", "Notes - 2"]).unwrap_or(&"");
        let mut at = |most: i64| (random.between(0, most) * 50) as i32;
        let (x, y, width, height) = (at(16), at(12), 200 + at(8), 150 + at(6));
        let content = Rect::new(x, y, width.unsigned_abs(), height.unsigned_abs());
        let mut plan = WindowPlan::new(title, content);
        if random.chance(30) {
            plan.shadow = Insets { left: 10, right: 10, top: 10, bottom: 10 };
        } else if random.chance(60) {
            plan.decoration = Insets { left: 1, right: 1, top: 20, bottom: 1 };
        }
        plan.space = u32::from(faults.other_spaces && random.chance(30));
        plan.minimized = random.chance(10);
        plan.modal = random.chance(10);
        if faults.stubborn {
            plan.moves = random.chance(70);
            let step = Size { width: 40, height: 30 };
            if random.chance(40) {
                plan.sizes = Sizes { least: Size { width: 120, height: 90 }, step, ..Sizes::ANY };
            }
        }
        plan.tells = told(random, personality, faults);
        plan
    }
}

/// What a window tells to whom.
pub(crate) fn told(random: &mut Random, personality: Personality, faults: &Faults) -> Tells {
    let mut tells = Tells { id: random.chance(50), ..Tells::ALL };
    if personality == Personality::X11 {
        let outlines = [Outline::Outer, Outline::Client, Outline::Content];
        tells.outline = *random.pick(&outlines).unwrap_or(&Outline::Content);
    }
    if faults.untold {
        tells.title_to_accessibility = random.chance(70);
        match personality {
            // GTK 4 knows no place, some toolkits not even a size.
            Personality::X11 if random.chance(40) => {
                tells.outline = if random.chance(60) { Outline::Size } else { Outline::Nothing };
            }
            // Titles are for those alone who may record the screen.
            Personality::MacOs => tells.title_to_registry = random.chance(50),
            Personality::X11 => {}
        }
    }
    tells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    #[test]
    fn random_desktops_are_of_all_kinds() {
        let all: Vec<Scenario> = (0..200).map(Scenario::random).collect();
        let count = |so: &dyn Fn(&Scenario) -> bool| all.iter().filter(|scenario| so(scenario)).count();
        for (what, number) in [
            ("X11", count(&|scenario| scenario.personality == Personality::X11)),
            ("macOS", count(&|scenario| scenario.personality == Personality::MacOs)),
            ("lag", count(&|scenario| scenario.faults.registry_lag)),
            ("one application", count(&|scenario| scenario.apps.len() == 1)),
            ("three applications", count(&|scenario| scenario.apps.len() == 3)),
            (
                "another space",
                count(&|scenario| scenario.apps.iter().flat_map(|app| &app.windows).any(|w| w.space == 1)),
            ),
        ] {
            assert!((20..180).contains(&number), "{what}: {number} of 200");
        }
    }

    #[test]
    fn a_forest_has_as_many_elements_as_asked_for() {
        for elements in [1, 12, 1000, 1234] {
            let scenario = Scenario::forest(1, Personality::X11, elements);
            let world = World::new(&scenario);
            // The window itself comes on top.
            assert_eq!(world.windows[0].widgets.len() - 1, elements);
        }
    }
}
