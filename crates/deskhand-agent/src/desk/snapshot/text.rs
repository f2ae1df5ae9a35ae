//! A snapshot as JSON, written piece by piece from the trees themselves: no second copy, and no recursion, because trees
//! can be a hundred thousand levels deep.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use deskhand_model::{NodeId, Tree};

use super::super::info::Portrait;
use super::filter::{Shown, level};
use crate::contract::WindowInfo;

/// About how many bytes a piece has.
const PIECE: usize = 64 * 1024;

/// A window of a snapshot, and where what is in it is to be found.
#[derive(Debug)]
pub(super) struct Pane {
    /// Without its elements.
    pub(super) info: WindowInfo,
    /// Not given when nothing can be known of it.
    pub(super) content: Option<Content>,
}

/// What is in a window.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub(super) tree: Arc<Tree>,
    /// The window's own element.
    pub(super) top: NodeId,
    pub(super) shown: Arc<Shown>,
}

/// Writes windows piece by piece.
pub(super) struct SnapshotText {
    panes: std::vec::IntoIter<Pane>,
    at: At,
}

/// What was written last.
enum At {
    Start,
    /// A window is open.
    Pane(Elements),
    /// A window was closed.
    Between,
    End,
}

impl SnapshotText {
    pub(super) fn new(panes: Vec<Pane>) -> SnapshotText {
        SnapshotText { panes: panes.into_iter(), at: At::Start }
    }

    /// Writes the next part of it: one element, or what is between two windows.
    fn step(&mut self, text: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        match &mut self.at {
            At::Start => {
                text.extend_from_slice(b"{\"windows\":[");
                self.open_next(text)
            }
            At::Pane(elements) => {
                if !elements.write_next(text)? {
                    text.extend_from_slice(b"]}");
                    self.at = At::Between;
                }
                Ok(())
            }
            At::Between => self.open_next(text),
            At::End => Ok(()),
        }
    }

    fn open_next(&mut self, text: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        let Some(Pane { info, content }) = self.panes.next() else {
            text.extend_from_slice(b"]}");
            self.at = At::End;
            return Ok(());
        };
        if matches!(self.at, At::Between) {
            text.push(b',');
        }
        open_object(text, &info)?;
        text.extend_from_slice(b",\"elements\":[");
        self.at = At::Pane(Elements::of(content));
        Ok(())
    }
}

impl Iterator for SnapshotText {
    type Item = Result<Bytes, serde_json::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if matches!(self.at, At::End) {
            return None;
        }
        let mut text = Vec::with_capacity(PIECE + PIECE / 8);
        while text.len() < PIECE && !matches!(self.at, At::End) {
            if let Err(error) = self.step(&mut text) {
                self.at = At::End;
                return Some(Err(error));
            }
        }
        Some(Ok(text.into()))
    }
}

/// The elements of one window, one after the other.
struct Elements {
    content: Option<Content>,
    rest: Range<u32>,
    /// Level of the element that was written last and is still open; 0 before there is one.
    level: usize,
}

impl Elements {
    fn of(content: Option<Content>) -> Elements {
        let rest = content.as_ref().map_or(0..0, |Content { tree, top, .. }| {
            let below = tree.descendants(*top).len() as u32;
            top.0 + 1..top.0 + 1 + below
        });
        Elements { content, rest, level: 0 }
    }

    /// Writes the next element, or closes what is open and says that there is none.
    fn write_next(&mut self, text: &mut Vec<u8>) -> Result<bool, serde_json::Error> {
        let Some(Content { tree, shown, .. }) = &self.content else { return Ok(false) };
        let Some(id) = self.rest.by_ref().map(NodeId).find(|&id| shown.shows(tree, id)) else {
            close(text, self.level, 0);
            return Ok(false);
        };
        // A parent is shown with its child, so a new level is only ever one deeper.
        let level = level(tree, id);
        if level > self.level {
            text.extend_from_slice(if self.level == 0 { b"" } else { b",\"children\":[" });
        } else {
            close(text, self.level, level - 1);
            text.push(b',');
        }
        self.level = level;
        open_object(text, &Portrait::of(tree.node(id), tree.children(id).count()))?;
        Ok(true)
    }
}

/// Closes the elements that are open from level `from` up to, and without, level `to`.
fn close(text: &mut Vec<u8>, from: usize, to: usize) {
    for level in (to..from).rev() {
        text.extend_from_slice(if level == to { b"}" } else { b"}]" });
    }
}

/// Writes an object that more is to be added to.
fn open_object(text: &mut Vec<u8>, object: &impl serde::Serialize) -> Result<(), serde_json::Error> {
    serde_json::to_writer(&mut *text, object)?;
    text.pop();
    Ok(())
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Fields, Handle, NodeData, Rect, Role, State, TreeBuilder};
    use proptest::prelude::*;

    use super::super::filter::Filter;
    use super::*;
    use crate::contract::{ElementInfo, Mode, SnapshotRequest, SnapshotResponse};

    fn info(title: &str) -> WindowInfo {
        WindowInfo {
            title: title.to_owned(),
            window_type: "regular".to_owned(),
            size_width: 1.into(),
            size_height: 2.into(),
            position_x: 3.into(),
            position_y: 4.into(),
            app_name: "App".to_owned(),
            focused: false,
            elements: None,
        }
    }

    /// A tree in which node `n` (from 1 on) is below the node that `parents[n - 1]` picks among those before it.
    fn grown(parents: &[usize]) -> Tree {
        let roles = [Role::Group, Role::Button, Role::Text];
        let mut builder = TreeBuilder::new();
        for number in 0..=parents.len() {
            let mut node = NodeData::new(Handle::new(""), roles[number % 3], "ro\"le".into());
            node.name = ["", "Save", "line\n", "ü🦀"][number % 4].into();
            node.known = if number % 5 == 0 { Fields::ROLE } else { Fields::ALL };
            node.bounds = (number % 2 == 0).then_some(Rect::new(-1, 0, 2, 3));
            node.states.insert(State::Enabled);
            builder.add(node);
        }
        for (number, parent) in parents.iter().enumerate() {
            builder.link(parent % (number + 1), number + 1);
        }
        builder.build().unwrap()
    }

    /// The same by recursion, with the types of the contract.
    fn nested(content: &Content, id: NodeId) -> Vec<ElementInfo> {
        let Content { tree, shown, .. } = content;
        let children = tree.children(id).filter(|&child| shown.shows(tree, child));
        let one = |child| {
            let inner = nested(content, child);
            let children = (!inner.is_empty()).then_some(inner);
            let portrait = Portrait::of(tree.node(child), tree.children(child).count());
            ElementInfo { children, ..portrait.into() }
        };
        children.map(one).collect()
    }

    fn written(panes: Vec<Pane>) -> String {
        let pieces: Vec<Bytes> = SnapshotText::new(panes).map(Result::unwrap).collect();
        String::from_utf8(pieces.concat()).unwrap()
    }

    proptest! {
        #[test]
        fn the_pieces_are_the_json_of_the_contract(
            parents in prop::collection::vec(0_usize..1000, 1..60),
            depth in prop::option::of(0_u32..6),
            interactive in any::<bool>(),
            label in prop::option::of("[sav]{1,2}"),
        ) {
            let tree = Arc::new(grown(&parents));
            let mode = interactive.then_some(Mode::Interactive);
            let request = SnapshotRequest { mode, depth, label, ..SnapshotRequest::default() };
            let shown = Arc::new(Shown::new(&tree, &Filter::read(&request).unwrap()));
            let content = |top| Content { tree: tree.clone(), top, shown: shown.clone() };
            let mut panes = vec![Pane { info: info("none"), content: None }];
            let mut windows = vec![WindowInfo { elements: Some(Vec::new()), ..info("none") }];
            for top in tree.children(NodeId::ROOT) {
                let elements = Some(nested(&content(top), top));
                windows.push(WindowInfo { elements, ..info("some") });
                panes.push(Pane { info: info("some"), content: Some(content(top)) });
            }
            let expected = serde_json::to_string(&SnapshotResponse { windows }).unwrap();
            prop_assert_eq!(written(panes), expected);
        }
    }

    #[test]
    fn no_window_at_all_is_an_empty_list() {
        assert_eq!(written(Vec::new()), r#"{"windows":[]}"#);
    }

    #[test]
    fn a_wide_tree_comes_in_pieces_of_bounded_size() {
        let mut parents = vec![0, 1];
        parents.resize(5_000, 1);
        let tree = Arc::new(grown(&parents));
        let shown = Arc::new(Shown::new(&tree, &Filter::default()));
        let content = Content { tree, top: NodeId(1), shown };
        let pieces: Vec<usize> = SnapshotText::new(vec![Pane { info: info("wide"), content: Some(content) }])
            .map(|piece| piece.unwrap().len())
            .collect();
        assert!(pieces.len() > 5, "{pieces:?}");
        assert!(pieces.iter().all(|&bytes| bytes < PIECE + 1024), "{pieces:?}");
    }

    #[test]
    fn an_endlessly_deep_tree_is_written_without_a_deep_stack() {
        let parents: Vec<usize> = (0..100_000).collect();
        let tree = Arc::new(grown(&parents));
        let shown = Arc::new(Shown::new(&tree, &Filter::default()));
        assert!(shown.is_cut);
        let content = Content { tree, top: NodeId(1), shown };
        let text = written(vec![Pane { info: info("deep"), content: Some(content) }]);
        assert_eq!(text.matches("\"role\"").count(), deskhand_schema::DEPTH_LIMIT);
    }
}
