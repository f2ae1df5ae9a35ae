//! What becomes of a window when somebody changes it.

use std::time::Duration;

use deskhand_engine::ports::{Moment, WindowChange};
use deskhand_model::{Point, Rect, Size};

use super::{By, Due, World};
use crate::faults::Personality;
use crate::user::WindowKey;

/// In so many of a hundred cases a move or resize gives a window another number, where that fault is on.
const NEW_NUMBER: u64 = 40;

impl World {
    /// Changes a window, as far as it lets itself be changed. One that is gone stays gone.
    pub(crate) fn change(&mut self, key: WindowKey, change: WindowChange, by: By) {
        if self.window(key).is_none() {
            return;
        }
        self.done.push((key, change, by));
        match change {
            WindowChange::Focus => self.activate(key),
            WindowChange::Move(to) => self.shift(key, to),
            WindowChange::Resize(size) => self.resize(key, size),
            WindowChange::Minimize => self.minimize(key),
            WindowChange::Restore => self.restore(key),
            WindowChange::Maximize | WindowChange::Fullscreen => self.fill(key, change),
            WindowChange::Close => self.close(key),
            WindowChange::ForceClose => match self.personality {
                Personality::X11 => self.end_owner(key),
                Personality::MacOs => self.close(key),
            },
            WindowChange::Workspace(number) => self.send(key, number),
        }
    }

    /// Brings a window to the front, to sight, and gives it the keyboard.
    fn activate(&mut self, key: WindowKey) {
        let Some(window) = self.window_mut(key) else { return };
        let (space, pid) = (window.space, window.pid);
        (window.minimized, window.leaving) = (false, None);
        self.show_space(space);
        if let Some(app) = self.app_mut(pid) {
            app.hidden = false;
        }
        self.raise(key);
        self.focused = Some(key);
    }

    fn shift(&mut self, key: WindowKey, to: Point) {
        let Some(window) = self.window_mut(key) else { return };
        if !window.moves || window.fullscreen {
            return;
        }
        let outer = window.outer().origin();
        let by = Point { x: to.x.saturating_sub(outer.x), y: to.y.saturating_sub(outer.y) };
        let content = window.content.translated(by);
        if content != window.content {
            window.place(content);
            self.renumber_perhaps(key);
        }
    }

    fn resize(&mut self, key: WindowKey, wanted: Size) {
        let Some(window) = self.window_mut(key) else { return };
        if window.fullscreen {
            return;
        }
        let Size { width, height } = window.sizes.allow(wanted);
        let content = Rect { width, height, ..window.content };
        if content != window.content {
            window.place(content);
            self.renumber_perhaps(key);
        }
    }

    fn renumber_perhaps(&mut self, key: WindowKey) {
        let may = self.personality == Personality::MacOs && self.faults.changing_ids;
        if may && self.random.chance(NEW_NUMBER) {
            let id = self.new_id(key);
            if let Some(window) = self.window_mut(key) {
                window.ids.push(id);
            }
        }
    }

    fn minimize(&mut self, key: WindowKey) {
        let leaves = self.personality == Personality::MacOs && self.faults.leaving_list;
        let delays = [self.random.between(5, 60), self.random.between(5, 120)];
        let (now, way) = (self.now(), self.next_due);
        let Some(window) = self.window_mut(key) else { return };
        if window.minimized || window.leaving.is_some() || window.abilities.minimizable == Some(false) {
            return;
        }
        if !leaves {
            window.minimized = true;
            self.focus_front();
            return;
        }
        window.leaving = Some(way);
        let later = |moment: Moment, ms: i64| moment.plus(Duration::from_millis(ms as u64));
        let minimized = later(now, delays[0]);
        self.schedule(minimized, Due::Minimized(key, way));
        self.schedule(later(minimized, delays[1]), Due::Listed(key, way));
    }

    fn restore(&mut self, key: WindowKey) {
        let Some(window) = self.window_mut(key) else { return };
        (window.minimized, window.leaving) = (false, None);
        if window.maximized || window.fullscreen {
            (window.maximized, window.fullscreen) = (false, false);
            let normal = window.normal;
            window.place(normal);
        }
        self.focus_front();
    }

    fn fill(&mut self, key: WindowKey, how: WindowChange) {
        let screen = self.screen;
        let Some(window) = self.window_mut(key) else { return };
        if !window.maximized && !window.fullscreen {
            window.normal = window.content;
        }
        (window.minimized, window.leaving) = (false, None);
        if how == WindowChange::Maximize {
            window.maximized = true;
            window.place(screen.shrunk(window.decoration));
        } else {
            window.fullscreen = true;
            window.place(screen);
        }
        self.focus_front();
    }

    fn close(&mut self, key: WindowKey) {
        let Some(window) = self.window(key) else { return };
        if window.abilities.closable == Some(false) {
            return;
        }
        let pid = window.pid;
        self.remove(|window| window.key == key);
        // Elsewhere an application goes on without windows.
        if self.personality == Personality::X11 && !self.windows.iter().any(|window| window.pid == pid) {
            self.end(pid);
        }
    }

    fn end_owner(&mut self, key: WindowKey) {
        if let Some(pid) = self.window(key).map(|window| window.pid) {
            self.end(pid);
        }
    }

    fn send(&mut self, key: WindowKey, number: u32) {
        let count = self.workspaces;
        if let Some(window) = self.window_mut(key).filter(|_| number < count) {
            window.space = number;
        }
        self.focus_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Faults;
    use crate::plan::{AppPlan, Scenario, Sizes, WindowPlan};

    const FIRST: WindowKey = WindowKey(0);
    const SECOND: WindowKey = WindowKey(1);

    fn world(personality: Personality, change: impl Fn(&mut WindowPlan)) -> World {
        let mut first = WindowPlan::new("One", Rect::new(100, 100, 300, 200));
        change(&mut first);
        let second = WindowPlan::new("Two", Rect::new(50, 50, 300, 200));
        let faults = Faults { changing_ids: true, leaving_list: true, ..Faults::NONE };
        let app = AppPlan::new("app", 7, vec![first, second]);
        World::new(&Scenario::new(1, personality).with(app).failing(faults))
    }

    fn at(milliseconds: u64) -> Moment {
        Moment(Duration::from_millis(milliseconds))
    }

    #[test]
    fn moving_means_the_outer_frame_and_resizing_the_content() {
        let mut world = world(Personality::X11, |plan| plan.decoration.top = 20);
        world.change(FIRST, WindowChange::Move(Point { x: 10, y: 30 }), By::User);
        world.change(FIRST, WindowChange::Resize(Size { width: 40, height: 50 }), By::User);
        assert_eq!(world.window(FIRST).unwrap().content, Rect::new(10, 50, 40, 50));
    }

    #[test]
    fn a_stubborn_window_stays_where_it_is_and_takes_only_its_sizes() {
        let size = |width, height| Size { width, height };
        let mut world = world(Personality::X11, |plan| {
            plan.moves = false;
            plan.sizes = Sizes { step: size(100, 100), ..Sizes { least: size(100, 100), ..Sizes::ANY } };
        });
        world.change(FIRST, WindowChange::Move(Point { x: 10, y: 30 }), By::Session);
        world.change(FIRST, WindowChange::Resize(size(555, 555)), By::Session);
        assert_eq!(world.window(FIRST).unwrap().content, Rect::new(100, 100, 500, 500));
    }

    #[test]
    fn numbers_change_on_macos_alone_and_are_never_used_twice() {
        for (personality, expected) in [(Personality::X11, false), (Personality::MacOs, true)] {
            let mut world = world(personality, |_| ());
            for x in 0..50 {
                world.change(FIRST, WindowChange::Move(Point { x, y: 0 }), By::User);
            }
            let mut ids = world.window(FIRST).unwrap().ids.clone();
            assert_eq!(ids.len() > 1, expected);
            ids.extend(&world.window(SECOND).unwrap().ids);
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count);
        }
    }

    #[test]
    fn a_window_leaves_the_list_while_it_is_minimised_and_comes_back() {
        let mut world = world(Personality::MacOs, |_| ());
        let seen = |world: &World| {
            let window = world.window(FIRST).unwrap();
            (world.is_listed(window), world.is_reachable(window), window.minimized)
        };
        world.change(FIRST, WindowChange::Minimize, By::User);
        assert_eq!(seen(&world), (false, true, false));
        world.catch_up(world.next_due().unwrap());
        assert_eq!(seen(&world), (false, true, true));
        world.catch_up(world.next_due().unwrap());
        assert_eq!(seen(&world), (true, true, true));
    }

    #[test]
    fn a_window_that_is_restored_on_its_way_does_not_become_an_icon() {
        let mut world = world(Personality::MacOs, |_| ());
        world.change(FIRST, WindowChange::Minimize, By::User);
        world.change(FIRST, WindowChange::Restore, By::User);
        world.catch_up(at(500));
        assert!(!world.window(FIRST).unwrap().minimized);
    }

    #[test]
    fn a_window_that_is_minimised_twice_in_a_row_becomes_an_icon() {
        let mut world = world(Personality::MacOs, |_| ());
        for change in [WindowChange::Minimize, WindowChange::Restore, WindowChange::Minimize] {
            world.change(FIRST, change, By::User);
        }
        world.catch_up(at(500));
        let window = world.window(FIRST).unwrap();
        assert!(window.minimized && world.is_listed(window));
    }

    #[test]
    fn the_keyboard_goes_to_the_next_window_in_front() {
        let mut world = world(Personality::X11, |_| ());
        assert_eq!(world.focused, Some(SECOND));
        world.change(SECOND, WindowChange::Minimize, By::User);
        assert_eq!(world.focused, Some(FIRST));
        world.change(FIRST, WindowChange::Close, By::User);
        assert_eq!(world.focused, None);
        world.change(SECOND, WindowChange::Close, By::User);
        assert!(world.app(7).is_none(), "without windows it has ended");
    }

    #[test]
    fn what_was_maximised_goes_back_to_where_it_was() {
        let mut world = world(Personality::X11, |plan| plan.decoration.top = 20);
        world.change(FIRST, WindowChange::Maximize, By::User);
        assert_eq!(world.window(FIRST).unwrap().outer(), world.screen);
        world.change(FIRST, WindowChange::Restore, By::User);
        assert_eq!(world.window(FIRST).unwrap().content, Rect::new(100, 100, 300, 200));
    }
}
