//! Applications that tell of their changes: in floods, too late, about nothing, or not at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use deskhand_engine::ports::{Accessibility, Listening, Mailbox, ReadRequest, SystemClock, Told};
use deskhand_linux::AtSpi;
use deskhand_model::{AppId, ErrorKind, Fields, Handle, NodeId, Role};
use zbus::zvariant::{OwnedValue, Value};

use crate::accessibility_bus::{AccessibilityBus, Call, Event, ROOT, Reply, reference};
use crate::{PUSH_BUTTON, plain, request};

const PATIENCE: Duration = Duration::from_secs(20);
const SOON: Duration = Duration::from_millis(200);

/// Somebody who listens to one application.
struct Listener {
    layer: AtSpi,
    app: AppId,
    mailbox: Arc<Mailbox>,
    _listening: Listening,
}

impl Listener {
    async fn to(bus: &AccessibilityBus, app: &str) -> Listener {
        let (layer, app) = (AtSpi::new(&bus.env()), AppId::new(app));
        let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock::new())));
        let listening = layer.listen(&app, mailbox.clone(), PATIENCE).await.unwrap().expect("it tells");
        Listener { layer, app, mailbox, _listening: listening }
    }

    /// Everything that was told until now.
    async fn told(&self) -> Told {
        self.layer.caught_up(&self.app, PATIENCE).await.unwrap();
        self.mailbox.take()
    }

    fn handle(&self, path: &str) -> Handle {
        Handle::new(format!("{}{path}", self.app.as_str()))
    }
}

fn number(number: i32) -> Reply {
    Reply::Property(OwnedValue::try_from(Value::from(number)).unwrap())
}

fn object(path: impl Into<String>, member: &'static str, detail: &'static str) -> Event {
    Event { path: path.into(), class: "Object", member, detail }
}

/// Answers whether that was all, after `events` of the time when it is asked.
fn telling(mut events: impl FnMut() -> Vec<Event> + Send) -> impl FnMut(&str, Call<'_>) -> Reply + Send {
    move |_, call| match call.property {
        "ChildCount" => Reply::After(events(), Box::new(number(1))),
        _ => plain(&call),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_before_the_answer_is_in_the_mailbox_even_in_a_flood() {
    const FLOOD: usize = 500;
    let bus = AccessibilityBus::start().await;
    let asked = AtomicUsize::new(0);
    let renamed = move || {
        let turn = asked.fetch_add(1, Ordering::SeqCst);
        let name = |n: usize| object(format!("/n{turn}/{n}"), "PropertyChange", "accessible-name");
        (0..FLOOD).map(name).collect()
    };
    let app = bus.application("flood", ("gtk", "3.24.38"), telling(renamed)).await;
    let noise = || (0..FLOOD).map(|_| object("/noise", "StateChanged", "checked")).collect();
    let other = bus.application("noise", ("gtk", "3.24.38"), telling(noise)).await;
    let (listener, noisy) = (Listener::to(&bus, &app).await, Listener::to(&bus, &other).await);
    listener.told().await;
    for turn in 2..22 {
        let (told, noise) = tokio::join!(listener.told(), noisy.told());
        let expected: Vec<Handle> = (0..FLOOD).map(|n| listener.handle(&format!("/n{turn}/{n}"))).collect();
        let missing: Vec<&Handle> =
            expected.iter().filter(|element| !told.fields.contains_key(element)).collect();
        assert!(missing.is_empty(), "turn {turn}: {} of {FLOOD} are missing", missing.len());
        assert!(!told.fields.contains_key(&noisy.handle("/noise")), "what another one told");
        assert_eq!(noise.fields.len(), 1, "one element, told of often");
    }
}

#[tokio::test]
async fn whoever_has_new_bounds_is_asked_for_its_children() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("rows", ("gtk", "3.24.38"), |me, call| match (call.method, call.property) {
            (_, "ChildCount") => {
                Reply::After(vec![object("/list", "BoundsChanged", "")], Box::new(number(1)))
            }
            ("GetChildren", _) => Reply::Children(vec![reference(me, "/b"), reference(me, "/a")]),
            _ => plain(&call),
        })
        .await;
    let listener = Listener::to(&bus, &app).await;
    let told = listener.told().await;
    let children = told.children_now.get(&listener.handle("/list")).expect("its children");
    assert_eq!(**children, [listener.handle("/b"), listener.handle("/a")]);
    assert!(!told.anything && told.children.is_empty(), "{told:?}");
}

#[tokio::test]
async fn an_answer_that_never_came_leaves_everything_in_doubt() {
    let bus = AccessibilityBus::start().await;
    let is_silent = Arc::new(AtomicBool::new(false));
    let silent = is_silent.clone();
    let app = bus
        .application("deaf", ("gtk", "3.24.38"), move |_, call| match (call.method, call.property) {
            (_, "ChildCount") => {
                Reply::After(vec![object("/list", "BoundsChanged", "")], Box::new(number(1)))
            }
            ("GetChildren", _) if silent.load(Ordering::SeqCst) => Reply::Silence,
            ("GetChildren", _) => Reply::Children(Vec::new()),
            _ => plain(&call),
        })
        .await;
    let listener = Listener::to(&bus, &app).await;
    listener.told().await;
    is_silent.store(true, Ordering::SeqCst);
    let error = listener.layer.caught_up(&listener.app, SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error}");
    assert!(listener.mailbox.take().anything);
}

#[tokio::test]
async fn an_application_without_a_word_is_not_waited_for() {
    let bus = AccessibilityBus::start().await;
    let is_silent = Arc::new(AtomicBool::new(false));
    let silent = is_silent.clone();
    let app = bus
        .application("hung", ("Qt", "6.4"), move |_, call| match call.property {
            "ChildCount" if silent.load(Ordering::SeqCst) => Reply::Silence,
            "ChildCount" => number(1),
            _ => plain(&call),
        })
        .await;
    let listener = Listener::to(&bus, &app).await;
    is_silent.store(true, Ordering::SeqCst);
    let error = listener.layer.caught_up(&listener.app, SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error}");
}

#[tokio::test]
async fn a_bus_that_breaks_leaves_everything_in_doubt() {
    let bus = AccessibilityBus::start().await;
    let app = bus.application("orphan", ("Qt", "6.4"), telling(Vec::new)).await;
    let listener = Listener::to(&bus, &app).await;
    let count = listener.mailbox.count();
    drop(bus);
    tokio::time::timeout(PATIENCE, listener.mailbox.more_than(count)).await.expect("word of it");
    assert!(listener.mailbox.take().anything);
}

#[tokio::test]
async fn parts_of_another_process_are_never_taken_for_known() {
    let bus = AccessibilityBus::start().await;
    let guest = bus.application("guest", ("Exotic", "1"), |_, call| match call.method {
        "GetChildren" => Reply::Children(Vec::new()),
        _ => plain(&call),
    });
    let guest = guest.await;
    let app = bus
        .application("host", ("Qt", "6.4"), move |_, call| match (call.method, call.path) {
            ("GetChildren", ROOT) => Reply::Children(vec![reference(&guest, "/page")]),
            ("GetChildren", _) => Reply::Children(Vec::new()),
            _ if call.property == "ChildCount" => number(1),
            _ => plain(&call),
        })
        .await;
    let listener = Listener::to(&bus, &app).await;
    assert!(!listener.told().await.anything, "nothing was read yet");
    listener.layer.read(&listener.app, &request(Fields::NAME), PATIENCE).await.unwrap();
    assert!(listener.told().await.anything);
    assert!(listener.told().await.anything, "and again");
}

/// An application with a list of as many items as somebody says, of which nobody tells.
async fn list_of(bus: &AccessibilityBus, count: &Arc<AtomicUsize>) -> String {
    const LIST: u32 = 31;
    let now = count.clone();
    bus.application("items", ("Qt", "6.4"), move |me, call| {
        let items = now.load(Ordering::SeqCst);
        match (call.method, call.path, call.property) {
            ("GetChildren", ROOT, _) => Reply::Children(vec![reference(me, "/list")]),
            ("GetChildren", "/list", _) => {
                Reply::Children((0..items).map(|n| reference(me, &format!("/item{n}"))).collect())
            }
            ("GetChildren", ..) => Reply::Children(Vec::new()),
            ("GetRole", "/list", _) => Reply::Number(LIST),
            (_, "/list", "ChildCount") => number(items as i32),
            (_, _, "ChildCount") => number(1),
            _ => plain(&call),
        }
    })
    .await
}

#[tokio::test]
async fn items_that_nobody_tells_of_are_counted() {
    let bus = AccessibilityBus::start().await;
    let count = Arc::new(AtomicUsize::new(2));
    let listener = Listener::to(&bus, &list_of(&bus, &count).await).await;
    listener.layer.read(&listener.app, &request(Fields::ROLE), PATIENCE).await.unwrap();
    assert!(listener.told().await.is_empty(), "as many as were read");
    count.store(3, Ordering::SeqCst);
    assert!(listener.told().await.anything, "one more");
    assert!(listener.told().await.is_empty(), "told once");
}

#[tokio::test]
async fn who_reads_only_a_part_does_not_make_the_items_forgotten() {
    let whole = request(Fields::ROLE);
    for part in [
        ReadRequest { max_depth: Some(0), ..whole.clone() },
        ReadRequest { max_depth: Some(1), ..whole.clone() },
        ReadRequest { max_nodes: 1, ..whole.clone() },
        ReadRequest { only_roles: Some(vec![Role::Button]), ..whole.clone() },
        ReadRequest {
            only_roles: Some(vec![Role::Button]),
            only_name: Some("Save".to_owned()),
            ..whole.clone()
        },
    ] {
        let bus = AccessibilityBus::start().await;
        let count = Arc::new(AtomicUsize::new(2));
        let listener = Listener::to(&bus, &list_of(&bus, &count).await).await;
        listener.layer.read(&listener.app, &whole, PATIENCE).await.unwrap();
        listener.layer.read(&listener.app, &part, PATIENCE).await.unwrap();
        assert!(listener.told().await.is_empty(), "as many as were read, {part:?}");
        count.store(3, Ordering::SeqCst);
        assert!(listener.told().await.anything, "one more, {part:?}");
    }
}

#[tokio::test]
async fn an_unknown_toolkit_is_not_listened_to() {
    let bus = AccessibilityBus::start().await;
    let app = bus.application("exotic", ("Exotic", "1"), |_, call| plain(&call)).await;
    let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock::new())));
    let listening = AtSpi::new(&bus.env()).listen(&AppId::new(app), mailbox, PATIENCE).await.unwrap();
    assert!(listening.is_none());
}

#[tokio::test]
async fn the_registry_hears_of_the_first_listener_and_of_the_last() {
    let bus = AccessibilityBus::start().await;
    let app = bus.application("told", ("Qt", "6.4"), telling(Vec::new)).await;
    let layer = AtSpi::new(&bus.env());
    let app = AppId::new(app);
    let listen = async || {
        let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock::new())));
        layer.listen(&app, mailbox, PATIENCE).await.unwrap()
    };
    let first = listen().await;
    let registered = bus.times_asked("RegisterEvent");
    let second = listen().await;
    assert_eq!(bus.times_asked("RegisterEvent"), registered, "the second joins the first");
    drop(first);
    // Whoever leaves is followed by somebody who comes, in this order: so the first has left by now.
    let third = listen().await;
    assert_eq!(bus.times_asked("DeregisterEvent"), 0, "somebody still listens");
    drop((second, third));
    let all_left = async {
        while bus.times_asked("DeregisterEvent") + 1 < registered {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, all_left).await.expect("the registry hears of it");
}

#[tokio::test]
async fn a_registry_that_gives_no_answer_lets_nobody_listen_and_no_application_is_blamed() {
    for trouble in [|| Reply::Silence, || Reply::Unknown] {
        // The first event is registered for by whoever connects, and wakes the bus up.
        let mut is_first = true;
        let bus = AccessibilityBus::start_with(move |method| match method {
            "RegisterEvent" if !std::mem::take(&mut is_first) => trouble(),
            _ => Reply::Yes,
        })
        .await;
        let app = bus.application("innocent", ("Qt", "6.4"), |me, call| nested(me, &call)).await;
        let (layer, app) = (AtSpi::new(&bus.env()), AppId::new(app));
        let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock::new())));
        assert!(layer.listen(&app, mailbox, PATIENCE).await.unwrap().is_none());
        layer.read(&app, &request(Fields::ROLE), PATIENCE).await.unwrap();
    }
}

#[tokio::test]
async fn a_registry_that_hangs_when_somebody_leaves_does_not_hold_up_the_next_for_good() {
    let bus = AccessibilityBus::start_with(|method| match method {
        "DeregisterEvent" => Reply::Silence,
        _ => Reply::Yes,
    })
    .await;
    let app = bus.application("told", ("Qt", "6.4"), telling(Vec::new)).await;
    let (layer, app) = (AtSpi::new(&bus.env()), AppId::new(app));
    let listen = async || {
        let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock::new())));
        layer.listen(&app, mailbox, PATIENCE).await.unwrap()
    };
    drop(listen().await.expect("the first"));
    let comes_back = async {
        while bus.times_asked("DeregisterEvent") == 0 || listen().await.is_none() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, comes_back).await.expect("the next");
}

/// A window with a panel with two buttons.
fn nested(me: &str, call: &Call<'_>) -> Reply {
    match (call.method, call.path, call.property) {
        ("GetChildren", ROOT, _) => Reply::Children(vec![reference(me, "/window")]),
        ("GetChildren", "/window", _) => Reply::Children(vec![reference(me, "/panel")]),
        ("GetChildren", "/panel", _) => Reply::Children(vec![reference(me, "/one"), reference(me, "/two")]),
        ("GetChildren", ..) => Reply::Children(Vec::new()),
        ("GetRole", "/one" | "/two", _) => Reply::Number(PUSH_BUTTON),
        (_, "/window", "Parent") => {
            Reply::Property(OwnedValue::try_from(Value::from(reference(me, ROOT))).unwrap())
        }
        (_, "/gone", _) => Reply::Gone,
        _ => plain(call),
    }
}

#[tokio::test]
async fn a_part_of_a_tree_is_read_from_its_root_down() {
    let bus = AccessibilityBus::start().await;
    let app = bus.application("parts", ("Qt", "6.4"), |me, call| nested(me, &call)).await;
    let (layer, id) = (AtSpi::new(&bus.env()), AppId::new(&*app));
    let below = async |path: &str, request: &ReadRequest| {
        layer.read_below(&id, &Handle::new(format!("{app}{path}")), request, PATIENCE).await
    };
    let all = request(Fields::ROLE | Fields::NAME);
    let panel = below("/panel", &all).await.unwrap().tree;
    let roles: Vec<Role> = panel.ids().map(|id| panel.node(id).role).collect();
    assert_eq!(roles, [Role::Group, Role::Button, Role::Button]);
    let window = below("/window", &all).await.unwrap().tree;
    assert_eq!(window.node(NodeId::ROOT).role, Role::Window, "as it is in the whole tree");
    let single = layer.details(&id, &[Handle::new(format!("{app}/window"))], Fields::ROLE, PATIENCE).await;
    assert_eq!(single.unwrap()[0].as_ref().unwrap().role, Role::Window, "by itself, too");
    let shallow = ReadRequest { max_depth: Some(1), ..all.clone() };
    assert_eq!(below("/window", &shallow).await.unwrap().tree.len(), 2, "the window and the panel");
    let error = below("/gone", &all).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ElementGone, "{error}");
}
