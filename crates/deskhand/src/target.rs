//! One element, and everything that can be done to it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Chord, Image};
use deskhand_engine::{
    Act, ActOptions, DragTo, Effect, Element, Locator, Mode, Receipt, Session, Shot, Until,
};
use deskhand_model::{AppSelector, Error, ErrorKind, Point, Query, Result};

use crate::acts::plain_acts;

/// An element, described by a query: it is looked up anew each time it is used.
///
/// Actions wait until exactly one element matches, in sight and enabled; a query that matches two is an error that
/// lists them.
#[derive(Clone)]
pub struct Target {
    session: Arc<dyn Session>,
    app: AppSelector,
    query: Result<Query>,
    nth: Option<usize>,
    options: ActOptions,
}

macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident => $act:ident;)*) => {
        /// Actions.
        impl Target {
            $(
                $(#[$doc])*
                pub async fn $method(&self) -> Result<Receipt> {
                    self.act(Act::$act).await
                }
            )*
        }
    };
}

plain_acts!(methods);

impl Target {
    pub(crate) fn new(
        session: Arc<dyn Session>,
        app: AppSelector,
        query: &str,
        options: ActOptions,
    ) -> Target {
        Target { session, app, query: parse(query), nth: None, options }
    }

    /// How far actions may go.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Target {
        self.options.mode = mode;
        self
    }

    /// How long each operation may take, waiting included.
    #[must_use]
    pub fn within(mut self, within: Duration) -> Target {
        self.options.within = within;
        self
    }

    /// Of several matches, this one in tree order, counted from zero.
    #[must_use]
    pub fn nth(mut self, nth: usize) -> Target {
        self.nth = Some(nth);
        self
    }

    /// Makes actions return only when this was seen, instead of at the application's reply.
    #[must_use]
    pub fn until(mut self, effect: Effect) -> Target {
        self.options.effect = Some(effect);
        self
    }

    /// Does something to the element.
    pub async fn act(&self, act: Act) -> Result<Receipt> {
        self.session.act(&self.locator()?, &act, &self.options).await
    }

    /// Replaces its text.
    pub async fn set_text(&self, text: impl Into<String>) -> Result<Receipt> {
        self.act(Act::SetText(text.into())).await
    }

    /// Sets its number.
    pub async fn set_number(&self, number: f64) -> Result<Receipt> {
        self.act(Act::SetNumber(number)).await
    }

    /// Types text at its caret, after what is there.
    pub async fn type_text(&self, text: impl Into<String>) -> Result<Receipt> {
        self.act(Act::TypeText(text.into())).await
    }

    /// Strikes key combinations such as `ctrl+s` while it has the focus. Needs a mode that allows real input.
    pub async fn keys(&self, chords: &[&str]) -> Result<Receipt> {
        let chords = chords.iter().map(|chord| chord.parse()).collect::<Result<Vec<Chord>>>()?;
        self.act(Act::Keys(chords)).await
    }

    /// Turns the wheel over it, in notches to the right and down. Needs a mode that allows real input.
    pub async fn scroll(&self, across: i32, down: i32) -> Result<Receipt> {
        self.act(Act::Scroll { across, down }).await
    }

    /// Drags it onto the element of the same application that matches. Needs a mode that allows real input.
    pub async fn drag_to(&self, query: &str) -> Result<Receipt> {
        self.act(Act::Drag(DragTo::Element(parse(query)?))).await
    }

    /// Drags it by so many pixels. Needs a mode that allows real input.
    pub async fn drag_by(&self, x: i32, y: i32) -> Result<Receipt> {
        self.act(Act::Drag(DragTo::By(Point { x, y }))).await
    }
}

/// Looking.
impl Target {
    /// The one element that matches, with everything known about it; waits until there is exactly one.
    pub async fn find(&self) -> Result<Element> {
        self.session.find(&self.locator()?, self.options.within).await
    }

    /// Every element that matches now.
    pub async fn all(&self) -> Result<Vec<Element>> {
        Ok(self.session.find_all(&self.locator()?, self.options.within).await?.elements)
    }

    /// How many elements match now.
    pub async fn count(&self) -> Result<usize> {
        Ok(self.all().await?.len())
    }

    /// Whether some element matches now.
    pub async fn is_present(&self) -> Result<bool> {
        Ok(self.count().await? > 0)
    }

    /// Waits until at least one element matches, and returns those that do.
    pub async fn wait(&self) -> Result<Vec<Element>> {
        Ok(self.session.wait(&self.locator()?, Until::Present, self.options.within).await?.elements)
    }

    /// Waits until no element matches.
    pub async fn wait_until_gone(&self) -> Result<()> {
        self.session.wait(&self.locator()?, Until::Absent, self.options.within).await.map(drop)
    }

    /// Waits until exactly one element matches and its [`text`](Target::text) is this, and returns it.
    pub async fn wait_for_text(&self, text: &str) -> Result<Element> {
        let until = Until::Text(text.to_owned());
        let found = self.session.wait(&self.locator()?, until, self.options.within).await?;
        let message = "The session answered without the element that was waited for";
        found.elements.into_iter().next().ok_or_else(|| Error::new(ErrorKind::Internal, message))
    }

    /// Its text, or its value or name when it has no text of its own.
    pub async fn text(&self) -> Result<String> {
        self.session.text(&self.locator()?, self.options.within).await
    }

    /// A picture of it, also when other windows cover it.
    pub async fn screenshot(&self) -> Result<Image> {
        let shot = Shot::Element(Box::new(self.locator()?));
        self.session.screenshot(&shot, self.options.within).await
    }

    fn locator(&self) -> Result<Locator> {
        Ok(Locator { app: self.app.clone(), query: self.query.clone()?, nth: self.nth })
    }
}

fn parse(query: &str) -> Result<Query> {
    Query::parse(query).map_err(Error::from)
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target")
            .field("app", &self.app)
            .field("query", &self.query)
            .field("nth", &self.nth)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
