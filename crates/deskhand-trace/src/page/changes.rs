//! What a step changed in the application's tree.

use std::fmt::{self, Write};

use deskhand_schema::{ElementChange, TreeDiff, TreePart};

use super::escape::Escaped;

pub(super) fn write(page: &mut String, diff: &TreeDiff) -> fmt::Result {
    if diff.is_empty() {
        page.push_str("<p class=\"quiet\">Nothing changed.</p>\n");
        return Ok(());
    }
    page.push_str("<ul class=\"diff\">");
    for part in &diff.removed {
        write_part(page, "gone", "−", part)?;
    }
    for part in &diff.added {
        write_part(page, "new", "+", part)?;
    }
    for change in &diff.changed {
        write_change(page, change)?;
    }
    page.push_str("</ul>\n");
    if diff.more > 0 {
        writeln!(page, "<p class=\"quiet\">and {} more</p>", diff.more)?;
    }
    Ok(())
}

fn write_part(page: &mut String, class: &str, sign: &str, part: &TreePart) -> fmt::Result {
    let inside = match part.inside {
        0 => String::new(),
        count => format!(" <small>with {count} inside</small>"),
    };
    write!(page, "<li class=\"{class}\"><b>{sign}</b><span>{}{inside}</span></li>", Escaped(&part.path))
}

fn write_change(page: &mut String, change: &ElementChange) -> fmt::Result {
    write!(page, "<li class=\"changed\"><b>~</b><span>{}", Escaped(&change.path))?;
    for field in &change.fields {
        write!(
            page,
            "<small><em>{}</em> <del>{}</del> → <ins>{}</ins></small>",
            Escaped(&field.field),
            Escaped(&field.before),
            Escaped(&field.after)
        )?;
    }
    page.push_str("</span></li>");
    Ok(())
}
