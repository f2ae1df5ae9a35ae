//! Pictures: cutting, scaling, greys and files.

mod file;
mod gray;
mod part;
mod resample;

pub(crate) use file::png;
pub(crate) use gray::Gray;
pub(crate) use part::{check, crop, resized};
