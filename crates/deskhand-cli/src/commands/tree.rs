//! `deskhand tree`.

use clap::{Args, ValueEnum};
use deskhand_engine::Session;
use deskhand_engine::ports::{Freshness, ReadRequest};
use deskhand_model::{AppSelector, Fields};
use deskhand_schema::{self as schema, Outline, OutlineOptions};

use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::values;

/// Shows a tree.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    /// Application: its name, executable, desktop id or pid
    #[arg(value_parser = values::app)]
    app: String,
    /// Show this many levels below the application
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    depth: Option<usize>,
    /// Show only elements that people operate, and what contains them
    #[arg(long)]
    interactive: bool,
    /// Read these fields of every element
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FIELD,…", conflicts_with = "all")]
    fields: Vec<Field>,
    /// Read every field
    #[arg(long)]
    all: bool,
    /// Stop after this many elements
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 100_000)]
    max_nodes: usize,
}

/// A field of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Field {
    Role,
    Name,
    Description,
    Id,
    States,
    Actions,
    Bounds,
    Value,
    Text,
    Attributes,
    Style,
}

impl From<Field> for Fields {
    fn from(field: Field) -> Fields {
        match field {
            Field::Role => Fields::ROLE,
            Field::Name => Fields::NAME,
            Field::Description => Fields::DESCRIPTION,
            Field::Id => Fields::ID,
            Field::States => Fields::STATES,
            Field::Actions => Fields::ACTIONS,
            Field::Bounds => Fields::BOUNDS,
            Field::Value => Fields::VALUE,
            Field::Text => Fields::TEXT,
            Field::Attributes => Fields::ATTRIBUTES,
            Field::Style => Fields::STYLE,
        }
    }
}

impl Tree {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let fields = self.fields(out.is_json());
        let request = ReadRequest {
            // Which elements people operate shows in their actions and states.
            fields: if self.interactive { fields | Fields::STATES | Fields::ACTIONS } else { fields },
            max_nodes: self.max_nodes.max(1),
            max_depth: self.depth,
            freshness: settings.healing.max_age.map_or(Freshness::default(), Freshness::NoOlderThan),
            ..ReadRequest::default()
        };
        let snapshot = session.tree(&AppSelector::parse(&self.app), &request, settings.timeout).await?;
        let options = OutlineOptions { interactive: self.interactive, depth: self.depth };
        let outline = Outline::new(&snapshot.tree, &options);
        out.answer(
            || schema::Tree::from_snapshot(&snapshot, &outline),
            |palette| output::tree(&snapshot, &outline, fields, palette),
        )
    }

    /// What to read: as asked; else what the form of the answer has room for.
    fn fields(&self, json: bool) -> Fields {
        if self.all {
            return Fields::ALL;
        }
        if self.fields.is_empty() {
            let shown = Fields::ROLE | Fields::NAME | Fields::STATES | Fields::ACTIONS | Fields::VALUE;
            return if json { shown | Fields::BOUNDS } else { shown };
        }
        self.fields.iter().fold(Fields::ROLE, |fields, &field| fields | field.into())
    }
}
