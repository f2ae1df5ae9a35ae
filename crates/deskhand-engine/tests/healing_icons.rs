//! Buttons that bear pictures instead of words, in a window whose words are all others.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod support;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Capture, Fingerprints, Image, Ports};
use deskhand_engine::{
    Act, ActOptions, Engine, EngineOptions, Fingerprint, Heal, HealingOptions, LocatorKey, Receipt, Session,
};
use deskhand_model::{ErrorKind, NodeData, Rect, Result, Role, WindowId};
use support::{Desktop, app, locator, node, seconds, window};

#[derive(Default)]
struct Store(Mutex<HashMap<LocatorKey, Arc<Fingerprint>>>);

impl Fingerprints for Store {
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        self.0.lock().unwrap().get(locator).cloned()
    }

    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) {
        self.0.lock().unwrap().insert(locator.clone(), fingerprint);
    }

    fn healed(&self, _heal: &Arc<Heal>) {}
}

/// Shows each button with the icon of its handle.
struct Painter {
    desktop: Arc<Desktop>,
    icon: fn(&str) -> usize,
    takes: Duration,
}

#[async_trait]
impl Capture for Painter {
    async fn screen(&self, part: Option<Rect>, within: Duration) -> Result<Image> {
        Capture::screen(&*self.desktop, part, within).await
    }

    async fn window(&self, window: WindowId, within: Duration) -> Result<Image> {
        tokio::time::sleep(self.takes).await;
        let mut image = Capture::window(&*self.desktop, window, within).await?;
        let width = image.width as usize;
        for (_, button) in &self.desktop.world().app_mut("editor").nodes {
            let Some(place) = button.bounds.filter(|_| button.role == Role::Button) else { continue };
            let stripe = (self.icon)(button.handle.as_str());
            for (x, y) in (0..place.width).flat_map(|x| (0..place.height).map(move |y| (x, y))) {
                let (left, top) =
                    ((place.x - 100) as usize + x as usize, (place.y - 100) as usize + y as usize);
                let level = if x as usize / stripe % 2 == 1 { 200 } else { 20 };
                image.rgb[3 * (top * width + left)..][..3].fill(level);
            }
        }
        Ok(image)
    }
}

const TOOLS: [(&str, &str); 8] = [
    ("Open", "Öffnen"),
    ("New", "Neu"),
    ("Rotate", "Drehen"),
    ("Print", "Drucken"),
    ("Undo", "Zurück"),
    ("Redo", "Vor"),
    ("Cut", "Ausschneiden"),
    ("Paste", "Einfügen"),
];

/// Who is known by an id, whatever it is called.
const KNOWN: [&str; 3] = ["New", "Undo", "Redo"];

/// An icon in the row of icons, the handle of which is its first name.
fn tool(name: &str, place: usize) -> NodeData {
    let mut button = node(Role::Button, name);
    if KNOWN.contains(&name) {
        button.id = name.to_lowercase().as_str().into();
    }
    button.bounds = Some(Rect::new(110 + 40 * place as i32, 110, 36, 34));
    button
}

/// Records the locator of one icon, translates everything, puts that icon into a box of its own and another one into the
/// row, so that its neighbour stands on its way; then presses it.
async fn press_rotate(icon: fn(&str) -> usize, takes: Duration) -> (Arc<Desktop>, Result<Receipt>) {
    let mut nodes = vec![(2, node(Role::Toolbar, ""))];
    nodes.extend(TOOLS.iter().enumerate().map(|(place, (name, _))| (3, tool(name, place))));
    let mut editor = app("editor", 7, nodes);
    editor.node_mut("editor window").bounds = Some(Rect::new(100, 100, 400, 300));
    let desktop = Desktop::new(vec![editor], vec![window(1, "editor window", 7)]);
    let store = Arc::new(Store::default());
    let engine = |takes| {
        let painter = Painter { desktop: desktop.clone(), icon, takes };
        let ports =
            Ports { fingerprints: Some(store.clone()), capture: Arc::new(painter), ..desktop.ports() };
        // By its place alone, the neighbour is sure enough for this.
        let healing = HealingOptions { threshold: 0.8, ..HealingOptions::default() };
        Engine::with_options(ports, EngineOptions { healing, ..EngineOptions::default() })
    };
    let rotate = locator("editor", "role:button title:Rotate");
    engine(Duration::ZERO).find(&rotate, seconds(1)).await.unwrap();
    {
        let mut world = desktop.world();
        let editor = world.app_mut("editor");
        for (name, translated) in TOOLS {
            editor.node_mut(name).name = translated.into();
        }
        let at = editor.nodes.iter().position(|(_, node)| &*node.name == "Drehen").unwrap();
        editor.nodes[at].0 = 4;
        editor.nodes.insert(at, (3, node(Role::Group, "")));
        editor.nodes.push((3, tool("Hilfe", TOOLS.len())));
    }
    desktop.forget_calls();
    let options = ActOptions { within: seconds(1), ..ActOptions::default() };
    let pressed = engine(takes).act(&rotate, &Act::Press, &options).await;
    (desktop, pressed)
}

fn own_icon(handle: &str) -> usize {
    TOOLS.iter().position(|(name, _)| *name == handle).unwrap_or(TOOLS.len()) + 2
}

#[tokio::test(start_paused = true)]
async fn the_neighbour_on_its_way_is_not_pressed_when_another_one_bears_its_icon() {
    let (_, pressed) = press_rotate(own_icon, Duration::ZERO).await;
    let heal = pressed.unwrap().healed.unwrap();
    assert_eq!(heal.suggested, "role:button title:Drehen", "{heal:?}");
}

#[tokio::test(start_paused = true)]
async fn icons_that_are_all_the_same_prove_nothing() {
    let (_, pressed) = press_rotate(|_| 3, Duration::ZERO).await;
    let heal = pressed.unwrap().healed.unwrap();
    assert!(heal.clues.iter().all(|clue| clue.kind != "look"), "{heal:?}");
}

#[tokio::test(start_paused = true)]
async fn what_could_not_be_looked_at_in_time_is_not_pressed() {
    let (desktop, pressed) = press_rotate(own_icon, seconds(100)).await;
    let error = pressed.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error:?}");
    assert!(error.steps().iter().any(|step| step.contains("budget")), "{error:?}");
    assert_eq!(desktop.calls_of(&["perform"]), [] as [&str; 0]);
}
