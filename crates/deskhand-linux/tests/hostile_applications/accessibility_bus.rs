//! An accessibility bus of the test's own, with applications that answer whatever the test wants.

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use deskhand_engine::ports::DesktopEnv;
use futures_util::StreamExt;
use zbus::message::Type;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, Message, MessageStream};

pub(crate) const ROOT: &str = "/org/a11y/atspi/accessible/root";

/// A reference as it travels.
pub(crate) type Reference = (String, OwnedObjectPath);

/// An item of the cache as it travels.
pub(crate) type Item =
    (Reference, Reference, Reference, i32, i32, Vec<String>, String, u32, String, Vec<u32>);

/// What an application answers to a call.
pub(crate) enum Reply {
    Children(Vec<Reference>),
    Number(u32),
    States(Vec<u32>),
    Items(Vec<Item>),
    Property(OwnedValue),
    /// Interfaces, by their names.
    Names(Vec<String>),
    /// Actions: name, description and keys of each.
    Actions(Vec<(String, String, String)>),
    /// The attributes of text.
    Attributes(HashMap<String, String>),
    /// The same with the part of the text that they are of.
    Run(HashMap<String, String>, i32, i32),
    Yes,
    /// Not implemented.
    Unknown,
    /// There is no such object.
    Gone,
    /// This answer, after these events.
    After(Vec<Event>, Box<Reply>),
    /// An answer of the wrong type.
    Nonsense,
    /// No answer at all.
    Silence,
    /// The application leaves the bus.
    Leave,
}

/// Something that an application tells.
pub(crate) struct Event {
    pub(crate) path: String,
    pub(crate) class: &'static str,
    pub(crate) member: &'static str,
    pub(crate) detail: &'static str,
}

impl Event {
    async fn emit(&self, connection: &Connection) {
        let interface = format!("org.a11y.atspi.Event.{}", self.class);
        let properties: HashMap<String, Value<'_>> = HashMap::new();
        let body = (self.detail, 1i32, 0i32, Value::from(0i32), properties);
        let sent = connection.emit_signal(None::<&str>, &*self.path, &*interface, self.member, &body);
        sent.await.expect("the event is sent");
    }
}

/// A call as the application sees it: object path, method, first text argument of a property read.
pub(crate) struct Call<'a> {
    pub(crate) path: &'a str,
    pub(crate) method: &'a str,
    pub(crate) property: &'a str,
}

/// A bus with a registry on it. Everything ends when it is dropped.
pub(crate) struct AccessibilityBus {
    daemon: Child,
    folder: tempfile::TempDir,
    applications: Arc<Mutex<Vec<String>>>,
    asked_of_registry: Arc<Mutex<Vec<String>>>,
    _registry: Connection,
}

impl AccessibilityBus {
    pub(crate) async fn start() -> AccessibilityBus {
        AccessibilityBus::start_with(|_| Reply::Yes).await
    }

    /// With a registry that answers like this, except when it is asked for the applications.
    pub(crate) async fn start_with(
        mut registry_answers: impl FnMut(&str) -> Reply + Send + 'static,
    ) -> AccessibilityBus {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = format!("unix:path={}", folder.path().join("bus").display());
        let daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--nopidfile", "--address", &address])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon is needed: apt-get install dbus");
        let deadline = Instant::now() + Duration::from_secs(10);
        let registry = loop {
            match connect(&address).await {
                Ok(connection) => break connection,
                Err(error) => assert!(Instant::now() < deadline, "the bus did not come up: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        registry.request_name("org.a11y.atspi.Registry").await.expect("the registry's name");
        let applications: Arc<Mutex<Vec<String>>> = Arc::default();
        let asked_of_registry: Arc<Mutex<Vec<String>>> = Arc::default();
        let (listed, asked) = (applications.clone(), asked_of_registry.clone());
        serve(registry.clone(), move |call| {
            asked.lock().unwrap().push(call.method.to_owned());
            match call.method {
                "GetChildren" => {
                    let names = listed.lock().unwrap();
                    Reply::Children(names.iter().map(|name| reference(name, ROOT)).collect())
                }
                other => registry_answers(other),
            }
        });
        AccessibilityBus { daemon, folder, applications, asked_of_registry, _registry: registry }
    }

    pub(crate) fn env(&self) -> DesktopEnv {
        DesktopEnv { accessibility_bus: Some(self.address()), ..DesktopEnv::default() }
    }

    /// How often the registry was asked to do this.
    pub(crate) fn times_asked(&self, method: &str) -> usize {
        self.asked_of_registry.lock().unwrap().iter().filter(|asked| *asked == method).count()
    }

    fn address(&self) -> String {
        format!("unix:path={}", self.folder.path().join("bus").display())
    }

    /// Adds an application with this name and toolkit; `answer` gets its unique name on the bus and every call
    /// that is not about the application's own name and toolkit.
    pub(crate) async fn application(
        &self,
        name: &str,
        toolkit: (&str, &str),
        mut answer: impl FnMut(&str, Call<'_>) -> Reply + Send + 'static,
    ) -> String {
        let connection = connect(&self.address()).await.expect("a connection");
        let unique = connection.unique_name().expect("a name on the bus").to_string();
        let own: HashMap<&str, String> = HashMap::from([
            ("Name", name.to_owned()),
            ("ToolkitName", toolkit.0.to_owned()),
            ("Version", toolkit.1.to_owned()),
        ]);
        let me = unique.clone();
        serve(connection, move |call| match own.get(call.property) {
            Some(text) if call.path == ROOT => {
                Reply::Property(OwnedValue::try_from(Value::from(text.as_str())).unwrap())
            }
            _ => answer(&me, call),
        });
        self.applications.lock().unwrap().push(unique.clone());
        unique
    }
}

impl Drop for AccessibilityBus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

pub(crate) fn reference(bus: &str, path: &str) -> Reference {
    (bus.to_owned(), OwnedObjectPath::try_from(path).expect("an object path"))
}

async fn connect(address: &str) -> zbus::Result<Connection> {
    zbus::connection::Builder::address(address)?.build().await
}

/// Answers every call on the connection until it is told to leave.
fn serve(connection: Connection, mut answer: impl FnMut(Call<'_>) -> Reply + Send + 'static) {
    tokio::spawn(async move {
        let mut calls = MessageStream::from(&connection);
        while let Some(Ok(message)) = calls.next().await {
            if message.message_type() != Type::MethodCall {
                continue;
            }
            let reply = {
                let header = message.header();
                let body = message.body();
                let property = body.deserialize::<(&str, &str)>().map_or("", |(_, name)| name);
                answer(Call {
                    path: header.path().map_or("", |path| path.as_str()),
                    method: header.member().map_or("", |member| member.as_str()),
                    property,
                })
            };
            if matches!(reply, Reply::Leave) {
                let _ = connection.close().await;
                return;
            }
            send(&connection, &message, reply).await;
        }
    });
}

async fn send(connection: &Connection, call: &Message, reply: Reply) {
    let header = call.header();
    let reply = match reply {
        Reply::After(events, reply) => {
            for event in events {
                event.emit(connection).await;
            }
            *reply
        }
        reply => reply,
    };
    let sent = match reply {
        Reply::Children(references) => connection.reply(&header, &references).await,
        Reply::Number(number) => connection.reply(&header, &number).await,
        Reply::States(words) => connection.reply(&header, &words).await,
        Reply::Items(items) => connection.reply(&header, &items).await,
        Reply::Property(value) => connection.reply(&header, &Value::from(value)).await,
        Reply::Names(names) => connection.reply(&header, &names).await,
        Reply::Actions(actions) => connection.reply(&header, &actions).await,
        Reply::Attributes(pairs) => connection.reply(&header, &pairs).await,
        Reply::Run(pairs, from, to) => connection.reply(&header, &(pairs, from, to)).await,
        Reply::Yes => connection.reply(&header, &true).await,
        Reply::Nonsense => connection.reply(&header, &(1.5f64, "nonsense", 7u8)).await,
        Reply::Unknown => {
            connection
                .reply_error(&header, "org.freedesktop.DBus.Error.UnknownMethod", &"no such method")
                .await
        }
        Reply::Gone => {
            connection
                .reply_error(&header, "org.freedesktop.DBus.Error.UnknownObject", &"no such object")
                .await
        }
        Reply::Silence | Reply::Leave | Reply::After(..) => return,
    };
    sent.expect("the reply is sent");
}
