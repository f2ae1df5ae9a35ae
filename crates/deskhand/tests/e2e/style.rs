//! How text looks, as the toolkits tell it.

use deskhand::model::TextStyle;

use crate::support::{Fixture, Stage, Toolkit, on_every_toolkit};

on_every_toolkit!(the_font_of_a_text_is_told);

async fn the_font_of_a_text_is_told(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    if toolkit.is_qt() {
        // An empty text has no look there.
        fixture.locate("name:Notes role:editable-text").set_text("something").await.expect("its text");
    }
    let style = style_of(&fixture, "name:Notes role:editable-text").await.expect("a style");
    let size = style.font_size.expect("a size");
    assert!(style.font_family.is_some() && (6.0..=20.0).contains(&size), "{toolkit:?}: {style:?}");
    let has_weight = matches!(toolkit, Toolkit::Gtk3 | Toolkit::Gtk4);
    assert_eq!(style.font_weight.is_some(), has_weight, "{toolkit:?}: {style:?}");
    let has_color = matches!(toolkit, Toolkit::Gtk3 | Toolkit::Chromium);
    assert_eq!(style.color.is_some(), has_color, "{toolkit:?}: {style:?}");

    // In Chromium every element has text.
    let slider = style_of(&fixture, "role:slider name:Volume").await;
    assert_eq!(slider.is_some(), toolkit == Toolkit::Chromium, "{toolkit:?}: {slider:?}");
}

async fn style_of(fixture: &Fixture<'_>, query: &str) -> Option<TextStyle> {
    let found = fixture.locate(query).find().await;
    found.unwrap_or_else(|error| panic!("{query} on {:?}: {error:?}", fixture.toolkit)).data.style
}
