//! Reading and driving simulated applications.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Accessibility, Perform, Performed, ReadPath, ReadRequest, Reading, TopLevel, TopLevels, WindowChange,
};
use deskhand_model::{
    App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result, Role, State, Tree, TreeBuilder,
};

use super::diagnosis;
use crate::faults::Personality;
use crate::sim::Stage;
use crate::world::{By, SimApp, SimWindow, World, gone};

/// Most elements that a diagnosis tells.
const DIAGNOSED: usize = 20_000;

/// What a call to an application takes.
const CALL: i64 = 500;

impl Stage {
    /// One call to an application: the time that it takes, and whether it answers at all.
    async fn call(&self, app: &AppId, within: Duration) -> Result<u32> {
        let pid = app.as_str().parse().unwrap_or_default();
        let time = {
            let mut world = self.world();
            match world.app(pid) {
                None => return Err(ended()),
                Some(app) if app.hung => within,
                Some(_) => Duration::from_micros(world.random.between(CALL, 2 * CALL) as u64).min(within),
            }
        };
        self.pass(time).await;
        match self.world().app(pid) {
            None => Err(ended()),
            // Stopped while it had the call, or from before: then nobody answers in time.
            Some(app) if app.hung => {
                Err(Error::new(ErrorKind::AppNotResponding, "The application does not answer"))
            }
            Some(_) => Ok(pid),
        }
    }
}

fn ended() -> Error {
    Error::new(ErrorKind::AppGone, "The application has ended")
}

#[async_trait]
impl Accessibility for Stage {
    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.pass(Duration::from_micros(CALL as u64).min(within)).await;
        Ok(self.world().apps.iter().filter(|app| !app.ended).map(SimApp::told).collect())
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let pid = self.call(app, within).await?;
        let tree = read(&self.world(), pid, request).ok_or_else(ended)?;
        Ok(Reading {
            tree: Arc::new(tree),
            path: ReadPath::Other("memory".into()),
            direct: true,
            calls: 1,
            rounds: 1,
            age: Duration::ZERO,
        })
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.call(app, within).await?;
        let world = self.world();
        Ok(elements.iter().map(|handle| detail(&world, handle, fields).ok_or_else(gone)).collect())
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.call(app, within).await?;
        self.alter(|world| {
            let (key, index) = world.resolve(element).ok_or_else(gone)?;
            let by = world.perform(key, index, what)?;
            Ok(Performed { by: format!("Simulated: {by}") })
        })
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.call(app, within).await?;
        let node = detail(&self.world(), element, Fields::TEXT).ok_or_else(gone)?;
        let text = node.text.as_deref().map(str::to_owned);
        text.ok_or_else(|| Error::new(ErrorKind::ActionUnsupported, "The element has no text"))
    }

    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        let Some(app) = app else {
            self.pass(Duration::from_micros(CALL as u64).min(within)).await;
            let world = self.world();
            let running = world.apps.iter().filter(|app| !app.ended);
            let apps = running.map(|app| diagnosis::application(&world, app, None)).collect();
            return Ok(Diagnosis { facts: diagnosis::desktop(&world), apps });
        };
        let fields = Fields::ROLE | Fields::NAME | Fields::STATES | Fields::ACTIONS;
        let request = ReadRequest { fields, max_nodes: DIAGNOSED, ..ReadRequest::default() };
        // An application that does not answer is told as that, without its elements.
        let reading = self.read(app, &request, within).await.ok();
        let world = self.world();
        let pid = app.as_str().parse().unwrap_or_default();
        let told = world.app(pid).ok_or_else(ended)?;
        let tree = reading.as_ref().map(|reading| &*reading.tree);
        let apps = vec![diagnosis::application(&world, told, tree)];
        Ok(Diagnosis { facts: diagnosis::desktop(&world), apps })
    }

    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        let pid = self.call(app, within).await?;
        let world = self.world();
        let is_there = |window: &&SimWindow| {
            window.pid == pid
                && match among {
                    TopLevels::Windows => world.is_listed(window),
                    TopLevels::Children => world.is_reachable(window),
                }
        };
        // Applications list their windows in the order of their making, not of the stack.
        let mut windows: Vec<&SimWindow> = world.windows.iter().filter(is_there).collect();
        windows.sort_by_key(|window| window.key);
        Ok(windows.into_iter().map(|window| world.top_level(window)).collect())
    }

    async fn change_window(
        &self,
        app: &AppId,
        window: &Handle,
        change: WindowChange,
        within: Duration,
    ) -> Result<()> {
        if self.world().personality == Personality::X11 {
            let message = "Windows are not changed through accessibility here";
            return Err(Error::new(ErrorKind::ActionUnsupported, message));
        }
        self.call(app, within).await?;
        self.alter(|world| {
            let (key, _) = world.resolve(window).ok_or_else(gone)?;
            world.change(key, change, By::Session);
            Ok(())
        })
    }
}

/// The tree of an application, while it runs.
fn read(world: &World, pid: u32, request: &ReadRequest) -> Option<Tree> {
    let app = world.app(pid)?;
    let mut builder = TreeBuilder::new();
    let mut root = NodeData::new(app.root(), Role::Application, "application".into());
    root.name = app.name.as_str().into();
    root.known |= request.fields;
    let root = builder.add(root);
    if request.max_depth == Some(0) {
        builder.gaps_mut().depth_limit = Some(0);
        return builder.build();
    }
    let mut windows: Vec<&SimWindow> =
        world.windows.iter().filter(|window| window.pid == pid && world.is_listed(window)).collect();
    windows.sort_by_key(|window| window.key);
    for window in windows {
        add(world, window, root, request, &mut builder);
    }
    builder.build()
}

/// Adds a window with what is in it, as far as the limits allow.
fn add(world: &World, window: &SimWindow, root: usize, request: &ReadRequest, builder: &mut TreeBuilder) {
    // The number in the builder and the depth of each element; none for those that are left out.
    let mut places: Vec<Option<(usize, usize)>> = Vec::with_capacity(window.widgets.len());
    for (index, widget) in window.widgets.iter() {
        let above = match widget.parent {
            None => Some((root, 0)),
            Some(parent) => places[parent],
        };
        let place = above.and_then(|(parent, depth)| {
            if request.max_depth.is_some_and(|most| depth + 1 > most) {
                builder.gaps_mut().depth_limit = request.max_depth;
                return None;
            }
            if builder.len() >= request.max_nodes {
                builder.gaps_mut().node_limit = Some(request.max_nodes);
                return None;
            }
            let number = builder.add(node(world, window, index, request.fields)?);
            builder.link(parent, number);
            Some((number, depth + 1))
        });
        places.push(place);
    }
}

fn detail(world: &World, handle: &Handle, fields: Fields) -> Option<NodeData> {
    let (key, index) = world.resolve(handle)?;
    node(world, world.window(key)?, index, fields)
}

fn node(world: &World, window: &SimWindow, index: usize, fields: Fields) -> Option<NodeData> {
    let mut node = window.widgets.told(index, window.element_at(index), fields, world.around(window))?;
    if index == 0 {
        let told = world.top_level(window);
        if fields.contains(Fields::NAME) {
            node.name = told.title.into();
        }
        if fields.contains(Fields::BOUNDS) {
            node.bounds = told.bounds;
        }
        if fields.contains(Fields::STATES) {
            for (state, set) in [
                (State::Active, told.focused),
                (State::Modal, told.modal),
                (State::Minimized, told.minimized),
                (State::Resizable, window.abilities.resizable),
            ] {
                if set == Some(true) {
                    node.states.insert(state);
                }
            }
        }
    }
    Some(node)
}
