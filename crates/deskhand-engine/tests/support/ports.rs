//! The ports of the scripted desktop.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Accessibility, Button, Capture, Chord, Clipboard, Compositor, Image, Input, Listening, Mailbox, Perform,
    Performed, ProcessState, Processes, ReadPath, ReadRequest, Reading, Turn, WindowChange, Workspaces,
};
use deskhand_model::{
    App, AppId, Error, ErrorKind, Fields, Handle, NodeData, Point, Rect, Result, State, Tree, TreeBuilder,
    Window, WindowId, Workspace,
};

use super::{CALL, Desktop, FakeApp};

impl Desktop {
    /// One call to an application: the time it takes, and whether it answers at all.
    pub(super) async fn call(&self, app: &AppId, within: Duration) -> Result<FakeApp> {
        let hung = self.world().by_id(app).is_some_and(|fake| fake.hung);
        if hung {
            tokio::time::sleep(within).await;
            return Err(Error::new(ErrorKind::AppNotResponding, "no answer"));
        }
        let lag = self.world().by_id(app).map_or(Duration::ZERO, |fake| fake.lag);
        tokio::time::sleep(CALL + lag).await;
        match self.world().by_id(app) {
            Some(fake) if !fake.gone => Ok(fake.clone()),
            _ => Err(Error::new(ErrorKind::AppGone, "the connection is closed")),
        }
    }

    async fn display(&self) -> Result<()> {
        tokio::time::sleep(CALL).await;
        if self.world().no_display {
            return Err(Error::new(ErrorKind::DisplayUnavailable, "no display"));
        }
        Ok(())
    }
}

pub(super) fn tree(fake: &FakeApp, request: &ReadRequest) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.gaps_mut().out_of_time = fake.cut_off;
    let mut path: Vec<usize> = Vec::new();
    for (depth, node) in &fake.nodes {
        if request.max_depth.is_some_and(|most| *depth > most) {
            builder.gaps_mut().depth_limit = request.max_depth;
            continue;
        }
        if builder.len() >= request.max_nodes {
            builder.gaps_mut().node_limit = Some(request.max_nodes);
            break;
        }
        let wanted = request.only_roles.as_ref().is_none_or(|roles| roles.contains(&node.role));
        if *depth > 0 && !wanted {
            continue;
        }
        let depth = if request.only_roles.is_some() { (*depth).min(1) } else { *depth };
        let extra = if fake.tells_states { Fields::STATES } else { Fields::NONE };
        let number = builder.add(masked(node, request.fields | extra));
        path.truncate(depth);
        if let Some(parent) = path.last() {
            builder.link(*parent, number);
        }
        path.push(number);
    }
    builder.build().expect("an application has a root")
}

/// Only those fields, as a reading of them would give it.
fn masked(node: &NodeData, fields: Fields) -> NodeData {
    let mut masked = NodeData::new(node.handle.clone(), node.role, node.platform_role.clone());
    let full = node.clone();
    masked.known |= fields;
    if fields.contains(Fields::NAME) {
        masked.name = full.name;
    }
    if fields.contains(Fields::ID) {
        masked.id = full.id;
    }
    if fields.contains(Fields::DESCRIPTION) {
        masked.description = full.description;
    }
    if fields.contains(Fields::STATES) {
        masked.states = full.states;
    }
    if fields.contains(Fields::ACTIONS) {
        masked.actions = full.actions;
    }
    if fields.contains(Fields::BOUNDS) {
        (masked.bounds, masked.window_bounds) = (full.bounds, full.window_bounds);
    }
    if fields.contains(Fields::VALUE) {
        masked.value = full.value;
    }
    if fields.contains(Fields::TEXT) {
        masked.text = full.text;
    }
    masked
}

#[async_trait]
impl Accessibility for Desktop {
    async fn applications(&self, _within: Duration) -> Result<Vec<App>> {
        self.note("applications".to_owned());
        tokio::time::sleep(CALL).await;
        Ok(self.world().apps.iter().filter(|fake| !fake.gone).map(|fake| fake.app.clone()).collect())
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        self.note(format!("read {}", app.as_str()));
        let fake = self.call(app, within).await?;
        Ok(Reading {
            tree: Arc::new(tree(&fake, request)),
            path: ReadPath::Walk,
            direct: false,
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
        self.note(format!("details {} {}", app.as_str(), elements.len()));
        let fake = self.call(app, within).await?;
        Ok(elements
            .iter()
            .map(|handle| {
                let found = fake.nodes.iter().find(|(_, node)| node.handle == *handle);
                found
                    .map(|(_, node)| masked(node, fields))
                    .ok_or_else(|| Error::new(ErrorKind::ElementGone, "it is gone"))
            })
            .collect())
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.note(format!("perform {} {}", element.as_str(), what.name()));
        let fake = self.call(app, within).await?;
        let mut world = self.world();
        let answer = (self.on_perform.lock().unwrap())(&mut world, element, what);
        if answer.is_ok() && matches!(what, Perform::Focus { .. }) && !fake.ignores_focus {
            for (_, node) in world.apps.iter_mut().flat_map(|fake| &mut fake.nodes) {
                node.states.remove(State::Focused);
                if node.handle == *element {
                    node.states.insert(State::Focused);
                }
            }
        }
        answer
    }

    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        self.part(app, element, request, within).await
    }

    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        self.lend_an_ear(app, mailbox, within).await
    }

    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        self.note(format!("caught_up {}", app.as_str()));
        self.call(app, within).await?;
        self.deliver(app);
        Ok(())
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.note(format!("text {}", element.as_str()));
        let fake = self.call(app, within).await?;
        let node = fake.nodes.iter().find(|(_, node)| node.handle == *element);
        let (_, node) = node.ok_or_else(|| Error::new(ErrorKind::ElementGone, "it is gone"))?;
        let text = node.text.as_ref().map(ToString::to_string);
        text.ok_or_else(|| Error::new(ErrorKind::ActionUnsupported, "it has no text"))
    }
}

#[async_trait]
impl Compositor for Desktop {
    async fn windows(&self, _within: Duration) -> Result<Vec<Window>> {
        self.note("windows".to_owned());
        self.display().await?;
        Ok(self.world().windows.clone())
    }

    async fn change(&self, window: WindowId, change: WindowChange, _within: Duration) -> Result<()> {
        self.note(format!("change {window} {change:?}"));
        self.display().await?;
        let mut world = self.world();
        if change == WindowChange::Focus && !world.focus_guarded {
            world.focus(Some(window));
        }
        let (guarded, stubborn) = (world.focus_guarded, world.stubborn);
        let Some(found) = world.windows.iter_mut().find(|other| other.id == window) else { return Ok(()) };
        match change {
            WindowChange::Focus if !guarded => found.minimized = false,
            WindowChange::Focus => {}
            WindowChange::Move(_) | WindowChange::Resize(_) if stubborn => {}
            WindowChange::Move(to) => (found.client.x, found.client.y) = (to.x, to.y),
            WindowChange::Resize(size) => {
                (found.client.width, found.client.height) = (size.width, size.height)
            }
            WindowChange::Minimize => found.minimized = true,
            WindowChange::Restore => {
                (found.minimized, found.maximized, found.fullscreen) = (false, false, false)
            }
            WindowChange::Maximize => found.maximized = true,
            WindowChange::Fullscreen => found.fullscreen = true,
            WindowChange::Workspace(number) => found.workspace = Some(Workspace::Number(number)),
            // The application decides: closing is scripted.
            WindowChange::Close | WindowChange::ForceClose => {}
        }
        Ok(())
    }

    async fn focused(&self, _within: Duration) -> Result<Option<WindowId>> {
        self.display().await?;
        Ok(self.world().focused)
    }

    async fn screen(&self, _within: Duration) -> Result<Rect> {
        self.display().await?;
        Ok(self.world().screen)
    }

    async fn workspaces(&self, _within: Duration) -> Result<Workspaces> {
        self.display().await?;
        Ok(Workspaces { count: 2, current: self.world().workspace })
    }

    async fn show_workspace(&self, number: u32, _within: Duration) -> Result<()> {
        self.note(format!("workspace {number}"));
        self.display().await?;
        self.world().workspace = number;
        Ok(())
    }
}

#[async_trait]
impl Input for Desktop {
    fn try_turn(&self) -> Result<Option<Turn>> {
        Ok((!self.world().input_taken).then(|| Turn::held_by(())))
    }

    async fn pointer(&self, _within: Duration) -> Result<Point> {
        self.display().await?;
        Ok(self.world().pointer)
    }

    async fn move_to(&self, to: Point, _within: Duration) -> Result<()> {
        self.note(format!("pointer {},{}", to.x, to.y));
        self.display().await?;
        self.world().pointer = to;
        Ok(())
    }

    async fn button(&self, button: Button, down: bool, _within: Duration) -> Result<()> {
        self.note(format!("button {button:?} {}", if down { "down" } else { "up" }));
        self.display().await
    }

    async fn wheel(&self, across: i32, down: i32, _within: Duration) -> Result<()> {
        self.note(format!("wheel {across},{down}"));
        self.display().await
    }

    async fn chord(&self, chord: &Chord, _within: Duration) -> Result<()> {
        self.note(format!("chord {:?} {:?}", chord.modifiers, chord.key));
        self.display().await
    }

    async fn text(&self, text: &str, _within: Duration) -> Result<()> {
        self.note(format!("type {text}"));
        self.display().await
    }
}

#[async_trait]
impl Capture for Desktop {
    async fn screen(&self, part: Option<Rect>, _within: Duration) -> Result<Image> {
        self.note(format!("capture screen {part:?}"));
        self.display().await?;
        let whole = self.world().screen;
        let size = part.unwrap_or(whole);
        Ok(blank(size.width, size.height))
    }

    async fn window(&self, window: WindowId, _within: Duration) -> Result<Image> {
        self.note(format!("capture window {window}"));
        self.display().await?;
        let client = self.world().window_mut(window.0).client;
        Ok(blank(client.width, client.height))
    }
}

fn blank(width: u32, height: u32) -> Image {
    Image { width, height, rgb: vec![0; (width * height * 3) as usize] }
}

#[async_trait]
impl Clipboard for Desktop {
    async fn read(&self, _within: Duration) -> Result<Option<String>> {
        Ok(None)
    }

    async fn write(&self, text: &str, _within: Duration) -> Result<()> {
        self.note(format!("clipboard {text}"));
        Ok(())
    }
}

#[async_trait]
impl Processes for Desktop {
    fn state(&self, pid: u32) -> ProcessState {
        let world = self.world();
        world
            .processes
            .iter()
            .find(|(other, _)| *other == pid)
            .map_or(ProcessState::Alive, |(_, state)| *state)
    }

    fn executable(&self, _pid: u32) -> Option<String> {
        None
    }

    async fn ended(&self, _pid: u32) {
        std::future::pending().await
    }
}
