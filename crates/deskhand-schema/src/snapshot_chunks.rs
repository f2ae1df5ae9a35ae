//! Writing trees of any size, a piece at a time.

use std::borrow::Cow;

use deskhand_engine as engine;
use deskhand_model::{Fields, NodeId};

use crate::snapshot::usual_fields;
use crate::{Body, Document, FlatNode, SCHEMA_VERSION, Snapshot, SnapshotHead};

/// Bytes after which a piece is handed out.
const ENOUGH: usize = 64 * 1024;

/// The `snapshot` document of a reading as pieces of JSON text. At no time is there more than one piece beside the
/// tree, which is shared and not copied.
#[derive(Debug)]
pub struct SnapshotChunks {
    snapshot: engine::Snapshot,
    usual: Fields,
    next: Next,
}

#[derive(Debug)]
enum Next {
    Head,
    Node(u32),
    Done,
}

impl SnapshotChunks {
    /// The pieces of this reading.
    pub fn new(snapshot: engine::Snapshot) -> SnapshotChunks {
        let usual = usual_fields(&snapshot.tree, snapshot.tree.ids());
        SnapshotChunks { snapshot, usual, next: Next::Head }
    }

    /// The document up to its first node.
    fn head(&self) -> serde_json::Result<Vec<u8>> {
        let document = Document {
            schema_version: SCHEMA_VERSION,
            kind: Cow::Borrowed(Snapshot::KIND),
            body: SnapshotHead::new(&self.snapshot, self.usual),
        };
        let mut text = serde_json::to_vec(&document)?;
        text.pop();
        text.extend_from_slice(br#","nodes":["#);
        Ok(text)
    }

    /// Adds nodes to `text` until it is enough or all are there.
    fn fill(&self, text: &mut Vec<u8>, first: u32) -> serde_json::Result<Next> {
        let tree = &self.snapshot.tree;
        for id in (first..tree.len() as u32).map(NodeId) {
            if text.len() >= ENOUGH {
                return Ok(Next::Node(id.0));
            }
            if id != NodeId::ROOT {
                text.push(b',');
            }
            let parent = tree.parent(id).map(|above| above.0);
            serde_json::to_writer(&mut *text, &FlatNode::new(tree, id, parent, self.usual))?;
        }
        text.extend_from_slice(b"]}");
        Ok(Next::Done)
    }

    fn piece(&mut self) -> serde_json::Result<Option<Vec<u8>>> {
        let (mut text, first) = match self.next {
            Next::Head => (self.head()?, 0),
            Next::Node(first) => (Vec::with_capacity(ENOUGH + ENOUGH / 4), first),
            Next::Done => return Ok(None),
        };
        self.next = self.fill(&mut text, first)?;
        Ok(Some(text))
    }
}

impl Iterator for SnapshotChunks {
    type Item = serde_json::Result<Vec<u8>>;

    fn next(&mut self) -> Option<serde_json::Result<Vec<u8>>> {
        let piece = self.piece();
        if piece.is_err() {
            self.next = Next::Done;
        }
        piece.transpose()
    }
}
