//! Where things are, for the API of the other plugin: our own has no need to tell.

use deskhand_page::{Fault, FaultKind, PageRect, Place, ViewId};
use gtk::prelude::*;

use super::desk::Desk;
use super::hands;

/// How far the inside of a view's window is from its outer left and top.
pub(crate) fn inset(desk: &Desk, view: &ViewId) -> Result<(f64, f64), Fault> {
    let no_window = || Fault::new(FaultKind::NoView, format!("The view '{view}' is in no window"));
    let window = desk.view(view)?.toplevel().ok_or_else(no_window)?;
    let surface = window.window().ok_or_else(no_window)?;
    let (outer, (_, left, top)) = (surface.frame_extents(), surface.origin());
    Ok((f64::from(left - outer.x()), f64::from(top - outer.y())))
}

/// Where in its view a rectangle of a document is.
pub(crate) async fn in_view(desk: &Desk, place: &Place, part: PageRect) -> Result<PageRect, Fault> {
    Ok(hands::origin(desk, place).await?.rectangle(part))
}
