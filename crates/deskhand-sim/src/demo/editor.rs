//! A text editor.

use deskhand_model::{Rect, Role, State, WindowKind};

use crate::plan::WindowPlan;
use crate::widget::{Does, Draft, Opens};

/// The window at the start.
pub(super) fn window(content: Rect) -> WindowPlan {
    with_text("Notes - Editor", "Dear reader,\n", content)
}

/// The window of a new document.
pub(crate) fn document(content: Rect) -> WindowPlan {
    with_text("Untitled - Editor", "", content)
}

fn with_text(title: &str, text: &str, content: Rect) -> WindowPlan {
    let file = Draft::menu(
        "File",
        vec![
            Draft::item("New").does(Does::Open(Opens::Document)),
            Draft::item("Save as").does(Does::Say("status", "Saved")),
            Draft::item("Close").does(Does::Close),
            Draft::item("Quit").does(Does::Quit),
        ],
    );
    let edit = Draft::menu(
        "Edit",
        vec![
            Draft::item("Copy all").does(Does::Copy("document")),
            Draft::item("Paste").does(Does::Paste("document")),
            Draft::item("Preferences").does(Does::Open(Opens::Preferences)),
        ],
    );
    let help = Draft::menu("Help", vec![Draft::item("About").does(Does::Open(Opens::About))]);
    WindowPlan::new(title, content).containing(vec![
        Draft::new(Role::MenuBar, "").containing(vec![file, edit, help]),
        Draft::new(Role::Toolbar, "Tools").containing(vec![
            Draft::button("Open").does(Does::Say("status", "Nothing to open here")),
            Draft::button("Save").id("save").does(Does::Say("status", "Saved")),
            Draft::button("Undo").id("undo").disabled(),
        ]),
        Draft::document("Document", text).id("document"),
        Draft::checkbox("Wrap lines", true),
        Draft::new(Role::Status, "").containing(vec![Draft::label("Ready").id("status")]),
    ])
}

/// The editor's own settings.
pub(crate) fn preferences(content: Rect) -> WindowPlan {
    let mut plan = WindowPlan::new("Preferences", content).containing(vec![
        Draft::checkbox("Show line numbers", false),
        Draft::slider("Font size", 12.0, 48.0),
        Draft::field("Font").text("Monospace"),
        Draft::button("Close").being(&[State::Default]).does(Does::Close),
    ]);
    (plan.kind, plan.modal) = (WindowKind::Dialog, true);
    plan
}

/// What the application is.
pub(crate) fn about(content: Rect) -> WindowPlan {
    let mut plan = WindowPlan::new("About", content).containing(vec![
        Draft::label("A simulated editor"),
        Draft::button("Close").being(&[State::Default]).does(Does::Close),
    ]);
    plan.kind = WindowKind::Dialog;
    plan
}
