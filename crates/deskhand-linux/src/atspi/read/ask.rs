//! Single questions to single objects.

use deskhand_model::Rect;
use serde::Deserialize;
use zvariant::{Type, Value as Variant};

use crate::atspi::failure::Failure;
use crate::atspi::interfaces::Interface;
use crate::atspi::object::ObjectRef;
use crate::atspi::peer::{ACCESSIBLE, Peer};
use crate::atspi::quirks::CONTEXT_MENU;
use crate::atspi::wire::Message;

const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// One question, one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Ask {
    Children,
    Role,
    Name,
    Description,
    States,
    Interfaces,
    Extents,
    Actions,
    Attributes,
    AccessibleId,
    ValueCurrent,
    ValueMinimum,
    ValueMaximum,
    ValueStep,
    TextLength,
    Text,
    Style,
    UsualStyle,
}

/// Where coordinates start, in the protocol's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Coordinates {
    Screen = 0,
    Window = 1,
}

/// An action as it travels: `(sss)`. Only the name matters; descriptions are for people and translated.
#[derive(Debug, Deserialize, Type)]
struct WireAction<'a> {
    #[serde(borrow)]
    name: &'a str,
    #[serde(borrow)]
    _description: &'a str,
    #[serde(borrow)]
    _keys: &'a str,
}

impl Ask {
    /// Puts the question. `text_length` is what an earlier [`Ask::TextLength`] brought.
    pub(super) async fn put(
        self,
        peer: &Peer,
        object: &ObjectRef,
        text_length: i32,
    ) -> Result<Message, Failure> {
        match self {
            Ask::Children => peer.call(object, ACCESSIBLE, "GetChildren", &()).await,
            Ask::Role => peer.call(object, ACCESSIBLE, "GetRole", &()).await,
            Ask::States => peer.call(object, ACCESSIBLE, "GetState", &()).await,
            Ask::Interfaces => peer.call(object, ACCESSIBLE, "GetInterfaces", &()).await,
            Ask::Attributes => peer.call(object, ACCESSIBLE, "GetAttributes", &()).await,
            Ask::Name => get(peer, object, ACCESSIBLE, "Name").await,
            Ask::Description => get(peer, object, ACCESSIBLE, "Description").await,
            Ask::AccessibleId => get(peer, object, ACCESSIBLE, "AccessibleId").await,
            Ask::Extents => {
                let space =
                    if peer.quirks.window_coordinates { Coordinates::Window } else { Coordinates::Screen };
                peer.call(object, Interface::Component.name(), "GetExtents", &(space as u32)).await
            }
            Ask::Actions if peer.quirks.actions_lack_names => {
                peer.call(object, Interface::Action.name(), "GetName", &0i32).await
            }
            Ask::Actions => peer.call(object, Interface::Action.name(), "GetActions", &()).await,
            Ask::ValueCurrent => get(peer, object, Interface::Value.name(), "CurrentValue").await,
            Ask::ValueMinimum => get(peer, object, Interface::Value.name(), "MinimumValue").await,
            Ask::ValueMaximum => get(peer, object, Interface::Value.name(), "MaximumValue").await,
            Ask::ValueStep => get(peer, object, Interface::Value.name(), "MinimumIncrement").await,
            Ask::TextLength => get(peer, object, Interface::Text.name(), "CharacterCount").await,
            Ask::Text => peer.call(object, Interface::Text.name(), "GetText", &(0i32, text_length)).await,
            Ask::Style => {
                // Where defaults have another unit, they are asked for by themselves.
                let with_defaults = !peer.quirks.default_sizes_in_pixels;
                peer.call(object, Interface::Text.name(), "GetAttributeRun", &(0i32, with_defaults)).await
            }
            Ask::UsualStyle => peer.call(object, Interface::Text.name(), "GetDefaultAttributes", &()).await,
        }
    }
}

async fn get(peer: &Peer, object: &ObjectRef, interface: &str, name: &str) -> Result<Message, Failure> {
    peer.call(object, PROPERTIES, "Get", &(interface, name)).await
}

/// The text in a property reply. Some toolkits answer with a bare string instead of a variant.
pub(super) fn text_in(reply: &Message) -> Option<String> {
    let body = reply.body();
    if let Ok(text) = body.deserialize::<&str>() {
        return Some(text.to_owned());
    }
    match body.deserialize::<Variant<'_>>().ok()? {
        Variant::Str(text) => Some(text.as_str().to_owned()),
        _ => None,
    }
}

/// The number in a property reply.
pub(super) fn number_in(reply: &Message) -> Option<f64> {
    let body = reply.body();
    match body.deserialize::<Variant<'_>>().ok()? {
        Variant::F64(number) => Some(number),
        Variant::I32(number) => Some(f64::from(number)),
        Variant::U32(number) => Some(f64::from(number)),
        Variant::I64(number) => Some(number as f64),
        _ => None,
    }
}

/// The states in a `GetState` reply, as one 64-bit set.
pub(super) fn states_in(reply: &Message) -> Option<u64> {
    let words: Vec<u32> = reply.body().deserialize().ok()?;
    Some(join_states(&words))
}

/// Two 32-bit words as one 64-bit set.
pub(in crate::atspi) fn join_states(words: &[u32]) -> u64 {
    let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
    word(0) | word(1) << 32
}

/// The rectangle in a `GetExtents` reply. What has no place on the screen is told as extreme positions (GTK 3), as
/// an empty rectangle (GTK 4, Qt) or with negative sizes; none of these is a rectangle.
pub(super) fn extents_in(reply: &Message) -> Option<Rect> {
    let (x, y, width, height): (i32, i32, i32, i32) = reply.body().deserialize().ok()?;
    place_of(x, y, width, height)
}

fn place_of(x: i32, y: i32, width: i32, height: i32) -> Option<Rect> {
    let rect = Rect::new(x, y, u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    (x != i32::MIN && y != i32::MIN && !rect.is_empty()).then_some(rect)
}

/// The names in a `GetActions` reply, or in a `GetName` reply of a toolkit that tells them only there.
pub(super) fn action_names_in(reply: &Message) -> Option<Vec<String>> {
    let body = reply.body();
    if let Ok(first) = body.deserialize::<&str>() {
        let rest = (first != CONTEXT_MENU).then_some(CONTEXT_MENU);
        return Some(std::iter::once(first).chain(rest).map(str::to_owned).collect());
    }
    let actions: Vec<WireAction<'_>> = body.deserialize().ok()?;
    Some(actions.into_iter().map(|action| action.name.to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_toolkits_say_of_hidden_things_is_no_place() {
        assert_eq!(place_of(i32::MIN, i32::MIN, 1, 1), None, "GTK 3");
        assert_eq!(place_of(0, 0, 0, 0), None, "Qt");
        assert_eq!(place_of(5, 5, -1, 10), None);
        assert_eq!(place_of(-5, 5, 10, 10), Some(Rect::new(-5, 5, 10, 10)));
    }

    #[test]
    fn state_words_join_low_word_first() {
        assert_eq!(join_states(&[1, 2]), 1 | 2 << 32);
        assert_eq!(join_states(&[1]), 1);
        assert_eq!(join_states(&[]), 0);
    }
}
