//! Which lines change, and which heals are left for a person. Pure.

use std::collections::BTreeSet;
use std::ops::Range;

use deskhand_engine::LocatorKey;
use deskhand_schema::{HealChange, HealEntry, HealLeft};

use super::language::Language;
use super::literals::{line_at, standing};
use super::sources::{Source, Unwritten};

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) changes: Vec<HealChange>,
    pub(super) left: Vec<HealLeft>,
    /// The heals whose locators are written anew.
    settled: Vec<Settled>,
    /// For each source the pieces of it that are replaced.
    replaced: Vec<Vec<(Range<usize>, String)>>,
}

/// A heal that is dealt with once all its sources are written.
#[derive(Clone, Debug)]
struct Settled {
    entry: HealEntry,
    sources: BTreeSet<usize>,
}

/// A piece of a source: the number of the source, what of it is replaced, and by what.
type Piece = (usize, Range<usize>, String);

/// Where a query stands.
#[derive(Default)]
struct Places {
    /// What of which source it is.
    exact: Vec<(usize, Range<usize>)>,
    /// By what that is replaced; `None` when there is a place where the new query cannot be written for certain.
    written: Option<Vec<String>>,
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
        let settled = |entry: &HealEntry| Settled { entry: entry.clone(), sources: BTreeSet::new() };
        Plan { settled: heals.iter().map(settled).collect(), ..Plan::default() }
    }

    fn replace(&mut self, entry: &HealEntry, places: Vec<Piece>, sources: &[Source]) {
        let numbers = places.iter().map(|(number, ..)| *number).collect();
        self.settled.push(Settled { entry: entry.clone(), sources: numbers });
        for (number, inner, written) in places {
            // One query of several applications that is healed to the same.
            if self.replaced[number].iter().any(|(replaced, _)| *replaced == inner) {
                continue;
            }
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
    }

    /// The sources that change, by number, as they are to be.
    pub(super) fn rewritten(&self, sources: &[Source]) -> Vec<(usize, String)> {
        let pairs = sources.iter().zip(&self.replaced).enumerate();
        let changed = pairs.filter(|(_, (_, pieces))| !pieces.is_empty());
        changed.map(|(number, (source, pieces))| (number, rewrite(&source.text, pieces))).collect()
    }

    /// Leaves the heals of sources that could not be written, which stay as they were.
    pub(super) fn leave(&mut self, unwritten: &[Unwritten], sources: &[Source]) {
        for Unwritten { number, because } in unwritten {
            let file = sources[*number].path.display().to_string();
            let places = |query: &str| -> Vec<String> {
                let here = self.changes.iter().filter(|change| change.file == file && change.query == query);
                here.map(|change| format!("{file}:{}", change.line)).collect()
            };
            let failed = |settled: &mut Settled| settled.sources.contains(number);
            let failed: Vec<Settled> = self.settled.extract_if(.., failed).collect();
            let lefts = failed
                .iter()
                .map(|Settled { entry, .. }| left(entry, because.clone(), places(&entry.heal.query)));
            self.left.extend(lefts);
            self.changes.retain(|change| change.file != file);
        }
    }

    /// The locators that are written anew, before and now.
    pub(super) fn renamed(&self) -> Vec<(LocatorKey, LocatorKey)> {
        let pair = |Settled { entry, .. }: &Settled| {
            let old = entry.locator();
            let new = LocatorKey { query: entry.heal.suggested.clone(), ..old.clone() };
            (old, new)
        };
        self.settled.iter().map(pair).collect()
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
    let places = places(&heal.query, &heal.suggested, sources);
    let shown = || {
        let exact = places.exact.iter().map(|(number, inner)| place(&sources[*number], inner.start));
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
        return Err(("it stands nowhere as a plain string of its own".to_owned(), places.others));
    }
    if !places.others.is_empty() {
        return Err((
            "it stands inside of other strings, or strings of another kind, as well".to_owned(),
            shown(),
        ));
    }
    if is_plain(&heal.query) && places.exact.len() > 1 {
        let because = "it is plain text that stands in several places, and not all need be locators";
        return Err((because.to_owned(), shown()));
    }
    let Some(written) = &places.written else {
        let because = "the new query holds what could mean something else in that kind of string";
        return Err((because.to_owned(), shown()));
    };
    let pieces = places.exact.iter().cloned().zip(written.iter().cloned());
    Ok(pieces.map(|((number, inner), written)| (number, inner, written)).collect())
}

fn places(query: &str, suggested: &str, sources: &[Source]) -> Places {
    let mut found = Places { written: Some(Vec::new()), ..Places::default() };
    for (number, source) in sources.iter().enumerate() {
        let standing = standing(&source.text, query, Language::of(&source.path));
        let written: Option<Vec<String>> =
            standing.exact.iter().map(|literal| literal.write(suggested)).collect();
        found.written = found.written.zip(written).map(|(before, more)| [before, more].concat());
        found.exact.extend(standing.exact.into_iter().map(|literal| (number, literal.inner)));
        found.others.extend(standing.others.into_iter().map(|at| place(source, at)));
    }
    found
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
        named("t.py", text)
    }

    fn named(path: &str, text: &str) -> Source {
        Source { path: path.into(), file: path.into(), text: text.to_owned() }
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
        assert_eq!(rewritten[0].0, 0);
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
    fn a_name_that_a_source_would_run_is_left_for_a_person() {
        let heals = [entry("e", "title:Pay", "title:\"Pay $(touch /tmp/x)\"")];
        for (path, text) in [
            ("t.sh", "press \"title:Pay\""),
            ("t.sh", "press 'title:Pay'"),
            ("t", "press 'title:Pay'"),
            ("t.js", "press(`title:Pay`)"),
        ] {
            let plan = Plan::make(&heals, &[], &[named(path, text)]);
            assert!(plan.changes.is_empty() && plan.settled.is_empty(), "{plan:?}");
            assert!(plan.left[0].because.contains("something else"), "{plan:?}");
            assert_eq!(plan.left[0].places, [format!("{path}:1")]);
        }
        let sources = [named("t.js", "press('title:Pay')")];
        let plan = Plan::make(&heals, &[], &sources);
        assert_eq!(plan.rewritten(&sources)[0].1, "press('title:\"Pay $(touch /tmp/x)\"')");
    }

    #[test]
    fn a_place_where_it_cannot_be_written_leaves_the_other_places_as_they_are() {
        let sources = [named("a.py", "f('title:Pay')"), named("b.py", "f(r'title:Pay')")];
        let plan = Plan::make(&[entry("e", "title:Pay", "title:Buy")], &[], &sources);
        assert!(plan.rewritten(&sources).is_empty());
        assert_eq!(plan.left[0].places, ["a.py:1", "b.py:1"]);
    }

    #[test]
    fn a_query_of_two_applications_that_became_the_same_is_replaced_once() {
        let heals = [entry("e", "title:Save", "title:Store"), entry("f", "title:Save", "title:Store")];
        let sources = [source("x('title:Save')")];
        let plan = Plan::make(&heals, &[], &sources);
        assert_eq!(plan.rewritten(&sources)[0].1, "x('title:Store')");
        assert_eq!((plan.changes.len(), plan.renamed().len()), (1, 2));
    }

    #[test]
    fn what_could_not_be_written_is_left_and_the_rest_is_settled() {
        let heals = [entry("e", "title:A", "title:B"), entry("e", "title:C", "title:D")];
        let sources = [named("a.py", "x('title:A')"), named("b.py", "x('title:A')\ny('title:C')")];
        let mut plan = Plan::make(&heals, &[], &sources);
        assert_eq!(plan.renamed().len(), 2);
        plan.leave(&[Unwritten { number: 0, because: "a.py cannot be written".to_owned() }], &sources);
        let settled: Vec<_> = plan.renamed().into_iter().map(|(old, new)| (old.query, new.query)).collect();
        assert_eq!(settled, [("title:C".to_owned(), "title:D".to_owned())]);
        assert_eq!(plan.left.len(), 1);
        assert_eq!(
            (plan.left[0].query.as_str(), &plan.left[0].places[..]),
            ("title:A", &["a.py:1".to_owned()][..])
        );
        assert!(plan.left[0].because.contains("cannot be written"));
        assert!(plan.changes.iter().all(|change| change.file == "b.py"), "{:?}", plan.changes);
        assert_eq!(plan.changes.len(), 2);
    }

    #[test]
    fn plain_text_that_stands_once_is_replaced() {
        let sources = [source("locate('Save')")];
        let plan = Plan::make(&[entry("e", "Save", "Store")], &[], &sources);
        assert_eq!(plan.rewritten(&sources)[0].1, "locate('Store')");
    }
}
