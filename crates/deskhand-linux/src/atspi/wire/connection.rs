//! A connection: many calls at once, and signals for whoever listens.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::net::UnixStream;
use tokio::sync::{Notify, oneshot};
use tokio::task::AbortHandle;
use zvariant::DynamicType;

use super::call::{Call, refusal};
use super::drive::drive;
use super::error::Error;
use super::login::log_in;
use super::message::{Kind, Message};

const BUS: &str = "org.freedesktop.DBus";
const BUS_PATH: &str = "/org/freedesktop/DBus";

/// Nobody is told more than this who does not read it. A question that nobody waits for any more stays part of it.
const MOST_UNREAD: usize = 4 << 20;

/// A connection that can be used by many at the same time. It is closed when the last of them is done with it.
#[derive(Clone, Debug)]
pub(in crate::atspi) struct Connection(Arc<End>);

/// Our end of a connection.
#[derive(Debug)]
struct End {
    shared: Arc<Shared>,
    driver: AbortHandle,
}

impl Drop for End {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// What the callers and the task have in common that reads and writes.
#[derive(Default)]
pub(super) struct Shared {
    serial: AtomicU32,
    state: Mutex<State>,
    listeners: Mutex<Listeners>,
    listener: AtomicU64,
    /// There is something to be sent.
    pub(super) stirred: Notify,
}

#[derive(Debug, Default)]
pub(super) struct State {
    /// Why the connection is no more.
    broken: Option<Error>,
    /// What is to be sent.
    pub(super) outgoing: Vec<u8>,
    /// How much of what was to be sent before could not be yet.
    pub(super) unsent: usize,
    /// Who waits for which answer.
    waiting: HashMap<u32, oneshot::Sender<Result<Message, Error>>>,
}

/// What whoever listens gets to hear.
#[derive(Clone, Copy, Debug)]
pub(in crate::atspi) enum Heard<'a> {
    Signal(&'a Message),
    /// Nothing any more: the connection broke.
    Nothing,
}

/// Does something with what is heard, and does not wait.
type Hear = Arc<dyn Fn(Heard<'_>) + Send + Sync>;

/// Those that hear signals. Signals are heard without the lock, so that who hears may listen, or stop to.
type Listeners = Arc<[(u64, Rule, Hear)]>;

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("state", &self.state).finish_non_exhaustive()
    }
}

/// Which signals are meant.
#[derive(Clone, Debug)]
pub(in crate::atspi) struct Rule {
    /// Whose, by the name that the bus gave.
    pub(in crate::atspi) sender: Arc<str>,
    /// Of which interface and with which name, if not all.
    pub(in crate::atspi) only: Option<(&'static str, &'static str)>,
}

impl Rule {
    fn is_met(&self, signal: &Message) -> bool {
        signal.sender() == Some(&*self.sender)
            && self.only.is_none_or(|(interface, member)| {
                signal.interface() == Some(interface) && signal.member() == Some(member)
            })
    }

    /// As the bus has it.
    fn written(&self) -> String {
        let only = self.only.map(|(interface, member)| format!(",interface='{interface}',member='{member}'"));
        format!("type='signal',sender='{}'{}", self.sender, only.unwrap_or_default())
    }
}

impl Connection {
    /// Connects to the bus at this address.
    pub(in crate::atspi) async fn to_bus(address: &str) -> Result<Connection, Error> {
        let connection = Connection::direct(address).await?;
        connection.call(Some(BUS), BUS_PATH, BUS, "Hello", &()).await?;
        Ok(connection)
    }

    /// Connects to the application at this address, without a bus between.
    pub(in crate::atspi) async fn direct(address: &str) -> Result<Connection, Error> {
        Ok(Connection::over(log_in(address).await?))
    }

    fn over(stream: UnixStream) -> Connection {
        let shared = Arc::new(Shared::default());
        let driver = tokio::spawn(drive(stream, shared.clone())).abort_handle();
        Connection(Arc::new(End { shared, driver }))
    }

    /// Whether it is no more.
    pub(in crate::atspi) fn is_closed(&self) -> bool {
        self.0.shared.state().broken.is_some()
    }

    /// Calls a method, and returns the answer.
    pub(in crate::atspi) async fn call<B>(
        &self,
        destination: Option<&str>,
        path: &str,
        interface: &str,
        member: &str,
        body: &B,
    ) -> Result<Message, Error>
    where
        B: Serialize + DynamicType + Sync,
    {
        let call = Call { destination, path, interface, member, wants_reply: true };
        let shared = &*self.0.shared;
        let serial = shared.next_serial();
        let message = call.written(serial, body)?;
        let (answer, answered) = oneshot::channel();
        {
            let mut state = shared.state();
            if let Some(broken) = &state.broken {
                return Err(broken.clone());
            }
            if state.is_full() {
                return Err(Error::Unread);
            }
            state.waiting.insert(serial, answer);
            state.outgoing.extend_from_slice(&message);
        }
        shared.stirred.notify_one();
        let _waiting = Waiting { shared, serial };
        answered.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Has these signals heard until what is returned is dropped. Nothing that is sent after this has returned is missed.
    pub(in crate::atspi) async fn listen(
        &self,
        rule: Rule,
        hear: impl Fn(Heard<'_>) + Send + Sync + 'static,
    ) -> Result<Subscription, Error> {
        let shared = &self.0.shared;
        let (number, written) = (shared.listener.fetch_add(1, Ordering::Relaxed), rule.written());
        shared.change_listeners(|listeners| listeners.push((number, rule, Arc::new(hear))));
        let mut subscription =
            Subscription { connection: self.clone(), number, rule: written, is_there: true };
        match self.call(Some(BUS), BUS_PATH, BUS, "AddMatch", &subscription.rule.as_str()).await {
            Ok(_) => Ok(subscription),
            Err(error) => {
                // A rule that the bus did not take may be there for somebody else, and has to stay.
                subscription.is_there = false;
                Err(error)
            }
        }
    }

    /// Says something that nobody answers.
    fn say<B>(&self, member: &str, body: &B) -> Result<(), Error>
    where
        B: Serialize + DynamicType,
    {
        let call =
            Call { destination: Some(BUS), path: BUS_PATH, interface: BUS, member, wants_reply: false };
        let shared = &*self.0.shared;
        let message = call.written(shared.next_serial(), body)?;
        shared.state().outgoing.extend_from_slice(&message);
        shared.stirred.notify_one();
        Ok(())
    }
}

/// Signals are heard as long as this is there.
#[derive(Debug)]
pub(in crate::atspi) struct Subscription {
    connection: Connection,
    number: u64,
    rule: String,
    /// Whether the bus may have the rule.
    is_there: bool,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.connection.0.shared.change_listeners(|all| all.retain(|(number, ..)| *number != self.number));
        if !self.is_there {
            return;
        }
        if let Err(error) = self.connection.say("RemoveMatch", &self.rule.as_str()) {
            tracing::debug!(%error, "a rule stays on the bus");
        }
    }
}

/// Somebody who waits for an answer, and may stop to.
struct Waiting<'a> {
    shared: &'a Shared,
    serial: u32,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.shared.state().waiting.remove(&self.serial);
    }
}

impl State {
    /// Whether the other side has more to read than it can be expected to.
    fn is_full(&self) -> bool {
        self.outgoing.len() + self.unsent > MOST_UNREAD
    }
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that no call has that is under way; never zero.
    fn next_serial(&self) -> u32 {
        loop {
            let serial = self.serial.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
            if serial != 0 {
                return serial;
            }
        }
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_listeners(&self, change: impl FnOnce(&mut Vec<(u64, Rule, Hear)>)) {
        let mut listeners = self.listeners();
        let mut all = listeners.to_vec();
        change(&mut all);
        *listeners = all.into();
    }

    /// Has a message get to where it belongs.
    pub(super) fn take(&self, message: Message) {
        match message.kind() {
            Kind::Return(serial) => self.answer(serial, Ok(message)),
            Kind::Error(serial) => self.answer(serial, Err(message.error())),
            Kind::Signal => {
                let listeners = self.listeners().clone();
                for (_, _, hear) in listeners.iter().filter(|(_, rule, _)| rule.is_met(&message)) {
                    hear(Heard::Signal(&message));
                }
            }
            Kind::Call { wants_reply: true } => {
                let refusal = refusal(self.next_serial(), message.serial(), message.sender());
                let mut state = self.state();
                if let Some(refusal) = refusal.ok().filter(|_| !state.is_full()) {
                    state.outgoing.extend_from_slice(&refusal);
                    self.stirred.notify_one();
                }
            }
            Kind::Call { wants_reply: false } | Kind::Other => {}
        }
    }

    fn answer(&self, serial: u32, answer: Result<Message, Error>) {
        let waiting = self.state().waiting.remove(&serial);
        if let Some(waiting) = waiting {
            // Nobody waits any more when it fails.
            let _ = waiting.send(answer);
        }
    }

    /// Nothing will come any more, and whoever waits is told so.
    pub(super) fn end(&self, why: Error) {
        let waiting = {
            let mut state = self.state();
            if state.broken.is_some() {
                return;
            }
            state.broken = Some(why);
            std::mem::take(&mut state.waiting)
        };
        drop(waiting);
        let listeners = self.listeners().clone();
        listeners.iter().for_each(|(_, _, hear)| hear(Heard::Nothing));
    }
}

pub(super) fn gone() -> Error {
    Error::Broken("the connection was closed".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;
    use crate::atspi::wire::message::length;

    /// A connection, and the stream that is its other end.
    fn connection() -> (Connection, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        (Connection::over(ours), theirs)
    }

    /// The next message that arrives at the other end.
    async fn heard(stream: &mut UnixStream, rest: &mut Vec<u8>) -> Message {
        loop {
            if let Some(length) = length(rest).unwrap().filter(|length| *length <= rest.len()) {
                let message = Message::read(&rest[..length]).unwrap();
                rest.drain(..length);
                return message;
            }
            assert_ne!(stream.read_buf(rest).await.unwrap(), 0, "it was closed");
        }
    }

    /// The answer to a call, as another implementation writes it.
    fn answer<B: Serialize + DynamicType>(to: &Message, body: &B) -> Vec<u8> {
        let call = zbus::Message::method_call("/", "Get").unwrap();
        let call = call.build(&()).unwrap();
        let answer = zbus::Message::method_return(&call.header()).unwrap().build(body).unwrap();
        let mut bytes = answer.data().bytes().to_vec();
        // It is the first field, behind the head of a field.
        let (old, new) = (call.primary_header().serial_num().get(), to.serial());
        let at = bytes.windows(4).skip(16).position(|four| four == old.to_le_bytes()).unwrap() + 16;
        bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
        bytes
    }

    fn signal(sender: &str, member: &str) -> Vec<u8> {
        let signal = zbus::Message::signal("/a", "org.test.Signals", member).unwrap();
        signal.sender(sender).unwrap().build(&()).unwrap().data().bytes().to_vec()
    }

    #[tokio::test]
    async fn answers_find_their_calls_in_any_order() {
        let (connection, mut other) = connection();
        let ask = |what: &'static str| {
            let connection = connection.clone();
            tokio::spawn(async move {
                let answer = connection.call(Some(":1.2"), "/a", "a.b", what, &what).await?;
                answer.body().deserialize::<String>()
            })
        };
        let (one, two) = (ask("One"), ask("Two"));
        let mut rest = Vec::new();
        let calls = [heard(&mut other, &mut rest).await, heard(&mut other, &mut rest).await];
        let mut answers: Vec<u8> = Vec::new();
        for call in calls.iter().rev() {
            answers.extend(answer(call, &format!("to {}", call.member().unwrap())));
        }
        // In pieces, as streams have it.
        for piece in answers.chunks(7) {
            other.write_all(piece).await.unwrap();
            tokio::task::yield_now().await;
        }
        assert_eq!(one.await.unwrap().unwrap(), "to One");
        assert_eq!(two.await.unwrap().unwrap(), "to Two");
    }

    #[tokio::test]
    async fn who_has_an_answer_has_heard_every_signal_before_it() {
        let (connection, mut other) = connection();
        let count = Arc::new(AtomicU32::new(0));
        let rule = Rule { sender: ":1.9".into(), only: Some(("org.test.Signals", "Changed")) };
        let listening = {
            let (connection, count) = (connection.clone(), count.clone());
            tokio::spawn(async move {
                let hear = move |_: Heard<'_>| {
                    count.fetch_add(1, Ordering::SeqCst);
                };
                connection.listen(rule, hear).await
            })
        };
        let mut rest = Vec::new();
        let add = heard(&mut other, &mut rest).await;
        assert_eq!(add.member(), Some("AddMatch"));
        let rule = "type='signal',sender=':1.9',interface='org.test.Signals',member='Changed'";
        assert_eq!(add.body().deserialize::<&str>().unwrap(), rule);
        other.write_all(&answer(&add, &())).await.unwrap();
        let subscription = listening.await.unwrap().unwrap();

        let asking = {
            let (connection, count) = (connection.clone(), count.clone());
            tokio::spawn(async move {
                connection.call(Some(":1.9"), "/a", "a.b", "Ask", &()).await.unwrap();
                count.load(Ordering::SeqCst)
            })
        };
        let ask = heard(&mut other, &mut rest).await;
        let mut said: Vec<u8> = (0..100).flat_map(|_| signal(":1.9", "Changed")).collect();
        said.extend(signal(":1.8", "Changed"));
        said.extend(signal(":1.9", "Other"));
        said.extend(answer(&ask, &()));
        said.extend(signal(":1.9", "Changed"));
        other.write_all(&said).await.unwrap();
        assert!(asking.await.unwrap() >= 100);

        drop(subscription);
        let remove = heard(&mut other, &mut rest).await;
        assert_eq!(remove.member(), Some("RemoveMatch"));
        assert_eq!(remove.kind(), Kind::Call { wants_reply: false });
    }

    #[tokio::test]
    async fn everybody_who_waits_or_listens_is_told_that_the_connection_broke() {
        let (connection, mut other) = connection();
        let is_over = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let told = is_over.clone();
        let hear = move |heard: Heard<'_>| told.store(matches!(heard, Heard::Nothing), Ordering::SeqCst);
        connection.0.shared.change_listeners(|all| {
            all.push((0, Rule { sender: ":1.9".into(), only: None }, Arc::new(hear)));
        });
        let calls: Vec<_> = (0..3)
            .map(|_| {
                let connection = connection.clone();
                tokio::spawn(async move { connection.call(None, "/a", "a.b", "Ask", &()).await.map(|_| ()) })
            })
            .collect();
        let mut rest = Vec::new();
        heard(&mut other, &mut rest).await;
        drop(other);
        for call in calls {
            assert!(matches!(call.await.unwrap(), Err(Error::Broken(_))));
        }
        assert!(connection.is_closed() && is_over.load(Ordering::SeqCst));
        let late = connection.call(None, "/a", "a.b", "Ask", &()).await;
        assert!(matches!(late, Err(Error::Broken(_))));
    }

    #[tokio::test]
    async fn who_does_not_read_is_not_told_without_end() {
        let (connection, _other) = connection();
        let long = "a".repeat(1 << 20);
        let long = long.as_str();
        let mut refused = None;
        for _ in 0..16 {
            let call = connection.call(None, "/a", "a.b", "Ask", &long);
            refused = tokio::time::timeout(Duration::from_millis(5), call).await.ok();
        }
        assert!(matches!(refused, Some(Err(Error::Unread))), "{refused:?}");
        let state = connection.0.shared.state();
        assert!(state.outgoing.len() + state.unsent < 2 * MOST_UNREAD);
    }

    #[tokio::test]
    async fn a_rule_that_the_bus_did_not_take_is_not_taken_back() {
        let (connection, mut other) = connection();
        let listening = {
            let connection = connection.clone();
            let rule = Rule { sender: ":1.9".into(), only: None };
            tokio::spawn(async move { connection.listen(rule, |_| {}).await.map(|_| ()) })
        };
        let mut rest = Vec::new();
        let add = heard(&mut other, &mut rest).await;
        other.write_all(&refusal(5, add.serial(), None).unwrap()).await.unwrap();
        assert!(matches!(listening.await.unwrap(), Err(Error::Refused(..))));
        assert!(connection.0.shared.listeners().is_empty());
        let _ =
            tokio::time::timeout(Duration::from_millis(5), connection.call(None, "/a", "a.b", "Ask", &()))
                .await;
        assert_eq!(heard(&mut other, &mut rest).await.member(), Some("Ask"), "it comes next");
    }

    #[tokio::test]
    async fn nonsense_ends_the_connection() {
        let (connection, mut other) = connection();
        other.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        while !connection.is_closed() {
            tokio::task::yield_now().await;
        }
        let late = connection.call(None, "/a", "a.b", "Ask", &()).await;
        assert!(matches!(late, Err(Error::Garbled(_))), "{late:?}");
    }

    #[tokio::test]
    async fn who_stops_to_wait_is_forgotten_and_a_refusal_is_told() {
        let (connection, mut other) = connection();
        let mut rest = Vec::new();
        let given_up = connection.call(None, "/a", "a.b", "Slow", &());
        assert!(tokio::time::timeout(Duration::from_millis(5), given_up).await.is_err());
        assert!(connection.0.shared.state().waiting.is_empty());
        let slow = heard(&mut other, &mut rest).await;
        other.write_all(&answer(&slow, &())).await.unwrap();

        let asking = {
            let connection = connection.clone();
            tokio::spawn(async move { connection.call(None, "/a", "a.b", "Ask", &()).await.map(|_| ()) })
        };
        let ask = heard(&mut other, &mut rest).await;
        other.write_all(&refusal(5, ask.serial(), None).unwrap()).await.unwrap();
        let error = asking.await.unwrap().unwrap_err();
        assert!(matches!(&error, Error::Refused(name, _) if name.ends_with("UnknownMethod")), "{error}");
    }

    #[tokio::test]
    async fn who_calls_us_is_refused() {
        let (_connection, mut other) = connection();
        let call = Call { destination: None, path: "/", interface: "a.b", member: "Do", wants_reply: true };
        other.write_all(&call.written(77, &()).unwrap()).await.unwrap();
        let refusal = heard(&mut other, &mut Vec::new()).await;
        assert_eq!(refusal.kind(), Kind::Error(77));
    }

    #[tokio::test]
    async fn more_than_a_socket_takes_is_sent_in_the_end() {
        let (connection, mut other) = connection();
        let long = "x".repeat(3 << 20);
        let asking = {
            let (connection, long) = (connection.clone(), long.clone());
            tokio::spawn(async move {
                let answer = connection.call(None, "/a", "a.b", "Ask", &long.as_str()).await.unwrap();
                answer.body().deserialize::<String>().unwrap().len()
            })
        };
        let mut rest = Vec::new();
        let ask = heard(&mut other, &mut rest).await;
        assert_eq!(ask.body().deserialize::<&str>().unwrap().len(), long.len());
        other.write_all(&answer(&ask, &long.as_str())).await.unwrap();
        assert_eq!(asking.await.unwrap(), long.len());
    }

    #[tokio::test]
    async fn it_is_closed_when_nobody_needs_it_any_more() {
        let (connection, mut other) = connection();
        drop(connection);
        assert_eq!(other.read_buf(&mut Vec::new()).await.unwrap(), 0);
    }
}
