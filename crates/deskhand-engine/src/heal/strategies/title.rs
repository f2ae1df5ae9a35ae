//! By a title of which at least 80% is the same.

use deskhand_model::NodeId;

use super::{Nominate, graded};
use crate::heal::evidence::{Grade, Kind};
use crate::heal::scene::Scene;

pub(super) struct Title;

impl Nominate for Title {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        graded(scene, Kind::Label, &[Grade::Nearly])
    }
}
