//! Calling an agent: the contract's endpoints as typed calls, and the desktop behind it as a session.

mod address;
mod calls;
mod deep;
mod failure;
mod files;
mod own;
mod plain;
mod remote;
mod transport;

pub use remote::RemoteSession;
pub use transport::Client;
