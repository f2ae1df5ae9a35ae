//! Lines that are not of this protocol.

/// Why a line is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// Not a JSON object of the right shape.
    #[error("not a line of this protocol: {0}")]
    Shape(String),
    /// A version that this side does not speak.
    #[error("version {0} of the protocol, and only version {version} is known here", version = crate::VERSION)]
    Version(u64),
    /// It says two things that cannot both be true.
    #[error("the line contradicts itself: {0}")]
    Contradiction(&'static str),
}
