//! One way of looking.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Sight, Spotted};
use deskhand_model::{Error, ErrorKind, Result};

/// From this confidence on, a place is believed without looking in other ways too.
pub(crate) const SURE: f64 = 0.9;

/// The most time that a way of looking can be given.
const LONGEST: Duration = Duration::from_secs(120);

/// One way of finding an element in a picture.
#[async_trait]
pub(crate) trait Way: Send + Sync {
    /// What [`Spotted::by`] says.
    fn name(&self) -> &'static str;

    /// The time that it has of its own, on top of healing's budget. One without is part of that budget.
    fn own_time(&self) -> Option<Duration>;

    /// The places where it may be, found within `within`; none when it is nowhere. An error says why nobody could look.
    async fn look(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>>;
}

/// Refuses a time that nothing can be done in, and one that nobody would wait for.
pub(crate) fn check_budget(what: &str, budget: Duration) -> Result<()> {
    if budget.is_zero() || budget > LONGEST {
        let message = format!("{what} cannot have a budget of {budget:?}");
        return Err(Error::new(ErrorKind::InvalidArgument, message)
            .hint(format!("It has to be more than nothing and at most {LONGEST:?}.")));
    }
    Ok(())
}
