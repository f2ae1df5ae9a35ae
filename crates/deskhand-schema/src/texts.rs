//! Texts that occur many times, kept once.

use std::collections::HashSet;
use std::sync::Arc;

/// Every text so far. Of a large tree most are the same few: roles, empty names, labels of rows.
#[derive(Default)]
pub(crate) struct Texts(HashSet<Arc<str>>);

impl Texts {
    /// The text, shared with all that are the same.
    pub(crate) fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.0.insert(new.clone());
        new
    }
}
