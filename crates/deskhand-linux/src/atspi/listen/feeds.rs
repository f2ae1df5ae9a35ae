//! Who listens to which application.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use deskhand_model::AppId;

use super::feed::Feed;

/// The feeds that are open.
#[derive(Default)]
pub(in crate::atspi) struct Feeds(Mutex<HashMap<AppId, Vec<Weak<Feed>>>>);

impl Feeds {
    /// One more of this application; it is forgotten when nobody else has it.
    pub(in crate::atspi) fn add(&self, app: &AppId, feed: &Arc<Feed>) {
        let mut feeds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.retain(|_, feeds| {
            feeds.retain(|feed| feed.strong_count() > 0);
            !feeds.is_empty()
        });
        feeds.entry(app.clone()).or_default().push(Arc::downgrade(feed));
    }

    /// Those of this application.
    pub(in crate::atspi) fn of(&self, app: &AppId) -> Vec<Arc<Feed>> {
        let feeds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.get(app).into_iter().flatten().filter_map(Weak::upgrade).collect()
    }
}
