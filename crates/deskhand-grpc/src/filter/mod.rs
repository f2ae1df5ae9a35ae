//! `filter` of a list request: a subset of AIP-160 (<https://google.aip.dev/160>).

mod check;
mod lexer;
mod parser;
mod pattern;

use deskhand_model::Window;
use tonic::Status;

use self::check::Check;
use crate::field::Field;
use crate::status::invalid;

/// Which windows to list.
#[derive(Debug)]
pub(crate) enum Filter {
    /// Those for which all of these hold; all when there is none.
    All(Vec<Filter>),
    /// Those for which one of these holds.
    Any(Vec<Filter>),
    /// Those for which this does not hold.
    Not(Box<Filter>),
    /// Those of which a field is so.
    Test { field: &'static Field, check: Check },
}

/// What is wrong with a filter, and where: counted in characters from 1.
#[derive(Debug)]
struct FilterError {
    column: usize,
    message: String,
}

fn at(column: usize, message: impl Into<String>) -> FilterError {
    FilterError { column, message: message.into() }
}

impl Filter {
    /// Reads the field `filter` of a request.
    pub(crate) fn parse(text: &str) -> Result<Filter, Status> {
        parser::parse(text).map_err(|FilterError { column, message }| {
            invalid("filter", &format!("at character {column}: {message}"))
        })
    }

    /// Whether it lets this window through.
    pub(crate) fn lets_through(&self, window: &Window) -> bool {
        match self {
            Filter::All(filters) => filters.iter().all(|filter| filter.lets_through(window)),
            Filter::Any(filters) => filters.iter().any(|filter| filter.lets_through(window)),
            Filter::Not(filter) => !filter.lets_through(window),
            Filter::Test { field, check } => check.holds(&field.of(window)),
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Rect, WindowId, WindowKind, Workspace};

    use super::*;

    fn windows() -> Vec<Window> {
        let base = |id, title: &str, app: &str| Window {
            id: WindowId(id),
            title: title.to_owned(),
            app: app.to_owned(),
            pid: Some(100),
            z_index: id as u32,
            client: Rect::new(10 * id as i32, 0, 100 * id as u32, 50),
            workspace: Some(Workspace::Number(0)),
            ..Window::default()
        };
        vec![
            Window { focused: true, ..base(1, "Invoice 2024", "Editor") },
            Window { minimized: true, ..base(2, "invoice draft", "Editor") },
            Window { kind: WindowKind::Dialog, modal: true, ..base(3, "Save?", "Editor") },
            Window { hidden: true, workspace: Some(Workspace::Number(1)), ..base(4, "100% *", "Viewer") },
            Window { workspace: Some(Workspace::All), pid: None, ..base(5, "", "Panel") },
        ]
    }

    #[track_caller]
    fn check(filter: &str, expected: &[u64]) {
        let filter = Filter::parse(filter).unwrap_or_else(|status| panic!("{filter}: {}", status.message()));
        let ids: Vec<u64> =
            windows().iter().filter(|window| filter.lets_through(window)).map(|window| window.id.0).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn an_empty_filter_lets_everything_through() {
        check("", &[1, 2, 3, 4, 5]);
        check("  ", &[1, 2, 3, 4, 5]);
    }

    #[test]
    fn texts_are_compared() {
        check("title = \"Invoice 2024\"", &[1]);
        check("title != 'Invoice 2024'", &[2, 3, 4, 5]);
        check("title = \"Invoice*\"", &[1]);
        check("title = *draft", &[2]);
        check("title : invoice", &[1, 2]);
        check("title:\"VOICE D\"", &[2]);
        check("title:\"in*ice\"", &[1, 2]);
        check("title = \"100% \\*\"", &[4]);
        check("title:*", &[1, 2, 3, 4]);
        check("title = \"\"", &[5]);
        check("bundle_id >= F", &[4, 5]);
        check("bundle_id < F", &[1, 2, 3]);
        check("name = \"applications/100/windows/2\"", &[2]);
        check("name = \"applications/0/*\"", &[5]);
    }

    #[test]
    fn numbers_flags_and_kinds_are_compared() {
        check("z_index > 3", &[4, 5]);
        check("z_index >= 3 z_index <= 4", &[3, 4]);
        check("z_index > -1", &[1, 2, 3, 4, 5]);
        check("z_index = 2.0", &[2]);
        check("z_index:2", &[2]);
        check("bounds.width < 250.5", &[1, 2]);
        check("bounds.x != 30", &[1, 2, 4, 5]);
        check("pid = 0", &[5]);
        check("visible = true", &[1, 3, 5]);
        check("visible != true", &[2, 4]);
        check("minimized:true OR focused = true", &[1, 2]);
        check("modal = false", &[1, 2, 4, 5]);
        check("kind = DIALOG", &[3]);
        check("kind = WINDOW_KIND_DIALOG", &[3]);
        check("kind != dialog", &[1, 2, 4, 5]);
    }

    #[test]
    fn what_is_absent_differs_from_everything() {
        check("workspace = 0", &[1, 2, 3]);
        check("workspace != 0", &[4, 5]);
        check("workspace > 0", &[4]);
        check("workspace:*", &[1, 2, 3, 4]);
        check("on_all_workspaces = true", &[5]);
    }

    #[test]
    fn comparisons_are_combined_as_aip_160_says() {
        check("title:invoice AND visible = true", &[1]);
        check("title:invoice visible = true", &[1]);
        // OR binds more tightly than AND.
        check("bundle_id = Editor AND title:draft OR title:save", &[2, 3]);
        check("bundle_id = Panel OR bundle_id = Viewer AND visible = true", &[5]);
        check("(bundle_id = Editor AND focused = true) OR bundle_id = Panel", &[1, 5]);
        check("NOT bundle_id = Editor", &[4, 5]);
        check("-bundle_id = Editor", &[4, 5]);
        check("NOT (bundle_id = Editor OR title = \"\")", &[4]);
        check("-(bundle_id = Editor)", &[4, 5]);
        check("bundle_id=Editor -title:invoice", &[3]);
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        for (filter, part) in [
            ("visible = yes", "character 11: `visible` is true or false"),
            ("visible > true", "with = and !="),
            ("z_index = front", "character 11: `z_index` is compared with a number"),
            ("z_index > NaN", "compared with a number"),
            ("kind = window", "(kinds: REGULAR, DIALOG, POPUP, MENU_BAR, TOOLTIP, UTILITY, DESKTOP, DOCK)"),
            ("kind = UNSPECIFIED", "there is no kind"),
            ("kind < DIALOG", "with = and !="),
        ] {
            let status = Filter::parse(filter).unwrap_err();
            assert!(status.message().contains(part), "{filter}: {}", status.message());
        }
    }
}
