//! Doing things to elements without any input device.

mod number;

use std::sync::Arc;

use atspi_common::State as Native;
use deskhand_engine::ports::{Perform, Performed};
use deskhand_model::{Action, Error, ErrorKind, Result, Role};
use tokio::sync::OnceCell;
use zvariant::{OwnedValue, Value as Variant};

use self::number::takes_numbers;
use super::failure::Failure;
use super::interfaces::{Interface, Interfaces};
use super::memory::Glance;
use super::object::{ObjectRef, WireRef};
use super::peer::{ACCESSIBLE, Peer};
use super::wire::Message;
use super::{actions, roles};

/// Where `ScrollTo` may put the element: anywhere in sight.
const SCROLL_ANYWHERE: u32 = 6;

/// Does one thing to one element.
pub(super) async fn perform(peer: &Peer, object: &ObjectRef, what: &Perform) -> Result<Performed> {
    let element = Subject::new(peer, object, what);
    match what {
        Perform::Press => element.press().await,
        Perform::Confirm => element.confirm().await,
        Perform::Cancel => element.act(Action::Cancel).await,
        Perform::Toggle => element.toggle().await,
        Perform::Select => element.select().await,
        Perform::Expand => element.open(true).await,
        Perform::Collapse => element.open(false).await,
        Perform::Increment => element.step(Action::Increment, 1.0).await,
        Perform::Decrement => element.step(Action::Decrement, -1.0).await,
        Perform::SetText(text) => element.set_text(text).await,
        Perform::SetNumber(number) => element.set_number(*number).await,
        Perform::InsertText(text) => element.insert(text).await,
        Perform::ShowMenu => element.act(Action::ShowMenu).await,
        Perform::Focus { activate } => element.focus(*activate).await,
        Perform::ScrollIntoView => element.scroll_into_view().await,
    }
}

/// One element and what is to be done to it.
struct Subject<'a> {
    peer: &'a Peer,
    object: &'a ObjectRef,
    what: &'a Perform,
    /// What the element implements, once it was asked.
    interfaces: OnceCell<Interfaces>,
    /// What was seen of it just before.
    glance: Glance,
}

impl<'a> Subject<'a> {
    fn new(peer: &'a Peer, object: &'a ObjectRef, what: &'a Perform) -> Subject<'a> {
        let glance = peer.memory().recall(object);
        Subject { peer, object, what, interfaces: OnceCell::new(), glance }
    }

    async fn press(&self) -> Result<Performed> {
        self.refuse_inert().await?;
        match self.act(Action::Press).await {
            // GTK's page tabs and list items have no action of their own: their container chooses them.
            Err(error) if error.kind() == ErrorKind::ActionUnsupported => {
                self.choose_in_parent().await?.ok_or(error)
            }
            done => done,
        }
    }

    async fn toggle(&self) -> Result<Performed> {
        self.refuse_inert().await?;
        self.act(Action::Toggle).await
    }

    async fn confirm(&self) -> Result<Performed> {
        let names = self.action_names().await?;
        let index = actions::index_of(Action::Confirm, &names)
            .filter(|&index| !self.peer.quirks.activate_is_not_return || !is_activate(&names[index]));
        match index {
            Some(index) => self.do_action(index, &names).await,
            None => Err(self.unsupported("has no action for it")),
        }
    }

    async fn select(&self) -> Result<Performed> {
        self.refuse_inert().await?;
        // GTK 3's menus answer `SelectChild` with yes and only highlight the item.
        if !matches!(self.role().await?, Role::MenuItem | Role::MenuItemCheckbox | Role::MenuItemRadio)
            && let Some(done) = self.choose_in_parent().await?
        {
            return Ok(done);
        }
        self.act(Action::Select).await
    }

    /// Refuses what the toolkit would accept without doing it.
    async fn refuse_inert(&self) -> Result<()> {
        if !self.peer.quirks.drop_down_items_are_inert || self.role().await? != Role::ListItem {
            return Ok(());
        }
        let Some(list) = self.parent_of(self.object).await? else { return Ok(()) };
        let Some(holder) = self.parent_of(&list).await? else { return Ok(()) };
        if Subject::new(self.peer, &holder, self.what).role().await? == Role::ComboBox {
            return Err(self.unsupported("is in a drop-down, which this toolkit opens for real input only"));
        }
        Ok(())
    }

    /// Shows or hides the element's children; the one action that toolkits have for both is used only when it
    /// leads to the wanted state.
    async fn open(&self, wanted: bool) -> Result<Performed> {
        let states = self.states().await?;
        if states & Native::Expandable as u64 == 0 {
            return Err(self.unsupported("cannot be expanded"));
        }
        if (states & Native::Expanded as u64 != 0) == wanted {
            let by = if wanted { "already expanded" } else { "already collapsed" };
            return Ok(Performed { by: by.to_owned() });
        }
        self.act(if wanted { Action::Expand } else { Action::Collapse }).await
    }

    async fn set_text(&self, text: &str) -> Result<Performed> {
        can_be_told(text)?;
        // Spin buttons have a text of their own, but GTK does not take the number over from it.
        if self.role().await? == Role::SpinButton
            && let Ok(range) = self.range().await
        {
            return match text.trim().parse() {
                Ok(number) => self.set_number(number).await,
                Err(_) => Err(takes_numbers(&range)),
            };
        }
        match self.change(Interface::EditableText, "SetTextContents", &text).await {
            Ok(reply) => self.accepted(&reply, "EditableText.SetTextContents".to_owned()),
            Err(error) if error.kind() == ErrorKind::ActionUnsupported => {
                Err(self.range().await.map_or(error, |range| takes_numbers(&range)))
            }
            Err(error) => Err(error),
        }
    }

    async fn insert(&self, text: &str) -> Result<Performed> {
        can_be_told(text)?;
        // The caret means something only while the field has the focus; GTK 3 leaves it at the start of a text that
        // was set, and typing belongs behind what is there.
        let focused = self.states().await? & Native::Focused as u64 != 0;
        let place = if focused { "CaretOffset" } else { "CharacterCount" };
        let caret = match self.property(Interface::Text, place).await {
            Ok(value) => i32::try_from(&*value).unwrap_or(0).max(0),
            Err(Failure::NoMethod) => return Err(self.unsupported("holds no text")),
            Err(failure) => return Err(self.failed(failure)),
        };
        let length = self.peer.quirks.insert_length(text);
        let reply = self.change(Interface::EditableText, "InsertText", &(caret, text, length)).await?;
        let done = self.accepted(&reply, format!("EditableText.InsertText at {caret}"))?;
        if !focused {
            return Ok(done);
        }
        // Not every toolkit moves the caret along; the next text belongs behind this one.
        let end = caret.saturating_add(i32::try_from(text.chars().count()).unwrap_or(i32::MAX));
        let moved = self.peer.change(self.object, Interface::Text.name(), "SetCaretOffset", &end).await;
        tracing::trace!(ok = moved.is_ok(), end, "caret moved behind the inserted text");
        Ok(done)
    }

    async fn focus(&self, activate: bool) -> Result<Performed> {
        if self.peer.quirks.focus_activates_window && !activate {
            return Err(self.unsupported("takes the focus only together with its window"));
        }
        let by = "Component.GrabFocus".to_owned();
        match self.change_if_there(Interface::Component, "GrabFocus", &()).await {
            Ok(reply) => self.accepted(&reply, by),
            // GTK 4.8 answers with an error that has neither name nor words.
            Err(Failure::Refused(_) | Failure::NoMethod) => {
                Err(self.unsupported("does not take the focus this way"))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    async fn scroll_into_view(&self) -> Result<Performed> {
        match self.change_if_there(Interface::Component, "ScrollTo", &SCROLL_ANYWHERE).await {
            Ok(reply) if reply.body().deserialize::<bool>().unwrap_or(false) => {
                Ok(Performed { by: "Component.ScrollTo".to_owned() })
            }
            // GTK 3 answers no, GTK 4 with an empty error, Qt with an unknown method.
            Ok(_) | Err(Failure::Refused(_) | Failure::NoMethod) => {
                Err(self.unsupported("cannot be scrolled to in this toolkit"))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    /// Performs the action that the toolkit has for `wanted`.
    async fn act(&self, wanted: Action) -> Result<Performed> {
        let names = self.action_names().await?;
        if let Some(index) = actions::index_of(wanted, &names) {
            return self.do_action(index, &names).await;
        }
        if names.is_empty() {
            return Err(self.unsupported("offers no action"));
        }
        // `GetActions` tells names in the user's language; `GetName` tells those of the programmer.
        let count =
            if self.peer.quirks.actions_lack_names { self.count_actions().await? } else { names.len() };
        let names = self.untranslated(count).await?;
        match actions::index_of(wanted, &names) {
            Some(index) => self.do_action(index, &names).await,
            None => Err(self.unsupported(&format!("offers only {}", names.join(", ")))),
        }
    }

    async fn do_action(&self, index: usize, names: &[String]) -> Result<Performed> {
        let number = i32::try_from(index).unwrap_or(i32::MAX);
        let reply = self.change(Interface::Action, "DoAction", &number).await?;
        let name = names.get(index).map_or("", String::as_str);
        self.accepted(&reply, format!("Action.DoAction({name})"))
    }

    async fn action_names(&self) -> Result<Arc<[String]>> {
        if let Some(names) = &self.glance.actions {
            return Ok(names.clone());
        }
        match self.call_if_there(Interface::Action, "GetActions", &()).await {
            Ok(reply) => {
                let body = reply.body();
                let actions: Vec<(&str, &str, &str)> = body.deserialize().unwrap_or_default();
                Ok(actions.into_iter().map(|(name, _, _)| name.to_owned()).collect())
            }
            Err(Failure::NoMethod) => {
                self.still_there().await?;
                Ok(Arc::from([]))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    async fn count_actions(&self) -> Result<usize> {
        let reply = self.call_if_there(Interface::Action, "GetActions", &()).await;
        let reply = reply.map_err(|failure| self.failed(failure))?;
        let body = reply.body();
        Ok(body.deserialize::<Vec<(&str, &str, &str)>>().map_or(0, |actions| actions.len()))
    }

    async fn untranslated(&self, count: usize) -> Result<Vec<String>> {
        let mut names = Vec::with_capacity(count);
        for index in 0..count {
            let number = i32::try_from(index).unwrap_or(i32::MAX);
            // GTK 4.8 counts actions of disabled labels that it then has no name for.
            let reply = self.peer.call(self.object, Interface::Action.name(), "GetName", &number).await;
            let name = reply.ok().and_then(|reply| reply.body().deserialize::<String>().ok());
            names.push(name.unwrap_or_default());
        }
        Ok(names)
    }

    /// Lets the element's container choose it; `None` when the container has no selection.
    async fn choose_in_parent(&self) -> Result<Option<Performed>> {
        let Some(parent) = self.parent_of(self.object).await? else { return Ok(None) };
        let index = match self.peer.call(self.object, ACCESSIBLE, "GetIndexInParent", &()).await {
            Ok(reply) => reply.body().deserialize::<i32>().unwrap_or(-1),
            Err(failure) => return Err(self.failed(failure)),
        };
        if index < 0 {
            return Ok(None);
        }
        if self.peer.quirks.missing_interface_is_critical
            && !interfaces_of(self.peer, &parent).await.is_ok_and(|set| set.has(Interface::Selection))
        {
            return Ok(None);
        }
        match self.peer.change(&parent, Interface::Selection.name(), "SelectChild", &index).await {
            Ok(reply) if reply.body().deserialize::<bool>().unwrap_or(false) => {
                Ok(Some(Performed { by: format!("Selection.SelectChild({index})") }))
            }
            Ok(_) | Err(Failure::NoMethod | Failure::NoObject | Failure::Refused(_)) => Ok(None),
            Err(failure) => Err(self.failed(failure)),
        }
    }

    async fn parent_of(&self, object: &ObjectRef) -> Result<Option<ObjectRef>> {
        match self.peer.property(object, ACCESSIBLE, "Parent").await {
            Ok(value) => Ok(reference_in(&value, &self.peer.bus_name)),
            Err(Failure::NoMethod) => Ok(None),
            Err(failure) => Err(self.failed(failure)),
        }
    }

    async fn states(&self) -> Result<u64> {
        let reply = self.accessible("GetState").await?;
        let words: Vec<u32> = reply.body().deserialize().unwrap_or_default();
        Ok(super::read::join_states(&words))
    }

    async fn role(&self) -> Result<Role> {
        let number = match self.glance.role {
            Some(number) => number,
            None => self.accessible("GetRole").await?.body().deserialize().unwrap_or(u32::MAX),
        };
        Ok(roles::from_number(number).0)
    }

    /// Whether the object itself still answers; Chromium and GTK 3 answer calls to dropped objects as if the
    /// method did not exist.
    async fn still_there(&self) -> Result<()> {
        self.accessible("GetRole").await.map(|_| ())
    }

    async fn accessible(&self, method: &str) -> Result<Message> {
        self.peer.call(self.object, ACCESSIBLE, method, &()).await.map_err(|failure| match failure {
            // Every object has this interface: one that lacks it is gone.
            Failure::NoMethod => self.failed(Failure::NoObject),
            other => self.failed(other),
        })
    }

    async fn property(&self, interface: Interface, name: &str) -> Result<OwnedValue, Failure> {
        self.must_have(interface).await?;
        self.peer.property(self.object, interface.name(), name).await
    }

    async fn change<B>(&self, interface: Interface, method: &str, body: &B) -> Result<Message>
    where
        B: serde::Serialize + zvariant::DynamicType + Sync,
    {
        match self.change_if_there(interface, method, body).await {
            Ok(reply) => Ok(reply),
            Err(Failure::NoMethod) => {
                self.still_there().await?;
                Err(self.unsupported(&format!("does not implement {}", interface.name())))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    async fn change_if_there<B>(
        &self,
        interface: Interface,
        method: &str,
        body: &B,
    ) -> Result<Message, Failure>
    where
        B: serde::Serialize + zvariant::DynamicType + Sync,
    {
        self.must_have(interface).await?;
        self.peer.change(self.object, interface.name(), method, body).await
    }

    async fn call_if_there<B>(&self, interface: Interface, method: &str, body: &B) -> Result<Message, Failure>
    where
        B: serde::Serialize + zvariant::DynamicType + Sync,
    {
        self.must_have(interface).await?;
        self.peer.call(self.object, interface.name(), method, body).await
    }

    /// Makes sure that the element has the interface, where asking for one that it lacks does harm or is answered as if
    /// it had it.
    async fn must_have(&self, interface: Interface) -> Result<(), Failure> {
        let quirks = &self.peer.quirks;
        let is_doubtful = interface == Interface::EditableText && quirks.any_text_is_settable;
        if !quirks.missing_interface_is_critical && !is_doubtful {
            return Ok(());
        }
        if interface == Interface::Action && self.glance.actions.is_some() {
            return Ok(());
        }
        let set = self.interfaces.get_or_try_init(|| interfaces_of(self.peer, self.object)).await?;
        if set.has(interface) { Ok(()) } else { Err(Failure::NoMethod) }
    }

    /// A reply that says yes or no.
    fn accepted(&self, reply: &Message, by: String) -> Result<Performed> {
        if reply.body().deserialize::<bool>().unwrap_or(true) {
            Ok(Performed { by })
        } else {
            Err(Error::new(ErrorKind::ActionFailed, format!("{} answered `no` to {by}", self.peer.title)))
        }
    }

    fn unsupported(&self, why: &str) -> Error {
        Error::new(
            ErrorKind::ActionUnsupported,
            format!("the element cannot {} in the background: it {why}", self.what.name()),
        )
    }

    fn failed(&self, failure: Failure) -> Error {
        failure.about_element(self.what.name(), &self.peer.title)
    }
}

/// What an object implements.
pub(super) async fn interfaces_of(peer: &Peer, object: &ObjectRef) -> Result<Interfaces, Failure> {
    let reply = peer.call(object, ACCESSIBLE, "GetInterfaces", &()).await?;
    let body = reply.body();
    let names: Vec<&str> = body.deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
    Ok(Interfaces::from_names(names))
}

/// An error for a text that D-Bus does not carry: the bus would hang up on us.
fn can_be_told(text: &str) -> Result<()> {
    match text.contains('\0') {
        true => Err(Error::new(ErrorKind::InvalidArgument, "a text cannot have the character U+0000 in it")),
        false => Ok(()),
    }
}

fn is_activate(name: &str) -> bool {
    name.eq_ignore_ascii_case("activate")
}

/// The reference in a property value, unless it refers to nothing.
fn reference_in(value: &OwnedValue, near: &Arc<str>) -> Option<ObjectRef> {
    let Variant::Structure(structure) = &**value else { return None };
    let [Variant::Str(bus), Variant::ObjectPath(path)] = structure.fields() else { return None };
    let wire = WireRef { bus: bus.as_str(), path: path.as_ref() };
    (!wire.is_null()).then(|| ObjectRef::keep(&wire, near))
}
