//! Which lines change, and which heals are left for a person. Pure.

use std::ops::Range;

use deskhand_engine::LocatorKey;
use deskhand_schema::{HealChange, HealEntry, HealLeft};

use super::literals::{exactly, line_at, within_others};
use super::sources::Source;

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) changes: Vec<HealChange>,
    pub(super) left: Vec<HealLeft>,
    /// The locators that are written anew.
    pub(super) settled: Vec<(LocatorKey, String)>,
    /// For each source the pieces of it that are replaced.
    replaced: Vec<Vec<(Range<usize>, String)>>,
}

/// A piece of a source: the number of the source, what of it is replaced, and by what.
type Piece = (usize, Range<usize>, String);

/// Where a query stands.
struct Places {
    exact: Vec<Piece>,
    others: Vec<String>,
}

/// Why a query cannot be replaced, and where to look.
type Unclear = (String, Vec<String>);

impl Plan {
    /// Looks for the heals in the sources. `known` are all locators with a fingerprint: one query may be used for several
    /// applications.
    pub(super) fn make(heals: &[HealEntry], known: &[LocatorKey], sources: &[Source]) -> Plan {
        let mut plan = Plan { replaced: vec![Vec::new(); sources.len()], ..Plan::default() };
        for entry in heals {
            match find(entry, heals, known, sources) {
                Ok(places) => plan.replace(entry, places, sources),
                Err((because, places)) => plan.left.push(left(entry, because, places)),
            }
        }
        plan.changes.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
        plan
    }

    /// The locators are written anew already, by hand.
    pub(super) fn by_hand(heals: &[HealEntry]) -> Plan {
        let settled = heals.iter().map(|entry| (entry.locator(), entry.heal.suggested.clone())).collect();
        Plan { settled, ..Plan::default() }
    }

    fn replace(&mut self, entry: &HealEntry, places: Vec<Piece>, sources: &[Source]) {
        for (number, inner, written) in places {
            let source = &sources[number];
            let (line, span) = line_at(&source.text, inner.start);
            let before = &source.text[span.clone()];
            let at = inner.start - span.start..inner.end - span.start;
            let mut after = before.to_owned();
            after.replace_range(at, &written);
            self.changes.push(HealChange {
                query: entry.heal.query.clone(),
                suggested: entry.heal.suggested.clone(),
                file: source.path.display().to_string(),
                line,
                before: before.trim_end_matches('\r').to_owned(),
                after: after.trim_end_matches('\r').to_owned(),
            });
            self.replaced[number].push((inner, written));
        }
        self.settled.push((entry.locator(), entry.heal.suggested.clone()));
    }

    /// The sources that change, as they are to be.
    pub(super) fn rewritten<'a>(&self, sources: &'a [Source]) -> Vec<(&'a Source, String)> {
        let pairs = sources.iter().zip(&self.replaced).filter(|(_, pieces)| !pieces.is_empty());
        pairs.map(|(source, pieces)| (source, rewrite(&source.text, pieces))).collect()
    }
}

/// All pieces are replaced at once, so that none is taken for one that has just been put there.
fn rewrite(text: &str, pieces: &[(Range<usize>, String)]) -> String {
    let mut pieces: Vec<_> = pieces.to_vec();
    pieces.sort_by_key(|(range, _)| range.start);
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for (range, written) in pieces {
        new.push_str(&text[at..range.start]);
        new.push_str(&written);
        at = range.end;
    }
    new + &text[at..]
}

/// Where the query of a heal stands and can be replaced, or why it cannot and where to look.
fn find(
    entry: &HealEntry,
    heals: &[HealEntry],
    known: &[LocatorKey],
    sources: &[Source],
) -> Result<Vec<Piece>, Unclear> {
    let heal = &entry.heal;
    let places = places(&heal.query, &heal.suggested, sources).ok_or_else(|| {
        ("the new query cannot be written in the same kind of quotes".to_owned(), Vec::new())
    })?;
    let shown = || {
        let exact = places.exact.iter().map(|(number, inner, _)| place(&sources[*number], inner.start));
        exact.chain(places.others.iter().cloned()).collect::<Vec<_>>()
    };
    if heal.nth.is_some() {
        return Err(("it is used with a number, which no longer counts the same".to_owned(), shown()));
    }
    let elsewhere = |app: &str, query: &str| query == heal.query && app != heal.app;
    let contradicted = heals
        .iter()
        .any(|other| elsewhere(&other.heal.app, &other.heal.query) && other.heal.suggested != heal.suggested);
    let healed_too = |locator: &LocatorKey| heals.iter().any(|other| other.locator() == *locator);
    let in_use = known.iter().any(|locator| elsewhere(&locator.app, &locator.query) && !healed_too(locator));
    if contradicted || in_use {
        return Err((
            "other applications are asked the same query, and mean something else".to_owned(),
            shown(),
        ));
    }
    if places.exact.is_empty() {
        return Err(("it stands nowhere as a string of its own".to_owned(), places.others));
    }
    if !places.others.is_empty() {
        return Err(("it stands inside of other strings as well".to_owned(), shown()));
    }
    if is_plain(&heal.query) && places.exact.len() > 1 {
        let because = "it is plain text that stands in several places, and not all need be locators";
        return Err((because.to_owned(), shown()));
    }
    Ok(places.exact)
}

fn places(query: &str, suggested: &str, sources: &[Source]) -> Option<Places> {
    let mut found = Places { exact: Vec::new(), others: Vec::new() };
    for (number, source) in sources.iter().enumerate() {
        for literal in exactly(&source.text, query) {
            let written = literal.write(suggested)?;
            found.exact.push((number, literal.inner, written));
        }
        found.others.extend(within_others(&source.text, query).into_iter().map(|at| place(source, at)));
    }
    Some(found)
}

/// Whether a query could as well be any other text.
fn is_plain(query: &str) -> bool {
    !query.contains([':', '[', '/', '>', '#'])
}

fn place(source: &Source, at: usize) -> String {
    format!("{}:{}", source.path.display(), line_at(&source.text, at).0)
}

fn left(entry: &HealEntry, because: String, places: Vec<String>) -> HealLeft {
    let heal = &entry.heal;
    HealLeft {
        app: heal.app.clone(),
        query: heal.query.clone(),
        nth: heal.nth,
        suggested: heal.suggested.clone(),
        because,
        places,
    }
}

#[cfg(test)]
mod tests {
    use deskhand_schema::{Candidate, Heal};

    use super::*;

    fn entry(app: &str, query: &str, suggested: &str) -> HealEntry {
        let target = Candidate {
            role: "button".into(),
            name: String::new(),
            id: String::new(),
            path: String::new(),
            bounds: None,
            score: 1.0,
            differences: Vec::new(),
        };
        let heal = Heal {
            app: app.to_owned(),
            query: query.to_owned(),
            nth: None,
            suggested: suggested.to_owned(),
            strategy: "title".to_owned(),
            confidence: 0.97,
            target,
            clues: Vec::new(),
            rival: None,
            took_ms: 1.0,
            used: true,
            cached: false,
        };
        HealEntry { heal, times: 1, last_seen: String::new() }
    }

    fn source(text: &str) -> Source {
        Source { path: "t.py".into(), text: text.to_owned() }
    }

    fn only_reason(heals: &[HealEntry], known: &[LocatorKey], text: &str) -> String {
        let plan = Plan::make(heals, known, &[source(text)]);
        assert!(plan.changes.is_empty() && plan.settled.is_empty(), "{plan:?}");
        plan.left[0].because.clone()
    }

    #[test]
    fn a_query_is_replaced_wherever_it_stands_as_a_string() {
        let sources =
            [source("a('role:button title:Save')\r\nb(\"role:button title:Save\")\n"), source("nothing")];
        let plan = Plan::make(&[entry("e", "role:button title:Save", "id:\"store\"")], &[], &sources);
        let lines: Vec<_> = plan.changes.iter().map(|change| (change.line, change.after.as_str())).collect();
        assert_eq!(lines, [(1, "a('id:\"store\"')"), (2, "b(\"id:\\\"store\\\"\")")]);
        let rewritten = plan.rewritten(&sources);
        assert_eq!(rewritten.len(), 1);
        assert_eq!(rewritten[0].1, "a('id:\"store\"')\r\nb(\"id:\\\"store\\\"\")\n");
        assert_eq!(plan.settled.len(), 1);
    }

    #[test]
    fn queries_that_change_places_are_not_replaced_twice() {
        let heals = [entry("e", "title:A", "title:B"), entry("e", "title:B", "title:A")];
        let sources = [source("x('title:A', 'title:B')")];
        let plan = Plan::make(&heals, &[], &sources);
        assert_eq!(plan.rewritten(&sources)[0].1, "x('title:B', 'title:A')");
    }

    #[test]
    fn what_is_not_clear_is_left_for_a_person() {
        let save = || entry("e", "title:Save", "title:Store");
        assert!(only_reason(&[save()], &[], "press(title:Save)").contains("nowhere"));
        assert!(only_reason(&[save()], &[], "x('title:Save', 'title:Save window:A')").contains("inside"));
        let numbered = HealEntry { heal: Heal { nth: Some(2), ..save().heal }, ..save() };
        assert!(only_reason(&[numbered], &[], "x('title:Save')").contains("number"));
        let plain = entry("e", "Save", "Store");
        assert!(only_reason(&[plain], &[], "x('Save'); assert y == 'Save'").contains("plain"));
        let other = LocatorKey { app: "f".to_owned(), query: "title:Save".to_owned(), nth: None };
        assert!(only_reason(&[save()], &[other], "x('title:Save')").contains("other applications"));
        let heals = [save(), entry("f", "title:Save", "title:Keep")];
        assert!(only_reason(&heals, &[], "x('title:Save')").contains("other applications"));
    }

    #[test]
    fn plain_text_that_stands_once_is_replaced() {
        let sources = [source("locate('Save')")];
        let plan = Plan::make(&[entry("e", "Save", "Store")], &[], &sources);
        assert_eq!(plan.rewritten(&sources)[0].1, "locate('Store')");
    }
}
