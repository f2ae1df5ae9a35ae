//! By how it looks: where a template, read text or a vision model have seen it.

use deskhand_model::NodeId;

use super::{Nominate, graded};
use crate::heal::evidence::{Grade, Kind};
use crate::heal::scene::Scene;

pub(super) struct VisualVlm;

impl Nominate for VisualVlm {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        graded(scene, Kind::Visual, &[Grade::Same, Grade::Nearly])
    }
}
