//! What happens on a desktop without anybody asking for it through a session.

use deskhand_engine::ports::WindowChange;

use crate::plan::WindowPlan;
use crate::widget::Mutation;

/// Which window is really meant: it stays the same whatever number the window system gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowKey(pub u32);

/// Something that the user, an application or fate does.
#[derive(Clone, Debug)]
pub enum UserAction {
    /// Changes a window by hand.
    Change(WindowKey, WindowChange),
    /// A window gets another title.
    Retitle(WindowKey, String),
    /// The application with this process opens a window.
    Open(u32, Box<WindowPlan>),
    /// All windows of the application are hidden.
    HideApp(u32),
    /// They are shown again.
    ShowApp(u32),
    /// The application stops answering.
    Hang(u32),
    /// It answers again.
    Recover(u32),
    /// It ends.
    Die(u32),
    /// Another space or workspace is shown.
    ShowSpace(u32),
    /// An application changes what is in one of its windows.
    Mutate(Mutation),
}
