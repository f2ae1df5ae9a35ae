//! By the place in the window, within 50 pixels, or by what it stands between.

use deskhand_model::NodeId;

use super::{Nominate, graded};
use crate::heal::evidence::{Grade, Kind};
use crate::heal::scene::Scene;

pub(super) struct Position;

impl Nominate for Position {
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId> {
        let mut near = graded(scene, Kind::Position, &[Grade::Same, Grade::Nearly]);
        near.extend(graded(scene, Kind::Neighbours, &[Grade::Same]));
        near
    }
}
