//! Which element a request means.

use std::time::Duration;

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Locator, Session, Snapshot};
use deskhand_model::{
    Candidate, Description, Error, ErrorKind, Fields, NodeId, Query, Result as Outcome, Role, did_you_mean,
};
use futures_util::future::join_all;

use super::asking::given;
use super::place::{Place, Places, places};
use super::reading::{read, without_accessibility};
use crate::contract::ElementQuery;
use crate::server::Refusal;

/// Most candidates that are listed.
const LISTED: usize = 10;

/// Most near misses that are listed.
const NEAR: usize = 5;

/// The element that a request means, in our words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) description: Description,
    pub(super) window: Option<String>,
    /// Of several matches this one, counted from 0.
    pub(super) index: Option<usize>,
}

impl Wanted {
    pub(super) fn read(query: ElementQuery) -> Result<Wanted, Refusal> {
        let role = given(query.role).map(|name| role(&name)).transpose()?;
        let description = Description { role, label: given(query.label), id: given(query.id) };
        let index = query.index.map(|index| usize::try_from(index).unwrap_or(usize::MAX));
        Ok(Wanted { description, window: given(query.window), index })
    }

    fn query(&self) -> Query {
        Query::describing(self.description.clone())
    }

    /// The element, to be found by the session itself where only one application is in question, which spares a reading;
    /// as it was found here where there are several.
    pub(super) async fn locate(
        &self,
        session: &dyn Session,
        within: Duration,
    ) -> Result<(Place, Locator), Refusal> {
        let found = places(session, self.window.as_deref(), within).await?;
        match <[Place; 1]>::try_from(found.places) {
            Ok([only]) if found.silent.is_empty() => {
                let query = only.narrow(self.query());
                let locator = Locator { app: only.app.clone(), query, nth: self.index };
                Ok((only, locator))
            }
            Ok(one) => self.seek(session, Places { places: one.into(), ..found }, within).await,
            Err(places) => self.seek(session, Places { places, ..found }, within).await,
        }
    }

    /// The element, as it was found in a reading of all places.
    pub(super) async fn find(
        &self,
        session: &dyn Session,
        within: Duration,
    ) -> Result<(Place, Locator), Refusal> {
        let places = places(session, self.window.as_deref(), within).await?;
        self.seek(session, places, within).await
    }

    async fn seek(
        &self,
        session: &dyn Session,
        places: Places,
        within: Duration,
    ) -> Result<(Place, Locator), Refusal> {
        let Places { places, mut silent, missing } = places;
        let queries: Vec<Query> = places.iter().map(|place| place.narrow(self.query())).collect();
        let readings = join_all(places.iter().zip(&queries).map(|(place, query)| {
            let fields = query.needs() | Fields::ROLE | Fields::NAME;
            let request = ReadRequest { fields, ..ReadRequest::default() };
            async move { read(session, &place.app, &request, within).await }
        }))
        .await;
        let mut searches: Vec<Search> = Vec::new();
        let mut failure = None;
        for ((place, query), reading) in places.into_iter().zip(queries).zip(readings) {
            match reading.and_then(|snapshot| Search::of(place.clone(), query, snapshot)) {
                Ok(search) => searches.push(search),
                Err(error) if error.kind() == ErrorKind::AppNotFound => {
                    failure.get_or_insert_with(|| without_accessibility(&place.name));
                }
                Err(error) => {
                    silent.push(place.name);
                    failure = Some(Refusal::from(error));
                }
            }
        }
        if searches.is_empty() {
            return Err(failure.unwrap_or_else(|| nobody(&silent, &missing)));
        }
        self.pick(&searches, &silent)
    }

    /// The one match in all that was searched.
    fn pick(&self, searches: &[Search], silent: &[String]) -> Result<(Place, Locator), Refusal> {
        let every: Vec<Match<'_>> = searches.iter().flat_map(Search::matches).collect();
        let found = match self.description.label.as_deref() {
            Some(label) => only_whole_name(label, every),
            None => every,
        };
        match (found.as_slice(), self.index) {
            (all, Some(index)) if index < all.len() => Ok(all[index].locator()),
            ([only], None) => Ok(only.locator()),
            ([_, _, ..], None) => Err(self.ambiguous(&found).into()),
            (some, _) => Err(self.not_found(some, searches, silent).into()),
        }
    }

    fn ambiguous(&self, found: &[Match<'_>]) -> Error {
        let count = found.len();
        let message = format!("{count} elements match `{}`, and one was asked for", self.query().source());
        Error::new(ErrorKind::Ambiguous, message)
            .candidates(found.iter().take(LISTED).map(Match::candidate))
            .hint("narrow it down by `role`, `id` or `window`, or take one by its `index`")
    }

    fn not_found(&self, found: &[Match<'_>], searches: &[Search], silent: &[String]) -> Error {
        let query = self.query();
        let error = match self.index {
            Some(index) if !found.is_empty() => {
                let (count, wanted) = (found.len(), index.saturating_add(1));
                let message = format!("Only {count} elements match `{}`, not {wanted}", query.source());
                Error::new(ErrorKind::NotFound, message)
                    .candidates(found.iter().take(LISTED).map(Match::candidate))
                    .hint("`index` counts from 0; these are all that match")
            }
            _ => {
                let names: Vec<&str> = searches.iter().map(|search| search.place.name.as_str()).collect();
                let message = format!("No element of {} matches `{}`", names.join(", "), query.source());
                let mut near: Vec<Candidate> = searches.iter().flat_map(Search::nearest).collect();
                near.sort_by(|a, b| b.score.total_cmp(&a.score));
                near.truncate(NEAR);
                let error = Error::new(ErrorKind::NotFound, message);
                let hint = near.first().map(|best| format!("the nearest is {}", best.path));
                match hint {
                    Some(hint) => error.candidates(near).hint(hint),
                    None => error.hint("a snapshot shows what is there"),
                }
            }
        };
        match silent {
            [] => error,
            some => error.tried(format!("left out what does not answer: {}", some.join(", "))),
        }
    }
}

/// A role by any of its names.
pub(super) fn role(name: &str) -> Result<Role, Refusal> {
    Role::parse(name).ok_or_else(|| {
        let shown = super::choose::brief(name);
        Refusal::bad(format!("There is no role `{shown}`{}", did_you_mean(&Role::nearest(name))))
    })
}

/// One place that was searched.
struct Search {
    place: Place,
    query: Query,
    snapshot: Snapshot,
    found: Vec<NodeId>,
}

impl Search {
    fn of(place: Place, query: Query, snapshot: Snapshot) -> Outcome<Search> {
        let found = query.matches(&snapshot.tree)?;
        Ok(Search { place, query, snapshot, found })
    }

    fn matches(&self) -> impl Iterator<Item = Match<'_>> {
        (0..self.found.len()).map(|nth| Match { search: self, nth })
    }

    fn nearest(&self) -> Vec<Candidate> {
        self.query.nearest(&self.snapshot.tree, NEAR)
    }
}

/// One of its matches.
#[derive(Clone, Copy)]
struct Match<'a> {
    search: &'a Search,
    nth: usize,
}

impl Match<'_> {
    fn id(&self) -> NodeId {
        self.search.found[self.nth]
    }

    fn name(&self) -> &str {
        &self.search.snapshot.tree.node(self.id()).name
    }

    fn candidate(&self) -> Candidate {
        Candidate::describe(&self.search.snapshot.tree, self.id(), 1.0)
    }

    /// By which the session finds it again. The only match there is stays strict.
    fn locator(&self) -> (Place, Locator) {
        let Search { place, query, found, .. } = self.search;
        let nth = (found.len() > 1).then_some(self.nth);
        (place.clone(), Locator { app: place.app.clone(), query: query.clone(), nth })
    }
}

/// The only one with this as its whole name, when there is exactly one in all places; else all of them.
fn only_whole_name<'a>(label: &str, found: Vec<Match<'a>>) -> Vec<Match<'a>> {
    let lower = label.to_lowercase();
    let named = |same: &dyn Fn(&str) -> bool| {
        let mut same = found.iter().filter(|one| same(one.name()));
        same.next().filter(|_| same.next().is_none()).copied()
    };
    let only = named(&|name| name == label).or_else(|| named(&|name| name.to_lowercase() == lower));
    only.map_or(found, |only| vec![only])
}

fn nobody(silent: &[String], missing: &[String]) -> Refusal {
    match (silent, missing) {
        ([], []) => {
            Error::new(ErrorKind::AccessibilityUnavailable, "No application shows anything to accessibility")
                .into()
        }
        ([], some) => without_accessibility(&some.join(", ")),
        (some, _) => {
            Error::new(ErrorKind::AppNotResponding, format!("{} does not answer", some.join(", "))).into()
        }
    }
}
