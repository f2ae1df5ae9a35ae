//! `Collection.GetMatches`: the application searches its own tree. GTK 3, Chromium and Qt from 6.12 on can.

use std::collections::HashMap;

use futures_util::future::join_all;
use zvariant::Type;

use crate::atspi::failure::Failure;
use crate::atspi::interfaces::Interface;
use crate::atspi::object::{ObjectRef, WireRef};
use crate::atspi::peer::Peer;

/// How the members of a criterion combine, in the protocol's numbers.
const MATCH_ALL: i32 = 1;
const MATCH_ANY: i32 = 2;

/// Results in tree order. Zero (`INVALID`) is answered with an empty list.
const CANONICAL: u32 = 1;

/// Words of 32 bits in the set of roles; the protocol has fewer than 160 roles.
const ROLE_WORDS: usize = 5;

/// Roles that are searched for one by one, so that each object's role is known from the search; beyond this many,
/// one search for all is cheaper.
const APART: usize = 4;

/// What a search found: the object, and its role where the search tells it.
type Found = Vec<(ObjectRef, Option<u32>)>;

/// Every object of the application with one of these native roles, in tree order. `Ok(None)` when the application
/// cannot search.
pub(super) async fn with_roles(peer: &Peer, roles: &[u32]) -> Result<Option<Found>, Failure> {
    if roles.len() <= APART {
        let searches = roles.iter().map(|role| search(peer, std::slice::from_ref(role)));
        let mut filled: Vec<Found> = Vec::new();
        for (answer, &role) in join_all(searches).await.into_iter().zip(roles) {
            let Some(objects) = answer? else { return Ok(None) };
            if !objects.is_empty() {
                filled.push(objects.into_iter().map(|object| (object, Some(role))).collect());
            }
        }
        // Objects of one role are in tree order; how those of several roles interleave, only one search can tell.
        if filled.len() < 2 {
            return Ok(Some(filled.pop().unwrap_or_default()));
        }
    }
    let found = search(peer, roles).await?;
    Ok(found.map(|objects| objects.into_iter().map(|object| (object, None)).collect()))
}

async fn search(peer: &Peer, roles: &[u32]) -> Result<Option<Vec<ObjectRef>>, Failure> {
    let root = ObjectRef::root(&peer.bus_name);
    let mut set = [0i32; ROLE_WORDS];
    for &role in roles {
        if let Some(word) = set.get_mut(role as usize / 32) {
            *word |= 1 << (role % 32);
        }
    }
    let rule = Rule {
        states: vec![0, 0],
        states_match: MATCH_ALL,
        attributes: HashMap::new(),
        attributes_match: MATCH_ALL,
        roles: set.to_vec(),
        roles_match: MATCH_ANY,
        interfaces: Vec::new(),
        interfaces_match: MATCH_ALL,
        invert: false,
    };
    let query = (rule, CANONICAL, 0i32, true);
    let reply = match peer.call(&root, Interface::Collection.name(), "GetMatches", &query).await {
        Ok(reply) => reply,
        Err(Failure::NoMethod | Failure::NoObject | Failure::Refused(_)) => return Ok(None),
        Err(failure) => return Err(failure),
    };
    let body = reply.body();
    let Ok(found) = body.deserialize::<Vec<WireRef<'_>>>() else { return Ok(None) };
    let objects = found.iter().filter(|reference| !reference.is_null());
    Ok(Some(objects.map(|reference| ObjectRef::keep(reference, &peer.bus_name)).collect()))
}

/// The search as it travels: `(aiia{ss}iaiiasib)`.
#[derive(serde::Serialize, Type)]
struct Rule {
    states: Vec<i32>,
    states_match: i32,
    attributes: HashMap<String, String>,
    attributes_match: i32,
    roles: Vec<i32>,
    roles_match: i32,
    interfaces: Vec<String>,
    interfaces_match: i32,
    invert: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_has_the_layout_of_the_protocol() {
        assert_eq!(Rule::SIGNATURE.to_string(), "(aiia{ss}iaiiasib)");
    }
}
