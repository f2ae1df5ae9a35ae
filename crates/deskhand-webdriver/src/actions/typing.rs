//! Text as the keys that type it.

use deskhand_page::PageInput;
use unicode_segmentation::UnicodeSegmentation;

use crate::hands::{Keyboard, LEFT_SHIFT, NULL, is_modifier, needs_shift};

/// The keystrokes of a text. Keys of the private area are keys; modifiers stay down until the null key or the end.
pub(super) fn keystrokes(text: &str) -> impl Iterator<Item = PageInput> + Send {
    let mut typist = Typist::default();
    // After the last cluster, all that is still held is let go.
    text.graphemes(true).map(Some).chain([None]).flat_map(move |cluster| {
        match cluster {
            Some(cluster) => typist.strike(cluster),
            None => typist.let_go(),
        }
        std::mem::take(&mut typist.events)
    })
}

#[derive(Default)]
struct Typist {
    keyboard: Keyboard,
    /// What was struck and not handed over yet.
    events: Vec<PageInput>,
    /// The modifiers that the text holds down, as it names them.
    held: Vec<String>,
    /// Whether Shift is down for the sake of a character alone.
    reaching: bool,
}

impl Typist {
    fn strike(&mut self, cluster: &str) {
        if cluster == NULL {
            self.let_go();
        } else if is_modifier(cluster) {
            self.reach(false);
            self.events.push(self.keyboard.press(cluster));
            if !self.held.iter().any(|held| held == cluster) {
                self.held.push(cluster.to_owned());
            }
        } else {
            self.reach(needs_shift(cluster));
            self.events.push(self.keyboard.press(cluster));
            self.events.extend(self.keyboard.release(cluster));
        }
    }

    /// Presses Shift for a character that needs it, and releases it for one that does not, unless the text itself
    /// holds it.
    fn reach(&mut self, wanted: bool) {
        if wanted && !self.keyboard.modifiers().shift {
            self.reaching = true;
            self.events.push(self.keyboard.press(LEFT_SHIFT));
        } else if !wanted && self.reaching {
            self.reaching = false;
            self.events.extend(self.keyboard.release(LEFT_SHIFT));
        }
    }

    fn let_go(&mut self) {
        self.reach(false);
        for held in std::mem::take(&mut self.held) {
            self.events.extend(self.keyboard.release(&held));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+a` for a key that goes down, `-a` for one that goes up, with `^` where Shift and `*` where Control is held.
    fn typed(text: &str) -> String {
        let told = keystrokes(text).map(|event| match event {
            PageInput::Key { down, key, modifiers } => {
                let way = if down { '+' } else { '-' };
                let shift = if modifiers.shift { "^" } else { "" };
                let ctrl = if modifiers.ctrl { "*" } else { "" };
                format!("{way}{shift}{ctrl}{}", key.key)
            }
            other => panic!("not a key: {other:?}"),
        });
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_character_goes_down_and_up() {
        assert_eq!(typed("ab"), "+a -a +b -b");
    }

    #[test]
    fn capitals_are_typed_with_shift_held_over_all_of_them() {
        assert_eq!(typed("xAB!y"), "+x -x +^Shift +^A -^A +^B -^B +^! -^! -Shift +y -y");
        assert_eq!(typed("A"), "+^Shift +^A -^A -Shift");
    }

    #[test]
    fn a_modifier_is_held_to_the_end() {
        assert_eq!(typed("\u{E009}ac"), "+*Control +*a -*a +*c -*c -Control");
    }

    #[test]
    fn the_null_key_lets_go_of_modifiers() {
        assert_eq!(typed("\u{E009}a\u{E000}b"), "+*Control +*a -*a -Control +b -b");
    }

    #[test]
    fn shift_that_the_text_holds_makes_capitals_and_selects() {
        assert_eq!(typed("\u{E008}ab"), "+^Shift +^A -^A +^B -^B -Shift");
        assert_eq!(typed("\u{E008}\u{E012}"), "+^Shift +^ArrowLeft -^ArrowLeft -Shift");
    }

    #[test]
    fn shift_for_a_character_ends_before_a_modifier_of_the_text() {
        assert_eq!(typed("A\u{E009}a"), "+^Shift +^A -^A -Shift +*Control +*a -*a -Control");
    }

    #[test]
    fn what_is_written_with_several_code_points_is_one_key() {
        assert_eq!(typed("e\u{301}"), "+e\u{301} -e\u{301}");
        assert_eq!(typed("\u{1F9A5}\u{1F344}"), "+\u{1F9A5} -\u{1F9A5} +\u{1F344} -\u{1F344}");
        let shrug = "\u{1F937}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}";
        assert_eq!(typed(shrug), format!("+{shrug} -{shrug}"));
    }

    #[test]
    fn line_breaks_and_tabs_are_keys() {
        assert_eq!(typed("a\r\nb\tc\n"), "+a -a +Enter -Enter +b -b +Tab -Tab +c -c +Enter -Enter");
    }

    #[test]
    fn nothing_is_typed_for_nothing() {
        assert_eq!(keystrokes("").count(), 0);
        assert_eq!(keystrokes("\u{E000}").count(), 0);
    }
}
