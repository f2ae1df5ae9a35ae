//! The contract's words for one element of a snapshot, so that the agent means exactly that one.
//!
//! The contract's label is a part of the name, and a single exact one wins over parts. What agents make of several exact
//! ones among parts is not written down, so there the label is left out, and the element is counted by its role.

use super::flat::Placed;
use crate::contract::{ElementInfo, ElementQuery};

/// The element with this number among `all` that a search in `window` finds.
pub(super) fn meaning(all: &[Placed<'_>], target: usize, window: Option<&str>) -> Option<ElementQuery> {
    let info = all.get(target)?.info;
    let label = info.label.as_deref().filter(|label| !label.is_empty());
    let id = info.id.as_deref().filter(|id| !id.is_empty());
    let labels = label.filter(|label| is_clear(all, info, label, id)).map(Some).into_iter().chain([None]);
    labels.into_iter().find_map(|label| {
        let found: Vec<usize> =
            (0..all.len()).filter(|&number| fits(all[number].info, info, label, id)).collect();
        let exact: Vec<usize> = match label {
            Some(label) => {
                found.iter().copied().filter(|&number| is_called(all[number].info, label)).collect()
            }
            None => Vec::new(),
        };
        let found = if let [only] = exact[..] { vec![only] } else { found };
        let place = found.iter().position(|&number| number == target)?;
        Some(ElementQuery {
            role: Some(info.role.clone()),
            label: label.map(str::to_owned),
            window: window.map(str::to_owned),
            id: id.map(str::to_owned),
            index: if found.len() == 1 { None } else { Some(u64::try_from(place).ok()?) },
        })
    })
}

/// Whether it does not matter how an agent treats several exact labels: there is one, or there are no parts.
fn is_clear(all: &[Placed<'_>], info: &ElementInfo, label: &str, id: Option<&str>) -> bool {
    let parts: Vec<&ElementInfo> =
        all.iter().map(|placed| placed.info).filter(|other| fits(other, info, Some(label), id)).collect();
    let exact = parts.iter().filter(|other| is_called(other, label)).count();
    exact == 1 || exact == parts.len()
}

fn fits(other: &ElementInfo, info: &ElementInfo, label: Option<&str>, id: Option<&str>) -> bool {
    let contains = |label: &str| {
        other.label.as_ref().is_some_and(|other| other.to_lowercase().contains(&label.to_lowercase()))
    };
    other.role == info.role
        && id.is_none_or(|id| other.id.as_deref() == Some(id))
        && label.is_none_or(contains)
}

/// Whether this is its whole label. Agents may or may not tell upper from lower case here, so it counts either way.
fn is_called(other: &ElementInfo, label: &str) -> bool {
    other.label.as_ref().is_some_and(|other| other.to_lowercase() == label.to_lowercase())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::flat::flatten;
    use super::*;
    use crate::contract::WindowInfo;

    fn element(role: &str, label: &str, id: &str) -> Value {
        json!({"role": role, "label": label, "id": id, "enabled": true, "focused": false, "childCount": 0, "actions": []})
    }

    fn windows() -> Vec<WindowInfo> {
        let mut group = element("group", "", "");
        group["children"] = json!([element("button", "Save", ""), element("text", "Save", "")]);
        let elements = json!([
            group,
            element("button", "Save All", ""),
            element("button", "OK", ""),
            element("button", "OK", ""),
            element("button", "Not ok", ""),
            element("button", "Go", "go"),
            element("link", "Same", ""),
            element("link", "Same", ""),
            element("slider", "", ""),
        ]);
        let place = json!({"sizeWidth": 1, "sizeHeight": 1, "positionX": 0, "positionY": 0});
        let mut window = json!({"title": "T", "windowType": "regular", "appName": "A", "focused": true, "elements": elements});
        window.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        vec![serde_json::from_value(window).unwrap()]
    }

    #[track_caller]
    fn check(target: usize, expected: Value) {
        let windows = windows();
        let query = meaning(&flatten(&windows), target, Some("A")).unwrap();
        let mut expected = expected;
        expected["window"] = json!("A");
        assert_eq!(serde_json::to_value(query).unwrap(), expected);
    }

    #[test]
    fn one_that_is_alone_is_called_by_role_and_label() {
        check(1, json!({"role": "button", "label": "Save"}));
        check(2, json!({"role": "text", "label": "Save"}));
        check(3, json!({"role": "button", "label": "Save All"}));
        check(10, json!({"role": "slider"}));
    }

    #[test]
    fn an_identifier_goes_along() {
        check(7, json!({"role": "button", "label": "Go", "id": "go"}));
    }

    #[test]
    fn twins_are_counted() {
        check(8, json!({"role": "link", "label": "Same", "index": 0}));
        check(9, json!({"role": "link", "label": "Same", "index": 1}));
    }

    #[test]
    fn twins_among_parts_of_other_labels_are_counted_by_role_alone() {
        check(4, json!({"role": "button", "index": 2}));
        check(5, json!({"role": "button", "index": 3}));
        check(6, json!({"role": "button", "label": "Not ok"}));
    }
}
