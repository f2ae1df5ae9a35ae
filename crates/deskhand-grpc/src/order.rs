//! `order_by` of a list request (AIP-132): `z_index desc, title`.

use std::cmp::Ordering;

use deskhand_model::{Window, WindowId};
use tonic::Status;

use crate::field::{Field, Value};
use crate::status::invalid;

/// Most fields to sort by.
const MOST: usize = 8;

/// How windows are sorted: by these fields, and by their number where these are the same.
#[derive(Debug, Default)]
pub(crate) struct Order {
    by: Vec<(&'static Field, Direction)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Ascending,
    Descending,
}

/// Where a window stands in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// What the fields of the order hold.
    pub(crate) values: Vec<Value<'a>>,
    /// The window's number.
    pub(crate) id: WindowId,
}

impl Order {
    /// Reads the field `order_by` of a request.
    pub(crate) fn parse(text: &str) -> Result<Order, Status> {
        let mut order = Order::default();
        if text.trim().is_empty() {
            return Ok(order);
        }
        for part in text.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let (name, direction) = match words[..] {
                [name] | [name, "asc"] => (name, Direction::Ascending),
                [name, "desc"] => (name, Direction::Descending),
                _ => {
                    let told = part.trim().escape_debug();
                    return Err(refused(&format!("`{told}` is not a field with `desc` or nothing after it")));
                }
            };
            order.by.push((Field::named(name).map_err(|message| refused(&message))?, direction));
            if order.by.len() > MOST {
                return Err(refused(&format!("windows can be sorted by {MOST} fields at most")));
            }
        }
        Ok(order)
    }

    /// Where a window stands.
    pub(crate) fn place<'a>(&self, window: &'a Window) -> Place<'a> {
        let values = self.by.iter().map(|(field, _)| field.of(window)).collect();
        Place { values, id: window.id }
    }

    /// Which of two places comes first.
    pub(crate) fn compare(&self, left: &Place<'_>, right: &Place<'_>) -> Ordering {
        let fields = self.by.iter().zip(left.values.iter().zip(&right.values));
        fields
            .map(|((_, direction), (left, right))| match direction {
                Direction::Ascending => left.cmp(right),
                Direction::Descending => right.cmp(left),
            })
            .fold(Ordering::Equal, Ordering::then)
            .then(left.id.cmp(&right.id))
    }
}

fn refused(message: &str) -> Status {
    invalid("order_by", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(id: u64, title: &str, z_index: u32) -> Window {
        Window { id: WindowId(id), title: title.to_owned(), z_index, ..Window::default() }
    }

    #[track_caller]
    fn check(order: &str, expected: &[u64]) {
        let order = Order::parse(order).unwrap();
        let windows = [window(3, "b", 0), window(1, "a", 1), window(2, "b", 2)];
        let mut places: Vec<Place<'_>> = windows.iter().map(|window| order.place(window)).collect();
        places.sort_by(|left, right| order.compare(left, right));
        assert_eq!(places.iter().map(|place| place.id.0).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn windows_are_sorted_by_fields_and_then_by_number() {
        check("", &[1, 2, 3]);
        check("z_index", &[3, 1, 2]);
        check("z_index desc", &[2, 1, 3]);
        check("title", &[1, 2, 3]);
        check("title desc, z_index", &[3, 2, 1]);
        check(" title  asc ,z_index  desc ", &[1, 2, 3]);
        check("bounds.x, z_index desc", &[2, 1, 3]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["titel", "title down", "title,", ",", "title desc desc", "desc", "title DESC"] {
            let status = Order::parse(text).unwrap_err();
            assert!(status.message().starts_with("order_by: "), "{text}: {}", status.message());
        }
        assert!(Order::parse(&["title"; 9].join(",")).is_err());
    }
}
