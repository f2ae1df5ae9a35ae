use std::sync::Arc;

use deskhand_page::{Orientation, PrintOptions, PrintPage};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Answer, Refusal};
use super::pages::Pages;
use super::seat::Seat;

/// How to print, as WebDriver's clients say it. Servers hand it on as it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Wish {
    orientation: Orientation,
    scale: f64,
    background: bool,
    page: Paper,
    margin: Margin,
    shrink_to_fit: bool,
    page_ranges: Vec<Value>,
}

/// Upright, in centimetres.
#[derive(Deserialize)]
#[serde(default)]
struct Paper {
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
#[serde(default)]
struct Margin {
    top: f64,
    right: f64,
    bottom: f64,
    left: f64,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            orientation: Orientation::Portrait,
            scale: 1.0,
            background: false,
            page: Paper::default(),
            margin: Margin::default(),
            shrink_to_fit: true,
            page_ranges: Vec::new(),
        }
    }
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { width: 21.59, height: 27.94 }
    }
}

impl Default for Margin {
    fn default() -> Margin {
        Margin { top: 1.0, right: 1.0, bottom: 1.0, left: 1.0 }
    }
}

pub(super) async fn print<P: Pages>(seat: Arc<Seat<P>>, wish: Wish) -> Answer {
    let options = options(&wish)?;
    let place = seat.top().await?;
    Ok(json!({ "data": seat.ask(PrintPage { place, options }).await? }))
}

fn options(wish: &Wish) -> Result<PrintOptions, Refusal> {
    if !(0.1..=2.0).contains(&wish.scale) {
        return Err(Refusal::invalid(format!(
            "invalid argument: the scale {} is not within 0.1 and 2",
            wish.scale
        )));
    }
    let Margin { top, right, bottom, left } = wish.margin;
    Ok(PrintOptions {
        orientation: wish.orientation,
        scale: wish.scale,
        background: wish.background,
        width: wish.page.width,
        height: wish.page.height,
        margins: [top, right, bottom, left],
        shrink_to_fit: wish.shrink_to_fit,
        ranges: wish.page_ranges.iter().map(range).collect::<Result<_, _>>()?,
    })
}

/// `3`, `"3"`, `"3-5"`, `"-5"` or `"3-"`.
fn range(wish: &Value) -> Result<(u32, u32), Refusal> {
    let text = wish.as_str().map_or_else(|| wish.to_string(), str::to_owned);
    let number = |text: &str, absent: u32| match text.trim() {
        "" => Some(absent),
        digits => digits.parse().ok().filter(|&page| page > 0),
    };
    let read = match text.split_once('-') {
        Some((first, last)) if first.trim() != "" || last.trim() != "" => {
            number(first, 1).zip(number(last, u32::MAX))
        }
        Some(_) => None,
        None => number(&text, 0).filter(|&page| page > 0).map(|page| (page, page)),
    };
    read.filter(|(first, last)| first <= last)
        .ok_or_else(|| Refusal::invalid(format!("invalid argument: {wish} is no range of pages")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_webdriver_says() {
        let options = options(&serde_json::from_value(json!({})).unwrap()).unwrap();
        assert_eq!((options.width, options.height, options.margins), (21.59, 27.94, [1.0; 4]));
        assert!(options.shrink_to_fit && !options.background);
    }

    #[test]
    fn ranges_of_pages_are_read() {
        for (wish, read) in [
            (json!(3), (3, 3)),
            (json!("3"), (3, 3)),
            (json!("3-5"), (3, 5)),
            (json!("-5"), (1, 5)),
            (json!("3-"), (3, u32::MAX)),
        ] {
            assert_eq!(range(&wish), Ok(read), "{wish}");
        }
        for wish in [json!(""), json!("-"), json!("5-3"), json!(0), json!("a"), json!(1.5), json!({})] {
            assert!(range(&wish).is_err(), "{wish}");
        }
    }
}
