//! Pictures: of the screen, of windows that others cover, of single elements.

use deskhand::{ErrorKind, Image, Rect, Shot, Size, WindowSelector};

use crate::support::{Stage, Toolkit, eventually, on_toolkits};

on_toolkits!(a_covered_window_and_its_elements_are_seen: gtk_3 => Gtk3, gtk_4 => Gtk4, qt_6 => Qt6);

async fn a_covered_window_and_its_elements_are_seen(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    let named = |title: &str| Shot::Window(WindowSelector::Named(title.to_owned()));
    stage.focus("Subject").await;
    let open = settled(&stage, &named("Subject")).await;
    let save = fixture.button("Save").screenshot().await.expect("its button");

    stage.fixture(Toolkit::Gtk3, "Cover").await;
    stage.change("Cover", deskhand::WindowChange::Maximize).await;
    let covered = settled(&stage, &named("Subject")).await;
    let window = stage.titled("Subject").await.expect("the window");
    assert_eq!(size(&covered), window.client.size());
    assert!(likeness(&open, &covered) > 0.95, "the cover is not in the picture");
    let cover = stage.desktop.screenshot(&named("Cover")).await.expect("the cover");
    assert!(size(&cover) != size(&covered));

    let below = fixture.button("Save").screenshot().await.expect("its covered button");
    let bounds = fixture.button("Save").find().await.expect("Save").data.bounds.expect("its place");
    assert_eq!(size(&below), bounds.size());
    assert!(colours(&below) > 2, "something is drawn in it");
    assert!(likeness(&save, &below) > 0.9, "the same button as before");
    assert!(contains(&covered, &below), "the button is a part of its window");
}

#[tokio::test]
async fn the_screen_and_its_parts_are_seen() {
    let stage = Stage::start().await;
    stage.fixture(Toolkit::Qt6, "Subject").await;
    let screen = stage.desktop.screenshot(&Shot::Screen).await.expect("the screen");
    assert_eq!(size(&screen), Size { width: 1280, height: 1024 });
    assert_eq!(screen.rgb.len(), 1280 * 1024 * 3);
    assert!(colours(&screen) > 2, "a window is on it");

    let part = Rect::new(100, 50, 300, 200);
    let part = stage.desktop.screenshot(&Shot::Part(part)).await.expect("a part");
    assert_eq!(size(&part), Size { width: 300, height: 200 });
    for bad in [Rect::new(0, 0, 0, 10), Rect::new(5000, 5000, 10, 10)] {
        let error = stage.desktop.screenshot(&Shot::Part(bad)).await.expect_err("no such part");
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error:?}");
    }
}

/// A picture of what has come to rest: windows are painted some time after they are shown, and GTK fades to other
/// colours when a window loses the focus.
async fn settled(stage: &Stage, shot: &Shot) -> Image {
    let mut before: Option<Image> = None;
    eventually("two pictures in a row are the same and not empty", async || {
        let now = stage.desktop.screenshot(shot).await.expect("a picture of the window");
        let rests = colours(&now) > 2 && before.as_ref().is_some_and(|before| likeness(before, &now) > 0.999);
        before.replace(now.clone());
        rests.then_some(now)
    })
    .await
}

fn size(image: &Image) -> Size {
    Size { width: image.width, height: image.height }
}

fn pixels(image: &Image) -> impl Iterator<Item = &[u8]> {
    image.rgb.chunks_exact(3)
}

fn colours(image: &Image) -> usize {
    pixels(image).collect::<std::collections::BTreeSet<_>>().len()
}

/// The share of pixels that are equal; zero for pictures of different size. A blinking caret or a title that is drawn
/// differently without the focus make small differences.
fn likeness(a: &Image, b: &Image) -> f64 {
    if size(a) != size(b) {
        return 0.0;
    }
    let equal = pixels(a).zip(pixels(b)).filter(|(a, b)| a == b).count();
    equal as f64 / (a.rgb.len() / 3) as f64
}

/// Whether `part` is somewhere in `whole`, row by row.
fn contains(whole: &Image, part: &Image) -> bool {
    let row = |image: &Image, x: u32, y: u32, width: u32| {
        let start = ((y * image.width + x) * 3) as usize;
        image.rgb[start..start + (width * 3) as usize].to_vec()
    };
    let rows: Vec<Vec<u8>> = (0..part.height).map(|y| row(part, 0, y, part.width)).collect();
    (0..=whole.height - part.height).any(|top| {
        (0..=whole.width - part.width).any(|left| {
            rows.iter().enumerate().all(|(y, wanted)| {
                let start = (((top + y as u32) * whole.width + left) * 3) as usize;
                &whole.rgb[start..start + wanted.len()] == wanted.as_slice()
            })
        })
    })
}
