//! From text to strokes.

use std::collections::HashMap;

use deskhand_model::{Error, ErrorKind};
use xkeysym::{Keysym, key};

use super::keymap::{Keymap, Stroke};

/// Strokes that can be made without changing the layout in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    /// Symbols to put on spare keys beforehand.
    pub(super) bindings: Vec<(u8, Keysym)>,
    /// Then these, in order.
    pub(super) strokes: Vec<Stroke>,
}

/// How to type `text` on this layout. Characters that the layout lacks go onto its spare keys, as many at a time
/// as there are.
pub(super) fn plan(text: &str, layout: &Keymap) -> Result<Vec<Batch>, Error> {
    let spares = layout.spare_keys();
    let mut batches = vec![Batch::default()];
    let mut bound: HashMap<Keysym, u8> = HashMap::new();
    let mut known: HashMap<char, Option<Stroke>> = HashMap::new();
    let mut before = None;
    for (index, character) in text.chars().enumerate() {
        let follows_return = before.replace(character) == Some('\r');
        if character == '\n' && follows_return {
            continue;
        }
        let on_layout = *known.entry(character).or_insert_with(|| stroke_on(layout, character));
        let stroke = match on_layout {
            Some(stroke) => stroke,
            None => {
                let symbol = symbol_for(character).ok_or_else(|| not_typable(character, index))?;
                let keycode = match bound.get(&symbol) {
                    Some(&keycode) => keycode,
                    None => {
                        if bound.len() == spares.len() {
                            bound.clear();
                            batches.push(Batch::default());
                        }
                        let &keycode = spares.get(bound.len()).ok_or_else(no_spare_key)?;
                        bound.insert(symbol, keycode);
                        if let Some(batch) = batches.last_mut() {
                            batch.bindings.push((keycode, symbol));
                        }
                        keycode
                    }
                };
                Stroke { keycode, modifiers: 0 }
            }
        };
        if let Some(batch) = batches.last_mut() {
            batch.strokes.push(stroke);
        }
    }
    Ok(batches)
}

/// The stroke for one symbol, with the binding that it needs on a layout that lacks it.
pub(super) fn plan_symbol(symbol: Keysym, layout: &Keymap) -> Result<Batch, Error> {
    if let Some(stroke) = layout.stroke(symbol) {
        return Ok(Batch { bindings: Vec::new(), strokes: vec![stroke] });
    }
    let &keycode = layout.spare_keys().first().ok_or_else(no_spare_key)?;
    Ok(Batch { bindings: vec![(keycode, symbol)], strokes: vec![Stroke { keycode, modifiers: 0 }] })
}

fn stroke_on(layout: &Keymap, character: char) -> Option<Stroke> {
    match control_key(character) {
        Some(symbol) => layout.stroke(symbol),
        None => layout.stroke_for_char(character),
    }
}

/// Keys whose effect is a control character.
fn control_key(character: char) -> Option<Keysym> {
    let symbol = match character {
        '\n' | '\r' => key::Return,
        '\t' => key::Tab,
        '\u{8}' => key::BackSpace,
        '\u{1b}' => key::Escape,
        '\u{7f}' => key::Delete,
        _ => return None,
    };
    Some(Keysym::new(symbol))
}

/// The symbol of a character in the form that every toolkit reads: the number of the character itself, rather
/// than the older tables for single scripts.
fn symbol_for(character: char) -> Option<Keysym> {
    if let Some(symbol) = control_key(character) {
        return Some(symbol);
    }
    let number = u32::from(character);
    match number {
        _ if character.is_control() => None,
        0x20..=0xff => Some(Keysym::new(number)),
        _ => Some(Keysym::new(0x0100_0000 | number)),
    }
}

fn not_typable(character: char, index: usize) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("no key types U+{:04X}, the character at position {index} of the text", u32::from(character)),
    )
    .hint("control characters other than newline, tab, backspace, escape and delete cannot be typed")
}

fn no_spare_key() -> Error {
    Error::new(
        ErrorKind::ActionUnsupported,
        "the text has characters that are not on the keyboard layout, and the layout has no unused key for them",
    )
    .hint("set the element's value instead, or paste the text from the clipboard")
}

#[cfg(test)]
mod tests {
    use super::super::keymap::tests::layout;
    use super::*;

    fn unicode(character: char) -> Keysym {
        Keysym::new(0x0100_0000 | u32::from(character))
    }

    #[test]
    fn text_on_the_layout_is_one_batch_without_bindings() {
        let batches = plan("aA!@\n\t", &layout()).unwrap();
        assert_eq!(batches.len(), 1);
        assert_eq!(batches[0].bindings, []);
        let keys: Vec<_> = batches[0].strokes.iter().map(|stroke| stroke.keycode).collect();
        assert_eq!(keys, [10, 10, 11, 12, 19, 20]);
    }

    #[test]
    fn characters_that_the_layout_lacks_share_the_spare_keys() {
        let batches = plan("€a漢€🙂", &layout()).unwrap();
        assert_eq!(batches.len(), 2);
        assert_eq!(batches[0].bindings, [(17, unicode('€')), (18, unicode('漢'))]);
        assert_eq!(
            batches[0].strokes.iter().map(|stroke| stroke.keycode).collect::<Vec<_>>(),
            [17, 10, 18, 17]
        );
        assert_eq!(batches[1].bindings, [(17, unicode('🙂'))]);
    }

    #[test]
    fn a_line_end_of_two_characters_is_one_return() {
        assert_eq!(plan("\r\n\n\r", &layout()).unwrap()[0].strokes.len(), 3);
    }

    #[test]
    fn a_control_character_is_refused_with_its_position() {
        let error = plan("ab\u{1}", &layout()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("U+0001") && error.message().contains("position 2"), "{error}");
    }

    #[test]
    fn without_spare_keys_only_the_layout_can_be_typed() {
        let mut layout = layout();
        layout.keys.truncate(7);
        assert!(plan("aA", &layout).is_ok());
        assert_eq!(plan("a€", &layout).unwrap_err().kind(), ErrorKind::ActionUnsupported);
        assert_eq!(plan_symbol(Keysym::F13, &layout).unwrap_err().kind(), ErrorKind::ActionUnsupported);
    }

    #[test]
    fn a_named_key_that_the_layout_lacks_goes_onto_a_spare_one() {
        let batch = plan_symbol(Keysym::F13, &layout()).unwrap();
        assert_eq!(batch.bindings, [(17, Keysym::F13)]);
    }
}
