//! Something like a browser: an address, links, a page to scroll.

use deskhand_model::{Rect, Role, State, Value};

use crate::plan::WindowPlan;
use crate::widget::{Does, Draft};

pub(super) fn window(content: Rect) -> WindowPlan {
    let mut bar = Draft::new(Role::ScrollBar, "Position").being(&[State::Vertical]);
    bar.value = Some(Value { current: 0.0, minimum: Some(0.0), maximum: Some(100.0), step: Some(10.0) });
    let page = Draft::new(Role::WebArea, "Page").containing(vec![
        Draft::new(Role::Heading, "Start").id("page"),
        Draft::link("News").does(Does::Visit("News")),
        Draft::link("Weather").does(Does::Visit("Weather")),
        Draft::new(Role::SearchInput, "Search").text("").being(&[State::Focusable, State::Editable]),
        bar,
    ]);
    WindowPlan::new("Start - Browser", content).containing(vec![
        Draft::new(Role::TabList, "Tabs").containing(vec![
            Draft::option(Role::Tab, "Start").being(&[State::Selected]),
            Draft::option(Role::Tab, "New tab"),
        ]),
        Draft::new(Role::Toolbar, "Navigation").containing(vec![
            Draft::button("Back").does(Does::Visit("Start")),
            Draft::button("Reload"),
            Draft::field("Address").id("address").text("https://example.org/"),
        ]),
        page,
    ])
}
