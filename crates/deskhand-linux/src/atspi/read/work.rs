//! The one loop that puts questions: many under way at once, answers lead to further questions.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::Fields;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::Instant;

use super::ask::{self, Ask};
use super::cache::Announcements;
use super::draft::Draft;
use crate::atspi::failure::Failure;
use crate::atspi::interfaces::{Interface, Interfaces};
use crate::atspi::object::{ObjectRef, WireRef};
use crate::atspi::peer::Peer;
use crate::atspi::roles;
use crate::atspi::wire::Message;

/// Questions under way at once. More gains nothing: the application answers them one after the other.
const UNDER_WAY: usize = 64;

/// How many questions there are.
const QUESTIONS: usize = Ask::UsualStyle as usize + 1;

/// An application that is silent for this long while questions are open has stopped answering.
const SILENCE: Duration = Duration::from_millis(1500);

/// What a reading is to find out, and how far it may go.
#[derive(Debug)]
pub(super) struct Goal {
    /// Of every node (or, with `only_roles`, of nodes with these roles).
    pub(super) fields: Fields,
    /// Native role numbers that fields are wanted of.
    pub(super) only_roles: Option<Vec<u32>>,
    /// With `only_roles`: the one name that fields are wanted of.
    pub(super) only_name: Option<String>,
    /// Whether children are asked for.
    pub(super) descend: bool,
    /// Whether the role is asked for. Of an object that fails to answer something it always is: only that tells whether
    /// it is there at all.
    pub(super) ask_role: bool,
    pub(super) max_nodes: usize,
    pub(super) max_depth: Option<usize>,
    /// When to stop with what there is.
    pub(super) until: Instant,
}

struct Answer {
    place: usize,
    ask: Ask,
    round: u64,
    result: Result<Message, Failure>,
}

/// A reading under way.
pub(super) struct Work<'a> {
    peer: &'a Peer,
    pub(super) draft: Draft,
    goal: Goal,
    waiting: VecDeque<(usize, Ask, u64)>,
    /// News of objects that the application makes while it is walked.
    pub(super) announcements: Option<Announcements>,
    /// The longest chain of questions that had to wait for each other.
    pub(super) rounds: u64,
}

impl<'a> Work<'a> {
    pub(super) fn new(peer: &'a Peer, draft: Draft, goal: Goal) -> Work<'a> {
        Work { peer, draft, goal, waiting: VecDeque::new(), announcements: None, rounds: 0 }
    }

    /// Whom it asks.
    pub(super) fn peer(&self) -> &'a Peer {
        self.peer
    }

    /// Starts at the root, whose children are told by `windows`.
    pub(super) fn begin(&mut self, windows: &Message) {
        self.rounds = 1;
        self.draft.sketches[0].children = None;
        self.draft.sketches[0].mark_asked(Ask::Children);
        self.descend(0, 0, 2);
        if self.draft.sketches[0].children.is_none() {
            self.note_children(0, windows, 1);
        }
    }

    /// Queues every question about the object at `place` that can be put now; `round` is the one they belong to.
    pub(super) fn consider(&mut self, place: usize, round: u64) {
        let asks = self.open_questions(place);
        for ask in asks.into_iter().flatten() {
            if self.draft.sketches[place].mark_asked(ask) {
                self.waiting.push_back((place, ask, round));
            }
        }
    }

    /// Puts questions until none is left. An error means that the application as a whole failed.
    pub(super) async fn run(&mut self) -> Result<(), Failure> {
        let peer = self.peer;
        let mut under_way = FuturesUnordered::new();
        let mut last_heard = Instant::now();
        loop {
            while under_way.len() < UNDER_WAY {
                let Some((place, ask, round)) = self.waiting.pop_front() else { break };
                let sketch = &self.draft.sketches[place];
                let object = sketch.object.clone();
                let text_length = sketch.text_length.unwrap_or(0);
                under_way.push(async move {
                    let result = ask.put(peer, &object, text_length).await;
                    Answer { place, ask, round, result }
                });
            }
            let patience = self.goal.until.min(last_heard + SILENCE);
            let answer = match tokio::time::timeout_at(patience, under_way.next()).await {
                Ok(None) => return Ok(()),
                Ok(Some(answer)) => answer,
                Err(_) if Instant::now() >= last_heard + SILENCE => return Err(Failure::Silent),
                Err(_) => {
                    self.draft.gaps.out_of_time = true;
                    return Ok(());
                }
            };
            last_heard = Instant::now();
            self.rounds = self.rounds.max(answer.round);
            self.take(answer)?;
        }
    }

    fn take(&mut self, answer: Answer) -> Result<(), Failure> {
        let Answer { place, ask, round, result } = answer;
        match result {
            Ok(reply) => self.note(place, ask, &reply, round),
            Err(failure @ (Failure::Gone | Failure::Cut)) => return Err(failure),
            Err(failure) => self.note_failure(place, ask, &failure),
        }
        self.consider(place, round + 1);
        Ok(())
    }

    fn note(&mut self, place: usize, ask: Ask, reply: &Message, round: u64) {
        if ask == Ask::Children {
            self.note_children(place, reply, round);
            return;
        }
        let draft = &mut self.draft;
        match ask {
            Ask::Name => draft.set_name(place, &ask::text_in(reply).unwrap_or_default()),
            Ask::Description => {
                let text = draft.intern(&ask::text_in(reply).unwrap_or_default());
                draft.sketches[place].description = Some(text);
            }
            Ask::AccessibleId => {
                let text = draft.intern(&ask::text_in(reply).unwrap_or_default());
                draft.sketches[place].accessible_id = Some(text);
                self.peer.learn(|abilities| abilities.accessible_id = Some(true));
            }
            Ask::Attributes => {
                let body = reply.body();
                let mut pairs: Vec<(&str, &str)> = body
                    .deserialize::<HashMap<&str, &str>>()
                    .map(|pairs| pairs.into_iter().collect())
                    .unwrap_or_default();
                pairs.sort_unstable();
                let kept =
                    pairs.into_iter().map(|(key, value)| (draft.intern(key), Arc::from(value))).collect();
                draft.sketches[place].attributes = kept;
            }
            Ask::Text => {
                let text = ask::text_in(reply).unwrap_or_default();
                draft.sketches[place].text = Some(text.into());
            }
            Ask::Style => {
                let body = reply.body();
                let (pairs, ..): (HashMap<&str, &str>, i32, i32) = body.deserialize().unwrap_or_default();
                draft.style_at(place).note_own(pairs.into_iter(), &self.peer.quirks);
            }
            Ask::UsualStyle => {
                let body = reply.body();
                let pairs: HashMap<&str, &str> = body.deserialize().unwrap_or_default();
                draft.style_at(place).note_usual(pairs.into_iter(), &self.peer.quirks);
            }
            _ => note_plain(&mut draft.sketches[place], ask, reply),
        }
    }

    fn note_children(&mut self, place: usize, reply: &Message, round: u64) {
        if let Some(news) = &mut self.announcements {
            news.drain_into(&mut self.draft, self.peer);
        }
        let body = reply.body();
        let Ok(references) = body.deserialize::<Vec<WireRef<'_>>>() else {
            self.draft.sketches[place].children = Some(Vec::new());
            return;
        };
        let depth = self.draft.sketches[place].depth + 1;
        let mut children = Vec::with_capacity(references.len());
        for reference in references.iter().filter(|reference| !reference.is_null()) {
            let object = ObjectRef::keep(reference, &self.peer.bus_name);
            let known = self.draft.find(&object);
            if known.is_none() && self.draft.sketches.len() >= self.goal.max_nodes {
                self.draft.gaps.node_limit = Some(self.goal.max_nodes);
                break;
            }
            let child = known.unwrap_or_else(|| self.draft.place(object, depth));
            children.push(child);
        }
        self.draft.sketches[place].children = Some(children.clone());
        for child in children {
            self.descend(child, depth, round + 1);
        }
    }

    /// Queues the questions about the object at `place` and everything known to be below it. What the application
    /// lists but nobody has as a child is never reached and costs nothing.
    pub(super) fn descend(&mut self, place: usize, depth: usize, round: u64) {
        let mut path = vec![(place, depth)];
        while let Some((place, depth)) = path.pop() {
            let sketch = &mut self.draft.sketches[place];
            if std::mem::replace(&mut sketch.reached, true) {
                continue;
            }
            sketch.depth = depth;
            if self.goal.max_depth.is_some_and(|limit| depth >= limit) {
                sketch.children = Some(Vec::new());
                self.draft.gaps.depth_limit = self.goal.max_depth;
            }
            self.consider(place, round);
            let children = self.draft.sketches[place].children.iter().flatten();
            path.extend(children.map(|&child| (child, depth + 1)));
        }
    }

    fn note_failure(&mut self, place: usize, ask: Ask, failure: &Failure) {
        let sketch = &mut self.draft.sketches[place];
        sketch.failed = true;
        match (ask, failure) {
            (Ask::Children | Ask::Role, _) => {
                sketch.children.get_or_insert_default();
                sketch.lost = true;
            }
            (Ask::Name, _) => sketch.name = Some(Arc::from("")),
            (Ask::Description, _) => sketch.description = Some(Arc::from("")),
            (Ask::Actions, _) => sketch.actions = Some(Vec::new()),
            (Ask::Interfaces, _) => sketch.interfaces = Some(Interfaces::default()),
            (Ask::AccessibleId, Failure::NoMethod) => {
                self.peer.learn(|abilities| abilities.accessible_id = Some(false));
            }
            (Ask::TextLength | Ask::Text, _) => sketch.text = Some(Arc::from("")),
            _ => {}
        }
        if *failure == Failure::NoObject {
            sketch.lost = true;
        }
    }

    /// The questions about one object that the goal needs and that can be put with what is known.
    fn open_questions(&self, place: usize) -> [Option<Ask>; QUESTIONS] {
        let sketch = &self.draft.sketches[place];
        let mut asks = [None; QUESTIONS];
        let mut count = 0;
        let mut ask = |question: Ask, wanted: bool| {
            if wanted {
                asks[count] = Some(question);
                count += 1;
            }
        };
        ask(Ask::Children, sketch.children.is_none() && self.goal.descend);
        if let Some(wanted) = &self.goal.only_name {
            // Few nodes bear the name, many have the role: the name is asked first.
            ask(Ask::Name, sketch.name.is_none());
            if sketch.name.as_deref() != Some(wanted.as_str()) && place != 0 {
                return asks;
            }
        }
        ask(Ask::Role, sketch.role.is_none() && (self.goal.ask_role || sketch.failed));
        if let Some(roles) = &self.goal.only_roles {
            match sketch.role {
                Some(role) if roles.contains(&role) => {}
                _ => return asks,
            }
        }
        let fields = self.goal.fields;
        // What an element offers is told by its states and interfaces as well as by its actions.
        let offers = fields.contains(Fields::ACTIONS);
        let by_states =
            fields.contains(Fields::STATES) || offers || sketch.role.is_some_and(roles::depends_on_states);
        ask(Ask::Name, fields.contains(Fields::NAME) && sketch.name.is_none());
        ask(Ask::States, by_states && sketch.states.is_none());
        ask(Ask::Description, fields.contains(Fields::DESCRIPTION) && sketch.description.is_none());
        // Where asking for what is not there does harm, it must be known to be there.
        let may_have = |interface| match sketch.interfaces {
            Some(interfaces) => interfaces.has(interface),
            None => !self.peer.quirks.missing_interface_is_critical,
        };
        ask(Ask::Extents, fields.contains(Fields::BOUNDS) && may_have(Interface::Component));
        ask(Ask::Actions, offers && sketch.actions.is_none() && may_have(Interface::Action));
        ask(Ask::Attributes, fields.intersects(Fields::ATTRIBUTES | Fields::ID));
        ask(
            Ask::AccessibleId,
            fields.contains(Fields::ID) && self.peer.abilities().accessible_id != Some(false),
        );
        let by_interface = fields.intersects(Fields::VALUE | Fields::TEXT | Fields::STYLE | Fields::ACTIONS)
            || (fields.contains(Fields::BOUNDS) && self.peer.quirks.missing_interface_is_critical);
        match sketch.interfaces {
            None => ask(Ask::Interfaces, by_interface),
            Some(interfaces) => {
                let value = fields.contains(Fields::VALUE) && interfaces.has(Interface::Value);
                for part in [Ask::ValueCurrent, Ask::ValueMinimum, Ask::ValueMaximum, Ask::ValueStep] {
                    ask(part, value);
                }
                let text = fields.contains(Fields::TEXT) && interfaces.has(Interface::Text);
                ask(Ask::TextLength, text);
                ask(Ask::Text, text && sketch.text_length.is_some());
                let style = fields.contains(Fields::STYLE) && interfaces.has(Interface::Text);
                let quirks = &self.peer.quirks;
                let harmless = !quirks.asking_for_colors_crashes || sketch.role.is_some_and(roles::is_label);
                ask(Ask::Style, style && harmless);
                ask(Ask::UsualStyle, style && quirks.default_sizes_in_pixels);
            }
        }
        asks
    }
}

fn note_plain(sketch: &mut super::draft::Sketch, ask: Ask, reply: &Message) {
    match ask {
        Ask::Role => sketch.role = Some(reply.body().deserialize().unwrap_or(u32::MAX)),
        Ask::States => sketch.states = Some(ask::states_in(reply).unwrap_or(0)),
        Ask::Extents => sketch.extents = ask::extents_in(reply),
        Ask::Actions => sketch.actions = Some(ask::action_names_in(reply).unwrap_or_default()),
        Ask::Interfaces => {
            let body = reply.body();
            let names: Vec<&str> = body.deserialize().unwrap_or_default();
            sketch.interfaces = Some(Interfaces::from_names(names));
        }
        Ask::ValueCurrent => sketch.value[0] = ask::number_in(reply),
        Ask::ValueMinimum => sketch.value[1] = ask::number_in(reply),
        Ask::ValueMaximum => sketch.value[2] = ask::number_in(reply),
        Ask::ValueStep => sketch.value[3] = ask::number_in(reply),
        Ask::TextLength => {
            sketch.text_length = Some(ask::number_in(reply).map_or(0, |length| length as i32));
        }
        Ask::Children
        | Ask::Name
        | Ask::Description
        | Ask::AccessibleId
        | Ask::Attributes
        | Ask::Text
        | Ask::Style
        | Ask::UsualStyle => {}
    }
}
