//! [`Page`] over the API of `tauri-plugin-deskhand`.

use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_engine::ports::{Page, PageResult};
use deskhand_page::{
    About, AnswerDialog, Ask, Call, CallIn, ChooseFiles, CloseView, Code, Command, Cookie, CookiesOf,
    DeleteCookies, Dialog, DialogAnswer, DialogOf, EnterFrame, Extent, Fault, FaultKind, FrameChoice,
    FrameId, Go, InputInto, LoadState, Navigation, NewView, NewViewKind, PageInput, PictureOf, Place,
    PrintOptions, PrintPage, SetCookie, SetWindow, Tls, View, ViewId, Views, WaitLoaded, WindowChange,
    WindowOf, WindowState,
};
use serde_json::Value;
use tokio::time::Instant;

use super::asks::CallAsk;
use super::client::Client;
use super::libraries::Libraries;

/// The pages of an application with our plugin in it.
pub(crate) struct PluginPage {
    client: Client,
    about: About,
    libraries: Libraries,
}

impl PluginPage {
    pub(crate) fn new(client: Client, about: About) -> PluginPage {
        PluginPage { client, about, libraries: Libraries::default() }
    }

    async fn ask<C: Command>(&self, command: C, within: Duration) -> PageResult<C::Done> {
        self.client.ask(C::NAME, &Ask { command, within_ms: milliseconds(within) }, within).await
    }

    async fn ask_call(
        &self,
        place: &Place,
        call: &Call,
        hand_over: bool,
        within: Duration,
    ) -> PageResult<Value> {
        let ask = CallAsk::new(place, call, hand_over, milliseconds(within));
        self.client.ask(CallIn::NAME, &ask, within).await
    }
}

#[async_trait]
impl Page for PluginPage {
    fn about(&self) -> &About {
        &self.about
    }

    async fn views(&self, within: Duration) -> PageResult<Vec<View>> {
        self.ask(Views {}, within).await
    }

    async fn new_view(&self, kind: NewViewKind, opener: &ViewId, within: Duration) -> PageResult<View> {
        self.ask(NewView { kind, opener: opener.clone() }, within).await
    }

    async fn close_view(&self, view: &ViewId, within: Duration) -> PageResult<()> {
        self.libraries.forget_view(view);
        self.ask(CloseView { view: view.clone() }, within).await
    }

    async fn window(&self, view: &ViewId, within: Duration) -> PageResult<WindowState> {
        self.ask(WindowOf { view: view.clone() }, within).await
    }

    async fn set_window(
        &self,
        view: &ViewId,
        change: WindowChange,
        within: Duration,
    ) -> PageResult<WindowState> {
        self.ask(SetWindow { view: view.clone(), change }, within).await
    }

    async fn go(&self, view: &ViewId, to: &Navigation, until: LoadState, within: Duration) -> PageResult<()> {
        self.libraries.forget_view(view);
        self.ask(Go { view: view.clone(), to: to.clone(), until }, within).await
    }

    async fn wait_loaded(&self, place: &Place, until: LoadState, within: Duration) -> PageResult<()> {
        self.ask(WaitLoaded { place: place.clone(), until }, within).await
    }

    async fn call(&self, place: &Place, call: &Call, within: Duration) -> PageResult<Value> {
        let Code::Member { library, .. } = &call.code else {
            return self.ask_call(place, call, false, within).await;
        };
        let begun = Instant::now();
        if library.source.is_none() || self.libraries.are_in(place, &library.id) {
            match self.ask_call(place, call, false, within).await {
                Err(fault) if fault.kind == FaultKind::LibraryMissing && library.source.is_some() => {
                    self.libraries.forget(place);
                }
                answer => return answer,
            }
        }
        let left = within.saturating_sub(begun.elapsed());
        let answer = self.ask_call(place, call, true, left).await;
        if answer.is_ok() {
            self.libraries.note(place, &library.id);
        }
        answer
    }

    async fn enter_frame(&self, place: &Place, frame: &FrameChoice, within: Duration) -> PageResult<FrameId> {
        self.ask(EnterFrame { place: place.clone(), frame: frame.clone() }, within).await
    }

    async fn input(&self, place: &Place, events: &[PageInput], within: Duration) -> PageResult<()> {
        self.ask(InputInto { place: place.clone(), events: events.to_vec() }, within).await
    }

    async fn choose_files(
        &self,
        place: &Place,
        node: &str,
        files: &[String],
        within: Duration,
    ) -> PageResult<()> {
        let (place, node, files) = (place.clone(), node.to_owned(), files.to_vec());
        self.ask(ChooseFiles { place, node, files }, within).await
    }

    async fn dialog(&self, view: &ViewId, within: Duration) -> PageResult<Option<Dialog>> {
        self.ask(DialogOf { view: view.clone() }, within).await
    }

    async fn answer_dialog(
        &self,
        view: &ViewId,
        answer: &DialogAnswer,
        within: Duration,
    ) -> PageResult<Dialog> {
        self.ask(AnswerDialog { view: view.clone(), answer: answer.clone() }, within).await
    }

    async fn cookies(&self, place: &Place, within: Duration) -> PageResult<Vec<Cookie>> {
        self.ask(CookiesOf { place: place.clone() }, within).await
    }

    async fn set_cookie(&self, place: &Place, cookie: &Cookie, within: Duration) -> PageResult<()> {
        self.ask(SetCookie { place: place.clone(), cookie: cookie.clone() }, within).await
    }

    async fn delete_cookies(&self, place: &Place, name: Option<&str>, within: Duration) -> PageResult<()> {
        self.ask(DeleteCookies { place: place.clone(), name: name.map(str::to_owned) }, within).await
    }

    async fn picture(&self, view: &ViewId, extent: Extent, within: Duration) -> PageResult<Vec<u8>> {
        decoded(&self.ask(PictureOf { view: view.clone(), extent }, within).await?)
    }

    async fn print(&self, place: &Place, options: &PrintOptions, within: Duration) -> PageResult<Vec<u8>> {
        decoded(&self.ask(PrintPage { place: place.clone(), options: options.clone() }, within).await?)
    }

    async fn accept_insecure_certificates(&self, accept: bool, within: Duration) -> PageResult<()> {
        self.ask(Tls { accept_insecure: accept }, within).await
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn decoded(text: &str) -> PageResult<Vec<u8>> {
    STANDARD.decode(text).map_err(|error| {
        Fault::new(FaultKind::Failed, format!("The plugin's picture or document cannot be decoded: {error}"))
    })
}
