//! The windows of one process.

use deskhand_model::Window;

/// The windows that may belong to a process.
#[derive(Clone, Debug)]
pub(crate) struct Owned<'a> {
    pub(super) windows: Vec<&'a Window>,
    /// Whether they say themselves that they belong to it.
    pub(super) by_pid: bool,
}

impl<'a> Owned<'a> {
    /// The process's own windows; when there are none, those that do not tell their process.
    pub(crate) fn by(pid: Option<u32>, windows: &'a [Window]) -> Owned<'a> {
        let own: Vec<&Window> = windows.iter().filter(|window| pid.is_some() && window.pid == pid).collect();
        if !own.is_empty() {
            return Owned { windows: own, by_pid: true };
        }
        Owned { windows: windows.iter().filter(|window| window.pid.is_none()).collect(), by_pid: false }
    }

    /// The process's window, when it has only one.
    pub(crate) fn only(&self) -> Option<&'a Window> {
        match self.windows.as_slice() {
            [only] if self.by_pid => Some(only),
            _ => None,
        }
    }
}
