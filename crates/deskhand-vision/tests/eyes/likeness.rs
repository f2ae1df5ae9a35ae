//! Looking for what looks like the element did.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Image, Sight, Spotted, Vision};
use deskhand_model::{ErrorKind, Rect};

use crate::drawn::{DARK, LIGHT, noisy, plain, scaled, widget, window};
use crate::{PATIENCE, comparing, crop, dialog, is_at, sight};

/// How the widget with the seed 7 looked in the light theme.
fn thumbnail() -> Image {
    let mut image = plain(130, 40, LIGHT.ground);
    widget(&mut image, Rect::new(5, 5, 120, 30), 7, LIGHT);
    image
}

/// Where it is now, in pictures that show it.
const PLACE: Rect = Rect::new(337, 401, 120, 30);

/// A window with the widget in it.
fn with_it(theme: crate::drawn::Theme) -> Image {
    let mut image = window(theme);
    let cleared = plain(160, 58, theme.ground);
    for y in 0..58 {
        let at = ((387 + y) * 800 + 320) * 3;
        image.rgb[at..at + 160 * 3].copy_from_slice(&cleared.rgb[y * 160 * 3..(y + 1) * 160 * 3]);
    }
    widget(&mut image, PLACE, 7, theme);
    image
}

/// Every place that looks like the thumbnail.
async fn look(picture: &Image, thumbnail: &Image) -> Vec<Spotted> {
    let sight = Sight { thumbnail: Some(Arc::new(thumbnail.clone())), ..sight(picture) };
    comparing().spot(&sight, PATIENCE).await.unwrap()
}

/// The best confidence among places, if there is any.
fn best(spotted: &[Spotted]) -> f64 {
    spotted.first().map_or(0.0, |spotted| spotted.confidence)
}

#[tokio::test]
async fn what_was_moved_is_found_to_the_pixel() {
    let spotted = look(&with_it(LIGHT), &thumbnail()).await;
    assert_eq!(spotted[0].place, Rect::new(PLACE.x - 5, PLACE.y - 5, 130, 40));
    assert!(spotted[0].confidence > 0.99, "{spotted:?}");
    assert_eq!(spotted[0].by, "template");
    assert!(spotted[1..].iter().all(|other| other.confidence < 0.7), "{spotted:?}");
}

#[tokio::test]
async fn another_theme_does_not_hide_it() {
    let spotted = look(&with_it(DARK), &thumbnail()).await;
    assert!(is_at(&spotted[0], PLACE), "{spotted:?}");
    assert!(spotted[0].confidence > 0.9, "{spotted:?}");
}

#[tokio::test]
async fn another_scale_does_not_hide_it() {
    for by in [0.75, 1.5, 2.0, 1.25] {
        let spotted = look(&scaled(&with_it(LIGHT), by), &thumbnail()).await;
        let scaled = |number: i32| (f64::from(number) * by) as i32;
        let place = Rect::new(scaled(PLACE.x), scaled(PLACE.y), scaled(120) as u32, scaled(30) as u32);
        assert!(is_at(&spotted[0], place), "{by}: {spotted:?}");
        assert!(spotted[0].confidence > 0.5, "{by}: {spotted:?}");
        assert!(spotted[0].place.width.abs_diff(scaled(130) as u32) <= 3, "{by}: {spotted:?}");
    }
}

#[tokio::test]
async fn noise_does_not_hide_it() {
    let spotted = look(&noisy(&with_it(LIGHT), 10, 3), &thumbnail()).await;
    assert!(is_at(&spotted[0], PLACE), "{spotted:?}");
    assert!(spotted[0].confidence > 0.5, "{spotted:?}");
}

#[tokio::test]
async fn what_is_there_twice_is_found_twice() {
    let mut picture = with_it(LIGHT);
    let twin = Rect::new(20, 15, 120, 30);
    widget(&mut picture, twin, 7, LIGHT);
    let spotted = look(&picture, &thumbnail()).await;
    assert!(spotted[..2].iter().any(|spotted| is_at(spotted, PLACE)), "{spotted:?}");
    assert!(spotted[..2].iter().any(|spotted| is_at(spotted, twin)), "{spotted:?}");
    assert!(spotted[1].confidence > 0.9, "{spotted:?}");
}

#[tokio::test]
async fn what_is_nowhere_is_not_believed_to_be_somewhere() {
    for (name, picture) in
        [("light", window(LIGHT)), ("dark", window(DARK)), ("noisy", noisy(&window(LIGHT), 20, 5))]
    {
        let spotted = look(&picture, &thumbnail()).await;
        assert!(best(&spotted) < 0.6, "{name}: {spotted:?}");
    }
}

#[tokio::test]
async fn nothing_looks_like_a_plain_thumbnail() {
    for picture in [with_it(LIGHT), plain(800, 600, LIGHT.ground), noisy(&plain(800, 600, [128; 3]), 40, 9)] {
        assert_eq!(look(&picture, &plain(60, 30, LIGHT.ground)).await, []);
    }
    let grain = noisy(&plain(60, 30, LIGHT.ground), 2, 1);
    assert_eq!(look(&with_it(LIGHT), &grain).await, []);
}

#[tokio::test]
async fn nothing_is_found_in_a_plain_picture() {
    assert_eq!(look(&plain(800, 600, [90; 3]), &thumbnail()).await, []);
}

#[tokio::test]
async fn sizes_that_cannot_be_compared_find_nothing() {
    let large = noisy(&plain(900, 700, [128; 3]), 100, 1);
    for (picture, thumbnail) in [
        (with_it(LIGHT), large.clone()),
        (with_it(LIGHT), plain(1, 1, [0; 3])),
        (with_it(LIGHT), noisy(&plain(3, 400, [128; 3]), 100, 2)),
        (plain(1, 1, [0; 3]), thumbnail()),
        (plain(1, 600, [0; 3]), thumbnail()),
    ] {
        assert_eq!(look(&picture, &thumbnail).await, [], "{thumbnail:?} in {picture:?}");
    }
}

#[tokio::test]
async fn a_thumbnail_as_large_as_the_picture_is_found() {
    let picture = with_it(LIGHT);
    let spotted = look(&picture, &picture).await;
    assert_eq!(spotted[0].place, Rect::new(0, 0, 800, 600));
    assert!(spotted[0].confidence > 0.99, "{spotted:?}");
}

#[tokio::test]
async fn pictures_without_pixels_are_an_error() {
    let nothing = Image { width: 0, height: 0, rgb: Vec::new() };
    let broken = Image { width: 5, height: 5, rgb: vec![0; 7] };
    for bad in [&nothing, &broken] {
        let error = comparing().spot(&sight(bad), PATIENCE).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let sight = Sight { thumbnail: Some(Arc::new(bad.clone())), ..sight(&window(LIGHT)) };
        let error = comparing().spot(&sight, PATIENCE).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error:?}");
        assert!(error.steps()[0].starts_with("template: The thumbnail"), "{error:?}");
    }
}

#[tokio::test]
async fn without_time_it_is_given_up() {
    let sight = Sight { thumbnail: Some(Arc::new(thumbnail())), ..sight(&with_it(LIGHT)) };
    let error = comparing().spot(&sight, Duration::ZERO).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
}

#[tokio::test]
async fn without_a_thumbnail_nobody_can_compare() {
    let error = comparing().spot(&sight(&window(LIGHT)), PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.steps(), ["template: it is not known how the element looked"]);
}

/// Buttons of the dialog before its redesign, and after it.
const BUTTONS: &[(&str, Rect, Rect)] = &[
    ("Restore defaults", Rect::new(11, 265, 162, 24), Rect::new(414, 11, 195, 24)),
    ("Cancel", Rect::new(179, 265, 162, 24), Rect::new(212, 11, 196, 24)),
    ("Save changes", Rect::new(347, 265, 162, 24), Rect::new(11, 11, 195, 24)),
];

#[tokio::test]
async fn buttons_of_a_real_dialog_are_found_after_its_redesign_in_both_themes() {
    let before = dialog("before");
    for after in ["moved", "dark"] {
        let picture = dialog(after);
        for &(name, old, new) in BUTTONS {
            let spotted = look(&picture, &crop(&before, old)).await;
            let middle = spotted[0].place.center();
            assert!(new.contains(middle), "{name} in {after}: {spotted:?}");
        }
    }
}

#[tokio::test]
async fn a_button_that_a_real_dialog_does_not_have_is_not_believed() {
    let (before, mut without) = (dialog("before"), dialog("moved"));
    let row = without.width as usize * 3;
    let below = without.rgb[row * 200..row * 201].to_vec();
    for y in 0..60 {
        without.rgb[row * y..row * (y + 1)].copy_from_slice(&below);
    }
    for &(name, old, _) in BUTTONS {
        let spotted = look(&without, &crop(&before, old)).await;
        assert!(best(&spotted) < 0.6, "{name}: {spotted:?}");
    }
}
