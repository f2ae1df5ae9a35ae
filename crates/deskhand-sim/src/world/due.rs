//! What happens later by itself.

use deskhand_engine::ports::Moment;
use deskhand_model::Handle;

use super::{By, SimWindow, World};
use crate::user::{UserAction, WindowKey};
use crate::widget::Mutation;

/// Something that is going to happen.
#[derive(Clone, Debug)]
pub(crate) enum Due {
    /// Somebody does something.
    User(UserAction),
    /// A window that is on its way to become an icon is one.
    Minimized(WindowKey, u64),
    /// It is among its application's windows again.
    Listed(WindowKey, u64),
    /// An application says what it was going to.
    Said,
}

impl World {
    /// Has something happen at that moment.
    pub(crate) fn schedule(&mut self, at: Moment, what: Due) {
        self.next_due += 1;
        self.due.insert((at, self.next_due), what);
    }

    /// When the next thing happens.
    pub(crate) fn next_due(&self) -> Option<Moment> {
        self.due.keys().next().map(|(moment, _)| *moment)
    }

    /// Lets everything happen that is due by `now`, each at its own moment. Says whether the registry has changed.
    pub(crate) fn catch_up(&mut self, now: Moment) -> bool {
        let mut changed = false;
        while let Some(entry) = self.due.first_entry().filter(|entry| entry.key().0 <= now) {
            let ((moment, _), what) = entry.remove_entry();
            self.now = self.now.max(moment);
            self.happen(what);
            changed |= self.publish();
            self.tell();
        }
        self.now = self.now.max(now);
        changed
    }

    fn happen(&mut self, what: Due) {
        match what {
            Due::User(action) => self.act(&action),
            Due::Minimized(key, way) => {
                if let Some(window) = self.leaving(key, way) {
                    window.minimized = true;
                    self.focus_front();
                }
            }
            Due::Listed(key, way) => {
                if let Some(window) = self.leaving(key, way) {
                    window.leaving = None;
                }
            }
            // It is said with everything else, when what happened is told.
            Due::Said => {}
        }
    }

    /// The window, unless it is gone or somebody has changed its way meanwhile.
    fn leaving(&mut self, key: WindowKey, way: u64) -> Option<&mut SimWindow> {
        self.window_mut(key).filter(|window| window.leaving == Some(way))
    }

    /// Does what the user, an application or fate does.
    pub(crate) fn act(&mut self, action: &UserAction) {
        match action {
            UserAction::Change(key, change) => self.change(*key, *change, By::User),
            UserAction::Retitle(key, title) => {
                if let Some(window) = self.window_mut(*key) {
                    window.title.clone_from(title);
                }
            }
            UserAction::Open(pid, plan) => {
                if let Some(key) = self.open(*pid, plan) {
                    self.focused = Some(key);
                    self.focus_front();
                }
            }
            UserAction::HideApp(pid) => self.hide(*pid, true),
            UserAction::ShowApp(pid) => self.hide(*pid, false),
            UserAction::Hang(pid) => self.hang(*pid, true),
            UserAction::Recover(pid) => self.hang(*pid, false),
            UserAction::Die(pid) => self.end(*pid),
            UserAction::ShowSpace(number) => self.show_space(*number),
            UserAction::Mutate(mutation) => self.mutate(mutation),
        }
    }

    /// Changes what is in a window, if it is still there.
    fn mutate(&mut self, mutation: &Mutation) {
        let Some((key, index)) = self.resolve(mutation.element()) else { return };
        // Elements do not move from one window to another.
        let parent =
            |to: &Handle| self.resolve(to).filter(|(window, _)| *window == key).map(|(_, index)| index);
        let to = match mutation {
            Mutation::Move { parent: to, .. } => parent(to),
            _ => None,
        };
        let Some(window) = self.window_mut(key) else { return };
        let widgets = &mut window.widgets;
        match mutation {
            Mutation::Add { at, draft, .. } => drop(widgets.add(index, *at, draft)),
            Mutation::Remove(_) => drop(widgets.remove(index)),
            Mutation::Move { at, .. } => drop(to.map(|to| widgets.shift(index, to, *at))),
            _ => drop(widgets.get_mut(index).map(|widget| mutation.alter(widget))),
        }
        window.focus = window.focus.filter(|&focus| window.widgets.get(focus).is_some());
    }

    fn hide(&mut self, pid: u32, hidden: bool) {
        if let Some(app) = self.app_mut(pid) {
            app.hidden = hidden;
        }
        self.focus_front();
    }

    fn hang(&mut self, pid: u32, hung: bool) {
        if let Some(app) = self.app_mut(pid) {
            app.hung = hung;
        }
    }

    /// Ends an application with all its windows.
    pub(crate) fn end(&mut self, pid: u32) {
        if let Some(app) = self.app_mut(pid) {
            app.ended = true;
            self.fall_silent(pid);
        }
        self.remove(|window| window.pid == pid);
    }

    /// Shows another space or workspace, if there is one with this number.
    pub(crate) fn show_space(&mut self, number: u32) {
        if number < self.workspaces {
            self.space = number;
        }
        self.focus_front();
    }
}
