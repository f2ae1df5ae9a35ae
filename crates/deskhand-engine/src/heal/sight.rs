//! Finding an element in a picture of its window, and what of the tree is there.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Error, ErrorKind, NodeId, Point, Rect, Result, Tree, Window};
use futures_util::future::{Either, select};

use super::Fingerprint;
use super::evidence::Grade;
use super::family::related;
use super::lookalike::{compare, of_its_size, shows_just_that};
use super::portrait::place_in_window;
use super::text::{extends, folded, nearly, tidy};
use crate::engine::Engine;
use crate::ports::{Image, Sight, Spotted, Vision};
use crate::wait::{Deadline, shown};

/// How sure a sighting has to be to count as the same look, and as nearly the same.
const SURE: f64 = 0.8;
const LIKELY: f64 = 0.5;

/// How late eyes may be before they are not waited for any longer.
const LATE: Duration = Duration::from_millis(25);

/// How much of the smaller one has to be covered for a place and an element to be one.
const COVERED: f64 = 0.5;

/// A window as it is to be seen.
pub(super) struct View {
    /// The node of the window.
    top: NodeId,
    window: Window,
    picture: Arc<Image>,
}

/// How elements compare with the picture that was kept, and in what that was seen: whoever looks for it next need not take
/// another picture of the same window.
pub(super) struct Looks {
    pub(super) grades: Vec<(NodeId, Grade)>,
    pub(super) view: Option<View>,
}

impl Engine {
    /// The elements that stand where it was seen, in `view` where that is of its window. A place without an element is nothing.
    ///
    /// All of it is over after `within`, of which the eyes' own time is only for looking: the picture has to be there
    /// before the rest of it is over.
    #[expect(clippy::too_many_arguments, reason = "who looks, for whom, where, in what, and how long")]
    pub(super) async fn spot(
        &self,
        vision: &dyn Vision,
        app: &App,
        then: &Fingerprint,
        tree: &Tree,
        view: Option<View>,
        within: Duration,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<(NodeId, Grade)>> {
        let Some(top) = window_of_old(tree, then) else { return Ok(Vec::new()) };
        let end = self.now().plus(within);
        // An operation whose time is over still has that of healing, so this is not cut off by its deadline.
        let shared = within.saturating_sub(vision.extra_time()).min(deadline.for_call());
        let view = match view.filter(|view| view.top == top) {
            Some(view) => view,
            None => self.view(app, tree, top, shared).await?,
        };
        let sight = Sight {
            picture: view.picture.clone(),
            thumbnail: then.thumbnail.clone(),
            former: then.bounds.map(|bounds| bounds.translated(shadow(&view.window))),
            name: then.name.clone(),
            role: then.role,
        };
        let within = end.since(self.now());
        let looking = self.deadline(within.saturating_add(LATE));
        let spotted = match in_time(&looking, vision.spot(&sight, within)).await {
            Some(spotted) => spotted?,
            None => {
                let message = format!("nothing was seen in it within {}", shown(within));
                return Err(Error::new(ErrorKind::Timeout, message));
            }
        };
        Ok(elements_at(tree, then, &spotted, &view))
    }

    /// How everything that has the size of the element's picture compares with it, in the window of `best`. Nothing where that
    /// could not tell anybody from `best`; then no picture is taken either.
    pub(super) async fn looks(
        &self,
        app: &App,
        then: &Fingerprint,
        tree: &Tree,
        best: NodeId,
        within: Duration,
    ) -> Result<Looks> {
        let top = tree.window_of(best);
        let elements = of_its_size(tree, top, then);
        let Some(kept) = then.thumbnail.as_deref().filter(|_| elements.iter().any(|(id, _)| *id != best))
        else {
            return Ok(Looks { grades: Vec::new(), view: None });
        };
        let view = self.view(app, tree, top, within).await?;
        let grades = compare(kept, &view.picture, shadow(&view.window), &elements);
        Ok(Looks { grades, view: Some(view) })
    }

    /// The window `top` as it is to be seen, when that is known within this time.
    async fn view(&self, app: &App, tree: &Tree, top: NodeId, within: Duration) -> Result<View> {
        let time = self.deadline(within);
        let Some(taken) = in_time(&time, self.picture_of(app, tree, top, &time)).await else {
            return Err(Error::new(ErrorKind::Timeout, "its time was over before there was one"));
        };
        let (window, picture) = taken?;
        Ok(View { top, window, picture: Arc::new(picture) })
    }

    /// A picture of the window that an element is in.
    pub(super) async fn picture_of(
        &self,
        app: &App,
        tree: &Tree,
        id: NodeId,
        deadline: &Deadline<'_>,
    ) -> Result<(Window, Image)> {
        let window = self.window_of(app, tree, id, deadline).await?;
        let picture = self.ports.capture.window(window.id, deadline.left()).await?;
        Ok((window, picture))
    }
}

/// What comes of it before the deadline, to the moment. `None` when it would take longer: nobody waits for it then.
pub(super) async fn in_time<T>(deadline: &Deadline<'_>, work: impl Future<Output = T>) -> Option<T> {
    match select(std::pin::pin!(work), deadline.clock().sleep_until(deadline.end())).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}

/// A picture of a window has the shadow around the content; window coordinates start inside of it.
pub(super) fn shadow(window: &Window) -> Point {
    Point { x: window.shadow.left as i32, y: window.shadow.top as i32 }
}

/// The window that it was in: by its title, or the only one.
fn window_of_old(tree: &Tree, then: &Fingerprint) -> Option<NodeId> {
    let mut tops = tree.children(NodeId::ROOT);
    let titled =
        tree.children(NodeId::ROOT).find(|&top| folded(&tree.node(top).name) == folded(&then.window));
    titled.or_else(|| tops.next().filter(|_| tops.next().is_none()))
}

fn elements_at(tree: &Tree, then: &Fingerprint, spotted: &[Spotted], view: &View) -> Vec<(NodeId, Grade)> {
    let shadow = shadow(&view.window);
    let mut found: Vec<(NodeId, Grade)> = Vec::new();
    for place in spotted {
        let (Some(grade), Some(id)) = (grade(place), element_at(tree, view.top, then, place.place, shadow))
        else {
            continue;
        };
        if !found.iter().any(|(known, _)| *known == id) {
            let node = tree.node(id);
            let shows_just_that = || {
                let at = place_in_window(tree, id).map(|bounds| bounds.translated(shadow));
                at.zip(then.thumbnail.as_deref())
                    .is_some_and(|(at, kept)| shows_just_that(kept, &view.picture, at))
            };
            let may_be_more = says_more(&then.name, &node.name) && !shows_just_that();
            found.push((id, if may_be_more { Grade::Nearly } else { grade }));
        }
    }
    found
}

/// Whether a label can be read in another one: `Finish` is to be seen where `Finish…` is written.
fn says_more(then: &str, now: &str) -> bool {
    let (was, is) = (folded(then), folded(now));
    tidy(then) != tidy(now) && !was.is_empty() && (was == is || nearly(&was, &is) || extends(&was, &is))
}

/// What a sighting is worth. A model's word alone is never as good as a picture that was compared.
fn grade(spotted: &Spotted) -> Option<Grade> {
    match spotted.confidence {
        sure if sure >= SURE && spotted.by != "model" => Some(Grade::Same),
        likely if likely >= LIKELY => Some(Grade::Nearly),
        _ => None,
    }
}

/// The deepest element of a fitting role that the middle of the place is in, and that covers it or is covered by it.
fn element_at(tree: &Tree, top: NodeId, then: &Fingerprint, place: Rect, shadow: Point) -> Option<NodeId> {
    let here = tree.descendants(top).filter(|&id| {
        related(then.role, tree.node(id).role)
            && place_in_window(tree, id)
                .map(|bounds| bounds.translated(shadow))
                .is_some_and(|bounds| bounds.contains(place.center()) && covers(bounds, place))
    });
    here.max_by_key(|&id| tree.depth(id))
}

fn covers(a: Rect, b: Rect) -> bool {
    let area = |rect: Rect| f64::from(rect.width) * f64::from(rect.height);
    let common = a.intersection(b).map_or(0.0, area);
    let smaller = area(a).min(area(b));
    smaller > 0.0 && common / smaller >= COVERED
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spotted(by: &'static str, confidence: f64) -> Spotted {
        Spotted { place: Rect::new(0, 0, 9, 9), confidence, by }
    }

    #[test]
    fn a_model_is_never_taken_at_its_word() {
        assert_eq!(grade(&spotted("template", 0.9)), Some(Grade::Same));
        assert_eq!(grade(&spotted("template", 0.6)), Some(Grade::Nearly));
        assert_eq!(grade(&spotted("template", 0.2)), None);
        assert_eq!(grade(&spotted("model", 1.0)), Some(Grade::Nearly));
        assert_eq!(grade(&spotted("model", f64::NAN)), None);
    }

    #[test]
    fn a_label_is_to_be_read_in_one_that_says_more() {
        assert!(says_more("Finish", "Finish…"));
        assert!(says_more("Finish", "Finish all"));
        assert!(!says_more("Finish", "_Finish"));
        assert!(!says_more("Finish", "Done"));
        assert!(!says_more("", "Done"));
    }

    #[test]
    fn a_place_and_an_element_cover_each_other() {
        assert!(covers(Rect::new(0, 0, 100, 30), Rect::new(10, 5, 20, 10)));
        assert!(covers(Rect::new(0, 0, 20, 20), Rect::new(10, 0, 20, 20)));
        assert!(!covers(Rect::new(0, 0, 20, 20), Rect::new(11, 0, 20, 20)));
        assert!(!covers(Rect::new(0, 0, 0, 0), Rect::new(0, 0, 20, 20)));
    }
}
