//! `POST /window-focus`, `/window-resize`, `/window-move`, `/window-close`, `/window-minimize`

use std::sync::Arc;

use axum::extract::State;
use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Changed, WindowSelector};
use deskhand_model::{Insets, Point, Size};

use super::choose::{brief, choose_one};
use super::deadline::Deadline;
use crate::contract::{ActionResponse, Number, WindowMoveRequest, WindowResizeRequest, WindowTarget};
use crate::server::{Agent, Answer, Asked, Refusal};

/// No screen is larger, and no place farther away.
const FARTHEST: f64 = 1_000_000.0;

pub(crate) async fn window_focus(
    State(agent): State<Arc<Agent>>,
    Asked(target): Asked<WindowTarget>,
) -> Result<Answer<ActionResponse>, Refusal> {
    change(agent, target.window, WindowChange::Focus).await
}

pub(crate) async fn window_close(
    State(agent): State<Arc<Agent>>,
    Asked(target): Asked<WindowTarget>,
) -> Result<Answer<ActionResponse>, Refusal> {
    change(agent, target.window, WindowChange::Close).await
}

pub(crate) async fn window_minimize(
    State(agent): State<Arc<Agent>>,
    Asked(target): Asked<WindowTarget>,
) -> Result<Answer<ActionResponse>, Refusal> {
    change(agent, target.window, WindowChange::Minimize).await
}

pub(crate) async fn window_resize(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<WindowResizeRequest>,
) -> Result<Answer<ActionResponse>, Refusal> {
    let size = size(request.width, request.height)?;
    change(agent, request.window, WindowChange::Resize(size)).await
}

pub(crate) async fn window_move(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<WindowMoveRequest>,
) -> Result<Answer<ActionResponse>, Refusal> {
    let place = place(request.x, request.y)?;
    change(agent, request.window, WindowChange::Move(place)).await
}

async fn change(
    agent: Arc<Agent>,
    window: String,
    change: WindowChange,
) -> Result<Answer<ActionResponse>, Refusal> {
    let deadline = Deadline::new(agent.within);
    let chosen = choose_one(&*agent.session, &window, deadline).await?;
    let selector = WindowSelector::Id(chosen.id);
    let inner = match change {
        WindowChange::Resize(outer) => WindowChange::Resize(without(chosen.decoration, outer)?),
        other => other,
    };
    let changed = agent.session.change_window(&selector, inner, deadline.left()).await?;
    Ok(Answer(ActionResponse::done(told(change, &changed))))
}

/// The size that a window's content has to have, so that with its decoration it is as large as this: the contract tells
/// and asks for windows as people see them.
fn without(decoration: Insets, outer: Size) -> Result<Size, Refusal> {
    let Insets { left, right, top, bottom } = decoration;
    let rest = |name: &str, outer: u32, edges: u32| {
        outer.checked_sub(edges).filter(|rest| *rest > 0).ok_or_else(|| {
            let details =
                format!("`{name}` is {outer}, and the decoration of the window alone takes {edges}");
            Refusal::bad(details)
        })
    };
    Ok(Size {
        width: rest("width", outer.width, left.saturating_add(right))?,
        height: rest("height", outer.height, top.saturating_add(bottom))?,
    })
}

fn size(width: Number, height: Number) -> Result<Size, Refusal> {
    Ok(Size { width: pixels("width", width)?, height: pixels("height", height)? })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was looked at")]
fn pixels(name: &str, Number(number): Number) -> Result<u32, Refusal> {
    let whole = number.round();
    if (1.0..=FARTHEST).contains(&whole) {
        return Ok(whole as u32);
    }
    Err(Refusal::bad(format!("`{name}` is {number}; a window is 1 to {FARTHEST} pixels large")))
}

fn place(x: Number, y: Number) -> Result<Point, Refusal> {
    Ok(Point { x: coordinate("x", x)?, y: coordinate("y", y)? })
}

#[expect(clippy::cast_possible_truncation, reason = "the range was looked at")]
fn coordinate(name: &str, Number(number): Number) -> Result<i32, Refusal> {
    let whole = number.round();
    if (-FARTHEST..=FARTHEST).contains(&whole) {
        return Ok(whole as i32);
    }
    Err(Refusal::bad(format!("`{name}` is {number}; places are between {} and {FARTHEST}", -FARTHEST)))
}

/// What came of a change, with places and sizes of the whole window. Window managers and applications allow only certain places and sizes.
fn told(change: WindowChange, changed: &Changed) -> String {
    let window = &changed.view.window;
    let name = format!("window \"{}\"", brief(&window.title));
    let outer = window.outer();
    match (change, changed.as_asked) {
        (WindowChange::Move(to), false) => format!(
            "asked {name} to move to {},{}, and the window manager put it at {},{}",
            to.x, to.y, outer.x, outer.y
        ),
        (WindowChange::Resize(to), false) => format!(
            "asked {name} to become {}x{}, and it became {}x{}",
            to.width, to.height, outer.width, outer.height
        ),
        (WindowChange::Move(_), true) => format!("moved {name} to {},{}", outer.x, outer.y),
        (WindowChange::Resize(_), true) => format!("resized {name} to {}x{}", outer.width, outer.height),
        (WindowChange::Focus, _) => format!("focused {name}"),
        (WindowChange::Close, _) => format!("closed {name}"),
        (WindowChange::Minimize, _) => format!("minimised {name}"),
        _ => format!("changed {name}"),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_engine::WindowView;
    use deskhand_model::{Rect, Window};

    use super::*;
    use crate::contract::ErrorKey;

    #[test]
    fn fractions_are_rounded_and_what_cannot_be_is_refused() {
        for (number, expected) in [
            (800.4, Some(800)),
            (0.5, Some(1)),
            (0.4, None),
            (-3.0, None),
            (1e6, Some(1_000_000)),
            (2e6, None),
        ] {
            assert_eq!(pixels("width", Number(number)).ok(), expected, "{number}");
        }
        for (number, expected) in [(-20.5, Some(-21)), (1e6, Some(1_000_000)), (-1e7, None), (1e300, None)] {
            assert_eq!(coordinate("x", Number(number)).ok(), expected, "{number}");
        }
        let refusal = size(Number(f64::NAN), Number(1.0)).unwrap_err();
        assert_eq!((refusal.status.as_u16(), refusal.key), (400, ErrorKey::InvalidJson));
    }

    #[test]
    fn decoration_is_part_of_the_size() {
        let decoration = Insets { left: 1, right: 2, top: 20, bottom: 3 };
        for (width, height, expected) in
            [(100, 100, Some((97, 77))), (4, 24, Some((1, 1))), (3, 24, None), (4, 10, None)]
        {
            let size = without(decoration, Size { width, height });
            assert_eq!(size.ok().map(|size| (size.width, size.height)), expected, "{width}x{height}");
        }
    }

    #[test]
    fn what_the_window_manager_made_of_it_is_told() {
        let window =
            Window { title: "Notes".to_owned(), client: Rect::new(5, 6, 70, 80), ..Window::default() };
        let told = |change, as_asked| {
            let view = WindowView { window: window.clone(), joined: None };
            told(change, &Changed { view, previous_id: None, as_asked })
        };
        let size = WindowChange::Resize(Size { width: 1, height: 2 });
        let place = WindowChange::Move(Point { x: 3, y: 4 });
        for (change, as_asked, expected) in [
            (size, true, "resized window \"Notes\" to 70x80"),
            (size, false, "asked window \"Notes\" to become 1x2, and it became 70x80"),
            (place, true, "moved window \"Notes\" to 5,6"),
            (place, false, "asked window \"Notes\" to move to 3,4, and the window manager put it at 5,6"),
            (WindowChange::Close, true, "closed window \"Notes\""),
            (WindowChange::Minimize, true, "minimised window \"Notes\""),
            (WindowChange::Focus, true, "focused window \"Notes\""),
        ] {
            assert_eq!(told(change, as_asked), expected);
        }
    }
}
