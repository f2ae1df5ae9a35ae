//! The keyboard as the server has it now: layout, locks, and keys that are down.

use x11rb::protocol::xkb::{ConnectionExt as _, GetMapMap, KeySymMap, KeyType, MapPart, VMod};
use x11rb::protocol::xproto::{ConnectionExt as _, Keycode, ModMask};
use xkeysym::Keysym;

use super::super::display::Display;
use super::super::fault::Outcome;
use super::keymap::{KeyLevels, Keymap, Modifiers};

/// The keyboard that all devices feed (`XkbUseCoreKbd`).
pub(super) const CORE: u16 = 0x100;

/// What the keyboard looks like at one moment.
pub(super) struct Keyboard {
    pub(super) map: Keymap,
    /// Modifiers that are locked (Caps Lock, Num Lock) or wait for the next key (sticky keys).
    pub(super) locked: Modifiers,
    pub(super) latched: Modifiers,
    /// Modifier keys that somebody holds down.
    pub(super) held: Vec<Keycode>,
}

impl Keyboard {
    /// Reads the keyboard in one round trip.
    pub(super) fn read(display: &Display) -> Outcome<Keyboard> {
        let conn = display.conn();
        let ready = conn.xkb_use_extension(1, 0)?;
        let state = conn.xkb_get_state(CORE)?;
        let parts = MapPart::KEY_TYPES | MapPart::KEY_SYMS;
        let none = MapPart::from(0u8);
        let map =
            conn.xkb_get_map(CORE, parts, none, 0, 0, 0, 0, 0, 0, 0, 0, VMod::from(0u16), 0, 0, 0, 0, 0, 0)?;
        let modifiers = conn.get_modifier_mapping()?;
        let down = conn.query_keymap()?;

        ready.reply()?;
        let state = state.reply()?;
        let reply = map.reply()?;
        let modifiers = modifiers.reply()?;
        let down = down.reply()?.keys;

        let map = Keymap {
            first: reply.first_key_sym,
            keys: levels(&reply.map, u8::from(state.group).into()),
            modifier_keys: modifier_keys(&modifiers.keycodes),
        };
        let held = (0..=u8::MAX)
            .filter(|&keycode| down[usize::from(keycode / 8)] & (1 << (keycode % 8)) != 0)
            .filter(|&keycode| map.is_modifier_key(keycode))
            .collect();
        Ok(Keyboard { map, locked: bits(state.locked_mods), latched: bits(state.latched_mods), held })
    }
}

fn bits(mask: ModMask) -> Modifiers {
    // Only the low byte holds modifiers; the rest would be "any".
    (u16::from(mask) & 0xff) as u8
}

fn modifier_keys(keycodes: &[Keycode]) -> [Vec<Keycode>; 8] {
    let per_modifier = (keycodes.len() / 8).max(1);
    let mut keys: [Vec<Keycode>; 8] = Default::default();
    for (modifier, codes) in keys.iter_mut().zip(keycodes.chunks(per_modifier)) {
        modifier.extend(codes.iter().copied().filter(|&code| code != 0));
    }
    keys
}

fn levels(map: &GetMapMap, group: usize) -> Vec<KeyLevels> {
    let types = map.types_rtrn.as_deref().unwrap_or_default();
    map.syms_rtrn.iter().flatten().map(|key| levels_of(key, types, group)).collect()
}

fn levels_of(key: &KeySymMap, types: &[KeyType], group: usize) -> KeyLevels {
    let Some(group) = group_of(key.group_info, group) else { return KeyLevels::default() };
    let width = usize::from(key.width);
    let kind = types.get(usize::from(key.kt_index[group.min(3)]));
    let symbols = key.syms.iter().skip(group * width).take(width);
    let levels = symbols
        .enumerate()
        .map(|(level, &symbol)| (Keysym::new(symbol), ways_to(kind, level)))
        .filter(|(symbol, _)| *symbol != Keysym::NoSymbol)
        .collect();
    KeyLevels { levels }
}

/// The group that a key uses when the keyboard is in `group`: most keys have fewer groups than the keyboard.
fn group_of(info: u8, group: usize) -> Option<usize> {
    const CLAMP: u8 = 0x40;
    const REDIRECT: u8 = 0x80;
    let count = usize::from(info & 0x0f);
    if count == 0 {
        return None;
    }
    if group < count {
        return Some(group);
    }
    Some(match info & 0xc0 {
        CLAMP => count - 1,
        REDIRECT => usize::from((info >> 4) & 0x03).min(count - 1),
        _ => group % count,
    })
}

/// Sets of modifiers that select the level.
fn ways_to(kind: Option<&KeyType>, level: usize) -> Vec<Modifiers> {
    let listed = kind
        .into_iter()
        .flat_map(|kind| &kind.map)
        .filter(|entry| entry.active && usize::from(entry.level) == level)
        .map(|entry| bits(entry.mods_mask));
    // No modifiers at all select the first level.
    (level == 0).then_some(0).into_iter().chain(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_fewer_groups_wraps_clamps_or_redirects() {
        for (info, group, expected) in [
            (0x00, 0, None),
            (0x01, 3, Some(0)),
            (0x02, 1, Some(1)),
            (0x02, 3, Some(1)),
            (0x42, 2, Some(1)),
            (0x82 | 0x10, 3, Some(1)),
            (0x82, 3, Some(0)),
        ] {
            assert_eq!(group_of(info, group), expected, "{info:#x} {group}");
        }
    }

    #[test]
    fn modifier_keys_come_in_eight_rows_padded_with_zero() {
        let keys = modifier_keys(&[50, 62, 66, 0, 37, 105, 64, 0, 77, 0, 0, 0, 133, 0, 92, 0]);
        assert_eq!(keys[0], [50, 62]);
        assert_eq!(keys[1], [66]);
        assert_eq!(keys[7], [92]);
        assert!(modifier_keys(&[])[0].is_empty());
    }
}
