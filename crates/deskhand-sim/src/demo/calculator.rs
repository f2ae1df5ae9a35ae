//! A calculator that adds, subtracts, multiplies and divides.

use deskhand_model::{Rect, Role};

use crate::plan::WindowPlan;
use crate::widget::{Does, Draft};

pub(super) fn window(content: Rect) -> WindowPlan {
    let rows = ["789/", "456*", "123-", "0C=+"];
    let row = |keys: &str| {
        let keys = keys.chars().map(|key| Draft::button(&key.to_string()).does(Does::Calculate(key)));
        Draft::new(Role::Row, "").containing(keys.collect())
    };
    let mut inside = vec![Draft::label("Display").id("display").text("0")];
    inside.extend(rows.map(row));
    WindowPlan::new("Calculator", content).containing(inside)
}

/// What a calculator that shows `shown` shows after this key.
pub(crate) fn calculate(shown: &str, key: char) -> String {
    match key {
        'C' => "0".to_owned(),
        '=' => evaluate(shown).map_or_else(|| "error".to_owned(), |result| result.to_string()),
        digit if digit.is_ascii_digit() && matches!(shown, "0" | "error") => digit.to_string(),
        key => format!("{shown}{key}"),
    }
}

/// The value of numbers and signs, from left to right.
fn evaluate(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut sign = '+';
    let mut rest = text;
    loop {
        let end = rest.char_indices().skip(1).find(|(_, letter)| "+-*/".contains(*letter));
        let end = end.map_or(rest.len(), |(index, _)| index);
        let number: f64 = rest[..end].parse().ok()?;
        total = match sign {
            '-' => total - number,
            '*' => total * number,
            '/' if number == 0.0 => return None,
            '/' => total / number,
            _ => total + number,
        };
        let mut after = rest[end..].chars();
        match after.next() {
            Some(next) => sign = next,
            None => return Some(total),
        }
        rest = after.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_give_what_a_calculator_shows() {
        for (keys, shown) in [
            ("12+30=", "42"),
            ("0C7", "7"),
            ("2*3-1=", "5"),
            ("7/2=", "3.5"),
            ("1/0=", "error"),
            ("5+=", "error"),
            ("1/0=8", "8"),
        ] {
            let seen = keys.chars().fold("0".to_owned(), |shown, key| calculate(&shown, key));
            assert_eq!(seen, shown, "{keys}");
        }
    }
}
