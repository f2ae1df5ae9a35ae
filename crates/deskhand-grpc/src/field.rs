//! The fields of a window that `filter` and `order_by` know.

use std::borrow::Cow;

use deskhand_model::{Rect, Window, Workspace, did_you_mean, nearest_names};

use crate::name::WindowName;
use crate::wire;

/// A field.
#[derive(Debug)]
pub(crate) struct Field {
    /// As requests write it.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) holds: Holds,
    read: fn(&Window) -> Value<'_>,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Number,
    Flag,
    /// One of the kinds of windows, read as its number on the wire.
    Kind,
}

/// What a field of one window holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value<'a> {
    /// Nothing; before everything else in every order.
    Absent,
    Flag(bool),
    Number(i64),
    Text(Cow<'a, str>),
}

impl Holds {
    /// The signs that it can be compared with, for people.
    pub(crate) fn signs(self) -> &'static str {
        match self {
            Holds::Text | Holds::Number => "= != < <= > >= or :",
            Holds::Flag | Holds::Kind => "= != or :",
        }
    }
}

impl Field {
    /// The field with this name; the error says which there are.
    pub(crate) fn named(name: &str) -> Result<&'static Field, String> {
        FIELDS.iter().find(|field| field.name == name).ok_or_else(|| {
            let names = || FIELDS.iter().map(|field| field.name);
            format!(
                "there is no field `{}`{} (fields: {})",
                name.escape_debug(),
                did_you_mean(&nearest_names(name, names(), 1)),
                names().collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// What it holds for this window.
    pub(crate) fn of<'a>(&self, window: &'a Window) -> Value<'a> {
        (self.read)(window)
    }
}

const fn field(name: &'static str, holds: Holds, read: fn(&Window) -> Value<'_>) -> Field {
    Field { name, holds, read }
}

const FIELDS: &[Field] = &[
    field("name", Holds::Text, |window| Value::Text(WindowName::of(window).to_string().into())),
    field("title", Holds::Text, |window| Value::Text(Cow::Borrowed(&window.title))),
    field("bundle_id", Holds::Text, |window| Value::Text(Cow::Borrowed(&window.app))),
    field("pid", Holds::Number, |window| Value::Number(window.pid.unwrap_or(0).into())),
    field("kind", Holds::Kind, |window| Value::Number(i64::from(wire::kind(window.kind) as i32))),
    field("z_index", Holds::Number, |window| Value::Number(window.z_index.into())),
    field("visible", Holds::Flag, |window| Value::Flag(window.is_visible())),
    field("minimized", Holds::Flag, |window| Value::Flag(window.minimized)),
    field("focused", Holds::Flag, |window| Value::Flag(window.focused)),
    field("maximized", Holds::Flag, |window| Value::Flag(window.maximized)),
    field("fullscreen", Holds::Flag, |window| Value::Flag(window.fullscreen)),
    field("modal", Holds::Flag, |window| Value::Flag(window.modal)),
    field("workspace", Holds::Number, |window| match window.workspace {
        Some(Workspace::Number(number)) => Value::Number(number.into()),
        Some(Workspace::All) | None => Value::Absent,
    }),
    field("on_all_workspaces", Holds::Flag, |window| Value::Flag(window.workspace == Some(Workspace::All))),
    field("bounds.x", Holds::Number, |window| number(window, |bounds| bounds.x.into())),
    field("bounds.y", Holds::Number, |window| number(window, |bounds| bounds.y.into())),
    field("bounds.width", Holds::Number, |window| number(window, |bounds| bounds.width.into())),
    field("bounds.height", Holds::Number, |window| number(window, |bounds| bounds.height.into())),
];

fn number(window: &Window, part: fn(Rect) -> i64) -> Value<'static> {
    Value::Number(part(window.outer()))
}

#[cfg(test)]
mod tests {
    use prost::Message;
    use prost_types::FileDescriptorSet;

    use super::*;
    use crate::v1;

    #[test]
    fn every_field_is_one_of_the_message() {
        let files = FileDescriptorSet::decode(v1::DESCRIPTORS).unwrap();
        let messages: Vec<_> = files.file.iter().flat_map(|file| &file.message_type).collect();
        let has = |message: &str, field: &str| {
            let message = messages.iter().find(|one| one.name() == message).unwrap();
            message.field.iter().any(|one| one.name() == field)
        };
        for field in FIELDS {
            let there = match field.name.split_once('.') {
                Some(("bounds", part)) => has("Bounds", part),
                _ => has("Window", field.name),
            };
            assert!(there, "{}", field.name);
        }
    }

    #[test]
    fn an_unknown_field_names_the_known_ones() {
        let error = Field::named("titel").unwrap_err();
        assert!(error.contains("did you mean `title`?") && error.contains("bundle_id, pid, kind"), "{error}");
    }
}
