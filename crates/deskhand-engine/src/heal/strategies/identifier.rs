//! By the identifier of the platform.

use deskhand_model::NodeId;

use super::{Nominate, graded};
use crate::heal::evidence::{Grade, Kind};
use crate::heal::scene::Scene;

pub(super) struct Identifier;

impl Nominate for Identifier {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        graded(scene, Kind::Identifier, &[Grade::Same])
    }
}
