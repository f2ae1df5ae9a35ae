//! Queries as they are written.

use deskhand_model::{self as model, Error, Handle, Query, Result, Role, UnknownRole, did_you_mean};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::invalid;

/// The notation of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Notation {
    Plain,
    Fields,
    Css,
    XPath,
}

impl From<model::Notation> for Notation {
    fn from(notation: model::Notation) -> Notation {
        match notation {
            model::Notation::Plain => Notation::Plain,
            model::Notation::Fields => Notation::Fields,
            model::Notation::Css => Notation::Css,
            model::Notation::XPath => Notation::XPath,
        }
    }
}

impl From<Notation> for model::Notation {
    fn from(notation: Notation) -> model::Notation {
        match notation {
            Notation::Plain => model::Notation::Plain,
            Notation::Fields => model::Notation::Fields,
            Notation::Css => model::Notation::Css,
            Notation::XPath => model::Notation::XPath,
        }
    }
}

/// A query as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryText {
    /// The query.
    pub text: String,
    /// Its notation; recognised by its form when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Notation>,
    /// The description that counts instead of the text, which is then only for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Description>,
    /// Only elements in these windows: the top-level elements with these references.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<Vec<String>>,
}

/// An element as other people's contracts describe it; everything that is given must be true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Description {
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its name, or a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What counts as one match.
    #[serde(default, skip_serializing_if = "Counting::is_usual")]
    pub counting: Counting,
}

/// What counts as one match of a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// A widget with what is in it.
    #[default]
    Widgets,
    /// Every element that fits; the only one with the label as its whole name still wins.
    Elements,
    /// Every element that fits, and no name wins.
    All,
}

impl Counting {
    fn is_usual(&self) -> bool {
        *self == Counting::Widgets
    }
}

impl From<model::Counting> for Counting {
    fn from(counting: model::Counting) -> Counting {
        match counting {
            model::Counting::Widgets => Counting::Widgets,
            model::Counting::Elements => Counting::Elements,
            model::Counting::All => Counting::All,
        }
    }
}

impl From<Counting> for model::Counting {
    fn from(counting: Counting) -> model::Counting {
        match counting {
            Counting::Widgets => model::Counting::Widgets,
            Counting::Elements => model::Counting::Elements,
            Counting::All => model::Counting::All,
        }
    }
}

impl From<&model::Description> for Description {
    fn from(description: &model::Description) -> Description {
        Description {
            role: description.role.map(|role| role.name().to_owned()),
            label: description.label.clone(),
            id: description.id.clone(),
            counting: description.counting.into(),
        }
    }
}

impl TryFrom<Description> for model::Description {
    type Error = Error;

    fn try_from(description: Description) -> Result<model::Description> {
        Ok(model::Description {
            role: description.role.as_deref().map(role).transpose()?,
            label: description.label,
            id: description.id,
            counting: description.counting.into(),
        })
    }
}

impl From<&Query> for QueryText {
    fn from(query: &Query) -> QueryText {
        let handles = |windows: &[Handle]| windows.iter().map(|handle| handle.as_str().to_owned()).collect();
        let told = QueryText {
            text: query.source().to_owned(),
            notation: None,
            description: query.description().map(Description::from),
            inside: query.windows().map(handles),
        };
        let recognised = || Query::parse(&told.text).is_ok_and(|read| read.notation() == query.notation());
        let notation = (told.description.is_none() && !recognised()).then(|| query.notation().into());
        QueryText { notation, ..told }
    }
}

impl TryFrom<QueryText> for Query {
    type Error = Error;

    fn try_from(query: QueryText) -> Result<Query> {
        let read = match (query.description, query.notation) {
            (Some(description), _) => Query::describing(description.try_into()?),
            (None, None) => Query::parse(&query.text)?,
            (None, Some(notation)) => Query::parse_as(notation.into(), &query.text)?,
        };
        Ok(match query.inside {
            Some(windows) => read.inside(windows.into_iter().map(Handle::new)),
            None => read,
        })
    }
}

/// The role that somebody means by this name.
pub(super) fn role(name: &str) -> Result<Role> {
    name.parse().map_err(|UnknownRole { text, nearest }| {
        invalid(format!("There is no role `{text}`{}", did_you_mean(&nearest)))
    })
}

#[cfg(test)]
mod tests {
    use deskhand_model::ErrorKind;

    use super::*;

    fn saving() -> Query {
        let label = Some("Save".to_owned());
        Query::describing(model::Description { role: Some(Role::Button), label, ..Default::default() })
    }

    #[test]
    fn a_query_reads_back_and_its_notation_is_written_only_where_the_form_does_not_tell_it() {
        for (query, json) in [
            (Query::parse("Save"), r#"{"text":"Save"}"#),
            (
                Ok(saving()),
                r#"{"text":"role:button label~\"Save\"","description":{"role":"button","label":"Save"}}"#,
            ),
            (
                Ok(saving().inside([Handle::new("w")])),
                r#"{"text":"role:button label~\"Save\"","description":{"role":"button","label":"Save"},"inside":["w"]}"#,
            ),
            (
                Ok(Query::describing(model::Description {
                    counting: model::Counting::All,
                    ..Default::default()
                })),
                r#"{"text":"*","description":{"counting":"all"}}"#,
            ),
            (Query::parse("Save").map(|query| query.inside([])), r#"{"text":"Save","inside":[]}"#),
            (Query::parse("css=button"), r#"{"text":"css=button"}"#),
            (Query::parse("//button"), r#"{"text":"//button"}"#),
            (Query::parse_as(model::Notation::Css, "button"), r#"{"text":"button","notation":"css"}"#),
            (
                Query::parse_as(model::Notation::Plain, "//button"),
                r#"{"text":"//button","notation":"plain"}"#,
            ),
        ] {
            let query = query.unwrap();
            let written = serde_json::to_string(&QueryText::from(&query)).unwrap();
            assert_eq!(written, json);
            let read = Query::try_from(serde_json::from_str::<QueryText>(json).unwrap()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{query:?}"));
        }
    }

    #[test]
    fn every_notation_is_called_as_the_model_calls_it() {
        for &notation in model::Notation::ALL {
            assert_eq!(serde_json::to_value(Notation::from(notation)).unwrap(), notation.name());
            assert_eq!(model::Notation::from(Notation::from(notation)), notation);
        }
    }

    #[test]
    fn a_malformed_query_says_where() {
        let error =
            Query::try_from(QueryText { text: "//buton".to_owned(), ..QueryText::default() }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidQuery);
        assert!(error.message().starts_with("at character 3"), "{error}");
    }
}
