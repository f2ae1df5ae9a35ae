//! What applications tell of their own changes.

mod events;
mod feed;
mod feeds;
mod items;
mod registration;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Listening, Mailbox, confirm_apart};
use deskhand_model::{AppId, Fields, Handle, NodeData, Result};
use futures_util::future::{join, join_all};
use tokio::time::Instant;

use self::feed::Feed;
pub(super) use self::feeds::Feeds;
use self::registration::Registered;
pub(super) use self::registration::Registration;
use super::failure::Failure;
use super::object::ObjectRef;
use super::peer::Peer;
use super::wire::Subscription;
use super::{AtSpi, LOOK, guarded, read, roles};

/// What goes when nobody listens any more, in this order: the rule on the bus, then the registration.
struct Ear {
    _subscription: Subscription,
    _registered: Registered,
    _feed: Arc<Feed>,
}

/// Puts down in `mailbox` what the application tells. `None` where it is not known how much a toolkit tells, and where the
/// registry does not let anybody listen.
pub(super) async fn listen(
    layer: &AtSpi,
    app: &AppId,
    mailbox: Arc<Mailbox>,
    within: Duration,
) -> Result<Option<Listening>> {
    let registration = layer.roster(within).await?.registration();
    let peer = layer.peer(app, within).await?;
    let Some(telling) = peer.quirks.telling() else { return Ok(None) };
    let until = Instant::now() + within;
    // The application is not to be blamed for the registry, so it is guarded from here on.
    let Some(registered) = registration.join(within / 2).await else { return Ok(None) };
    let left = until.saturating_duration_since(Instant::now());
    guarded(&peer, left, "listening to it", async {
        let failed = |failure: Failure| failure.about_app("listening to it", &peer.title);
        let (feed, subscription) = Feed::open(&peer, mailbox).await.map_err(failed)?;
        // The registry tells the application before it answers us: what it answers now, it answers as one that is
        // listened to.
        peer.reach().await.map_err(failed)?;
        layer.feeds.add(app, &feed);
        let ear = Ear { _subscription: subscription, _registered: registered, _feed: feed };
        Ok(Some(Listening { telling, guard: Box::new(ear) }))
    })
    .await
}

/// Returns when everything that the application told before is in its mailboxes.
///
/// Signals and the reply to a call come over the same connection in the order in which the application sent them, so what
/// it said before it answered has arrived with the answer.
pub(super) async fn caught_up(layer: &AtSpi, app: &AppId, within: Duration) -> Result<()> {
    let feeds = layer.feeds.of(app);
    if feeds.is_empty() {
        return Ok(());
    }
    let peer = layer.peer(app, within).await?;
    guarded(&peer, within, "asking whether that was all", async {
        // What is in doubt already is asked at the same time.
        let untold = join_all(feeds.iter().map(|feed| feed.ask_untold(&peer)));
        let (reached, _) = tokio::join!(peer.reach(), untold);
        reached.map_err(|failure| failure.about_app("asking whether that was all", &peer.title))?;
        join_all(feeds.iter().map(|feed| feed.settle(&peer))).await;
        Ok(())
    })
    .await
}

/// Whether the element can be an item of a list, a table or a tree, as far as it was looked at before.
fn can_be_item(peer: &Peer, object: &ObjectRef) -> bool {
    let role = peer.memory().looks(object).map(|looks| roles::from_number(looks.role).0);
    role.is_none_or(items::can_be_item)
}

/// Reads `fields` of elements, and returns when everything that the application told before is in its mailboxes.
///
/// Where elements are asked over the connection that the signals come over, the answers are what tells that nothing is on
/// its way any more.
pub(super) async fn confirm(
    layer: &AtSpi,
    app: &AppId,
    elements: &[Handle],
    fields: Fields,
    within: Duration,
) -> Result<Vec<Result<NodeData>>> {
    let feeds = layer.feeds.of(app);
    let peer = layer.peer(app, within).await?;
    let objects: Vec<ObjectRef> = elements.iter().map(ObjectRef::from_handle).collect::<Result<_>>()?;
    let answers_for_all =
        !peer.is_direct() && objects.first().is_some_and(|object| object.bus == peer.bus_name);
    if feeds.is_empty() || !answers_for_all {
        return confirm_apart(layer, app, elements, fields, within).await;
    }
    let can_be_items = objects.iter().any(|object| can_be_item(&peer, object));
    guarded(&peer, within + LOOK, "reading elements", async {
        // What is in doubt already is asked at the same time. Items are counted where one of them may be meant: others do
        // not get a double by them.
        let untold = join_all(feeds.iter().map(|feed| async {
            match can_be_items {
                true => feed.ask_untold(&peer).await,
                false => feed.ask_doubtful(&peer).await,
            }
        }));
        let (answers, _) = join(read::objects(&peer, &objects, fields, within), untold).await;
        let answers = answers.map_err(|failure| failure.about_app("reading elements", &peer.title))?;
        if peer.is_direct() {
            // Somebody else has opened the direct connection meanwhile, and the answers may have come over that.
            peer.reach().await.map_err(|failure| failure.about_app("reading elements", &peer.title))?;
        }
        join_all(feeds.iter().map(|feed| feed.settle(&peer))).await;
        Ok(answers)
    })
    .await
}
