//! Values as people write them on the command line.

mod app;
mod duration;
mod geometry;
mod healing;
mod host;

pub(crate) use app::app;
pub(crate) use duration::{duration, show_duration};
pub(crate) use geometry::{part, point, rect_text, size};
pub(crate) use healing::{confidence, heal_budget, strategy};
pub(crate) use host::host;
