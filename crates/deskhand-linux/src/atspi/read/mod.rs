//! Reading an application's tree by the fastest way that it really supports.

mod ask;
mod cache;
mod collection;
mod draft;
mod style;
mod work;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{ReadPath, ReadRequest, Reading, TopLevel};
use deskhand_model::{Error, ErrorKind, Fields, Handle, NodeData, Result};
use futures_util::future::join_all;
use tokio::time::Instant;
use zvariant::{Structure, Value as Variant};

use self::ask::Ask;
pub(super) use self::ask::join_states;
use self::cache::Announcements;
use self::draft::{Draft, Sketch};
use self::work::{Goal, Work};
use super::failure::Failure;
use super::interfaces::Interfaces;
use super::memory::{Glance, Looks};
use super::object::{ObjectRef, WireRef};
use super::peer::{ACCESSIBLE, Peer};
use super::roles;
use super::wire::Message;

/// How long a fresh GTK 3 or Chromium application may take to set up its cache after the first listener came.
const CACHE_SETUP: Duration = Duration::from_millis(20);

/// Reads the application's tree.
pub(super) async fn tree(peer: &Peer, request: &ReadRequest, within: Duration) -> Result<Reading, Failure> {
    let until = Instant::now() + within;
    let before = peer.calls();
    let (work, path) = match &request.only_roles {
        Some(wanted) => {
            let numbers = roles::numbers_for(&peer.quirks.told_for(wanted));
            match search(peer, request, &numbers, until).await? {
                Some(work) => (work, ReadPath::Collection),
                None => whole(peer, request, Some(numbers), until).await?,
            }
        }
        None => whole(peer, request, None, until).await?,
    };
    let rounds = work.rounds;
    let tree = work.draft.finish().ok_or_else(|| Failure::Garbled("an empty tree".to_owned()))?;
    Ok(Reading {
        tree: Arc::new(tree),
        path,
        direct: peer.is_direct(),
        calls: peer.calls() - before,
        rounds,
        age: Duration::ZERO,
    })
}

/// Reads what is below one object, that object included.
pub(super) async fn below(
    peer: &Peer,
    object: &ObjectRef,
    request: &ReadRequest,
    time: Duration,
) -> Result<Reading, Failure> {
    let until = Instant::now() + time;
    let before = peer.calls();
    let depth = within(until, async { Ok(depth_of(peer, object).await) }).await?;
    let mut goal = goal(request, None, true, until);
    goal.max_depth = goal.max_depth.map(|limit| limit + depth);
    let mut work = Work::new(peer, Draft::new(object.clone(), peer.quirks), goal);
    work.descend(0, depth, 1);
    work.run().await?;
    if work.draft.sketches[0].lost {
        return Err(Failure::NoObject);
    }
    let rounds = work.rounds;
    let tree = work.draft.finish().ok_or_else(|| Failure::Garbled("an empty tree".to_owned()))?;
    Ok(Reading {
        tree: Arc::new(tree),
        path: ReadPath::Walk,
        direct: peer.is_direct(),
        calls: peer.calls() - before,
        rounds,
        age: Duration::ZERO,
    })
}

/// How deep in the application's tree an object is, as far as anything depends on it: the root is at 0, a window at 1,
/// anything else counts as being at 2.
async fn depth_of(peer: &Peer, object: &ObjectRef) -> usize {
    let root = ObjectRef::root(&peer.bus_name);
    if *object == root {
        return 0;
    }
    if !peer.quirks.frames_are_borders {
        return 2;
    }
    let parent = peer.property(object, ACCESSIBLE, "Parent").await.ok();
    let parent = parent.and_then(|parent| Structure::try_from(parent).ok());
    let path = parent.as_ref().and_then(|parent| parent.fields().get(1));
    let is_window = matches!(path, Some(Variant::ObjectPath(path)) if path.as_str() == &*root.path);
    if is_window { 1 } else { 2 }
}

/// The children of an object, as handles.
pub(super) async fn children(peer: &Peer, object: &ObjectRef) -> Result<Arc<[Handle]>, Failure> {
    let reply = Ask::Children.put(peer, object, 0).await?;
    Ok(references(peer, &reply)?.iter().map(ObjectRef::handle).collect())
}

/// How many children an object has.
pub(super) async fn child_count(peer: &Peer, object: &ObjectRef) -> Result<usize, Failure> {
    let count = peer.property(object, ACCESSIBLE, "ChildCount").await?;
    let count = i32::try_from(count).ok().and_then(|count| usize::try_from(count).ok());
    count.ok_or_else(|| Failure::Garbled("a number of children that is none".to_owned()))
}

/// The objects in a reply to [`Ask::Children`].
fn references(peer: &Peer, reply: &Message) -> Result<Vec<ObjectRef>, Failure> {
    let body = reply.body();
    let references: Vec<WireRef<'_>> =
        body.deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
    let objects = references.iter().filter(|reference| !reference.is_null());
    Ok(objects.map(|reference| ObjectRef::keep(reference, &peer.bus_name)).collect())
}

/// Reads `fields` of single objects, wherever in the tree they are.
pub(super) async fn objects(
    peer: &Peer,
    objects: &[ObjectRef],
    fields: Fields,
    time: Duration,
) -> Result<Vec<Result<NodeData>>, Failure> {
    let until = Instant::now() + time;
    let (mut work, places) = look_at(peer, objects, fields, until).await?;
    if fields.contains(Fields::ROLE) && peer.quirks.frames_are_borders {
        within(until, seat(&mut work, &places)).await?;
    }
    Ok(finished(&mut work, &places, peer))
}

/// Finds out how deep in the tree those objects are whose role depends on it.
async fn seat(work: &mut Work<'_>, places: &[usize]) -> Result<(), Failure> {
    let peer = work.peer();
    let depends = |place: &&usize| work.draft.role_depends_on_depth(**place);
    let seated = places.iter().filter(depends).map(|&place| {
        let object = work.draft.sketches[place].object.clone();
        async move { (place, depth_of(peer, &object).await) }
    });
    for (place, depth) in join_all(seated).await {
        let sketch = &mut work.draft.sketches[place];
        sketch.depth = depth;
        sketch.reached = true;
    }
    Ok(())
}

/// Asks single objects for `fields`; the places that they have in the draft are in their order.
async fn look_at<'a>(
    peer: &'a Peer,
    objects: &[ObjectRef],
    fields: Fields,
    until: Instant,
) -> Result<(Work<'a>, Vec<usize>), Failure> {
    let draft = Draft::new(ObjectRef::root(&peer.bus_name), peer.quirks);
    let goal = Goal {
        fields,
        only_roles: None,
        only_name: None,
        descend: false,
        ask_role: fields.is_empty() || fields.intersects(Fields::ROLE | Fields::ACTIONS | Fields::STYLE),
        max_nodes: usize::MAX,
        max_depth: None,
        until,
    };
    let mut work = Work::new(peer, draft, goal);
    let places: Vec<usize> = objects.iter().map(|object| work.draft.place(object.clone(), 1)).collect();
    let mut presumed = Vec::new();
    for &place in &places {
        let sketch = &mut work.draft.sketches[place];
        sketch.interfaces = peer.memory().interfaces(&sketch.object);
        presumed.extend(presume(peer, sketch, fields).map(|looks| (place, looks)));
        work.consider(place, 1);
    }
    work.run().await?;
    for (place, looks) in presumed {
        let sketch = &mut work.draft.sketches[place];
        if !sketch.lost && forget(sketch, &looks) {
            work.consider(place, 2);
        }
    }
    work.run().await?;
    if work.draft.gaps.out_of_time {
        return Err(Failure::Silent);
    }
    remember(peer, &work.draft, &places, fields);
    Ok((work, places))
}

/// What makes up the looks of an element, and what follows from them.
fn by_looks() -> Fields {
    Fields::NAME | Fields::STATES | Fields::ROLE | Fields::ACTIONS
}

/// Takes role and actions to be what they were when the element looked as is returned.
fn presume(peer: &Peer, sketch: &mut Sketch, fields: Fields) -> Option<Looks> {
    if !peer.quirks.looks_tell_role_and_actions || !fields.contains(by_looks()) {
        return None;
    }
    let looks = peer.memory().looks(&sketch.object).cloned()?;
    sketch.role = Some(looks.role);
    sketch.actions = Some(looks.actions.clone());
    Some(looks)
}

/// Forgets what was presumed of an element that does not look so any more, and returns whether it had to.
fn forget(sketch: &mut Sketch, presumed: &Looks) -> bool {
    let holds = sketch.name.as_ref() == Some(&presumed.name) && sketch.states == Some(presumed.states);
    if !holds {
        sketch.role = None;
        sketch.actions = None;
    }
    !holds
}

/// Remembers what looking again or acting would have to ask.
fn remember(peer: &Peer, draft: &Draft, places: &[usize], fields: Fields) {
    let seen = places.iter().map(|&place| &draft.sketches[place]).filter(|sketch| !sketch.lost);
    let mut memory = peer.memory();
    for sketch in seen.clone() {
        // None at all is also what an error counts as.
        if let Some(interfaces) = sketch.interfaces.filter(|set| *set != Interfaces::default()) {
            memory.learn(&sketch.object, interfaces);
        }
        let known = (&sketch.name, sketch.states, sketch.role, &sketch.actions);
        if let (Some(name), Some(states), Some(role), Some(actions)) = known
            && peer.quirks.looks_tell_role_and_actions
            && !sketch.failed
            && memory.looks(&sketch.object).is_none_or(|looks| looks.name != *name || looks.states != states)
        {
            let looks = Looks { name: name.clone(), states, role, actions: actions.clone() };
            memory.notice(&sketch.object, looks);
        }
    }
    if fields.contains(Fields::ACTIONS) {
        let glance =
            |sketch: &Sketch| Glance { role: sketch.role, actions: sketch.actions.as_deref().map(Arc::from) };
        memory.look(seen.map(|sketch| (sketch.object.clone(), glance(sketch))).collect());
    }
}

fn finished(work: &mut Work<'_>, places: &[usize], peer: &Peer) -> Vec<Result<NodeData>> {
    places
        .iter()
        .map(|&place| {
            if work.draft.sketches[place].lost {
                Err(Error::new(
                    ErrorKind::ElementGone,
                    format!("the element is no longer there in {}", peer.title),
                ))
            } else {
                Ok(work.draft.finish_one(place))
            }
        })
        .collect()
}

/// The children of the application's root, with what makes a window of them. One question for which there are, and as
/// few as can be about each: neither the root's own details nor the tree below are asked for.
pub(super) async fn top_levels(peer: &Peer, time: Duration) -> Result<Vec<TopLevel>, Failure> {
    let until = Instant::now() + time;
    let root = ObjectRef::root(&peer.bus_name);
    let reply = within(until, Ask::Children.put(peer, &root, 0)).await?;
    let children = references(peer, &reply)?;
    let fields = Fields::ROLE | Fields::NAME | Fields::STATES | Fields::BOUNDS;
    let (mut work, places) = look_at(peer, &children, fields, until).await?;
    // One that vanished meanwhile is no window any more.
    Ok(finished(&mut work, &places, peer).iter().flatten().map(TopLevel::of).collect())
}

fn goal(request: &ReadRequest, only_roles: Option<Vec<u32>>, descend: bool, until: Instant) -> Goal {
    Goal {
        fields: request.fields,
        only_roles,
        only_name: request.only_name.clone().filter(|_| request.only_roles.is_some()),
        descend,
        ask_role: true,
        max_nodes: request.max_nodes.max(1),
        max_depth: request.max_depth,
        until,
    }
}

/// Lets the application search; `None` when it cannot. The result is flat: the application and what was found.
async fn search<'a>(
    peer: &'a Peer,
    request: &ReadRequest,
    numbers: &[u32],
    until: Instant,
) -> Result<Option<Work<'a>>, Failure> {
    if peer.abilities().collection == Some(false) || request.max_depth.is_some() {
        return Ok(None);
    }
    let Some(found) = within(until, collection::with_roles(peer, numbers)).await? else {
        peer.learn(|abilities| abilities.collection = Some(false));
        return Ok(None);
    };
    if found.is_empty() && peer.abilities().collection.is_none() {
        // An application that cannot search may still answer, with nothing. Until it has found something once, an
        // empty answer is not believed.
        return Ok(None);
    }
    peer.learn(|abilities| abilities.collection = Some(true));
    let draft = Draft::new(ObjectRef::root(&peer.bus_name), peer.quirks);
    let mut work = Work::new(peer, draft, goal(request, None, false, until));
    work.rounds = 1;
    work.consider(0, 2);
    let mut children = Vec::with_capacity(found.len());
    for (object, role) in found {
        if work.draft.sketches.len() >= request.max_nodes {
            work.draft.gaps.node_limit = Some(request.max_nodes);
            break;
        }
        let place = work.draft.place(object, 1);
        work.draft.sketches[place].role = role;
        children.push(place);
        work.consider(place, 2);
    }
    work.draft.sketches[0].children = Some(children);
    work.run().await?;
    Ok(Some(work))
}

/// Reads the whole tree: from the cache, completed where it is short, or node by node.
async fn whole<'a>(
    peer: &'a Peer,
    request: &ReadRequest,
    only_roles: Option<Vec<u32>>,
    until: Instant,
) -> Result<(Work<'a>, ReadPath), Failure> {
    let root = ObjectRef::root(&peer.bus_name);
    // The root's own entry in the cache cannot be trusted (GTK 4 counts no children of it): it is always asked,
    // at the same time.
    let (list, windows) = within(until, async {
        Ok(tokio::join!(cached(peer, request, until), Ask::Children.put(peer, &root, 0)))
    })
    .await?;
    let mut draft = Draft::new(root, peer.quirks);
    let mut path = ReadPath::Walk;
    if let Some(list) = list? {
        let count = cache::note_items(&mut draft, &list, peer, request.max_nodes);
        peer.learn(|abilities| abilities.cache = Some(count > 1));
        if count > 1 {
            path = ReadPath::Cache;
        }
    }
    let has_unknown = draft.sketches.iter().skip(1).any(|sketch| sketch.children.is_none());
    let mut work = Work::new(peer, draft, goal(request, only_roles, true, until));
    if peer.quirks.lazy_cache && (has_unknown || path == ReadPath::Walk) {
        work.announcements = within(until, async { Ok(Announcements::listen(peer).await) }).await?;
    }
    work.begin(&windows?);
    work.run().await?;
    Ok((work, path))
}

/// Whether so little of the tree is wanted that asking for it is cheaper than listing everything.
fn is_shallow(request: &ReadRequest) -> bool {
    request.max_depth.is_some_and(|depth| depth <= 2)
}

/// The application's own list, when it has one.
async fn cached(peer: &Peer, request: &ReadRequest, until: Instant) -> Result<Option<Message>, Failure> {
    if peer.quirks.cache_is_empty || peer.abilities().cache == Some(false) || is_shallow(request) {
        return Ok(None);
    }
    let setup_over = Instant::now() + CACHE_SETUP;
    loop {
        let list = within(until, cache::items(peer)).await?;
        let first_time = peer.abilities().cache.is_none();
        if list.is_some() || !first_time || !peer.quirks.cache_needs_listener || Instant::now() >= setup_over
        {
            return Ok(list);
        }
        // The bus has told the application that somebody listens; it sets up its cache when it gets to it.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The result, or silence when it takes too long.
async fn within<T>(until: Instant, call: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::time::timeout_at(until, call).await.unwrap_or(Err(Failure::Silent))
}
