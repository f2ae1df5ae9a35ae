//! Where things are, for the API of the other plugin: our own has no need to tell.

use deskhand_page::{Fault, PageRect, Place, ViewId};

use super::desk::Desk;
use super::hands;
use crate::engine::Housing;

/// How far the inside of a view's window is from its outer left and top.
pub(crate) fn inset(desk: &Desk, view: &ViewId) -> Result<(f64, f64), Fault> {
    Ok(Housing::of(&*desk.view(view)?)?.inset())
}

/// Where in its view a rectangle of a document is.
pub(crate) async fn in_view(desk: &Desk, place: &Place, part: PageRect) -> Result<PageRect, Fault> {
    Ok(hands::origin(desk, place).await?.rectangle(part))
}
