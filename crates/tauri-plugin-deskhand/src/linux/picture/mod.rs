//! Pictures of what a page looks like, whether or not its window is in sight.

mod crop;
mod pixels;
mod png;
mod take;

pub(crate) use take::picture;
