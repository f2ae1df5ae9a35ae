//! Queries as they are written.

use deskhand_model::{self as model, Error, Query, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryText {
    /// The query.
    pub text: String,
    /// Its notation; recognised by its form when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Notation>,
}

impl From<&Query> for QueryText {
    fn from(query: &Query) -> QueryText {
        let text = query.source().to_owned();
        let recognised = Query::parse(&text).is_ok_and(|read| read.notation() == query.notation());
        QueryText { notation: (!recognised).then(|| query.notation().into()), text }
    }
}

impl TryFrom<QueryText> for Query {
    type Error = Error;

    fn try_from(query: QueryText) -> Result<Query> {
        Ok(match query.notation {
            None => Query::parse(&query.text)?,
            Some(notation) => Query::parse_as(notation.into(), &query.text)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::ErrorKind;

    use super::*;

    #[test]
    fn a_notation_is_written_only_where_the_form_does_not_tell_it() {
        for (query, json) in [
            (Query::parse("Save"), r#"{"text":"Save"}"#),
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
        let error = Query::try_from(QueryText { text: "//buton".to_owned(), notation: None }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidQuery);
        assert!(error.message().starts_with("at character 3"), "{error}");
    }
}
