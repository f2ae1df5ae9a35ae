//! By the accessible label, apart from case, white space, mnemonics and dots at its end.

use deskhand_model::NodeId;

use super::{Nominate, graded};
use crate::heal::evidence::{Grade, Kind};
use crate::heal::scene::Scene;

pub(super) struct AriaLabel;

impl Nominate for AriaLabel {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        // What had no label has it in common with everything else that has none.
        if scene.portrait().folded_name.is_empty() {
            return Vec::new();
        }
        graded(scene, Kind::Label, &[Grade::Same])
    }
}
