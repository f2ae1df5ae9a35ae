//! The text content of an element.

use deskhand_model::Result;

use super::failure::Failure;
use super::interfaces::Interface;
use super::object::ObjectRef;
use super::peer::Peer;
use super::perform::interfaces_of;

/// The element's whole text; `action_unsupported` when it has none of its own.
pub(super) async fn whole(peer: &Peer, object: &ObjectRef) -> Result<String> {
    let failed = |failure: Failure| failure.about_element("text", &peer.title);
    if peer.quirks.missing_interface_is_critical
        && !interfaces_of(peer, object).await.map_err(failed)?.has(Interface::Text)
    {
        return Err(failed(Failure::NoMethod));
    }
    // "To the end" as -1 is not understood by GTK 4.8, which answers with nothing: ask for the length first.
    let length = peer.property(object, Interface::Text.name(), "CharacterCount").await.map_err(failed)?;
    let length = i32::try_from(&*length).unwrap_or(0);
    let reply =
        peer.call(object, Interface::Text.name(), "GetText", &(0i32, length)).await.map_err(failed)?;
    reply.body().deserialize().map_err(|error| failed(Failure::Garbled(error.to_string())))
}
