//! A desktop that exists only here, for tests of what commands print.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadPath, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, FocusUse, Found, IdleStrategy, Idleness, Locator, Method, Observation,
    Observe, Receipt, Session, Shot, Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{
    Action, App, AppId, AppSelector, Candidate, Error, ErrorKind, Fields, Handle, Health, Insets, NodeData,
    NodeId, Rect, Result, Role, State, Toolkit, Tree, TreeBuilder, Value, Window, WindowId, Workspace,
};

/// One application with two windows.
pub(crate) struct FakeSession;

pub(crate) fn app() -> App {
    App {
        id: AppId::new(":1.7"),
        name: "editor".to_owned(),
        pid: Some(4242),
        executable: Some("editor".to_owned()),
        desktop_id: None,
        toolkit: Toolkit { name: "gtk".to_owned(), version: "3.24".to_owned() },
        health: Health::Responding,
    }
}

fn node(role: Role, name: &str, states: &[State]) -> NodeData {
    let mut node = NodeData::new(Handle::new(format!("{role}/{name}")), role, role.name().into());
    node.known = Fields::ALL;
    node.name = name.into();
    node.states = states.iter().copied().chain([State::Visible]).collect();
    node.bounds = Some(Rect::new(10, 20, 30, 40));
    node.window_bounds = Some(Rect::new(1, 2, 30, 40));
    node
}

fn tree() -> Tree {
    let on = State::Enabled;
    let mut save = node(Role::Button, "Save", &[]);
    let mut open = node(Role::Button, "Open", &[on, State::Focused]);
    for button in [&mut save, &mut open] {
        button.actions = [Action::Press, Action::Focus].into_iter().collect();
    }
    let mut field = node(Role::Textfield, "", &[on, State::Editable]);
    field.text = Some("hello".into());
    let mut slider = node(Role::Slider, "Size", &[on]);
    slider.value = Some(Value { current: 12.0, minimum: Some(0.0), maximum: Some(20.0), step: None });
    let nodes = [
        (None, node(Role::Application, "editor", &[on])),
        (Some(0), node(Role::Window, "Untitled", &[on, State::Active])),
        (Some(1), node(Role::Group, "", &[on])),
        (Some(2), save),
        (Some(2), open),
        (Some(1), field),
        (Some(0), node(Role::Dialog, "Preferences", &[on])),
        (Some(6), slider),
    ];
    let mut builder = TreeBuilder::new();
    for (parent, node) in nodes {
        let number = builder.add(node);
        if let Some(parent) = parent {
            builder.link(parent, number);
        }
    }
    builder.build().unwrap()
}

pub(crate) fn snapshot() -> Snapshot {
    Snapshot {
        app: app(),
        tree: Arc::new(tree()),
        path: ReadPath::Cache,
        direct: true,
        calls: 3,
        rounds: 2,
        took: Duration::from_micros(1500),
        age: Duration::ZERO,
    }
}

pub(crate) fn receipt(action: &'static str) -> Receipt {
    Receipt {
        action: action.into(),
        app: "editor".to_owned(),
        pid: Some(4242),
        target: Some(Candidate::describe(&tree(), NodeId(4), 1.0)),
        method: Method::Accessibility,
        by: "Action.DoAction(click)".to_owned(),
        focus: FocusUse::default(),
        waited: Duration::ZERO,
        readings: 1,
        reading_age: Duration::from_micros(300),
        acted: Duration::from_micros(900),
        effect: None,
        total: Duration::from_micros(3100),
        healed: None,
    }
}

pub(crate) fn window() -> Window {
    Window {
        id: WindowId(0x0140_0003),
        title: "Untitled".to_owned(),
        pid: Some(4242),
        app: "Editor".to_owned(),
        instance: "editor".to_owned(),
        client: Rect::new(10, 30, 640, 480),
        decoration: Insets { left: 1, right: 1, top: 20, bottom: 1 },
        workspace: Some(Workspace::Number(0)),
        z_index: 0,
        focused: true,
        ..Window::default()
    }
}

impl FakeSession {
    fn matches(&self, locator: &Locator) -> Vec<Element> {
        let snapshot = snapshot();
        let ids = locator.query.matches(&snapshot.tree).unwrap();
        let element = |id: NodeId| Element {
            app: app(),
            tree: snapshot.tree.clone(),
            id,
            data: snapshot.tree.node(id).clone(),
            healed: None,
        };
        ids.into_iter().map(element).collect()
    }

    fn known(&self, app: &AppSelector) -> Result<()> {
        if app.select(&[self::app()]).is_empty() {
            return Err(Error::new(ErrorKind::AppNotFound, format!("no application {app}")));
        }
        Ok(())
    }
}

#[async_trait]
impl Session for FakeSession {
    async fn apps(&self, _: Duration) -> Result<Vec<App>> {
        let stopped = App {
            name: "stuck".to_owned(),
            pid: None,
            health: Health::NotResponding { reason: "stopped (SIGSTOP)".to_owned() },
            ..app()
        };
        Ok(vec![app(), stopped])
    }

    async fn app(&self, app: &AppSelector, _: Duration) -> Result<App> {
        self.known(app)?;
        Ok(self::app())
    }

    async fn tree(&self, app: &AppSelector, _: &ReadRequest, _: Duration) -> Result<Snapshot> {
        self.known(app)?;
        Ok(snapshot())
    }

    async fn find_all(&self, locator: &Locator, _: Duration) -> Result<Found> {
        self.known(&locator.app)?;
        Ok(Found { snapshot: snapshot(), elements: self.matches(locator) })
    }

    async fn find(&self, locator: &Locator, _: Duration) -> Result<Element> {
        self.known(&locator.app)?;
        let mut found = self.matches(locator);
        match (found.len(), locator.nth) {
            (0, _) => Err(Error::new(ErrorKind::NotFound, "nothing matches")),
            (1, _) => Ok(found.remove(0)),
            (_, Some(nth)) if nth < found.len() => Ok(found.remove(nth)),
            _ => Err(Error::new(ErrorKind::Ambiguous, "several match")
                .candidates(found.iter().map(|one| Candidate::describe(&one.tree, one.id, 1.0)))),
        }
    }

    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        let found = self.find_all(locator, within).await?;
        if found.elements.is_empty() == (until == Until::Absent) {
            return Ok(found);
        }
        Err(Error::new(ErrorKind::NotFound, "it did not come").hint("wait longer"))
    }

    async fn wait_for_idle(&self, app: &AppSelector, _: Duration) -> Result<Idleness> {
        self.known(app)?;
        let (strategy, took) = (IdleStrategy::Readings, Duration::from_millis(104));
        let note = Some("its own word was not to be had".to_owned());
        Ok(Idleness { app: self::app(), strategy, took, readings: 3, note })
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        self.find(locator, options.within).await?;
        Ok(receipt(match act {
            Act::SetText(_) | Act::SetNumber(_) | Act::SetValue(_) => "set-value",
            Act::TypeText(_) => "type",
            _ => "press",
        }))
    }

    async fn keys(&self, _: &AppSelector, _: &[Chord], _: &ActOptions) -> Result<Receipt> {
        Err(Error::new(ErrorKind::FocusRequired, "keys need real input").hint("Add --mode focus."))
    }

    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        let element = self.find(locator, within).await?;
        Ok(element.data.text.as_deref().unwrap_or(&element.data.name).to_owned())
    }

    async fn windows(&self, _: Duration) -> Result<Vec<Window>> {
        Ok(vec![window()])
    }

    async fn change_window(&self, _: &WindowSelector, _: WindowChange, _: Duration) -> Result<Changed> {
        let view = WindowView { window: window(), joined: None };
        Ok(Changed { view, previous_id: None, as_asked: true })
    }

    async fn window(&self, _: &WindowSelector, _: Duration) -> Result<WindowView> {
        Ok(WindowView { window: window(), joined: None })
    }

    async fn observe(&self, _: &Observe, _: Duration) -> Result<Observation> {
        Err(Error::new(ErrorKind::ActionUnsupported, "nothing happens here"))
    }

    async fn screenshot(&self, _: &Shot, _: Duration) -> Result<Image> {
        Ok(Image { width: 1, height: 1, rgb: vec![1, 2, 3] })
    }

    async fn clipboard(&self, _: Duration) -> Result<Option<String>> {
        Ok(Some("copied".to_owned()))
    }

    async fn set_clipboard(&self, _: &str, _: Duration) -> Result<()> {
        Ok(())
    }
}
