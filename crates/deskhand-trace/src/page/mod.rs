//! A trace as one page that needs nothing but a browser: no network, no other files.
//!
//! All of it is markup with its texts escaped; the script holds no data and only chooses which step is shown. Without it
//! the steps stand one below the other.

mod changes;
mod escape;
mod outline;
mod step;
mod strip;
mod table;

use std::fmt::{self, Write};

use deskhand_model::{Error, ErrorKind, Result};

use crate::archive::TraceFile;
use escape::Escaped;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The browser asks nobody for anything, whatever stands in the page.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// Most bytes of pictures in a page. A browser holds all of them at once, and so do we.
const MOST_PICTURES: usize = 256 << 20;

/// The trace as an HTML page. An error when its pictures are too many for one.
pub fn page(trace: &TraceFile) -> Result<String> {
    let pictures = trace.steps.iter().flat_map(|one| [&one.before, &one.after]).flatten().map(Vec::len).sum();
    fits(pictures)?;
    let mut page = String::new();
    // Writing into a text cannot fail.
    let _ = write_page(&mut page, trace);
    Ok(page)
}

fn fits(pictures: usize) -> Result<()> {
    if pictures <= MOST_PICTURES {
        return Ok(());
    }
    let [has, most] = [pictures, MOST_PICTURES].map(|bytes| bytes >> 20);
    let message = format!("the trace has {has} MiB of pictures, and a page holds {most} MiB at most");
    let hint = "record into several files, or smaller pictures with `TraceOptions::largest_picture`";
    Err(Error::new(ErrorKind::InvalidArgument, message).hint(hint))
}

fn write_page(page: &mut String, file: &TraceFile) -> fmt::Result {
    let trace = &file.trace;
    let failed = file.steps.iter().filter(|one| one.step.error.is_some()).count();
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Trace of {started}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header class=\"top\"><h1>Trace</h1><p><time>{started}</time><span>{tool} {version}</span>\
         <span>{platform}</span><span>{count} steps</span>{failed}</p></header>\n",
        started = Escaped(&trace.started),
        tool = Escaped(&trace.tool),
        version = Escaped(&trace.version),
        platform = Escaped(&trace.platform),
        count = file.steps.len(),
        failed =
            if failed > 0 { format!("<span class=\"bad\">{failed} failed</span>") } else { String::new() },
    )?;
    if !file.notes.is_empty() {
        page.push_str("<ul class=\"notes\">");
        for note in &file.notes {
            write!(page, "<li>{}</li>", Escaped(note))?;
        }
        page.push_str("</ul>\n");
    }
    strip::write(page, &file.steps)?;
    page.push_str("<main>\n");
    strip::write_list(page, &file.steps)?;
    page.push_str("<div class=\"steps\">\n");
    let mut lines = outline::MOST_LINES;
    for one in &file.steps {
        step::write(page, one, &mut lines)?;
    }
    if file.steps.is_empty() {
        page.push_str("<p class=\"quiet\">No steps were recorded.</p>\n");
    }
    write!(page, "</div>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pictures_than_a_page_holds_are_an_error_that_says_what_helps() {
        assert!(fits(MOST_PICTURES).is_ok());
        let error = fits(MOST_PICTURES + (1 << 20)).unwrap_err();
        assert!(error.message().contains("257 MiB"), "{error}");
    }

    #[test]
    fn the_script_cannot_end_early_and_asks_for_nothing() {
        assert!(!SCRIPT.contains("</"), "the markup would end there");
        for word in ["fetch", "XMLHttpRequest", "import", "http:", "https:", "innerHTML", "eval("] {
            assert!(!SCRIPT.contains(word), "{word}");
        }
        assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
