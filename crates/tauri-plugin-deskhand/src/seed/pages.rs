use std::time::Duration;

use deskhand_page::{Fault, PageRect, Place, ViewId};

use super::seat::WITHIN;
use crate::app::{self, MainThread};
use crate::obey::{Obey, carry_out, in_time};

/// What the endpoints are made of: the commands of our own API, and two questions that it has no command for.
pub(crate) trait Pages: Send + Sync + 'static {
    /// Has a command carried out.
    fn ask<C: Obey>(
        &self,
        command: C,
        within: Duration,
    ) -> impl Future<Output = Result<C::Done, Fault>> + Send;

    /// How far the inside of a view's window is from its outer left and top.
    fn inset(&self, view: ViewId) -> impl Future<Output = Result<(f64, f64), Fault>> + Send;

    /// Where in its view a rectangle of a document is.
    fn in_view(&self, place: Place, part: PageRect) -> impl Future<Output = Result<PageRect, Fault>> + Send;
}

impl Pages for MainThread {
    async fn ask<C: Obey>(&self, command: C, within: Duration) -> Result<C::Done, Fault> {
        carry_out(self, command, within).await
    }

    async fn inset(&self, view: ViewId) -> Result<(f64, f64), Fault> {
        in_time("inset", WITHIN, self.run(async move |desk| app::inset(&desk, &view))).await
    }

    async fn in_view(&self, place: Place, part: PageRect) -> Result<PageRect, Fault> {
        let found = self.run(async move |desk| app::in_view(&desk, &place, part).await);
        in_time("in-view", WITHIN, found).await
    }
}
