//! Making strokes with XTEST, and leaving the keyboard as it was.
//!
//! Symbols that the layout lacks are put onto unused keys. An application learns of that by an event and fetches
//! the new layout when it handles the event, not when we send it. The event comes before the key in its queue, so
//! the key always means the new symbol, unless the layout has been changed again by then. Therefore the keys are
//! released for other symbols only after the application has answered a ping that we sent after the last stroke.

use std::time::{Duration, Instant};

use deskhand_engine::ports::{Chord, Key, Modifier};
use deskhand_model::{Error, ErrorKind};
use x11rb::protocol::xkb::{ConnectionExt as _, Group};
use x11rb::protocol::xproto::{ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, ModMask};
use x11rb::protocol::xtest::ConnectionExt as _;
use xkeysym::{Keysym, key};

use super::super::display::Display;
use super::super::fault::{Fault, Outcome};
use super::super::ping::{Ping, ping};
use super::super::windows::Manager;
use super::keymap::Keymap;
use super::names;
use super::plan::{Batch, plan, plan_symbol};
use super::state::{CORE, Keyboard};

/// Longest wait for an application to say that it has read the keys.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time for applications that cannot be asked whether they have read the keys.
const SETTLE: Duration = Duration::from_millis(150);

/// Longest wait for an application that has nothing left to do for us but to read its keys.
const LINGER: Duration = Duration::from_millis(250);

/// Strokes between two looks at the clock.
const STROKES_AT_ONCE: usize = 64;

/// Types text into whatever has the keyboard.
pub(in super::super) fn text(display: &Display, text: &str) -> Outcome<()> {
    let keyboard = Keyboard::read(display)?;
    let batches = plan(text, &keyboard.map)?;
    with_quiet_keyboard(display, &keyboard, || strike(display, &keyboard.map, &batches, &[]))?;
    linger(display);
    Ok(())
}

/// An error unless there is such a key.
pub(in super::super) fn check(chord: &Chord) -> Result<(), Error> {
    match &chord.key {
        Key::Char(_) => Ok(()),
        Key::Named(name) => names::symbol(name).map(drop),
    }
}

/// Strikes a key while modifiers are held.
pub(in super::super) fn chord(display: &Display, chord: &Chord) -> Outcome<()> {
    let keyboard = Keyboard::read(display)?;
    let batches = match &chord.key {
        Key::Char(character) => plan(character.encode_utf8(&mut [0; 4]), &keyboard.map)?,
        Key::Named(name) => vec![plan_symbol(names::symbol(name)?, &keyboard.map)?],
    };
    let held = chord
        .modifiers
        .iter()
        .map(|&modifier| modifier_key(&keyboard.map, modifier))
        .collect::<Result<Vec<u8>, Error>>()?;
    with_quiet_keyboard(display, &keyboard, || strike(display, &keyboard.map, &batches, &held))?;
    linger(display);
    Ok(())
}

fn modifier_key(layout: &Keymap, modifier: Modifier) -> Result<u8, Error> {
    let symbols: &[u32] = match modifier {
        Modifier::Control => &[key::Control_L, key::Control_R],
        Modifier::Shift => &[key::Shift_L, key::Shift_R],
        Modifier::Alt => &[key::Alt_L, key::Meta_L, key::Alt_R],
        Modifier::Super => &[key::Super_L, key::Super_R, key::Hyper_L],
    };
    symbols
        .iter()
        .find_map(|&symbol| layout.stroke(Keysym::new(symbol)))
        .map(|stroke| stroke.keycode)
        .ok_or_else(|| {
            Error::new(ErrorKind::ActionUnsupported, format!("the keyboard layout has no {modifier:?} key"))
        })
}

/// Runs `strokes` with no lock on and no modifier held, and puts both back afterwards.
fn with_quiet_keyboard(
    display: &Display,
    keyboard: &Keyboard,
    strokes: impl FnOnce() -> Outcome<()>,
) -> Outcome<()> {
    let has_locks = keyboard.locked != 0 || keyboard.latched != 0;
    if has_locks {
        set_locks(display, 0)?;
    }
    for &keycode in &keyboard.held {
        fake(display, KEY_RELEASE_EVENT, keycode)?;
    }
    let outcome = strokes();
    let restored = display.with_grace(|| {
        for &keycode in &keyboard.held {
            fake(display, KEY_PRESS_EVENT, keycode)?;
        }
        if has_locks {
            set_locks(display, keyboard.locked)?;
        }
        display.sync()
    });
    outcome.and(restored)
}

fn set_locks(display: &Display, locked: u8) -> Outcome<()> {
    let all = ModMask::from(0xffu8);
    display.conn().xkb_latch_lock_state(CORE, all, locked.into(), false, Group::M1, all, false, 0)?;
    Ok(())
}

/// Makes the strokes of all batches while the `held` keys are down, and gives back the keys that were borrowed.
fn strike(display: &Display, layout: &Keymap, batches: &[Batch], held: &[u8]) -> Outcome<()> {
    let outcome = batches.iter().try_for_each(|batch| strike_batch(display, layout, batch, held));
    // The first batch uses as many spare keys as any later one.
    let borrowed = batches.first().into_iter().flat_map(|batch| &batch.bindings);
    let freed = display.with_grace(|| {
        bind(display, borrowed.map(|&(keycode, _)| (keycode, Keysym::NoSymbol)))?;
        display.sync()
    });
    outcome.and(freed)
}

fn strike_batch(display: &Display, layout: &Keymap, batch: &Batch, held: &[u8]) -> Outcome<()> {
    bind(display, batch.bindings.iter().copied())?;
    let mut down: Vec<u8> = Vec::new();
    let outcome = strike_all(display, layout, batch, held, &mut down);
    let released = display.with_grace(|| {
        hold(display, &mut down, &[])?;
        if batch.bindings.is_empty() { display.sync() } else { wait_until_read(display) }
    });
    outcome.and(released)
}

fn strike_all(
    display: &Display,
    layout: &Keymap,
    batch: &Batch,
    held: &[u8],
    down: &mut Vec<u8>,
) -> Outcome<()> {
    for strokes in batch.strokes.chunks(STROKES_AT_ONCE) {
        if Instant::now() >= display.deadline() {
            return Err(Fault::Silent);
        }
        for stroke in strokes {
            let mut wanted = held.to_vec();
            wanted
                .extend(layout.keys_to_hold(stroke.modifiers).into_iter().filter(|key| !held.contains(key)));
            hold(display, down, &wanted)?;
            fake(display, KEY_PRESS_EVENT, stroke.keycode)?;
            fake(display, KEY_RELEASE_EVENT, stroke.keycode)?;
        }
        display.sync()?;
    }
    Ok(())
}

/// Presses and releases keys until exactly `wanted` are down.
fn hold(display: &Display, down: &mut Vec<u8>, wanted: &[u8]) -> Outcome<()> {
    // The last one pressed goes up first, as a hand would do it.
    for &keycode in down.iter().rev().filter(|keycode| !wanted.contains(keycode)) {
        fake(display, KEY_RELEASE_EVENT, keycode)?;
    }
    down.retain(|keycode| wanted.contains(keycode));
    for &keycode in wanted {
        if !down.contains(&keycode) {
            fake(display, KEY_PRESS_EVENT, keycode)?;
            down.push(keycode);
        }
    }
    Ok(())
}

/// Puts symbols onto keys. Both levels get the symbol, so that modifiers do not matter.
fn bind(display: &Display, bindings: impl Iterator<Item = (u8, Keysym)>) -> Outcome<()> {
    for (keycode, symbol) in bindings {
        display.conn().change_keyboard_mapping(1, keycode, 2, &[symbol.raw(), symbol.raw()])?;
    }
    Ok(())
}

/// Returns when the application that has the keyboard has read everything that was typed.
fn wait_until_read(display: &Display) -> Outcome<()> {
    let until = display.deadline().min(Instant::now() + PATIENCE);
    let answer = match Manager::read(display)?.focused(display)? {
        Some(window) => ping(display, window, until)?,
        None => Ping::Unsupported,
    };
    match answer {
        Ping::Answered => Ok(()),
        Ping::Unsupported => {
            std::thread::sleep(SETTLE);
            Ok(())
        }
        Ping::Silent => {
            let message = "the application that has the keyboard did not read the typed text in time";
            Err(Error::new(ErrorKind::Timeout, message).into())
        }
    }
}

/// Gives the application a moment to read its keys. Chromium (156) crashes when the last accessibility client leaves
/// while a key is on its way through it, as a client does that ends right after its last key. The keys were struck
/// whatever comes of this: they may have closed the window, or the application reads them later.
fn linger(display: &Display) {
    let until = display.deadline().min(Instant::now() + LINGER);
    let read = Manager::read(display)
        .and_then(|manager| manager.focused(display))
        .and_then(|window| window.map_or(Ok(Ping::Unsupported), |window| ping(display, window, until)));
    if !matches!(read, Ok(Ping::Answered)) {
        tracing::debug!("the application that has the keyboard has not confirmed its keys");
    }
}

fn fake(display: &Display, kind: u8, keycode: u8) -> Outcome<()> {
    display.conn().xtest_fake_input(kind, keycode, x11rb::CURRENT_TIME, display.root(), 0, 0, 0)?;
    Ok(())
}
