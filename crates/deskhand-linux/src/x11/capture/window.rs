//! Pictures of one window, also where others cover it.
//!
//! An X server without a compositing manager keeps no pixels of what is covered. The Composite extension makes it
//! keep a window's pixels apart from the screen ("redirected"):
//!
//! 1. The window is redirected already, by a compositing manager or by an earlier picture: its pixels are read.
//! 2. It is not, but nothing covers it: its pixels are on the screen.
//! 3. It is covered: it is redirected now. The server then asks the application to paint all of it, so the picture
//!    is taken when the application has done so. An application that does not react would give a picture of
//!    nothing but background; that is an error instead.
//!
//! A window that was redirected stays so until the connection ends; the next picture of it is of the first kind.
//! A window that is not mapped (minimised, or on a workspace that is not shown) has no pixels anywhere.

use std::time::{Duration, Instant};

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Rect, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::damage::{ConnectionExt as _, ReportLevel};
use x11rb::protocol::xproto::{
    ConnectionExt as _, GetWindowAttributesReply, MapState, Pixmap, Visualid, Window, WindowClass,
};

use super::super::display::Display;
use super::super::fault::{Outcome, if_granted, if_there};
use super::super::ping::{Ping, ping};
use super::screen;

/// A window counts as painted when nothing was drawn to it for this long.
const QUIET: Duration = Duration::from_millis(100);

/// A window that never comes to rest (a video, an animation) is taken as it is after this.
const RESTLESS: Duration = Duration::from_secs(1);

/// A window as part of the top-level window (the manager's frame) that it is in.
struct Place {
    window: Window,
    top: Window,
    top_visual: Visualid,
    /// The window's area within the pixels of the top-level window, borders included.
    area: Rect,
    /// The same area on the screen.
    on_screen: Rect,
}

/// The window's client area.
pub(super) fn window(display: &Display, id: WindowId) -> Outcome<Image> {
    let window = Window::try_from(id.0).map_err(|_| not_found(id))?;
    let attributes = display.conn().get_window_attributes(window)?.reply();
    let attributes = if_there(attributes.map_err(Into::into))?.ok_or_else(|| not_found(id))?;
    check_shown(id, &attributes)?;
    let place = if_there(locate(display, window))?.ok_or_else(|| not_found(id))?;
    display.conn().composite_query_version(0, 4)?.reply()?;

    if let Some(image) = redirected(display, &place)? {
        return Ok(image);
    }
    if is_in_full_view(display, &place)? {
        let whole = Rect { x: 0, y: 0, ..place.area };
        let image = if_granted(screen::read(display, window, attributes.visual, whole))?;
        if let Some(image) = image {
            return Ok(image);
        }
    }
    redirect_and_repaint(display, &place)?;
    redirected(display, &place)?.ok_or_else(|| {
        Error::new(ErrorKind::ActionFailed, format!("window {id} vanished from the screen meanwhile")).into()
    })
}

fn not_found(id: WindowId) -> Error {
    Error::new(ErrorKind::WindowNotFound, format!("there is no window {id}"))
        .hint("`deskhand windows` lists the windows that are open")
}

fn check_shown(id: WindowId, attributes: &GetWindowAttributesReply) -> Result<(), Error> {
    if attributes.class == WindowClass::INPUT_ONLY {
        let message = format!("window {id} shows nothing: it only takes input");
        return Err(Error::new(ErrorKind::ActionUnsupported, message));
    }
    if attributes.map_state != MapState::VIEWABLE {
        let message = format!(
            "window {id} has no pixels to take a picture of: it is minimised, or on a workspace that is not shown"
        );
        return Err(Error::new(ErrorKind::ActionUnsupported, message)
            .hint("restore the window, or show its workspace, first"));
    }
    Ok(())
}

fn locate(display: &Display, window: Window) -> Outcome<Place> {
    let (conn, root) = (display.conn(), display.root());
    let mut top = window;
    loop {
        let parent = conn.query_tree(top)?.reply()?.parent;
        if parent == root || parent == x11rb::NONE {
            break;
        }
        top = parent;
    }
    let size = conn.get_geometry(window)?;
    let top_geometry = conn.get_geometry(top)?;
    let top_attributes = conn.get_window_attributes(top)?;
    let in_top = conn.translate_coordinates(window, top, 0, 0)?;
    let in_root = conn.translate_coordinates(window, root, 0, 0)?;
    let (size, top_geometry, top_attributes) =
        (size.reply()?, top_geometry.reply()?, top_attributes.reply()?);
    let (in_top, in_root) = (in_top.reply()?, in_root.reply()?);

    let border = i32::from(top_geometry.border_width);
    let whole = Rect::new(
        0,
        0,
        u32::from(top_geometry.width) + 2 * border as u32,
        u32::from(top_geometry.height) + 2 * border as u32,
    );
    let (width, height) = (size.width.into(), size.height.into());
    let area = Rect::new(i32::from(in_top.dst_x) + border, i32::from(in_top.dst_y) + border, width, height);
    Ok(Place {
        window,
        top,
        top_visual: top_attributes.visual,
        area: area.intersection(whole).unwrap_or_default(),
        on_screen: Rect::new(in_root.dst_x.into(), in_root.dst_y.into(), width, height),
    })
}

/// The window's own pixels, when the server keeps them apart from the screen.
fn redirected(display: &Display, place: &Place) -> Outcome<Option<Image>> {
    let conn = display.conn();
    let pixmap: Pixmap = conn.generate_id()?;
    let named = conn.composite_name_window_pixmap(place.top, pixmap)?.check();
    if if_granted(named.map_err(Into::into))?.is_none() {
        return Ok(None);
    }
    let image = screen::read(display, pixmap, place.top_visual, place.area);
    conn.free_pixmap(pixmap)?;
    Ok(Some(image?))
}

/// Whether the whole window is on the screen with no other window in front of it.
fn is_in_full_view(display: &Display, place: &Place) -> Outcome<bool> {
    let conn = display.conn();
    let screen = conn.get_geometry(display.root())?.reply()?;
    let screen = Rect::new(0, 0, screen.width.into(), screen.height.into());
    if place.on_screen.intersection(screen) != Some(place.on_screen) {
        return Ok(false);
    }
    let children = conn.query_tree(display.root())?.reply()?.children;
    let in_front = children.into_iter().skip_while(|&child| child != place.top).skip(1);
    let asked = in_front
        .map(|child| Ok((conn.get_window_attributes(child)?, conn.get_geometry(child)?)))
        .collect::<Outcome<Vec<_>>>()?;
    for (attributes, geometry) in asked {
        let Some(attributes) = if_there(attributes.reply().map_err(Into::into))? else { continue };
        let Some(geometry) = if_there(geometry.reply().map_err(Into::into))? else { continue };
        let border = 2 * u32::from(geometry.border_width);
        let its = Rect::new(
            geometry.x.into(),
            geometry.y.into(),
            u32::from(geometry.width) + border,
            u32::from(geometry.height) + border,
        );
        let is_seen =
            attributes.map_state == MapState::VIEWABLE && attributes.class != WindowClass::INPUT_ONLY;
        if is_seen && its.intersection(place.on_screen).is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes the server keep the window's pixels from now on, and waits until the application has painted them.
fn redirect_and_repaint(display: &Display, place: &Place) -> Outcome<()> {
    let conn = display.conn();
    conn.damage_query_version(1, 1)?.reply()?;
    let damage = conn.generate_id()?;
    conn.damage_create(damage, place.top, ReportLevel::NON_EMPTY)?;
    conn.composite_redirect_window(place.top, Redirect::AUTOMATIC)?.check()?;
    let painted = wait_for_paint(display, place, damage);
    conn.damage_destroy(damage)?;
    painted
}

fn wait_for_paint(display: &Display, place: &Place, damage: u32) -> Outcome<()> {
    let give_up =
        display.deadline() - QUIET.min(display.deadline().saturating_duration_since(Instant::now()) / 4);
    if ping(display, place.window, give_up)? == Ping::Silent {
        let message =
            "the window is covered, and its application does not react, so it cannot be painted anew";
        return Err(Error::new(ErrorKind::AppNotResponding, message).into());
    }
    let latest = give_up.min(Instant::now() + RESTLESS);
    loop {
        let quiet = latest.min(Instant::now() + QUIET);
        let drawn = display.wait_for(quiet, |event| {
            matches!(event, Event::DamageNotify(event) if event.damage == damage).then_some(())
        })?;
        if drawn.is_none() || Instant::now() >= latest {
            return Ok(());
        }
        display.conn().damage_subtract(damage, x11rb::NONE, x11rb::NONE)?;
    }
}
