//! The session: looking again and again where something is waited for.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use deskhand_engine::errors::{app_ambiguous, window_not_found};
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Effect, Element, Found, Idleness, Locator, Observation, Observe, Receipt,
    Session, Shot, Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Candidate, Error, ErrorKind, Query, Result, State, Window};

use super::act::{self, Aim, Deed};
use super::deadline::Deadline;
use super::errors::{LISTED, ambiguous, app_not_found, candidates, not_found};
use super::look::{self, Look};
use super::{unsupported, windows};
use crate::client::Client;

/// The desktop behind an agent that speaks the contract and nothing else.
#[derive(Debug)]
pub(crate) struct PlainSession {
    client: Client,
}

impl PlainSession {
    pub(crate) fn new(client: Client) -> PlainSession {
        PlainSession { client }
    }

    /// The one application that is meant, waited for.
    async fn choose_app(&self, selector: &AppSelector, deadline: &Deadline) -> Result<App> {
        if let AppSelector::Pid(pid) = selector {
            let message =
                format!("This agent tells nothing about processes, so pid {pid} cannot be looked up");
            return Err(Error::new(ErrorKind::ActionUnsupported, message).hint("name the application"));
        }
        loop {
            let apps = self.apps(deadline.for_call()).await?;
            match selector.select(&apps).as_slice() {
                [only] => return Ok((*only).clone()),
                [] if deadline.pause().await => {}
                [] => return Err(app_not_found(selector, &apps)),
                // There are no processes to tell them apart by.
                several => return Err(app_ambiguous(selector, several).hint("write the whole name")),
            }
        }
    }

    async fn look(&self, app: &AppSelector, read: &ReadRequest, deadline: &Deadline) -> Result<Look> {
        let app = self.choose_app(app, deadline).await?;
        let began = Instant::now();
        let shown = self.client.snapshot(&look::request(&app, read), deadline.for_call()).await?;
        Look::new(app, shown.windows, read, began.elapsed())
    }

    /// Looks until what is found is `enough`; at the end of its time, what was found last.
    async fn look_until(
        &self,
        locator: &Locator,
        deadline: &Deadline,
        enough: impl Fn(&Found) -> bool + Send,
    ) -> Result<(Look, Found, u32)> {
        let mut readings = 0;
        loop {
            let look = self.look(&locator.app, &ReadRequest::default(), deadline).await?;
            readings += 1;
            let found = look.found(locator)?;
            if enough(&found) || !deadline.pause().await {
                return Ok((look, found, readings));
            }
        }
    }

    async fn one(&self, locator: &Locator, deadline: &Deadline) -> Result<(Look, Element, u32)> {
        let (look, mut found, readings) =
            self.look_until(locator, deadline, |found| found.elements.len() == 1).await?;
        match found.elements.len() {
            1 => Ok((look, found.elements.remove(0), readings)),
            0 => Err(not_found(locator, &look)),
            several => Err(ambiguous(locator, &found, several)),
        }
    }

    /// The one element that matches, when it can be acted on.
    async fn aim(&self, locator: &Locator, options: &ActOptions) -> Result<Aim> {
        let deadline = Deadline::new(options.patience.unwrap_or(options.within).min(options.within));
        let mut readings = 0;
        loop {
            let (look, element, more) = self.one(locator, &deadline).await?;
            readings += more;
            let target = Candidate::describe(&element.tree, element.id, 1.0);
            if element.data.states.contains(State::Enabled) {
                let query = look.query(&element.data)?;
                return Ok(Aim {
                    look,
                    query,
                    target,
                    began: deadline.began,
                    seen: Instant::now(),
                    readings,
                });
            }
            if !deadline.pause().await {
                let message = format!("{} is there, but not enabled", target.path);
                return Err(Error::new(ErrorKind::ElementDisabled, message).candidates([target]));
            }
        }
    }

    /// Waits for the effect of an action that was done at `done`.
    async fn see(
        &self,
        effect: &Effect,
        before: &Look,
        done: Instant,
        deadline: &Deadline,
    ) -> Result<Duration> {
        loop {
            if self.shows(effect, before, deadline).await? {
                return Ok(done.elapsed());
            }
            if !deadline.pause().await {
                let app = &before.snapshot.app.name;
                let message = format!("The action was carried out, but its effect was not seen in `{app}`");
                return Err(Error::new(ErrorKind::Timeout, message)
                    .hint("the action itself is done: repeating it would do it twice"));
            }
        }
    }

    async fn shows(&self, effect: &Effect, before: &Look, deadline: &Deadline) -> Result<bool> {
        let app = &before.snapshot.app;
        let request = look::request(app, &ReadRequest::default());
        let windows = match self.client.snapshot(&request, deadline.for_call()).await {
            Ok(shown) => shown.windows,
            // The last window of the application went away.
            Err(error) if error.kind() == ErrorKind::WindowNotFound => Vec::new(),
            Err(error) => return Err(error.tried("the action was carried out before")),
        };
        if matches!(effect, Effect::Changes) {
            return Ok(windows != before.windows);
        }
        let now = Look::new(app.clone(), windows, &ReadRequest::default(), Duration::ZERO)?;
        let matching = |query: &Query| Ok::<bool, Error>(!query.matches(&now.snapshot.tree)?.is_empty());
        match effect {
            Effect::Appears(query) => matching(query),
            Effect::Vanishes(query) => Ok(!matching(query)?),
            Effect::Changes => Ok(true),
        }
    }

    /// The window that is meant, waited for, and all that there are.
    async fn choose_window(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline,
    ) -> Result<(Window, Vec<Window>)> {
        loop {
            let all = self.windows(deadline.for_call()).await?;
            if let Some(window) = windows::choose(selector, &all)? {
                return Ok((window.clone(), all));
            }
            if matches!(selector, WindowSelector::Id(_)) || !deadline.pause().await {
                return Err(window_not_found(selector, &all));
            }
        }
    }
}

#[async_trait]
impl Session for PlainSession {
    async fn apps(&self, within: Duration) -> Result<Vec<App>> {
        Ok(windows::apps(&self.client.windows(within).await?.windows))
    }

    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App> {
        self.choose_app(app, &Deadline::new(within)).await
    }

    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot> {
        Ok(self.look(app, request, &Deadline::new(within)).await?.snapshot)
    }

    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found> {
        self.look(&locator.app, &ReadRequest::default(), &Deadline::new(within)).await?.found(locator)
    }

    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element> {
        Ok(self.one(locator, &Deadline::new(within)).await?.1)
    }

    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        let is_so = |found: &Found| match &until {
            Until::Present => !found.elements.is_empty(),
            Until::Absent => found.elements.is_empty(),
            Until::Text(text) => matches!(found.elements.as_slice(), [only] if text_of(only) == text),
        };
        let (look, found, _) = self.look_until(locator, &Deadline::new(within), is_so).await?;
        if is_so(&found) {
            return Ok(found);
        }
        let query = locator.query.source();
        let what = match (&until, found.elements.as_slice()) {
            (Until::Absent, _) => format!("some element still matches `{query}`"),
            (Until::Text(_), [_, _, ..]) => format!("{} elements match `{query}`", found.elements.len()),
            (Until::Text(text), [only]) => {
                format!("the text of `{query}` was {:?}, not {text:?}", text_of(only))
            }
            _ => format!("no element matches `{query}`"),
        };
        let candidates = match found.elements.as_slice() {
            [] => locator.query.nearest(&look.snapshot.tree, LISTED),
            _ => candidates(&found),
        };
        let message = format!("Waited {within:?} for `{}`, and {what}", look.snapshot.app.name);
        Err(Error::new(ErrorKind::Timeout, message).candidates(candidates))
    }

    async fn wait_for_idle(&self, _: &AppSelector, _: Duration) -> Result<Idleness> {
        Err(unsupported("whether an application is idle", "idle"))
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let deed = Deed::of(act, options.mode)?;
        let deadline = Deadline::new(options.within);
        let aim = self.aim(locator, options).await?;
        let mut receipt = act::carry_out(&self.client, act, &deed, &aim, deadline.for_call()).await?;
        if let Some(effect) = &options.effect {
            receipt.effect = Some(self.see(effect, &aim.look, Instant::now(), &deadline).await?);
            receipt.total = deadline.began.elapsed();
        }
        Ok(receipt)
    }

    async fn keys(&self, _: &AppSelector, _: &[Chord], _: &ActOptions) -> Result<Receipt> {
        Err(unsupported("keys", "keys"))
    }

    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        Ok(text_of(&self.find(locator, within).await?).to_owned())
    }

    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        Ok(windows::windows(&self.client.windows(within).await?.windows))
    }

    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView> {
        let (window, _) = self.choose_window(window, &Deadline::new(within)).await?;
        Ok(WindowView { window, joined: None })
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        let deadline = Deadline::new(within);
        let (before, all) = self.choose_window(window, &deadline).await?;
        act::change(&self.client, windows::name_of(&before, &all)?, change, deadline.for_call()).await?;
        let now = self.windows(deadline.for_call()).await?.into_iter().find(|now| now.id == before.id);
        Ok(act::outcome(change, before, now))
    }

    async fn observe(&self, _: &Observe, _: Duration) -> Result<Observation> {
        Err(unsupported("observing windows", "events"))
    }

    async fn screenshot(&self, _: &Shot, _: Duration) -> Result<Image> {
        Err(unsupported("pictures", "screenshot"))
    }

    async fn clipboard(&self, _: Duration) -> Result<Option<String>> {
        Err(unsupported("the clipboard", "clipboard"))
    }

    async fn set_clipboard(&self, _: &str, _: Duration) -> Result<()> {
        Err(unsupported("the clipboard", "clipboard/set"))
    }
}

/// The text of an element: its content, or its name when it has no text of its own.
fn text_of(element: &Element) -> &str {
    element.data.text.as_deref().unwrap_or(&element.data.name)
}
