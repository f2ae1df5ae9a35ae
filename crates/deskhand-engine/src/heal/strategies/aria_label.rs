//! By the accessible label, apart from case, white space, mnemonics and dots at its end.

use deskhand_model::NodeId;

use super::Nominate;
use crate::heal::scene::Scene;

pub(super) struct AriaLabel;

impl Nominate for AriaLabel {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        let label = &scene.portrait().folded_name;
        // What had no label has it in common with everything else that has none.
        let same =
            scene.suspects.iter().filter(|one| !label.is_empty() && one.portrait.folded_name == *label);
        same.map(|suspect| suspect.id).collect()
    }
}
