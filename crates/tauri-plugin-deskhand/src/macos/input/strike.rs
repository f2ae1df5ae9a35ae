//! From what is asked for to what is sent, and until the page has handled it.

use std::time::Duration;

use deskhand_page::{Fault, FaultKind, PageInput, PointerKind, PointerPhase};

use super::events::{Button, Does, Target, press};
use super::focus;
use super::menus::NoMenus;
use crate::app::{Lane, Origin};
use crate::macos::keys;
use crate::macos::run::{sleep, spawn};
use crate::macos::web::Web;

/// How long after a click a menu may still open that it asked for.
const AFTERMATH: Duration = Duration::from_millis(100);

/// Strikes keys, moves pointers and turns wheels in a view, and answers when the page has handled it all, but for the last
/// key, which it may still be at (see [`super::settled`]). Says whether all of the page is known to have been there
/// by then; here nothing tells that. `origin` is where in the view the viewport is that points are in.
pub(crate) async fn input(web: &Web, origin: Origin, events: &[PageInput]) -> Result<bool, Fault> {
    for event in events {
        possible(event)?;
    }
    let target = Target::of(web)?;
    focus::take(web).await;
    let menus = NoMenus::begin();
    let arrivals = &web.arrivals;
    arrivals.begin();
    let mut under_way: Option<(Lane, &str)> = None;
    for event in events {
        let lane = Lane::of(event);
        if let Some((before, type_)) = under_way
            && !lane.may_follow(before)
        {
            arrivals.wait(web, type_).await;
        }
        if let Some(type_) = send(web, &target, origin, event)? {
            arrivals.sent(type_);
            under_way = Some((lane, type_));
        }
    }
    // They are handled in order, so that the last one tells of all.
    if let Some((lane, type_)) = under_way {
        arrivals.wait(web, type_).await;
        arrivals.under_way.set(lane == Lane::Key);
    }
    spawn(async move {
        sleep(AFTERMATH).await;
        drop(menus);
    });
    Ok(false)
}

/// Refuses what can never arrive, before anything is sent.
fn possible(event: &PageInput) -> Result<(), Fault> {
    match event {
        PageInput::Pointer { kind: PointerKind::Touch, .. } => {
            Err(Fault::new(FaultKind::Unsupported, "WKWebView knows no fingers on a Mac"))
        }
        PageInput::Pointer { phase: PointerPhase::Down(button) | PointerPhase::Up(button), .. } => {
            button_of(*button).map(drop)
        }
        _ => Ok(()),
    }
}

/// Sends an event. Answers with the type of what the page will see.
fn send(
    web: &Web,
    target: &Target<'_>,
    origin: Origin,
    event: &PageInput,
) -> Result<Option<&'static str>, Fault> {
    Ok(match event {
        // A pen is a mouse to WKWebView.
        PageInput::Pointer { id, phase, x, y, buttons, modifiers, .. } => {
            let at = origin.point(*x, *y);
            let clicks = || web.arrivals.pressed.get().map_or(1, |press| press.count);
            match *phase {
                PointerPhase::Move => {
                    match first_of(*buttons) {
                        None => target.motion(at, *modifiers)?,
                        Some(button) => target.button(Does::Drag, button, at, *modifiers, clicks())?,
                    }
                    Some("pointermove")
                }
                PointerPhase::Down(button) => {
                    let pressed = press(web.arrivals.pressed.get(), *id, button, at);
                    web.arrivals.pressed.set(Some(pressed));
                    target.button(Does::Down, button_of(button)?, at, *modifiers, pressed.count)?;
                    let only = buttons.count_ones() <= 1;
                    Some(if only { "pointerdown" } else { "pointermove" })
                }
                PointerPhase::Up(button) => {
                    target.button(Does::Up, button_of(button)?, at, *modifiers, clicks())?;
                    Some(if *buttons == 0 { "pointerup" } else { "pointermove" })
                }
                PointerPhase::Cancel => None,
            }
        }
        PageInput::Wheel { x, y, across, down, modifiers } => {
            target.wheel(*across, *down, origin.point(*x, *y), *modifiers)?;
            Some("wheel")
        }
        PageInput::Key { down, key, modifiers } => {
            target.key(*down, &keys::stroke(key), *modifiers)?;
            Some(if *down { "keydown" } else { "keyup" })
        }
    })
}

/// A button of `MouseEvent.button`.
fn button_of(button: u8) -> Result<Button, Fault> {
    match button {
        0 => Ok(Button::Left),
        1 => Ok(Button::Middle),
        2 => Ok(Button::Right),
        // WebKit takes any other for the middle one.
        3 | 4 => Err(Fault::new(
            FaultKind::Unsupported,
            "WKWebView does not tell pages of the buttons back and forward",
        )),
        _ => Err(Fault::new(FaultKind::Invalid, format!("There is no button {button}: 0 to 4 are known"))),
    }
}

/// Which of the buttons of `MouseEvent.buttons` drags.
fn first_of(buttons: u16) -> Option<Button> {
    [(1, Button::Left), (2, Button::Right), (4, Button::Middle)]
        .into_iter()
        .find_map(|(bit, button)| (buttons & bit != 0).then_some(button))
}
