//! Reading trees.

use deskhand_engine::ports::{Freshness, ReadRequest};
use deskhand_model::{Fields, Result, Role, did_you_mean, nearest_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::query::role;
use super::{AppRef, Milliseconds, Timed, invalid};

/// Asks for an application's tree. The answer is a `snapshot`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TreeRequest {
    /// Of which application.
    pub app: AppRef,
    /// Fields that must be known of every node, by name; those that a snapshot shows when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<String>>,
    /// Only nodes of these roles are wanted; others and their ancestors may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_roles: Option<Vec<String>>,
    /// Together with `only_roles`: only nodes of exactly this name are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_name: Option<String>,
    /// Stop after this many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<usize>,
    /// Do not open nodes at this depth; the application itself is at depth 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<usize>,
    /// The application is read, unless a full reading is no older than this; what it has told of its changes counts
    /// when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age_ms: Option<Milliseconds>,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}

impl TreeRequest {
    /// Asks for this of that application.
    pub fn new(app: AppRef, request: &ReadRequest, time: Timed) -> TreeRequest {
        let names = |roles: &Vec<Role>| roles.iter().map(|role| role.name().to_owned()).collect();
        TreeRequest {
            app,
            fields: Some(request.fields.names().map(str::to_owned).collect()),
            only_roles: request.only_roles.as_ref().map(names),
            only_name: request.only_name.clone(),
            max_nodes: Some(request.max_nodes),
            max_depth: request.max_depth,
            max_age_ms: match request.freshness {
                Freshness::NoOlderThan(age) => Some(age.into()),
                Freshness::Told | Freshness::Current => None,
            },
            time,
        }
    }

    /// What to read.
    pub fn read_request(&self) -> Result<ReadRequest> {
        let usual = ReadRequest::default();
        Ok(ReadRequest {
            fields: self.fields.as_deref().map_or(Ok(usual.fields), read_fields)?,
            only_roles: self
                .only_roles
                .as_ref()
                .map(|names| names.iter().map(|name| role(name)).collect())
                .transpose()?,
            only_name: self.only_name.clone(),
            max_nodes: self.max_nodes.unwrap_or(usual.max_nodes),
            max_depth: self.max_depth,
            freshness: match self.max_age_ms {
                Some(age) => Freshness::NoOlderThan(age.try_into()?),
                None => Freshness::default(),
            },
        })
    }
}

fn read_fields(names: &[String]) -> Result<Fields> {
    names.iter().try_fold(Fields::NONE, |all, name| match Fields::parse(name) {
        Some(field) => Ok(all | field),
        None => {
            let near = nearest_names(name, Fields::ALL.names(), 2);
            Err(invalid(format!("There is no field `{name}`{}", did_you_mean(&near))))
        }
    })
}
