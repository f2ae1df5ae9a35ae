//! Pictures of what a page looks like, whether or not its window is in sight.

#[cfg(target_os = "macos")]
mod drawn;
#[cfg(target_os = "macos")]
mod png;
#[cfg(target_os = "macos")]
mod take;

#[cfg(target_os = "macos")]
pub(crate) use take::picture;
