//! The ways of finding an element again: each names the elements that it would take, and what they have in common with
//! the one that is looked for is weighed elsewhere.

mod aria_label;
mod data_testid;
mod identifier;
mod position;
mod title;
mod visual_vlm;
mod xpath;

use deskhand_model::NodeId;

use super::Strategy;
use super::evidence::{Grade, Kind};
use super::scene::Scene;

/// One way of finding an element again.
pub(super) trait Nominate: Sync {
    /// The elements that it may be, by this way alone.
    fn nominate(&self, scene: &Scene<'_>) -> Vec<NodeId>;
}

/// The way that goes by this name.
pub(super) fn way(strategy: Strategy) -> &'static dyn Nominate {
    match strategy {
        Strategy::DataTestid => &data_testid::DataTestid,
        Strategy::AriaLabel => &aria_label::AriaLabel,
        Strategy::Identifier => &identifier::Identifier,
        Strategy::Title => &title::Title,
        Strategy::Xpath => &xpath::Xpath,
        Strategy::Position => &position::Position,
        Strategy::VisualVlm => &visual_vlm::VisualVlm,
    }
}

/// The elements with one of these grades in that kind of evidence.
fn graded(scene: &Scene<'_>, kind: Kind, grades: &[Grade]) -> Vec<NodeId> {
    let fits = scene.suspects.iter().filter(|suspect| grades.contains(&suspect.grades.of(kind)));
    fits.map(|suspect| suspect.id).collect()
}
