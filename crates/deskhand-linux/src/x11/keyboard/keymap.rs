//! The keyboard layout in use: which key, with which modifiers, makes a symbol.

use xkeysym::{Keysym, key};

/// A set of the eight X11 modifiers (Shift is the lowest bit).
pub(super) type Modifiers = u8;

/// The bit of Caps Lock.
const LOCK: Modifiers = 1 << 1;

/// A key, and the modifiers that have to be down when it is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stroke {
    pub(super) keycode: u8,
    pub(super) modifiers: Modifiers,
}

/// One key's symbols, level by level, for the group in use.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyLevels {
    /// The symbol and the sets of modifiers that give it; the first level needs none.
    pub(super) levels: Vec<(Keysym, Vec<Modifiers>)>,
}

/// A layout, in the group that is in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Keymap {
    /// Number of the first key.
    pub(super) first: u8,
    /// The keys from `first` on.
    pub(super) keys: Vec<KeyLevels>,
    /// For each of the eight modifiers, the keys that set it.
    pub(super) modifier_keys: [Vec<u8>; 8],
}

impl Keymap {
    /// How to make `symbol`, with as few modifiers as possible and none that lock.
    pub(super) fn stroke(&self, symbol: Keysym) -> Option<Stroke> {
        self.easiest(|on_key| on_key == symbol)
    }

    /// How to make the character. Keypad keys are left out: what they make depends on Num Lock.
    pub(super) fn stroke_for_char(&self, character: char) -> Option<Stroke> {
        if character.is_control() {
            return None;
        }
        self.easiest(|symbol| symbol.key_char() == Some(character) && !symbol.is_keypad_key())
    }

    fn easiest(&self, fits: impl Fn(Keysym) -> bool) -> Option<Stroke> {
        let forbidden = LOCK | self.modifiers_of(key::Num_Lock);
        let mut strokes = Vec::new();
        for (keycode, key) in self.numbered() {
            for (_, ways) in key.levels.iter().filter(|(symbol, _)| fits(*symbol)) {
                let usable = ways.iter().copied().filter(|way| way & forbidden == 0 && self.can_hold(*way));
                strokes.extend(usable.map(|modifiers| Stroke { keycode, modifiers }));
            }
        }
        strokes.into_iter().min_by_key(|stroke| (stroke.modifiers.count_ones(), stroke.keycode))
    }

    /// Keys that make nothing and set no modifier: free for symbols that the layout lacks.
    pub(super) fn spare_keys(&self) -> Vec<u8> {
        self.numbered()
            .filter(|(keycode, key)| {
                let makes_nothing = key.levels.iter().all(|(symbol, _)| *symbol == Keysym::NoSymbol);
                makes_nothing && !self.is_modifier_key(*keycode)
            })
            .map(|(keycode, _)| keycode)
            .collect()
    }

    /// Whether the key sets a modifier.
    pub(super) fn is_modifier_key(&self, keycode: u8) -> bool {
        self.modifier_keys.iter().any(|keys| keys.contains(&keycode))
    }

    /// Keys to hold down for these modifiers.
    pub(super) fn keys_to_hold(&self, modifiers: Modifiers) -> Vec<u8> {
        bits(modifiers).filter_map(|bit| self.key_to_hold(bit)).collect()
    }

    fn can_hold(&self, modifiers: Modifiers) -> bool {
        bits(modifiers).all(|bit| self.key_to_hold(bit).is_some())
    }

    /// A key that sets the modifier while it is down, rather than switching it on and off.
    fn key_to_hold(&self, bit: usize) -> Option<u8> {
        self.modifier_keys[bit].iter().copied().find(|&keycode| {
            self.base_symbol(keycode).is_some_and(|symbol| {
                symbol.is_modifier_key()
                    && !matches!(
                        symbol.raw(),
                        key::Caps_Lock | key::Shift_Lock | key::Num_Lock | key::ISO_Lock
                    )
            })
        })
    }

    /// The modifiers that the key with this symbol sets.
    fn modifiers_of(&self, symbol: u32) -> Modifiers {
        (0..8)
            .filter(|&bit| {
                self.modifier_keys[bit]
                    .iter()
                    .any(|&keycode| self.base_symbol(keycode).is_some_and(|base| base.raw() == symbol))
            })
            .fold(0, |all, bit| all | 1 << bit)
    }

    fn base_symbol(&self, keycode: u8) -> Option<Keysym> {
        let key = self.keys.get(usize::from(keycode.checked_sub(self.first)?))?;
        key.levels.first().map(|(symbol, _)| *symbol)
    }

    fn numbered(&self) -> impl Iterator<Item = (u8, &KeyLevels)> {
        (self.first..=u8::MAX).zip(&self.keys)
    }
}

fn bits(modifiers: Modifiers) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| modifiers & (1 << bit) != 0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const SHIFT: Modifiers = 1;
    const ALT_GR: Modifiers = 1 << 7;

    /// A small German layout: a, 1 ! (with Shift), q @ (with AltGr), Shift, Caps Lock, AltGr, keypad 1, two spare.
    pub(in super::super) fn layout() -> Keymap {
        let key = |symbols: &[(u32, &[Modifiers])]| KeyLevels {
            levels: symbols.iter().map(|(symbol, ways)| (Keysym::new(*symbol), ways.to_vec())).collect(),
        };
        let keys = vec![
            key(&[(key::a, &[0]), (key::A, &[SHIFT, LOCK])]),
            key(&[(key::_1, &[0]), (key::exclam, &[SHIFT])]),
            key(&[(key::q, &[0]), (key::Q, &[SHIFT]), (key::at, &[ALT_GR])]),
            key(&[(key::Shift_L, &[0])]),
            key(&[(key::Caps_Lock, &[0])]),
            key(&[(key::ISO_Level3_Shift, &[0])]),
            key(&[(key::KP_End, &[0]), (key::KP_1, &[SHIFT])]),
            key(&[]),
            key(&[(0, &[0])]),
            key(&[(key::Return, &[0])]),
            key(&[(key::Tab, &[0])]),
        ];
        let mut modifier_keys: [Vec<u8>; 8] = Default::default();
        modifier_keys[0] = vec![13];
        modifier_keys[1] = vec![14];
        modifier_keys[7] = vec![15];
        Keymap { first: 10, keys, modifier_keys }
    }

    #[test]
    fn characters_are_found_on_every_level() {
        let layout = layout();
        for (character, expected) in [
            ('a', Some((10, 0))),
            ('A', Some((10, SHIFT))),
            ('1', Some((11, 0))),
            ('!', Some((11, SHIFT))),
            ('@', Some((12, ALT_GR))),
            ('€', None),
            ('\r', None),
        ] {
            let expected = expected.map(|(keycode, modifiers)| Stroke { keycode, modifiers });
            assert_eq!(layout.stroke_for_char(character), expected, "{character:?}");
        }
    }

    #[test]
    fn named_keys_are_found_on_the_keypad_too() {
        assert_eq!(layout().stroke(Keysym::KP_1), Some(Stroke { keycode: 16, modifiers: SHIFT }));
    }

    #[test]
    fn a_level_that_only_caps_lock_reaches_is_not_used() {
        let mut layout = layout();
        layout.keys[0].levels[1].1 = vec![LOCK];
        assert_eq!(layout.stroke_for_char('A'), None);
    }

    #[test]
    fn spare_keys_make_nothing_and_modify_nothing() {
        let mut layout = layout();
        assert_eq!(layout.spare_keys(), [17, 18]);
        layout.modifier_keys[3] = vec![17];
        assert_eq!(layout.spare_keys(), [18]);
    }

    #[test]
    fn the_keys_to_hold_are_the_ones_that_do_not_lock() {
        let layout = layout();
        assert_eq!(layout.keys_to_hold(SHIFT | ALT_GR), [13, 15]);
        assert!(layout.keys_to_hold(LOCK).is_empty());
    }
}
