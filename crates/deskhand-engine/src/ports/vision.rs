//! Finding an element in a picture.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Rect, Result, Role};

use super::Image;

/// What is looked for, and in which picture.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The window as it looks now.
    pub picture: Arc<Image>,
    /// How the element looked when it was last seen, with a little of its surroundings or none.
    pub thumbnail: Option<Arc<Image>>,
    /// Where it was then, in the picture's coordinates.
    pub former: Option<Rect>,
    /// What it was called.
    pub name: String,
    /// What it was.
    pub role: Role,
}

/// A place where it may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Spotted {
    /// Where, in the picture's coordinates.
    pub place: Rect,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// Who says so: `template`, `ocr`, `model`.
    pub by: &'static str,
}

/// Looks at pictures. What it finds is only a hint: the engine checks it against the tree.
#[async_trait]
pub trait Vision: Send + Sync {
    /// Every place where the element may be, best first, found within `within`; ways that take longer are given up.
    /// A way that fails is left out unless all do.
    ///
    /// `within` is what is left of healing's budget and the [extra time](Vision::extra_time) together. The latter belongs
    /// to the slow ways alone: what is not one of them has to be done in the former.
    async fn spot(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>>;

    /// The time that looking may take on top of healing's own budget; zero when nothing slow is switched on.
    fn extra_time(&self) -> Duration {
        Duration::ZERO
    }
}
