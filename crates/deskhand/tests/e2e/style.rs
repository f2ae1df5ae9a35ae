//! How text looks, as the toolkits tell it.

use deskhand::model::TextStyle;

use crate::support::{Fixture, PATIENCE, Stage, Toolkit, on_every_toolkit};

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

/// A text view whose first word is red. Asking GTK 4.8 about that word ends the program.
const COLOURED: &str = r#"
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk

def show(application):
    window = Gtk.ApplicationWindow(application=application, title="Coloured")
    view = Gtk.TextView()
    text = view.get_buffer()
    red = text.create_tag("red", foreground="red", weight=700)
    text.insert_with_tags(text.get_end_iter(), "danger", red)
    window.set_child(view)
    window.present()

application = Gtk.Application()
application.connect("activate", show)
application.run()
"#;

#[tokio::test]
async fn looking_at_a_coloured_text_of_gtk_4_does_it_no_harm() {
    let stage = Stage::start().await;
    let pid = stage.program(&["/usr/bin/python3", "-c", COLOURED]).await;
    let view = stage.desktop.app_of(pid).within(PATIENCE).locate("role:editable-text");
    for _ in 0..3 {
        let style = view.find().await.expect("it is still there").data.style.expect("a style");
        assert!(style.font_family.is_some(), "{style:?}");
    }
}
