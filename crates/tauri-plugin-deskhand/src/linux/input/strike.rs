//! From what is asked for to what is sent, and until the page has handled it.

use deskhand_page::{Fault, FaultKind, PageInput, PointerKind, PointerPhase, button_bit};
use gtk::gdk::{EventType, ModifierType};
use webkit2gtk::WebView;

use super::arrivals::Arrivals;
use super::events::{Target, held};
use super::focus;
use super::menus::{self, NoMenus};
use super::typing::Typing;
use crate::app::{Lane, Origin};
use crate::linux::keys;

/// How many CSS pixels WebKit scrolls for one step of the wheel.
const STEP: f64 = 40.0;
/// So many keystrokes take longer to report one by one than to announce.
const MANY: usize = 4;

/// Strikes keys, moves pointers and turns wheels in a view, and answers when the page has handled it all, but for the last
/// key, which it may still be at (see [`super::settled`]). Says whether all of the page is known to have been there
/// by then. `origin` is where in the view the viewport is that points are in.
pub(crate) async fn input(view: &WebView, origin: Origin, events: &[PageInput]) -> Result<bool, Fault> {
    let target = Target::of(view)?;
    focus::take(view).await;
    let types = events.iter().any(|event| matches!(event, PageInput::Key { .. }));
    let _typing = types.then(|| Typing::begin(view));
    let _menus = NoMenus::begin(view);
    let arrivals = Arrivals::of(view);
    let needs_frames = arrivals.drag.is_on() || events.iter().map(Lane::of).any(Lane::needs_frames);
    let _painting = if needs_frames { None } else { arrivals.painting.wait(view) };
    arrivals.begin();
    let clicks = arrivals.how_many("pointerup");
    let keystrokes = keystrokes(events).filter(|count| *count >= MANY);
    if let Some(count) = keystrokes {
        arrivals.expect(view, count);
    }
    let mut under_way: Option<(Lane, &str)> = None;
    for event in events {
        let lane = Lane::of(event);
        if let Some((before, type_)) = under_way
            && !lane.may_follow(before)
        {
            arrivals.wait(view, type_).await;
        }
        let dragged = arrivals.drag.is_on();
        target.put(dragged);
        let types = match event {
            PageInput::Pointer { phase, x, y, buttons, modifiers, .. } if dragged => {
                let state = held(*modifiers) | pressed(*buttons) | ModifierType::BUTTON1_MASK;
                let lets_go = *phase != PointerPhase::Move;
                arrivals.drag_to(|| target.motion(origin.point(*x, *y), state), lets_go).await;
                if !lets_go {
                    continue;
                }
                send(&target, origin, event)?;
                vec!["dragend"]
            }
            _ => send(&target, origin, event)?,
        };
        for type_ in types {
            arrivals.sent(type_);
            under_way = Some((lane, type_));
        }
    }
    // They are handled in order, so that the last one tells of all.
    let mut is_whole = false;
    if let Some((lane, type_)) = under_way {
        is_whole = arrivals.wait(view, type_).await;
        arrivals.under_way.set(lane == Lane::Key);
        if lane == Lane::Touch {
            arrivals.wait_for_tap(clicks).await;
        }
    }
    if keystrokes.is_some() {
        arrivals.expect_no_more(view);
    }
    menus::close(view);
    Ok(is_whole)
}

/// How many events of keys a page will see, where it sees nothing else.
fn keystrokes(events: &[PageInput]) -> Option<usize> {
    let each = events.iter().map(|event| match event {
        PageInput::Key { down, key, .. } => Some(keys::strokes(key, *down).len()),
        PageInput::Pointer { .. } | PageInput::Wheel { .. } => None,
    });
    each.sum()
}

/// Sends an event. Answers with the types of those that the page will see, in order.
fn send(target: &Target, origin: Origin, event: &PageInput) -> Result<Vec<&'static str>, Fault> {
    match event {
        PageInput::Pointer { kind: PointerKind::Touch, id, phase, x, y, modifiers, .. } => {
            let (kind, seen) = match phase {
                PointerPhase::Down(_) => (EventType::TouchBegin, "touchstart"),
                PointerPhase::Move => (EventType::TouchUpdate, "touchmove"),
                PointerPhase::Up(_) => (EventType::TouchEnd, "touchend"),
                // WebKitGTK 2.50 tells a page that the finger let go.
                PointerPhase::Cancel => (EventType::TouchCancel, "touchend"),
            };
            target.touch(kind, *id, origin.point(*x, *y), held(*modifiers));
            Ok(vec![seen])
        }
        // WebKitGTK 2.50 makes a mouse of every pen.
        PageInput::Pointer { id, phase, x, y, buttons, modifiers, .. } => {
            let at = origin.point(*x, *y);
            match *phase {
                PointerPhase::Move => {
                    target.motion(at, held(*modifiers) | pressed(*buttons));
                    Ok(vec!["pointermove"])
                }
                PointerPhase::Down(button) => {
                    let before = buttons & !bit(button)?;
                    target.button(Some(*id), u32::from(button) + 1, at, held(*modifiers) | pressed(before));
                    Ok(vec![if before == 0 { "pointerdown" } else { "pointermove" }])
                }
                PointerPhase::Up(button) => {
                    let before = buttons | bit(button)?;
                    target.button(None, u32::from(button) + 1, at, held(*modifiers) | pressed(before));
                    Ok(vec![if *buttons == 0 { "pointerup" } else { "pointermove" }])
                }
                PointerPhase::Cancel => Ok(Vec::new()),
            }
        }
        PageInput::Wheel { x, y, across, down, modifiers } => {
            target.wheel((across / STEP, down / STEP), origin.point(*x, *y), held(*modifiers));
            Ok(vec!["wheel"])
        }
        PageInput::Key { down, key, modifiers } => {
            let strokes = keys::strokes(key, *down);
            for (down, stroke) in &strokes {
                target.key(*down, *stroke, held(*modifiers) | stroke.lock());
            }
            Ok(strokes.iter().map(|(down, _)| if *down { "keydown" } else { "keyup" }).collect())
        }
    }
}

/// A button of `MouseEvent.button` in `MouseEvent.buttons`.
fn bit(button: u8) -> Result<u16, Fault> {
    match button {
        0..=2 => Ok(button_bit(button)),
        // WebKitGTK 2.50 knows three buttons: it takes any other for the left one, with none held.
        3 | 4 => Err(Fault::new(
            FaultKind::Unsupported,
            "WebKitGTK does not tell pages of the buttons back and forward",
        )),
        _ => Err(Fault::new(FaultKind::Invalid, format!("There is no button {button}: 0 to 4 are known"))),
    }
}

/// The buttons of `MouseEvent.buttons` as events carry them. Those beyond the third have no place there.
fn pressed(buttons: u16) -> ModifierType {
    let flag = |bit: u16, mask| if buttons & bit != 0 { mask } else { ModifierType::empty() };
    flag(1, ModifierType::BUTTON1_MASK)
        | flag(2, ModifierType::BUTTON3_MASK)
        | flag(4, ModifierType::BUTTON2_MASK)
}
