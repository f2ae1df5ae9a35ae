//! Asking again what events have marked, all at once: one round trip where nothing new has come, two or three where
//! new windows have to be found first.

use std::collections::HashSet;
use std::time::Instant;

use x11rb::protocol::xproto::{
    ConnectionExt as _, EventMask, GetGeometryReply, GetPropertyReply, GetWindowAttributesReply, MapState,
    QueryTreeReply, Window,
};

use super::super::super::display::Display;
use super::super::super::fault::{Outcome, if_there};
use super::super::facts::Asked;
use super::super::manager::{self, ask_check, focused_unmanaged, is_alive};
use super::super::properties::{Answer, ask, numbers};
use super::marks::Marks;
use super::registry::{Hint, Registry, TAKE_OVER};

/// Questions about a window: everything, and where its frame is, or in which one it is where that is not known.
struct Look<'c> {
    window: Window,
    facts: Asked<'c>,
    frame: Option<Answer<'c, GetGeometryReply>>,
    parent: Option<Answer<'c, QueryTreeReply>>,
}

/// Questions about a window below the root window.
struct Glance<'c> {
    window: Window,
    attributes: Answer<'c, GetWindowAttributesReply>,
    types: Answer<'c, GetPropertyReply>,
}

impl Registry {
    /// Asks again what is marked and makes the list anew.
    pub(super) fn refresh(&mut self, display: &Display) -> Outcome<()> {
        let marks = std::mem::take(&mut self.marks);
        let mut framed = Vec::new();
        let new_check = self.ask_marked(display, &marks, &mut framed)?;
        self.ask_new_windows(display, new_check, &mut framed)?;
        self.ask_candidates(display, framed)?;
        if !self.manager.is_running() {
            self.focus = focused_unmanaged(display)?;
        }
        self.compile(Instant::now());
        Ok(())
    }

    /// The first round trip: everything that is known and may have changed. Hands out the window of a manager that
    /// was not known.
    fn ask_marked(
        &mut self,
        display: &Display,
        marks: &Marks,
        framed: &mut Vec<(Window, Window)>,
    ) -> Outcome<Option<Window>> {
        let manager = marks.manager.then(|| manager::Asked::send(display)).transpose()?;
        let marked: HashSet<Window> = marks.windows.iter().map(|&window| self.content_of(window)).collect();
        // The place of a window that nobody manages among the others shows only in the whole tree.
        let is_restacked =
            marked.iter().any(|window| self.hints.contains_key(window) && self.is_known(*window));
        let tree =
            (marks.tree || is_restacked).then(|| display.conn().query_tree(display.root())).transpose()?;
        let mut glances = Vec::new();
        let mut looks = Vec::new();
        for window in marked {
            if self.hints.contains_key(&window) {
                glances.push(glance(display, window)?);
            }
            if self.is_known(window) {
                looks.push(self.look(display, window, marks.reparented.contains(&window))?);
            }
        }
        let new_check = match manager {
            Some(asked) => self.note_manager(display, asked)?,
            None => None,
        };
        if let Some(tree) = tree {
            self.note_children(tree.reply()?.children);
        }
        for glance in glances {
            self.note_glance(glance)?;
        }
        self.note_looks(display, looks, framed)?;
        Ok(new_check)
    }

    /// The second: windows that are new below the root window or in the manager's list, and whether the manager lives.
    fn ask_new_windows(
        &mut self,
        display: &Display,
        new_check: Option<Window>,
        framed: &mut Vec<(Window, Window)>,
    ) -> Outcome<()> {
        let check = match new_check {
            Some(check) => {
                self.watch(display, check, EventMask::STRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE)?;
                Some((check, ask_check(display, check)?))
            }
            None => None,
        };
        let mut glances = Vec::new();
        for child in self.new_children() {
            self.watch(display, child, EventMask::PROPERTY_CHANGE)?;
            glances.push(glance(display, child)?);
        }
        let clients = self.manager.clients.clone();
        let looks = self.look_at_unknown(display, clients)?;
        if let Some((check, answer)) = check {
            self.manager.is_running = is_alive(check, answer)?;
            // The manager that was there when we came has long taken over.
            let is_new = self.manager.is_running && !self.known.is_empty();
            self.taking_over = is_new.then(|| Instant::now() + TAKE_OVER);
        }
        for glance in glances {
            self.note_glance(glance)?;
        }
        self.note_looks(display, looks, framed)
    }

    /// The third: what else could be listed, and the frames that have become known.
    fn ask_candidates(&mut self, display: &Display, framed: Vec<(Window, Window)>) -> Outcome<()> {
        let candidates = self.keep_candidates();
        let looks = self.look_at_unknown(display, candidates)?;
        self.find_frames(display, framed)?;
        let mut late = Vec::new();
        self.note_looks(display, looks, &mut late)?;
        self.find_frames(display, late)
    }

    fn look_at_unknown<'c>(
        &mut self,
        display: &'c Display,
        windows: impl IntoIterator<Item = Window>,
    ) -> Outcome<Vec<Look<'c>>> {
        let own = EventMask::STRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE | EventMask::FOCUS_CHANGE;
        let mut looks = Vec::new();
        for window in windows {
            if window != x11rb::NONE && !self.is_known(window) {
                self.watch(display, window, own)?;
                looks.push(self.look(display, window, true)?);
            }
        }
        Ok(looks)
    }

    fn look<'c>(&self, display: &'c Display, window: Window, is_reparented: bool) -> Outcome<Look<'c>> {
        let frame = self.frame_of(window).filter(|_| !is_reparented);
        Ok(Look {
            window,
            facts: Asked::send(display, window)?,
            frame: frame.map(|frame| display.conn().get_geometry(frame)).transpose()?,
            parent: is_reparented.then(|| display.conn().query_tree(window)).transpose()?,
        })
    }

    /// Hands out the window of a manager that was not known before.
    fn note_manager(&mut self, display: &Display, asked: manager::Asked<'_>) -> Outcome<Option<Window>> {
        let known = self.manager.check.filter(|_| self.manager.is_running());
        self.manager = asked.receive(display)?;
        self.manager.is_running = known.is_some() && self.manager.check == known;
        Ok(self.manager.check.filter(|_| !self.manager.is_running))
    }

    fn note_glance(&mut self, glance: Glance<'_>) -> Outcome<()> {
        let attributes = if_there(glance.attributes.reply().map_err(Into::into))?;
        let has_type = !numbers(glance.types)?.is_empty();
        let Some(attributes) = attributes else {
            self.forget(glance.window);
            return Ok(());
        };
        let viewable = attributes.map_state == MapState::VIEWABLE;
        let hint = Hint { override_redirect: attributes.override_redirect, viewable, has_type };
        self.hints.insert(glance.window, hint);
        Ok(())
    }

    /// Takes note of looks. Windows that turn out to be in another window than the root go to `framed`, with that one.
    fn note_looks(
        &mut self,
        display: &Display,
        looks: Vec<Look<'_>>,
        framed: &mut Vec<(Window, Window)>,
    ) -> Outcome<()> {
        for Look { window, facts, frame, parent } in looks {
            let Some(facts) = facts.receive(display)? else {
                self.forget(window);
                continue;
            };
            self.note_facts(window, facts);
            if let Some(parent) = parent {
                match if_there(parent.reply().map_err(Into::into))? {
                    Some(tree) if tree.parent != display.root() => framed.push((window, tree.parent)),
                    _ => self.note_frames(window, Vec::new(), None),
                }
                continue;
            }
            let frame = match frame {
                Some(frame) => if_there(frame.reply().map_err(Into::into))?,
                None => None,
            };
            self.note_place(window, frame.as_ref());
        }
        Ok(())
    }
}

fn glance(display: &Display, window: Window) -> Outcome<Glance<'_>> {
    let attributes = display.conn().get_window_attributes(window)?;
    let types = ask(display, window, display.atoms._NET_WM_WINDOW_TYPE, 1)?;
    Ok(Glance { window, attributes, types })
}
