//! What a vision model answers.

use deskhand_model::{Error, ErrorKind, Rect, Result};
use serde::Deserialize;

/// Longest answer that is read, in bytes.
pub(super) const LARGEST: usize = 64 << 10;

/// How many beginnings of an object are tried in a text.
const TRIES: usize = 64;

/// Numbers beyond this are no pixels.
const FARTHEST: f64 = 1e6;

/// How sure a model is that does not say it.
const UNSAID: f64 = 0.5;

/// Where a model sees the element.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// In pixels of the picture that it was asked about; nothing when it sees none.
    pub place: Option<Rect>,
    /// How sure it says that it is, 0 to 1.
    pub confidence: f64,
}

#[derive(Deserialize)]
struct Said {
    found: bool,
    x: Option<f64>,
    y: Option<f64>,
    width: Option<f64>,
    height: Option<f64>,
    confidence: Option<f64>,
}

impl Answer {
    /// Reads an answer in words: a JSON object, with or without a fence or a sentence around it.
    pub(super) fn read(text: &str) -> Result<Answer> {
        if text.len() > LARGEST {
            return Err(unusable("its answer is too long"));
        }
        let said = text
            .match_indices('{')
            .take(TRIES)
            .find_map(|(start, _)| object(&text[start..]))
            .ok_or_else(|| unusable("its answer is not the JSON object that was asked for"))?;
        said.answer()
    }
}

/// The object that a text begins with.
fn object(text: &str) -> Option<Said> {
    serde_json::Deserializer::from_str(text).into_iter().next()?.ok()
}

impl Said {
    fn answer(self) -> Result<Answer> {
        let confidence = self.confidence.unwrap_or(UNSAID);
        if !(0.0..=1.0).contains(&confidence) {
            return Err(unusable("its confidence is not between 0 and 1"));
        }
        if !self.found {
            return Ok(Answer { place: None, confidence });
        }
        let (Some(x), Some(y), Some(width), Some(height)) = (self.x, self.y, self.width, self.height) else {
            return Err(unusable("it says that it found the element but not where"));
        };
        let place = rect(x, y, width, height)
            .ok_or_else(|| unusable("what it found is not a rectangle of pixels"))?;
        Ok(Answer { place: Some(place), confidence })
    }
}

/// The whole pixels that a rectangle touches.
fn rect(x: f64, y: f64, width: f64, height: f64) -> Option<Rect> {
    let is_near = |number: &f64| number.is_finite() && number.abs() <= FARTHEST;
    if ![x, y, width, height].iter().all(is_near) || width < 1.0 || height < 1.0 {
        return None;
    }
    let (left, top) = (x.floor(), y.floor());
    let (right, bottom) = ((x + width).ceil(), (y + height).ceil());
    Some(Rect::new(left as i32, top as i32, (right - left) as u32, (bottom - top) as u32))
}

pub(super) fn unusable(why: &str) -> Error {
    Error::new(ErrorKind::ActionFailed, format!("The vision model cannot be understood: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FOUND: &str = r#"{"found": true, "x": 10, "y": 20.5, "width": 30, "height": 8, "confidence": 0.7}"#;

    #[test]
    fn an_answer_may_have_a_fence_and_sentences_around_it() {
        let expected = Answer { place: Some(Rect::new(10, 20, 30, 9)), confidence: 0.7 };
        for text in [
            FOUND.to_owned(),
            format!("```json\n{FOUND}\n```"),
            format!("The {{button}} is here: {FOUND}. {{}} Anything else?"),
            format!("{{\"thoughts\": \"none\"}} {FOUND}"),
        ] {
            assert_eq!(Answer::read(&text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_model_may_see_nothing() {
        let answer = Answer::read(r#"{"found": false, "x": null}"#).unwrap();
        assert_eq!(answer, Answer { place: None, confidence: UNSAID });
    }

    #[test]
    fn nonsense_is_an_error() {
        for text in [
            "",
            "I cannot see pictures.",
            "{\"found\": \"yes\"}",
            "{\"found\": true}",
            r#"{"found": true, "x": 1, "y": 1, "width": 0, "height": 5}"#,
            r#"{"found": true, "x": 1, "y": 1, "width": -5, "height": 5}"#,
            r#"{"found": true, "x": 1e300, "y": 1, "width": 5, "height": 5}"#,
            r#"{"found": true, "x": 1e999, "y": 1, "width": 5, "height": 5}"#,
            r#"{"found": true, "x": NaN, "y": 1, "width": 5, "height": 5}"#,
            r#"{"found": true, "x": "1", "y": 1, "width": 5, "height": 5}"#,
            r#"{"found": true, "x": 1, "y": 1, "width": 5, "height": 5, "confidence": 95}"#,
            r#"{"found": true, "x": 1, "y": 1, "width": 5, "height": 5, "confidence": -1}"#,
        ] {
            assert_eq!(Answer::read(text).unwrap_err().kind(), ErrorKind::ActionFailed, "{text}");
        }
    }

    #[test]
    fn an_answer_without_end_is_not_read() {
        assert!(Answer::read(&format!("{}{FOUND}", " ".repeat(LARGEST))).is_err());
        assert!(Answer::read(&format!("{}{FOUND}", "{".repeat(TRIES))).is_err());
    }

    proptest! {
        #[test]
        fn every_text_is_an_answer_or_an_error(text in r#"[ -~{}\[\]":,0-9e.-]{0,200}"#) {
            let _ = Answer::read(&text);
        }

        #[test]
        fn every_answer_is_a_rectangle_with_pixels_and_a_share(
            x: f64, y: f64, width: f64, height: f64, confidence: f64, before in "[a-z {`]{0,30}"
        ) {
            let said = serde_json::json!({
                "found": true, "x": x, "y": y, "width": width, "height": height, "confidence": confidence
            });
            if let Ok(answer) = Answer::read(&format!("{before}{said}")) {
                prop_assert!((0.0..=1.0).contains(&answer.confidence));
                let place = answer.place.unwrap();
                prop_assert!(!place.is_empty());
                prop_assert!(f64::from(place.x) <= x && f64::from(place.right()) >= x + width);
            }
        }

        #[test]
        fn sensible_answers_are_understood(
            x in 0u16..2000, y in 0u16..2000, width in 1u16..500, height in 1u16..500, confidence in 0.0..=1.0f64
        ) {
            let said = serde_json::json!({
                "found": true, "x": x, "y": y, "width": width, "height": height, "confidence": confidence
            });
            let place = Rect::new(x.into(), y.into(), width.into(), height.into());
            let answer = Answer::read(&said.to_string()).unwrap();
            prop_assert_eq!(answer.place, Some(place));
            prop_assert!((answer.confidence - confidence).abs() < 1e-9);
        }
    }
}
