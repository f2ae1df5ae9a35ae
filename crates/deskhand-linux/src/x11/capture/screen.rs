//! Pictures of the screen as it is seen.

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Rect};
use x11rb::protocol::xproto::{ConnectionExt as _, Drawable, ImageFormat, Visualid};

use super::super::display::Display;
use super::super::fault::Outcome;
use super::pixels::Format;

/// A part of the screen, or all of it.
pub(super) fn screen(display: &Display, part: Option<Rect>) -> Outcome<Image> {
    let geometry = display.conn().get_geometry(display.root())?.reply()?;
    let whole = Rect::new(0, 0, geometry.width.into(), geometry.height.into());
    let part = part.unwrap_or(whole);
    let visible = part.intersection(whole).ok_or_else(|| {
        let (Rect { x, y, width, height }, screen) = (part, whole.size());
        Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "nothing of {width} x {height} pixels at ({x}, {y}) is on the screen of {} x {}",
                screen.width, screen.height
            ),
        )
    })?;
    read(display, display.root(), display.screen().root_visual, visible)
}

/// Reads the pixels of `part` of something drawable, which must lie within it.
pub(super) fn read(display: &Display, drawable: Drawable, visual: Visualid, part: Rect) -> Outcome<Image> {
    let [x, y] = [part.x, part.y].map(|at| i16::try_from(at).unwrap_or(i16::MAX));
    let [width, height] = [part.width, part.height].map(|size| u16::try_from(size).unwrap_or(u16::MAX));
    let reply =
        display.conn().get_image(ImageFormat::Z_PIXMAP, drawable, x, y, width, height, u32::MAX)?.reply()?;
    let format = Format::of(display, reply.depth, visual)?;
    Ok(format.image(&reply.data, width.into(), height.into())?)
}
