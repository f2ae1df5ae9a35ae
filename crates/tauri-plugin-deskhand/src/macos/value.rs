//! Values of scripts, as WebKit hands them over: copies made of Foundation's own types.

use objc2::runtime::AnyObject;
use objc2_foundation::{NSArray, NSDictionary, NSNumber, NSRange, NSString};
use serde_json::{Map, Number, Value};

/// A value as JSON. What JSON has no word for is null.
pub(super) fn json(value: &AnyObject) -> Value {
    if let Some(text) = value.downcast_ref::<NSString>() {
        Value::String(string(text))
    } else if let Some(number) = value.downcast_ref::<NSNumber>() {
        number_of(number)
    } else if let Some(list) = value.downcast_ref::<NSArray>() {
        Value::Array(list.iter().map(|item| json(&item)).collect())
    } else if let Some(map) = value.downcast_ref::<NSDictionary>() {
        let (keys, values) = map.to_vecs();
        let named = |key: &AnyObject| key.downcast_ref::<NSString>().map(string).unwrap_or_default();
        Value::Object(
            keys.iter().zip(&values).map(|(key, value)| (named(key), json(value))).collect::<Map<_, _>>(),
        )
    } else {
        Value::Null
    }
}

/// JavaScript has one kind of numbers; Foundation keeps truth in the same class.
fn number_of(number: &NSNumber) -> Value {
    // There are two objects for it, and every true and every false is one of them.
    let truth =
        [false, true].into_iter().find(|truth| std::ptr::eq(number, &*NSNumber::numberWithBool(*truth)));
    truth.map_or_else(|| whole(number.as_f64()), Value::Bool)
}

/// A number, written as JavaScript does it: whole ones without a point.
fn whole(number: f64) -> Value {
    const MOST: f64 = 9_007_199_254_740_991.0;
    if number.fract() == 0.0 && number.abs() <= MOST {
        // Exact: it has no fraction and is not beyond the whole numbers that this type of number can tell apart.
        #[expect(clippy::cast_possible_truncation)]
        let number = number as i64;
        return Value::Number(number.into());
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// A text. Halves of characters, which scripts can make, become a sign that says so.
pub(super) fn string(text: &NSString) -> String {
    let length = text.length();
    let mut units = vec![0_u16; length];
    if let Some(first) = std::ptr::NonNull::new(units.as_mut_ptr()) {
        // SAFETY: there is room for all units of the text, which is what is asked for.
        unsafe { text.getCharacters_range(first, NSRange::new(0, length)) };
    }
    String::from_utf16_lossy(&units)
}
