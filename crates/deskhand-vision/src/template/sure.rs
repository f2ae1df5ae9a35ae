//! How sure a likeness makes.

use deskhand_engine::ports::Spotted;

use super::edges::Edges;
use super::likeness::Pattern;
use super::search::Find;
use crate::picture::Gray;

/// Below this likeness something is as good as different: so much is found in any picture.
const DIFFERENT: f64 = 0.5;

/// With this likeness it is the same, pixel by pixel.
const SAME: f64 = 1.0;

/// Below this contrast a thumbnail shows nothing that could be found again.
const PLAIN: f64 = 60.0;

/// The finds with their confidence; those that are as good as different are left out.
pub(super) fn spotted(finds: &[Find], thumbnail: &Gray) -> Vec<Spotted> {
    if Pattern::new(Edges::of(thumbnail)).contrast() < PLAIN {
        return Vec::new();
    }
    let spotted = finds.iter().map(|find| {
        let confidence = ((f64::from(find.likeness) - DIFFERENT) / (SAME - DIFFERENT)).clamp(0.0, 1.0);
        Spotted { place: find.place, confidence, by: "template" }
    });
    spotted.filter(|spotted| spotted.confidence > 0.0).collect()
}
