//! What the user's page says about queries is true.

use crate::{Notation, Query};

fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/queries.md")).unwrap()
}

/// The rows of the first table after `heading`, as cells without their backticks.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, after) = page.split_once(heading).expect(heading);
    let rows =
        after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        row.trim_matches(['|', ' '])
            .split(" | ")
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect()
    };
    rows.skip(2).map(cells).collect()
}

#[test]
fn every_documented_mistake_gives_the_documented_error() {
    let rows = table(&page(), "\n## Mistakes\n");
    assert!(rows.len() > 5);
    for row in rows {
        let error = Query::parse(&row[0]).expect_err(&row[0]);
        let told = row[1].split(" (").next().unwrap_or_default();
        assert!(error.message.contains(told), "{}: {error}", row[0]);
    }
}

#[test]
fn every_documented_notation_is_recognised() {
    let rows = table(&page(), "\n# Queries\n".trim_start());
    let found: Vec<Notation> = rows.iter().map(|row| Query::parse(&row[1]).unwrap().notation()).collect();
    assert_eq!(found, Notation::ALL);
}

#[test]
fn every_state_is_documented() {
    let page = page();
    for state in crate::State::ALL {
        assert!(page.contains(&format!("`{}`", state.name())), "{}", state.name());
    }
}
