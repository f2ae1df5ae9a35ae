//! Telling why an application does not count as idle.

use std::time::Duration;

use deskhand_model::{App, Candidate, Error, ErrorKind, Fields, NodeData};

use crate::apps::describe;
use crate::wait::shown;

/// Most elements that the sentence itself names.
const NAMED: usize = 3;

/// The time is over. `seen` are elements that were still changing, `still` is how long nothing has changed at the end and
/// `rest` how long that had to be.
pub(super) fn restless(
    app: &App,
    waited: Duration,
    still: Duration,
    rest: Duration,
    seen: Vec<Candidate>,
    changed: bool,
) -> Error {
    let (app, waited) = (describe(app), shown(waited));
    if !changed {
        let message =
            format!("{app} did not change within {waited}, but that is too short a time to call it idle");
        return Error::new(ErrorKind::Timeout, message)
            .hint(format!("allow more than the {} that nothing may change", shown(rest)));
    }
    let what = match seen.as_slice() {
        [] => "something in it was still changing".to_owned(),
        some => format!("still changing: {}", listed(some)),
    };
    let message = format!("{app} did not come to rest within {waited}; {what}");
    Error::new(ErrorKind::Timeout, message)
        .tried(format!(
            "at the end nothing had changed for {}, of {} that it takes",
            shown(still),
            shown(rest)
        ))
        .candidates(seen)
        .hint("where something never rests, wait for the element that matters instead")
}

/// An element that the application told of, as an error lists it.
pub(super) fn told_of(node: &NodeData, fields: Fields, children: bool) -> Candidate {
    let differences = fields.names().chain(children.then_some("children")).map(str::to_owned).collect();
    Candidate {
        role: node.role,
        name: node.name.to_string(),
        id: node.id.to_string(),
        path: titled(node.role.name(), &node.name),
        bounds: node.bounds,
        score: 1.0,
        differences,
    }
}

fn listed(seen: &[Candidate]) -> String {
    let one = |element: &Candidate| {
        format!("{} ({})", titled(element.role.name(), &element.name), element.differences.join(", "))
    };
    let mut words: Vec<String> = seen.iter().take(NAMED).map(one).collect();
    if seen.len() > NAMED {
        words.push("and others".to_owned());
    }
    words.join(", ")
}

fn titled(role: &str, name: &str) -> String {
    if name.is_empty() { role.to_owned() } else { format!("{role} \"{name}\"") }
}
