//! Elements, as found by a query.

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, Body, Element, Heal};

/// An element with its place in the tree.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Found {
    /// The way to it, from its window down.
    pub path: String,
    /// What is known of it.
    #[serde(flatten)]
    pub element: Element,
    /// What healing did, when the query did not match as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
}

impl From<&engine::Element> for Found {
    fn from(element: &engine::Element) -> Found {
        Found {
            path: model::Candidate::describe(&element.tree, element.id, 1.0).path,
            element: Element::from(&element.data),
            healed: element.healed.as_deref().map(Heal::from),
        }
    }
}

/// The elements that match a query.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Elements {
    /// The application that was searched.
    pub app: App,
    /// The query as it was written.
    pub query: String,
    /// The matches, in tree order.
    pub elements: Vec<Found>,
    /// Whether the tree that was searched lacks part of the application's content.
    pub truncated: bool,
}

impl Body for Elements {
    const KIND: &'static str = "elements";
}

impl Elements {
    /// What a search for several found.
    pub fn from_found(query: &model::Query, found: &engine::Found) -> Elements {
        Elements {
            app: App::from(&found.snapshot.app),
            query: query.source().to_owned(),
            elements: found.elements.iter().map(Found::from).collect(),
            truncated: found.snapshot.tree.gaps().is_truncated(),
        }
    }

    /// The one that a strict search found.
    pub fn from_element(query: &model::Query, element: &engine::Element) -> Elements {
        Elements {
            app: App::from(&element.app),
            query: query.source().to_owned(),
            elements: vec![Found::from(element)],
            truncated: element.tree.gaps().is_truncated(),
        }
    }
}
