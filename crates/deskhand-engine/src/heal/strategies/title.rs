//! By a title of which at least 80% is the same.

use deskhand_model::NodeId;

use super::Nominate;
use crate::heal::scene::Scene;
use crate::heal::text::nearly;

pub(super) struct Title;

impl Nominate for Title {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        let title = &scene.portrait().folded_name;
        let near = scene.suspects.iter().filter(|suspect| nearly(title, &suspect.portrait.folded_name));
        near.map(|suspect| suspect.id).collect()
    }
}
