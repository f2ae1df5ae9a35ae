//! Print Page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_page::{Orientation, PrintOptions};
use serde_json::Value;
use webdriver::command::{PrintOrientation, PrintPageRange, PrintParameters};
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// The smallest sheet: one point each way, in centimetres.
const POINT: f64 = 2.54 / 72.0;

/// Print Page: the top document as PDF.
pub(crate) async fn print_page(session: &Session, asked: &PrintParameters) -> Outcome<Value> {
    let options = options(asked)?;
    let pdf = session.page.print(&session.top(), &options, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::from(STANDARD.encode(pdf)))
}

fn options(asked: &PrintParameters) -> Outcome<PrintOptions> {
    if asked.page.width < POINT || asked.page.height < POINT {
        return Err(invalid("A page is at least one point wide and high.".to_owned()));
    }
    Ok(PrintOptions {
        orientation: match asked.orientation {
            PrintOrientation::Portrait => Orientation::Portrait,
            PrintOrientation::Landscape => Orientation::Landscape,
        },
        scale: asked.scale,
        background: asked.background,
        width: asked.page.width,
        height: asked.page.height,
        margins: [asked.margin.top, asked.margin.right, asked.margin.bottom, asked.margin.left],
        shrink_to_fit: asked.shrink_to_fit,
        ranges: asked.page_ranges.iter().map(range).collect::<Outcome<_>>()?,
    })
}

/// Reads `7`, `"7"`, `"2-4"`, `"-4"`, `"2-"` or `"-"` as first and last page.
fn range(range: &PrintPageRange) -> Outcome<(u32, u32)> {
    let text = match range {
        PrintPageRange::Integer(page) => {
            let page = u32::try_from(*page).unwrap_or(u32::MAX);
            return Ok((page, page));
        }
        PrintPageRange::Range(text) => text,
    };
    let (first, last) = match text.split_once('-') {
        None => {
            let page = page(text)?;
            (page, page)
        }
        Some((first, last)) => (
            if first.trim().is_empty() { 1 } else { page(first)? },
            if last.trim().is_empty() { u32::MAX } else { page(last)? },
        ),
    };
    if first > last {
        return Err(invalid(format!("The pages {text:?} end before they begin.")));
    }
    Ok((first, last))
}

fn page(text: &str) -> Outcome<u32> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid(format!("{text:?} is no page number.")));
    }
    // A number that is too large is a page that no document has.
    Ok(digits.parse().unwrap_or(u32::MAX))
}

fn invalid(message: String) -> webdriver::error::WebDriverError {
    error(ErrorStatus::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(asked: Value) -> Result<PrintOptions, String> {
        let parameters: PrintParameters = serde_json::from_value(asked).map_err(|why| why.to_string())?;
        options(&parameters).map_err(|why| why.message.into_owned())
    }

    #[test]
    fn nothing_said_is_a_letter_sheet_with_margins_of_one_centimetre() {
        let options = asked(json!({})).unwrap();
        assert_eq!((options.width, options.height, options.scale), (21.59, 27.94, 1.0));
        assert_eq!((options.margins, options.background, options.shrink_to_fit), ([1.0; 4], false, true));
        assert_eq!((options.orientation, options.ranges), (Orientation::Portrait, vec![]));
    }

    #[test]
    fn margins_go_round_from_the_top() {
        let options = asked(json!({ "margin": { "top": 1, "right": 2, "bottom": 3, "left": 4 } })).unwrap();
        assert_eq!(options.margins, [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn pages_are_numbers_and_ranges_that_may_be_open() {
        let all = json!([7, "8", " 2 - 4 ", "-2", "9-", "-"]);
        let ranges = asked(json!({ "pageRanges": all })).unwrap().ranges;
        assert_eq!(ranges, [(7, 7), (8, 8), (2, 4), (1, 2), (9, u32::MAX), (1, u32::MAX)]);
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        for bad in [
            json!({ "orientation": 0 }),
            json!({ "orientation": "foo" }),
            json!({ "scale": "1" }),
            json!({ "scale": 3 }),
            json!({ "scale": 0.01 }),
            json!({ "margin": { "top": "1" } }),
            json!({ "margin": { "bottom": -1 } }),
            json!({ "page": { "height": false } }),
            json!({ "page": { "width": 0.03 } }),
            json!({ "shrinkToFit": "false" }),
            json!({ "background": null }),
            json!({ "pageRanges": ["3-2"] }),
            json!({ "pageRanges": ["a-2"] }),
            json!({ "pageRanges": ["1:2"] }),
            json!({ "pageRanges": ["1-2-3"] }),
            json!({ "pageRanges": [""] }),
            json!({ "pageRanges": [-1] }),
            json!({ "pageRanges": [null] }),
            json!({ "pageRanges": ["1-2", {}] }),
            json!({ "pageRanges": "1" }),
        ] {
            assert!(asked(bad.clone()).is_err(), "{bad}");
        }
    }
}
