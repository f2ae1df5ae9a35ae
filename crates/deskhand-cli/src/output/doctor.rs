//! The doctor's report, for people.

use deskhand_schema::{Doctor, Verdict};

use super::{Palette, escape_lines};

/// A line per check with its fix below, and a summary.
pub(crate) fn doctor(report: &Doctor, palette: Palette) -> String {
    let mut lines = Vec::new();
    for check in &report.checks {
        let mark = match check.verdict {
            Verdict::Ok => palette.good("ok     "),
            Verdict::Warning => palette.state("warning"),
            Verdict::Failed => palette.bad("missing"),
        };
        lines.push(format!("{mark}  {}: {}", palette.name(check.name), escape_lines(&check.message)));
        if let Some(fix) = &check.fix {
            lines.push(format!("         {} {}", palette.aside("fix:"), escape_lines(fix)));
        }
    }
    let able = |is: bool| if is { palette.good("yes") } else { palette.bad("no") };
    lines.push(String::new());
    lines.push(format!("drive applications on this desktop: {}", able(report.can_drive)));
    lines.push(format!("start private desktops: {}", able(report.can_start_desktops)));
    lines.join("\n")
}
