//! How elements looked when their locators last matched, kept in a file beside the tests, and the report of what was
//! healed since.
//!
//! [`FingerprintFile`] implements the engine's port `Fingerprints`. The file is made for version control: sorted,
//! a key per line, without times and process numbers, and written only when an element looks different. Several
//! processes may use the same file at once; each adds what it has seen to what is there. Pictures of the elements lie as
//! PNG files in a folder beside it. [`HealReport`] is the list of heals that nobody has reviewed yet.

mod file;
mod keyed;
mod known;
mod pictures;
mod place;
mod replace;
mod report;
mod shared;
#[cfg(test)]
mod tests;
mod writer;

pub use file::FingerprintFile;
pub use place::Place;
pub use report::HealReport;
