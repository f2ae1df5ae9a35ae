//! Printing to PDF. No dialog opens, and no printer is needed: macOS can print to a file.

#[cfg(target_os = "macos")]
mod job;
mod paper;

#[cfg(target_os = "macos")]
pub(crate) use job::print;
