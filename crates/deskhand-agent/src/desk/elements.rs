//! Which element a request means.

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Locator, Session, Snapshot};
use deskhand_model::{
    Candidate, Counting, Description, Error, ErrorKind, Fields, NodeId, Query, Result as Outcome, Role,
    did_you_mean,
};
use futures_util::future::join_all;

use super::asking::given;
use super::deadline::Deadline;
use super::place::{Place, Places, places};
use super::reading::{read, without_accessibility};
use crate::contract::ElementQuery;
use crate::server::Refusal;

/// Most candidates that are listed.
const LISTED: usize = 10;

/// Most near misses that are listed.
const NEAR: usize = 5;

/// What to do when several elements match.
const NARROWING: &str = "narrow it down by `role`, `id` or `window`, or take one by its `index`";

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
        let index = query.index.map(|index| usize::try_from(index).unwrap_or(usize::MAX));
        let (label, id) = (given(query.label), given(query.id));
        // An index counts what a snapshot shows.
        let counting = if index.is_some() { Counting::Elements } else { Counting::Widgets };
        let description = Description { role, label, id, counting };
        Ok(Wanted { description, window: given(query.window), index })
    }

    fn query(&self) -> Query {
        Query::describing(self.description.clone())
    }

    /// Where to look for it.
    pub(super) async fn places(&self, session: &dyn Session, deadline: Deadline) -> Result<Places, Refusal> {
        places(session, self.window.as_deref(), deadline).await
    }

    /// The element, to be found by the session itself where only one application is in question, which spares a reading;
    /// as it was found here where there are several.
    pub(super) async fn locate(&self, session: &dyn Session, deadline: Deadline) -> Result<Located, Refusal> {
        let places = self.places(session, deadline).await?;
        match places.only() {
            Some(only) => Ok(self.alone(only.clone())),
            None => self.seek(session, places, deadline).await,
        }
    }

    /// The element in this place, to be found by the session itself.
    pub(super) fn alone(&self, place: Place) -> Located {
        let query = place.narrow(self.query());
        let locator = Locator { app: place.app.clone(), query, nth: self.index };
        Located { place, locator, left_out: Vec::new() }
    }

    /// The element, as it was found in a reading of all places.
    pub(super) async fn seek(
        &self,
        session: &dyn Session,
        places: Places,
        deadline: Deadline,
    ) -> Result<Located, Refusal> {
        let Places { places, mut silent, missing } = places;
        let fields = self.query().needs() | Fields::ROLE | Fields::NAME;
        let request = ReadRequest { fields, ..ReadRequest::default() };
        let readings =
            join_all(places.iter().map(|place| read(session, &place.app, &request, deadline))).await;
        let mut searches: Vec<Search> = Vec::new();
        let mut failure = None;
        for (place, reading) in places.into_iter().zip(readings) {
            match reading.and_then(|snapshot| Search::of(place.clone(), self, snapshot)) {
                Ok(search) => searches.push(search),
                // It has no elements, or none any more.
                Err(error) if matches!(error.kind(), ErrorKind::AppNotFound | ErrorKind::AppGone) => {
                    failure.get_or_insert_with(|| refused(error, &place));
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
        let (place, locator) = self.pick(&searches, &silent)?;
        Ok(Located { place, locator, left_out: silent })
    }

    /// The one match in all that was searched.
    fn pick(&self, searches: &[Search], silent: &[String]) -> Result<(Place, Locator), Refusal> {
        let mut every: Vec<Match<'_>> = searches.iter().flat_map(Search::matches).collect();
        let widgets: Vec<Match<'_>> =
            searches.iter().flat_map(|search| search.widgets(&self.description)).collect();
        let only = self.description.only(&widgets, Match::name).copied();
        let meant = match self.index {
            Some(index) => {
                every = only.map_or(every, |only| vec![only]);
                every.get(index).copied()
            }
            None => only,
        };
        match meant {
            Some(one) => Ok(one.located(self)),
            None if self.index.is_none() && !every.is_empty() => Err(self.ambiguous(&every, silent).into()),
            None => Err(self.not_found(&every, searches, silent).into()),
        }
    }

    fn ambiguous(&self, found: &[Match<'_>], silent: &[String]) -> Error {
        let count = found.len();
        let message = format!("{count} elements match `{}`, and one was asked for", self.query().source());
        let error = Error::new(ErrorKind::Ambiguous, message)
            .candidates(found.iter().take(LISTED).map(Match::candidate))
            .hint(NARROWING);
        without(silent, error)
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
        without(silent, error)
    }
}

/// An element, and who was not asked for it.
#[derive(Debug)]
pub(super) struct Located {
    pub(super) place: Place,
    pub(super) locator: Locator,
    /// Applications that do not answer; another element may be meant when they do.
    pub(super) left_out: Vec<String>,
}

/// A failure of the session about an element in this place, in the words of the contract.
pub(super) fn refused(error: Error, place: &Place) -> Refusal {
    match error.kind() {
        ErrorKind::AppNotFound => without_accessibility(&place.name),
        ErrorKind::Ambiguous => error.hint(NARROWING).into(),
        _ => error.into(),
    }
}

fn without(silent: &[String], error: Error) -> Error {
    match silent {
        [] => error,
        some => error.tried(format!("left out what does not answer: {}", some.join(", "))),
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
    /// For everything that fits.
    every: Query,
    snapshot: Snapshot,
    found: Vec<NodeId>,
}

impl Search {
    fn of(place: Place, wanted: &Wanted, snapshot: Snapshot) -> Outcome<Search> {
        let description = Description { counting: Counting::All, ..wanted.description.clone() };
        let every = place.narrow(Query::describing(description));
        let found = every.matches(&snapshot.tree)?;
        Ok(Search { place, every, snapshot, found })
    }

    fn matches(&self) -> impl Iterator<Item = Match<'_>> {
        (0..self.found.len()).map(|nth| Match { search: self, nth })
    }

    /// The matches without the labels that are parts of others.
    fn widgets(&self, description: &Description) -> impl Iterator<Item = Match<'_>> {
        let widgets = description.widgets(&self.snapshot.tree, &self.found);
        self.matches().filter(move |one| widgets.binary_search(&one.id()).is_ok())
    }

    fn nearest(&self) -> Vec<Candidate> {
        self.every.nearest(&self.snapshot.tree, NEAR)
    }
}

/// One of its matches.
#[derive(Clone, Copy)]
struct Match<'a> {
    search: &'a Search,
    nth: usize,
}

impl<'a> Match<'a> {
    fn id(&self) -> NodeId {
        self.search.found[self.nth]
    }

    fn name(&self) -> &'a str {
        &self.search.snapshot.tree.node(self.id()).name
    }

    fn candidate(&self) -> Candidate {
        Candidate::describe(&self.search.snapshot.tree, self.id(), 1.0)
    }

    /// By which the session finds it again: as it was asked for, when that alone says which it is here.
    fn located(&self, wanted: &Wanted) -> (Place, Locator) {
        let Search { place, every, snapshot, .. } = self.search;
        let asked = place.narrow(wanted.query());
        let says_which = asked.matches(&snapshot.tree).is_ok_and(|found| found == [self.id()]);
        let (query, nth) = if says_which { (asked, None) } else { (every.clone(), Some(self.nth)) };
        (place.clone(), Locator { app: place.app.clone(), query, nth })
    }
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
