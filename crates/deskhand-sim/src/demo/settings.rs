//! Settings: a list, a tree, switches and sliders.

use deskhand_model::{Action, Rect, Role, State};

use crate::plan::WindowPlan;
use crate::widget::{Does, Draft};

pub(super) fn window(content: Rect) -> WindowPlan {
    let categories = ["Appearance", "Sound", "Network"].map(|name| Draft::option(Role::ListBoxOption, name));
    let dark = {
        let mut dark = Draft::checkbox("Dark theme", false).does(Does::Enable("apply"));
        dark.role = Role::Switch;
        dark
    };
    let devices = Draft::branch(
        "Devices",
        vec![Draft::option(Role::TreeItem, "Speakers"), Draft::option(Role::TreeItem, "Headphones")],
    );
    let language = Draft::new(Role::ComboBox, "Language")
        .offering(&[Action::Press, Action::Expand, Action::Collapse])
        .being(&[State::Expandable, State::Collapsed, State::HasPopup, State::Focusable])
        .containing(["English", "Deutsch"].map(|name| Draft::option(Role::MenuListOption, name)).to_vec());
    WindowPlan::new("Settings", content).containing(vec![
        Draft::new(Role::ListBox, "Categories").containing(categories.to_vec()),
        dark,
        Draft::slider("Volume", 40.0, 100.0),
        Draft::new(Role::Tree, "Outputs").containing(vec![devices]),
        language,
        Draft::new(Role::Row, "").containing(vec![
            Draft::button("Apply").id("apply").disabled().does(Does::Say("state", "Applied")),
            Draft::label("Unchanged").id("state"),
        ]),
    ])
}
