//! Pictures of the screen and of windows.

use std::time::Duration;

use deskhand_engine::ports::{Capture, Compositor, WindowChange};
use deskhand_model::{ErrorKind, Rect, WindowId};
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};

use super::desktop::{Desktop, SOON};
use super::painter::{Painter, color, is_all};

const PLACE: Rect = Rect::new(100, 100, 200, 150);
const RED: u32 = 0xff0000;
const TEAL: u32 = 0x12ab9f;

#[tokio::test]
async fn the_screen_has_exactly_the_colours_that_were_painted() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    painter.show("red", PLACE, RED);
    painter.show("teal", Rect::new(200, 150, 300, 300), TEAL);
    let image = Capture::screen(&desktop.x11, None, SOON).await.unwrap();
    assert_eq!((image.width, image.height, image.rgb.len()), (1280, 1024, 1280 * 1024 * 3));
    for (x, y, expected) in
        [(100, 100, RED), (199, 249, RED), (200, 149, RED), (200, 150, TEAL), (499, 449, TEAL), (500, 450, 0)]
    {
        assert_eq!(color(&image, x, y), expected, "at {x}, {y}");
    }
}

#[tokio::test]
async fn a_part_of_the_screen_is_cut_at_its_edges() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    painter.show("corner", Rect::new(1200, 1000, 80, 24), TEAL);
    let part = Capture::screen(&desktop.x11, Some(Rect::new(1200, 1000, 500, 500)), SOON).await.unwrap();
    assert_eq!((part.width, part.height), (80, 24));
    assert!(is_all(&part, TEAL));
    let part = Capture::screen(&desktop.x11, Some(Rect::new(-50, -50, 60, 70)), SOON).await.unwrap();
    assert_eq!((part.width, part.height), (10, 20));
    let error = Capture::screen(&desktop.x11, Some(Rect::new(2000, 0, 10, 10)), SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn a_window_in_full_view_is_taken_as_it_is() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("plain", PLACE, TEAL);
    desktop.focused("plain").await;
    let image = desktop.x11.window(id, SOON).await.unwrap();
    assert_eq!((image.width, image.height), (PLACE.width, PLACE.height));
    assert!(is_all(&image, TEAL));
}

#[tokio::test]
async fn a_covered_window_shows_its_own_pixels() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let below = painter.show("below", PLACE, TEAL);
    desktop.focused("below").await;
    let above = painter.show("above", Rect::new(50, 50, 400, 400), RED);
    desktop.focused("above").await;
    for _ in ["redirected now", "redirected already"] {
        assert!(is_all(&desktop.x11.window(below, SOON).await.unwrap(), TEAL));
        assert!(is_all(&desktop.x11.window(above, SOON).await.unwrap(), RED));
    }
    let screen = Capture::screen(&desktop.x11, None, SOON).await.unwrap();
    assert_eq!(color(&screen, 150, 150), RED, "the screen still shows what is in front");
}

#[tokio::test]
async fn a_covered_application_has_painted_itself_before_its_picture_is_taken() {
    let desktop = Desktop::start();
    let (_running, _output) = desktop.run_script("fields/gtk3.py");
    let field = desktop.focused("Field GTK 3").await;
    let uncovered = desktop.x11.window(field.id, SOON).await.unwrap();
    let painter = Painter::on(&desktop);
    painter.show("cover", Rect::new(0, 0, 1200, 1000), RED);
    desktop.focused("cover").await;
    // GTK paints a text field white.
    assert_eq!(color(&uncovered, 200, 150), 0xffffff);
    let covered = desktop.x11.window(field.id, SOON).await.unwrap();
    assert_eq!(color(&covered, 200, 150), 0xffffff);
    assert_eq!((covered.width, covered.height), (uncovered.width, uncovered.height));
}

#[tokio::test]
async fn a_covered_application_that_hangs_is_an_error_and_not_an_empty_picture() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let hung = painter.prepare("hung", PLACE, TEAL, false);
    painter.atoms(hung, "WM_PROTOCOLS", &["_NET_WM_PING"]);
    let hung = painter.map(hung);
    desktop.focused("hung").await;
    painter.show("cover", Rect::new(50, 50, 400, 400), RED);
    desktop.focused("cover").await;
    let error = desktop.x11.window(hung, Duration::from_millis(400)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error}");
}

#[tokio::test]
async fn under_a_compositing_manager_every_window_has_its_pixels_at_once() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let below = painter.prepare("below", PLACE, TEAL, false);
    // It would not answer if it were asked to paint itself.
    painter.atoms(below, "WM_PROTOCOLS", &["_NET_WM_PING"]);
    let below = painter.map(below);
    desktop.focused("below").await;
    painter.conn.composite_query_version(0, 4).unwrap().reply().unwrap();
    painter.conn.composite_redirect_subwindows(painter.root(), Redirect::AUTOMATIC).unwrap().check().unwrap();
    painter.show("above", Rect::new(50, 50, 400, 400), RED);
    desktop.focused("above").await;
    assert!(is_all(&desktop.x11.window(below, SOON).await.unwrap(), TEAL));
}

#[tokio::test]
async fn a_window_that_is_partly_off_the_screen_is_taken_whole() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let id = painter.show("edge", Rect::new(-100, -50, 200, 150), TEAL);
    let image = desktop.x11.window(id, SOON).await.unwrap();
    assert_eq!((image.width, image.height), (200, 150));
    assert!(is_all(&image, TEAL));
}

#[tokio::test]
async fn what_has_no_pixels_is_refused_with_the_reason() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("icon", PLACE, TEAL);
    desktop.focused("icon").await;
    desktop.x11.change(id, WindowChange::Minimize, SOON).await.unwrap();
    desktop.window_when("icon", |window| window.minimized).await;
    let error = desktop.x11.window(id, SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionUnsupported);
    assert!(
        error.message().contains("minimised") && error.advice().is_some_and(|hint| hint.contains("restore"))
    );
    let error = desktop.x11.window(WindowId(0xdead), SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
}

#[tokio::test]
async fn sixteen_bit_screens_give_full_colours() {
    let desktop = Desktop::with_server_options(&["-screen", "0", "640x480x16"], None);
    let painter = Painter::on(&desktop);
    painter.show("red", Rect::new(0, 0, 100, 100), 0xf800);
    let image = Capture::screen(&desktop.x11, Some(Rect::new(0, 0, 100, 100)), SOON).await.unwrap();
    assert!(is_all(&image, RED));
}
