//! What is on the screen: windows from back to front with the trees behind them.

use std::collections::BTreeSet;
use std::sync::Arc;

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Session, WindowSelector};
use deskhand_model::{
    App, AppSelector, ErrorKind, Fields, Gaps, Handle, NodeData, NodeId, Rect, Result as Outcome, State,
    Tree, Window, WindowId,
};
use futures_util::future::join_all;

use super::super::choose::{Chosen, choose, is_passing, nowhere};
use super::super::deadline::Deadline;
use super::super::info::window_info;
use super::super::place::{Place, owners_of};
use super::super::reading::{Standing, read, standing};
use super::filter::{Filter, Shown};
use super::pairing::{Pairing, kind_of_loose, obvious, paired};
use super::text::{Content, Pane};
use crate::contract::WindowInfo;
use crate::server::Refusal;

/// What a snapshot shows of each element.
const FIELDS: Fields = Fields::ALL.without(Fields::ATTRIBUTES).without(Fields::STYLE);

/// Windows with what is in them, and what could not be had.
#[derive(Debug, Default)]
pub(super) struct Scene {
    /// From back to front.
    pub(super) panes: Vec<Pane>,
    /// Applications that do not answer.
    pub(super) unread: Vec<String>,
    /// Why some trees are not whole.
    pub(super) cuts: BTreeSet<String>,
}

/// An application that was read.
struct Part {
    app: App,
    tree: Arc<Tree>,
    shown: Arc<Shown>,
    pairing: Pairing,
    /// Whether it has windows, and not a single element for any.
    lacks_windows: bool,
}

/// What came of reading an application.
enum Read {
    Part(Box<Part>),
    /// It shows nothing to accessibility.
    Nothing,
    /// It ended while it was read, or shows none of its windows.
    Ended,
    Silent(Refusal),
}

impl Scene {
    /// These windows, or all.
    pub(super) async fn of(
        session: &dyn Session,
        window: Option<&str>,
        filter: &Filter,
        deadline: Deadline,
    ) -> Result<Scene, Refusal> {
        let mut chosen = match window {
            Some(text) => choose(session, text, deadline).await?,
            None => {
                let all = session.windows(deadline.left()).await?;
                Chosen { meant: all.clone(), all, ..Chosen::default() }
            }
        };
        let owners = owners_of(&chosen);
        let mut reads = read_all(session, &owners, &chosen.all, filter, deadline).await?;
        if let (Some(_), [Read::Silent(_)]) = (window, reads.as_slice())
            && let Some(Read::Silent(refusal)) = reads.pop()
        {
            return Err(refusal);
        }
        if reads.iter().any(Read::may_have_ended) {
            let listed = session.windows(deadline.left()).await?;
            drop_ended(&mut chosen, &listed, &owners, &reads);
        }
        let scene = Scene::arranged(&with_menus(&chosen, &owners), &owners, &reads);
        match window {
            Some(text) if scene.panes.is_empty() => Err(nowhere(text, &chosen.all, &chosen.apps)),
            _ => Ok(scene),
        }
    }

    /// The windows in their order; after the last one of an application, what it shows besides.
    fn arranged(meant: &[&Window], owners: &[Place], parts: &[Read]) -> Scene {
        let mut scene = Scene::default();
        for (at, window) in meant.iter().enumerate() {
            let owner = owners.iter().zip(parts).find(|(owner, _)| owner.owns(window));
            let part = owner.and_then(|(_, read)| read.part());
            scene.panes.push(Pane {
                info: window_info(window),
                content: part.and_then(|part| part.content_of(window.id)),
            });
            let is_last = |owner: &Place| !meant[at + 1..].iter().any(|later| owner.owns(later));
            if let (Some((owner, _)), Some(part)) = (owner, part)
                && is_last(owner)
            {
                scene.panes.extend(part.loose_panes(Some(window)));
            }
        }
        for (owner, read) in owners.iter().zip(parts) {
            let has_window = meant.iter().any(|window| owner.owns(window));
            match read {
                Read::Part(part) => {
                    scene.cuts.extend(part.cuts());
                    if !has_window {
                        scene.panes.extend(part.loose_panes(None));
                    }
                }
                Read::Silent(_) => scene.unread.push(owner.name.clone()),
                Read::Ended if has_window => scene.unread.push(owner.name.clone()),
                Read::Ended | Read::Nothing => {}
            }
        }
        scene
    }
}

/// Leaves out the windows that went with their applications.
fn drop_ended(chosen: &mut Chosen, listed: &[Window], owners: &[Place], reads: &[Read]) {
    let stays = |window: &Window| {
        let mut read = owners.iter().zip(reads).filter(|(owner, _)| owner.owns(window)).map(|(_, read)| read);
        listed.iter().any(|now| now.id == window.id) || !read.any(Read::may_have_ended)
    };
    chosen.all.retain(stays);
    chosen.meant.retain(stays);
}

/// The windows that are meant, and the menus of their applications, from back to front.
fn with_menus<'a>(chosen: &'a Chosen, owners: &[Place]) -> Vec<&'a Window> {
    let is_meant = |window: &Window| chosen.meant.iter().any(|meant| meant.id == window.id);
    let is_menu = |window: &Window| is_passing(window) && owners.iter().any(|owner| owner.owns(window));
    chosen.all.iter().filter(|window| is_meant(window) || is_menu(window)).collect()
}

impl Read {
    fn part(&self) -> Option<&Part> {
        match self {
            Read::Part(part) => Some(part),
            Read::Nothing | Read::Ended | Read::Silent(_) => None,
        }
    }

    fn may_have_ended(&self) -> bool {
        matches!(self, Read::Nothing | Read::Ended)
    }
}

impl Part {
    fn content_of(&self, window: WindowId) -> Option<Content> {
        let top = *self.pairing.tops.get(&window)?;
        Some(Content { tree: self.tree.clone(), top, shown: self.shown.clone() })
    }

    /// What is to be seen of it and is no window, beside its last window if it has any.
    fn loose_panes<'a>(&'a self, beside: Option<&'a Window>) -> impl Iterator<Item = Pane> + 'a {
        let app = beside.map(|window| &window.app).filter(|app| !app.is_empty()).unwrap_or(&self.app.name);
        self.pairing.loose.iter().map(move |&top| Pane {
            info: loose_info(self.tree.node(top), app, beside.is_some()),
            content: Some(Content { tree: self.tree.clone(), top, shown: self.shown.clone() }),
        })
    }

    fn cuts(&self) -> impl Iterator<Item = String> {
        let Gaps { node_limit, out_of_time, .. } = self.tree.gaps();
        let nodes = node_limit.map(|limit| format!("nodes={limit}"));
        let time = out_of_time.then(|| "time".to_owned());
        let depth = self.shown.is_cut.then(|| format!("depth={}", deskhand_schema::DEPTH_LIMIT));
        [nodes, time, depth].into_iter().flatten()
    }
}

/// A top-level element that the window system lists no window for.
fn loose_info(node: &NodeData, app: &str, beside_window: bool) -> WindowInfo {
    let Rect { x, y, width, height } = node.bounds.unwrap_or_default();
    WindowInfo {
        title: node.name.to_string(),
        window_type: kind_of_loose(node, beside_window).to_owned(),
        size_width: width.into(),
        size_height: height.into(),
        position_x: x.into(),
        position_y: y.into(),
        app_name: app.to_owned(),
        focused: node.states.contains(State::Active),
        elements: None,
    }
}

/// All applications at once. With several, those that are known not to answer are not waited for.
async fn read_all(
    session: &dyn Session,
    owners: &[Place],
    all: &[Window],
    filter: &Filter,
    deadline: Deadline,
) -> Result<Vec<Read>, Refusal> {
    let apps = if owners.len() > 1 { Some(session.apps(deadline.left()).await?) } else { None };
    let each = owners.iter().map(|owner| async {
        match apps.as_ref().map(|apps| standing(&owner.app, apps)) {
            Some(Standing::Missing) => Ok(Read::Nothing),
            Some(Standing::Silent) => Ok(Read::Silent(silent(&owner.name))),
            Some(Standing::Answers) | None => {
                let own: Vec<&Window> = all.iter().filter(|window| owner.owns(window)).collect();
                sorted(read_one(session, &owner.app, &own, filter, deadline).await)
            }
        }
    });
    join_all(each).await.into_iter().collect()
}

fn silent(name: &str) -> Refusal {
    deskhand_model::Error::new(ErrorKind::AppNotResponding, format!("{name} does not answer")).into()
}

fn sorted(read: Outcome<Part>) -> Result<Read, Refusal> {
    match read {
        Ok(part) if part.lacks_windows => Ok(Read::Ended),
        Ok(part) => Ok(Read::Part(Box::new(part))),
        Err(error) => match error.kind() {
            ErrorKind::AppNotFound => Ok(Read::Nothing),
            ErrorKind::AppGone => Ok(Read::Ended),
            ErrorKind::AccessibilityUnavailable => Err(error.into()),
            _ => Ok(Read::Silent(error.into())),
        },
    }
}

async fn read_one(
    session: &dyn Session,
    app: &AppSelector,
    windows: &[&Window],
    filter: &Filter,
    deadline: Deadline,
) -> Outcome<Part> {
    let request = ReadRequest { fields: FIELDS, max_depth: filter.reading_depth(), ..ReadRequest::default() };
    let snapshot = read(session, app, &request, deadline).await?;
    let pairing = match obvious(&snapshot.tree, windows) {
        Some(pairing) => pairing,
        None => paired(&snapshot.tree, windows, &joins(session, windows, deadline).await),
    };
    let shown = Arc::new(Shown::new(&snapshot.tree, filter));
    let lacks_windows = !windows.is_empty() && snapshot.tree.children(NodeId::ROOT).next().is_none();
    Ok(Part { app: snapshot.app, tree: snapshot.tree, shown, pairing, lacks_windows })
}

/// Which elements the windows are; also where that is only a guess, because windows that cannot be told apart look the
/// same in a snapshot too.
async fn joins(session: &dyn Session, windows: &[&Window], deadline: Deadline) -> Vec<(WindowId, Handle)> {
    let each = windows.iter().map(|window| async {
        let view = session.window(&WindowSelector::Id(window.id), deadline.left()).await.ok()?;
        Some((window.id, view.joined?.element))
    });
    join_all(each).await.into_iter().flatten().collect()
}
