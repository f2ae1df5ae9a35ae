//! The protocol: messages, service traits and clients made of `proto/deskhand/v1`.

tonic::include_proto!("deskhand.v1");

/// What reflection tells: the protocol with everything that it imports.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
