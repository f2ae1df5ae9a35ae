//! Processes: what the operating system knows about them.

use async_trait::async_trait;

/// What a process is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessState {
    /// Running or waiting for something; alive.
    Alive,
    /// Halted by a signal (SIGSTOP) or a debugger.
    Stopped,
    /// Ended.
    Gone,
}

/// The processes of the machine. The calls that are not `async` never block.
#[async_trait]
pub trait Processes: Send + Sync {
    /// What the process is doing.
    fn state(&self, pid: u32) -> ProcessState;

    /// Name of its executable file, without folder.
    fn executable(&self, pid: u32) -> Option<String>;

    /// Returns when the process has ended; at once when there is none with this number.
    async fn ended(&self, pid: u32);
}
