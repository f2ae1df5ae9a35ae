//! `deskhand schema`.

use clap::Args;
use deskhand_model::{Error, ErrorKind, did_you_mean, nearest_names};
use deskhand_schema::published;

use crate::failure::Result;
use crate::output::Output;

/// Prints JSON Schemas.
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The `kind` of the document; lists them when not given
    kind: Option<String>,
}

impl Schema {
    pub(crate) fn run(self, out: &mut Output) -> Result<()> {
        let all = published();
        let kinds: Vec<&str> = all.iter().map(|one| one.kind).collect();
        let Some(kind) = &self.kind else {
            return if out.is_json() { out.document(&kinds) } else { out.lines(&kinds.join("\n")) };
        };
        match all.iter().find(|one| one.kind == kind) {
            Some(one) if out.is_json() => out.document(&one.schema),
            Some(one) => out.lines(&format!("{:#}", one.schema)),
            None => {
                let near = nearest_names(kind, kinds.iter().copied(), 3);
                let message = format!("there is no document of kind `{kind}`{}", did_you_mean(&near));
                Err(Error::new(ErrorKind::InvalidArgument, message)
                    .hint(format!("Kinds: {}.", kinds.join(", ")))
                    .into())
            }
        }
    }
}
