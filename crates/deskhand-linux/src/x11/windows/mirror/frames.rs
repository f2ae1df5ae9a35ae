//! Which frame a window is in, and where that is.

use std::time::Instant;

use deskhand_model::Rect;
use x11rb::protocol::xproto::{ConnectionExt as _, EventMask, GetGeometryReply, Window};

use super::super::super::display::Display;
use super::super::super::fault::{Outcome, if_there};
use super::super::facts::Facts;
use super::outline::{Outline, Seen};
use super::registry::Registry;

/// Most windows around a window; more is not a manager at work but a tree that is being moved about.
const DEEPEST: usize = 8;

impl Registry {
    /// The child of the root window that a known window is in; `None` when it is one itself.
    pub(super) fn frame_of(&self, window: Window) -> Option<Window> {
        self.known.get(&window).and_then(|entry| entry.frames.last().copied())
    }

    /// Follows windows, each told with its parent, up to the frame that is a child of the root window, and asks where
    /// that is.
    pub(super) fn find_frames(&mut self, display: &Display, inside: Vec<(Window, Window)>) -> Outcome<()> {
        let conn = display.conn();
        let mut climbing: Vec<(Window, Vec<Window>)> =
            inside.into_iter().map(|(window, parent)| (window, vec![parent])).collect();
        let mut at_top = Vec::with_capacity(climbing.len());
        while !climbing.is_empty() {
            let mut asked = Vec::new();
            for (window, frames) in climbing {
                let Some(&outermost) = frames.last() else { continue };
                if self.is_child(outermost) || frames.len() > DEEPEST {
                    at_top.push((window, frames));
                    continue;
                }
                // The root window tells of its children only.
                self.watch(display, outermost, EventMask::STRUCTURE_NOTIFY)?;
                asked.push((window, frames, conn.query_tree(outermost)?));
            }
            climbing = Vec::new();
            for (window, mut frames, tree) in asked {
                match if_there(tree.reply().map_err(Into::into))? {
                    Some(tree) if tree.parent == display.root() => at_top.push((window, frames)),
                    Some(tree) => {
                        frames.push(tree.parent);
                        climbing.push((window, frames));
                    }
                    // It has left that frame, and the event that says so is on its way.
                    None => self.note_frames(window, Vec::new(), None),
                }
            }
        }
        let mut asked = Vec::with_capacity(at_top.len());
        for (window, frames) in at_top {
            let Some(&outermost) = frames.last() else { continue };
            asked.push((window, frames, conn.get_geometry(outermost)?));
        }
        for (window, frames, geometry) in asked {
            let geometry = if_there(geometry.reply().map_err(Into::into))?;
            self.note_frames(window, frames, geometry.as_ref());
        }
        Ok(())
    }

    /// Takes note of what a window is.
    pub(super) fn note_facts(&mut self, window: Window, facts: Facts) {
        self.known.entry(window).or_default().facts = facts;
    }

    /// Takes note of the windows that a window is in, from the inside out, and of the place of the last.
    pub(super) fn note_frames(
        &mut self,
        window: Window,
        frames: Vec<Window>,
        geometry: Option<&GetGeometryReply>,
    ) {
        let Some(entry) = self.known.get_mut(&window) else { return };
        for frame in std::mem::replace(&mut entry.frames, frames.clone()) {
            self.framed.remove(&frame);
        }
        self.framed.extend(frames.into_iter().map(|frame| (frame, window)));
        self.note_place(window, geometry);
    }

    /// Takes note of where a window's frame is.
    pub(super) fn note_place(&mut self, window: Window, frame: Option<&GetGeometryReply>) {
        let Some(entry) = self.known.get_mut(&window) else { return };
        let seen = Seen {
            outline: Outline { client: entry.facts.client, decoration: entry.facts.decoration },
            frame: frame.map(inner),
            shaded: entry.facts.states.shaded,
        };
        entry.track.see(seen, Instant::now());
    }
}

/// A frame's area without the border that the X server draws.
fn inner(frame: &GetGeometryReply) -> Rect {
    let border = i32::from(frame.border_width);
    let (x, y) = (i32::from(frame.x) + border, i32::from(frame.y) + border);
    Rect::new(x, y, frame.width.into(), frame.height.into())
}
