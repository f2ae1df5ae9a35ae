//! Tables of two columns, and folded parts.

use std::fmt::{self, Display, Write};

use super::escape::Escaped;

/// Writes a part that can be folded.
pub(super) fn part(
    page: &mut String,
    class: &str,
    title: impl Display,
    open: bool,
    content: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    let open = if open { " open" } else { "" };
    writeln!(page, "<details class=\"{class}\"{open}><summary>{}</summary>", Escaped(title))?;
    content(page)?;
    page.push_str("</details>\n");
    Ok(())
}

/// Writes rows of a name and what is to be said of it. Those with nothing to say are left out.
pub(super) fn rows<'a>(page: &mut String, rows: impl IntoIterator<Item = (&'a str, String)>) -> fmt::Result {
    page.push_str("<dl>");
    for (name, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
        write!(page, "<dt>{}</dt><dd>{}</dd>", Escaped(name), Escaped(text))?;
    }
    page.push_str("</dl>\n");
    Ok(())
}

/// Writes a list.
pub(super) fn list<T: Display>(page: &mut String, items: impl IntoIterator<Item = T>) -> fmt::Result {
    page.push_str("<ul>");
    for item in items {
        write!(page, "<li>{}</li>", Escaped(item))?;
    }
    page.push_str("</ul>\n");
    Ok(())
}
