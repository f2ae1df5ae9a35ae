//! `deskhand get`.

use clap::{Args, ValueEnum};
use deskhand_engine::Element;
use deskhand_model::{Action, State, TextStyle};
use deskhand_schema::{self as schema, App, Found};
use serde_json::json;

use super::element::{Nth, Target};
use crate::connect::Connected;
use crate::failure::Result;
use crate::output::{self, Output, escape_lines};
use crate::settings::Settings;
use crate::values::rect_text;

/// Reads one thing of an element.
#[derive(Debug, Args)]
pub(crate) struct Get {
    #[command(flatten)]
    target: Target,
    /// What to read
    #[arg(value_enum, default_value_t = Property::Text)]
    property: Property,
    #[command(flatten)]
    nth: Nth,
}

/// What can be read of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Property {
    /// Its text content, or its name when it has no text of its own
    Text,
    /// What a person would call it
    Name,
    /// Its role
    Role,
    /// Its role in the platform's own words
    PlatformRole,
    /// Longer explanation
    Description,
    /// Identifier set by the developer
    Id,
    /// Its number
    Value,
    /// What is true of it now
    States,
    /// What it lets one do
    Actions,
    /// Where it is on the screen: X,Y,WIDTH,HEIGHT
    Bounds,
    /// Where it is in its window: X,Y,WIDTH,HEIGHT
    WindowBounds,
    /// How its text looks: font, size, weight and colour
    Style,
    /// Everything else that the toolkit tells
    Attributes,
    /// The way to it, from its window down
    Path,
}

impl Property {
    const fn name(self) -> &'static str {
        match self {
            Property::Text => "text",
            Property::Name => "name",
            Property::Role => "role",
            Property::PlatformRole => "platform_role",
            Property::Description => "description",
            Property::Id => "id",
            Property::Value => "value",
            Property::States => "states",
            Property::Actions => "actions",
            Property::Bounds => "bounds",
            Property::WindowBounds => "window_bounds",
            Property::Style => "style",
            Property::Attributes => "attributes",
            Property::Path => "path",
        }
    }
}

impl Get {
    pub(crate) async fn run(
        self,
        connected: &Connected,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let locator = self.target.locator(self.nth.nth)?;
        let field = self.property.name();
        if self.property == Property::Text {
            let text = connected.session.text(&locator, settings.timeout).await?;
            let healed = connected.healed();
            output::note_heal(healed.as_deref(), out);
            let shown = if out.is_terminal() { escape_lines(&text) } else { text.clone() };
            return out.answer(
                || schema::Reading {
                    field,
                    value: Some(text.into()),
                    app: None,
                    element: None,
                    healed: healed.as_deref().map(schema::Heal::from),
                },
                |_| shown + "\n",
            );
        }
        let element = connected.session.find(&locator, settings.timeout).await?;
        output::note_heal(element.healed.as_deref(), out);
        let terminal = out.is_terminal();
        out.answer(
            || {
                let found = Found::from(&element);
                let value = json!(found).get(field).cloned();
                schema::Reading {
                    field,
                    value,
                    app: Some(App::from(&element.app)),
                    healed: found.healed.clone(),
                    element: Some(found),
                }
            },
            |_| {
                let text = plain(&element, self.property);
                if terminal { escape_lines(&text) } else { text }
            },
        )
    }
}

/// The bare answer, for scripts: one thing per line.
fn plain(element: &Element, property: Property) -> String {
    let data = &element.data;
    let lines: Vec<String> = match property {
        Property::Text => data.text.iter().map(ToString::to_string).collect(),
        Property::Name => vec![data.name.to_string()],
        Property::Role => vec![data.role.to_string()],
        Property::PlatformRole => vec![data.platform_role.to_string()],
        Property::Description => vec![data.description.to_string()],
        Property::Id => vec![data.id.to_string()],
        Property::Value => data.value.iter().map(|value| value.current.to_string()).collect(),
        Property::States => data.states.iter().map(State::name).map(str::to_owned).collect(),
        Property::Actions => data.actions.iter().map(Action::name).map(str::to_owned).collect(),
        Property::Bounds => data.bounds.into_iter().map(rect_text).collect(),
        Property::WindowBounds => data.window_bounds.into_iter().map(rect_text).collect(),
        Property::Style => data.style.iter().flat_map(style_lines).collect(),
        Property::Attributes => data.attributes.iter().map(|(key, value)| format!("{key}={value}")).collect(),
        Property::Path => vec![Found::from(element).path],
    };
    lines.join("\n")
}

/// What is known of a style, called as in our JSON.
fn style_lines(style: &TextStyle) -> Vec<String> {
    let parts = [
        style.font_family.as_ref().map(|family| format!("font_family={family}")),
        style.font_size.map(|size| format!("font_size={size}")),
        style.font_weight.map(|weight| format!("font_weight={}", weight.name())),
        style.color.map(|color| format!("color={color}")),
    ];
    parts.into_iter().flatten().collect()
}
