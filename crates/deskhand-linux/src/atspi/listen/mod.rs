//! What applications tell of their own changes.

mod events;
mod feed;
mod feeds;
mod items;
mod registration;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Listening, Mailbox};
use deskhand_model::{AppId, Result};
use futures_util::future::join_all;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::feed::Feed;
pub(super) use self::feeds::Feeds;
use self::registration::Registered;
pub(super) use self::registration::Registration;
use super::failure::Failure;
use super::{AtSpi, guarded};

/// What goes when nobody listens any more, in this order: the match rule with the task, then the registration.
struct Ear {
    _following: JoinSet<()>,
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
        let (feed, following) = Feed::open(&peer, mailbox).await.map_err(failed)?;
        let mut tasks = JoinSet::new();
        tasks.spawn(following);
        // The registry tells the application before it answers us: what it answers now, it answers as one that is
        // listened to.
        peer.reach().await.map_err(failed)?;
        layer.feeds.add(app, &feed);
        let ear = Ear { _following: tasks, _registered: registered, _feed: feed };
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
