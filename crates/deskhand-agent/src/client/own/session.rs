//! Every call of a session, one request each.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Found, Idleness, Locator, Observation, Observe, Receipt, Session,
    Shot, Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Error, ErrorKind, Result, Window};
use deskhand_schema::request::{
    ActRequest, AppRequest, ChangeRequest, ClipboardRequest, FindRequest, KeysRequest, ShotRequest,
    TextRequest, Timed, TreeRequest, Want, WindowRequest,
};
use deskhand_schema::{self as schema, picture};

use super::events;
use crate::client::Client;
use crate::endpoint::Endpoint;

/// The desktop behind an agent of ours.
#[derive(Debug)]
pub(crate) struct OwnSession {
    client: Client,
}

impl OwnSession {
    pub(crate) fn new(client: Client) -> OwnSession {
        OwnSession { client }
    }

    async fn matches(&self, locator: &Locator, want: Want, within: Duration) -> Result<schema::Matches> {
        let request = FindRequest { locator: locator.into(), want, time: Timed::within(within) };
        self.client.call(Endpoint::Find, &request, within).await
    }
}

#[async_trait]
impl Session for OwnSession {
    async fn apps(&self, within: Duration) -> Result<Vec<App>> {
        let apps: schema::Apps = self.client.call(Endpoint::Apps, &Timed::within(within), within).await?;
        Ok(apps.apps.into_iter().map(App::from).collect())
    }

    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App> {
        let request = AppRequest { app: app.into(), time: Timed::within(within) };
        let apps: schema::Apps = self.client.call(Endpoint::App, &request, within).await?;
        let only = apps.apps.into_iter().next();
        let message = "The agent answered without the application that it was asked for";
        only.map(App::from).ok_or_else(|| Error::new(ErrorKind::Internal, message))
    }

    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot> {
        let request = TreeRequest::new(app.into(), request, Timed::within(within));
        let snapshot: schema::Snapshot = self.client.call(Endpoint::Tree, &request, within).await?;
        snapshot.try_into()
    }

    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found> {
        self.matches(locator, Want::All, within).await?.try_into()
    }

    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element> {
        self.matches(locator, Want::One, within).await?.try_into()
    }

    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        let want = match until {
            Until::Present => Want::Present,
            Until::Absent => Want::Absent,
            Until::Text(text) => Want::Text(text),
        };
        self.matches(locator, want, within).await?.try_into()
    }

    async fn wait_for_idle(&self, app: &AppSelector, within: Duration) -> Result<Idleness> {
        let request = AppRequest { app: app.into(), time: Timed::within(within) };
        let idle: schema::Idleness = self.client.call(Endpoint::Idle, &request, within).await?;
        idle.try_into()
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let request = ActRequest { locator: locator.into(), act: act.into(), manner: options.into() };
        let receipt: schema::Receipt = self.client.call(Endpoint::Act, &request, options.within).await?;
        receipt.try_into()
    }

    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt> {
        let request = KeysRequest::new(app.into(), chords, options);
        let receipt: schema::Receipt = self.client.call(Endpoint::Keys, &request, options.within).await?;
        receipt.try_into()
    }

    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        let request = TextRequest { locator: locator.into(), time: Timed::within(within) };
        let text: schema::Text = self.client.call(Endpoint::Text, &request, within).await?;
        Ok(text.text)
    }

    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        let windows: schema::Windows =
            self.client.call(Endpoint::ListWindows, &Timed::within(within), within).await?;
        windows.windows.into_iter().map(Window::try_from).collect()
    }

    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView> {
        let request = WindowRequest { window: window.into(), time: Timed::within(within) };
        let view: schema::WindowView = self.client.call(Endpoint::GetWindow, &request, within).await?;
        view.try_into()
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        let request =
            ChangeRequest { window: window.into(), change: change.into(), time: Timed::within(within) };
        let changed: schema::Changed = self.client.call(Endpoint::ChangeWindow, &request, within).await?;
        changed.try_into()
    }

    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation> {
        events::observe(&self.client, what, within).await
    }

    async fn screenshot(&self, shot: &Shot, within: Duration) -> Result<Image> {
        let request = ShotRequest { shot: shot.into(), time: Timed::within(within) };
        picture::decode_png(&self.client.ask(Endpoint::Screenshot, &request, within).await?)
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<String>> {
        let clipboard: schema::Clipboard =
            self.client.call(Endpoint::Clipboard, &Timed::within(within), within).await?;
        Ok(clipboard.text)
    }

    async fn set_clipboard(&self, text: &str, within: Duration) -> Result<()> {
        let request = ClipboardRequest { text: text.to_owned(), time: Timed::within(within) };
        self.client.ask(Endpoint::SetClipboard, &request, within).await.map(|_| ())
    }
}
