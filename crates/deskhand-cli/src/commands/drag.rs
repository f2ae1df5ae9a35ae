//! `deskhand drag`.

use clap::Args;
use deskhand_engine::{Act, DragTo, Session};
use deskhand_model::Point;

use super::element::{Acted, query};
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Drags an element.
#[derive(Debug, Args)]
pub(crate) struct Drag {
    #[command(flatten)]
    acted: Acted,
    #[command(flatten)]
    end: End,
}

/// Where the drag ends.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct End {
    /// On the element of the same application that matches this query
    #[arg(long, value_name = "QUERY")]
    to: Option<String>,
    /// So far from where it started
    #[arg(long, value_name = "DX,DY", value_parser = values::point, allow_hyphen_values = true)]
    by: Option<Point>,
    /// At this place on the screen
    #[arg(long, value_name = "X,Y", value_parser = values::point, allow_hyphen_values = true)]
    to_point: Option<Point>,
}

impl Drag {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let to = match (&self.end.to, self.end.by, self.end.to_point) {
            (Some(text), _, _) => DragTo::Element(query(text)?),
            (_, Some(by), _) => DragTo::By(by),
            (_, _, point) => DragTo::Screen(point.unwrap_or_default()),
        };
        self.acted.perform(Act::Drag(to), session, settings, out).await
    }
}
