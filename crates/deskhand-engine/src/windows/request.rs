//! What can be asked of a window, and whether it is so.

use deskhand_model::{Error, ErrorKind, Point, Rect, Result, Size, Window, Workspace};

use crate::engine::Engine;
use crate::ports::WindowChange;
use crate::wait::Deadline;

/// No screen is larger, and no place farther away.
const FARTHEST: u32 = 1_000_000;

impl Engine {
    /// Refuses what can never be, before anything is touched.
    pub(super) async fn check(&self, change: WindowChange, deadline: &Deadline<'_>) -> Result<()> {
        match change {
            WindowChange::Resize(size) => check_size(size),
            WindowChange::Move(to) => check_place(to),
            WindowChange::Workspace(number) => {
                let count = self.ports.compositor.workspaces(deadline.for_call()).await?.count;
                if number < count {
                    return Ok(());
                }
                Err(refused(format!("There is no workspace {number}: there are {count}, counted from zero")))
            }
            _ => Ok(()),
        }
    }
}

fn check_size(size: Size) -> Result<()> {
    if size.width == 0 || size.height == 0 {
        return Err(refused("A window cannot be without width or height".to_owned()));
    }
    if size.width.max(size.height) > FARTHEST {
        let Size { width, height } = size;
        return Err(refused(format!("A window cannot be as large as {width}x{height}")));
    }
    Ok(())
}

fn check_place(to: Point) -> Result<()> {
    if to.x.unsigned_abs().max(to.y.unsigned_abs()) > FARTHEST {
        return Err(refused(format!("A window cannot be as far away as {},{}", to.x, to.y)));
    }
    Ok(())
}

fn refused(why: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, why)
}

/// Whether the window is to be gone afterwards.
pub(super) fn is_closing(change: WindowChange) -> bool {
    matches!(change, WindowChange::Close | WindowChange::ForceClose)
}

/// Whether what comes of it is told at once, whatever it is.
pub(super) fn is_told_at_once(change: WindowChange) -> bool {
    matches!(change, WindowChange::Move(_) | WindowChange::Resize(_))
}

/// Whether the window manager chooses a new size for it.
pub(super) fn alters_size(change: WindowChange) -> bool {
    matches!(change, WindowChange::Maximize | WindowChange::Fullscreen | WindowChange::Restore)
}

/// Whether the window is as the change would make it.
pub(super) fn shows(change: WindowChange, window: &Window) -> bool {
    match change {
        WindowChange::Focus => window.focused && !window.minimized,
        WindowChange::Move(to) => window.outer().origin() == to,
        WindowChange::Resize(size) => window.content().size() == size,
        WindowChange::Minimize => window.minimized,
        WindowChange::Restore => !window.minimized && !window.maximized && !window.fullscreen,
        WindowChange::Maximize => window.maximized && !window.minimized,
        WindowChange::Fullscreen => window.fullscreen && !window.minimized,
        WindowChange::Close | WindowChange::ForceClose => false,
        WindowChange::Workspace(number) => {
            matches!(window.workspace, Some(Workspace::Number(at)) if at == number)
        }
    }
}

/// Whether the window takes up nearly all of the screen: menu bars and docks leave that much.
pub(super) fn fills(window: &Window, screen: Rect) -> bool {
    let Some(seen) = window.outer().intersection(screen) else { return false };
    let nearly = |part: u32, whole: u32| u64::from(part) * 10 >= u64::from(whole) * 8;
    nearly(seen.width, screen.width) && nearly(seen.height, screen.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_and_places_are_refused() {
        let size = |width, height| check_size(Size { width, height }).is_ok();
        assert!(size(1, 1) && size(1_000_000, 1));
        assert!(!size(0, 9) && !size(9, 0) && !size(1, 1_000_001) && !size(u32::MAX, u32::MAX));
        let place = |x, y| check_place(Point { x, y }).is_ok();
        assert!(place(0, 0) && place(-1_000_000, 1_000_000));
        assert!(!place(1_000_001, 0) && !place(0, i32::MIN));
    }

    #[test]
    fn a_window_that_leaves_room_for_a_menu_bar_fills_the_screen() {
        let screen = Rect::new(0, 0, 1000, 1000);
        let window = |client| Window { client, ..Window::default() };
        assert!(fills(&window(Rect::new(0, 24, 1000, 900)), screen));
        assert!(!fills(&window(Rect::new(0, 0, 500, 1000)), screen));
        assert!(!fills(&window(Rect::new(5000, 0, 1000, 1000)), screen));
    }
}
