//! The port, over the plugin's API and the agent in its pages.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Page, PageResult};
use deskhand_page::{
    About, Call, Code, Cookie, Dialog, DialogAnswer, DialogKind, Extent, Fault, FaultKind, FrameChoice,
    FrameId, LoadState, Navigation, NewViewKind, PageInput, Place, PrintOptions, View, ViewId, WindowChange,
    WindowState,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::talk::{Job, Talk};
use super::term::Term;
use super::windows::Windows;
use super::{cookies, files, limits, navigation, picture};

const PACE: Duration = Duration::from_millis(20);

/// The pages of an application that is built with the other plugin.
pub(super) struct SeedPage {
    about: About,
    talk: Talk,
    windows: Windows,
}

impl SeedPage {
    pub(super) fn new(talk: Talk, about: About) -> SeedPage {
        SeedPage { about, talk, windows: Windows::default() }
    }

    async fn is_open(&self, view: &ViewId, term: Term) -> PageResult<bool> {
        Ok(self.windows.list(self.talk.wire(), term).await?.iter().any(|each| each.id == *view))
    }

    async fn open_dialog(&self, view: &ViewId, term: Term) -> PageResult<Option<Dialog>> {
        parsed(self.talk.ask(&Job::on_top(view, "dialog", json!({})), term).await?)
    }
}

#[async_trait]
impl Page for SeedPage {
    fn about(&self) -> &About {
        &self.about
    }

    async fn views(&self, within: Duration) -> PageResult<Vec<View>> {
        self.windows.list(self.talk.wire(), Term::of(within)).await
    }

    /// Opens a window. It shows the application's first page: the plugin offers no empty one, and could do nothing there.
    async fn new_view(&self, kind: NewViewKind, opener: &ViewId, within: Duration) -> PageResult<View> {
        let term = Term::of(within);
        if !self.is_open(opener, term).await? {
            return Err(Fault::new(FaultKind::NoView, format!("The window {opener} is not there.")));
        }
        let kind = match kind {
            NewViewKind::Tab => "tab",
            NewViewKind::Window => "window",
        };
        let told = self.talk.wire().ask("/window/new", &json!({ "type": kind }), term.running()?).await?;
        let label: String = parsed(told["handle"].clone())?;
        let id = ViewId(label.clone());
        navigation::loaded(&self.talk, &Place::top(id.clone()), LoadState::Complete, term).await?;
        Ok(View { id, window: label, visible: true })
    }

    async fn close_view(&self, view: &ViewId, within: Duration) -> PageResult<()> {
        let term = Term::of(within);
        self.talk.wire().ask("/window/close", &json!({ "label": view }), term).await?;
        self.talk.closed(view).await;
        loop {
            match self.is_open(view, term).await {
                Ok(true) if term.is_over() => return Err(term.over()),
                Ok(true) => sleep(PACE).await,
                // Most applications end with their last window.
                Ok(false) => break,
                Err(fault) if fault.kind == FaultKind::Gone => break,
                Err(fault) => return Err(fault),
            }
        }
        self.windows.closed(view);
        Ok(())
    }

    async fn window(&self, view: &ViewId, within: Duration) -> PageResult<WindowState> {
        self.windows.state(self.talk.wire(), view, Term::of(within)).await
    }

    async fn set_window(
        &self,
        view: &ViewId,
        change: WindowChange,
        within: Duration,
    ) -> PageResult<WindowState> {
        self.windows.change(self.talk.wire(), view, change, Term::of(within)).await
    }

    async fn go(&self, view: &ViewId, to: &Navigation, until: LoadState, within: Duration) -> PageResult<()> {
        navigation::go(&self.talk, view, to, until, Term::of(within)).await
    }

    async fn wait_loaded(&self, place: &Place, until: LoadState, within: Duration) -> PageResult<()> {
        navigation::loaded(&self.talk, place, until, Term::of(within)).await
    }

    async fn call(&self, place: &Place, call: &Call, within: Duration) -> PageResult<Value> {
        let term = Term::of(within);
        let more = json!({ "code": named_only(&call.code), "args": call.args });
        let job = Job { code: Some(&call.code), ..Job::new(place, "call", more) };
        match self.talk.ask(&job, term).await {
            Err(fault) if fault.kind == FaultKind::LibraryMissing && has_source(&call.code) => {}
            answer => return answer,
        }
        let more = json!({ "code": call.code, "args": call.args });
        let job = Job { code: Some(&call.code), ..Job::new(place, "call", more) };
        self.talk.ask(&job, term.running()?).await
    }

    async fn enter_frame(&self, place: &Place, frame: &FrameChoice, within: Duration) -> PageResult<FrameId> {
        parsed(self.talk.ask(&Job::new(place, "enter", json!({ "frame": frame })), Term::of(within)).await?)
    }

    async fn input(&self, place: &Place, events: &[PageInput], within: Duration) -> PageResult<()> {
        match self.talk.ask(&Job::new(place, "input", json!({ "events": events })), Term::of(within)).await {
            // The last of it led to another page.
            Err(fault) if fault.kind == FaultKind::Interrupted => Ok(()),
            answer => answer.map(drop),
        }
    }

    async fn choose_files(
        &self,
        place: &Place,
        node: &str,
        files: &[String],
        within: Duration,
    ) -> PageResult<()> {
        files::choose(&self.talk, place, node, files, Term::of(within)).await
    }

    async fn dialog(&self, view: &ViewId, within: Duration) -> PageResult<Option<Dialog>> {
        self.open_dialog(view, Term::of(within)).await
    }

    async fn answer_dialog(
        &self,
        view: &ViewId,
        answer: &DialogAnswer,
        within: Duration,
    ) -> PageResult<Dialog> {
        let term = Term::of(within);
        let open = self.open_dialog(view, term).await?;
        let asks = open.is_some_and(|dialog| dialog.kind != DialogKind::Alert);
        let forget = Job::on_top(view, "forget", json!({}));
        let forgotten = parsed(self.talk.ask(&forget, term.running()?).await?)?;
        match answer {
            DialogAnswer::Accept(_) if asks => Err(limits::dialog_answered()),
            _ => Ok(forgotten),
        }
    }

    async fn cookies(&self, place: &Place, within: Duration) -> PageResult<Vec<Cookie>> {
        cookies::list(&self.talk, place, Term::of(within)).await
    }

    async fn set_cookie(&self, place: &Place, cookie: &Cookie, within: Duration) -> PageResult<()> {
        cookies::set(&self.talk, place, cookie, Term::of(within)).await
    }

    async fn delete_cookies(&self, place: &Place, name: Option<&str>, within: Duration) -> PageResult<()> {
        cookies::delete(&self.talk, place, name, Term::of(within)).await
    }

    async fn picture(&self, view: &ViewId, extent: Extent, within: Duration) -> PageResult<Vec<u8>> {
        picture::take(&self.talk, view, extent, Term::of(within)).await
    }

    async fn print(&self, _: &Place, _: &PrintOptions, _: Duration) -> PageResult<Vec<u8>> {
        Err(limits::print())
    }

    async fn accept_insecure_certificates(&self, accept: bool, _: Duration) -> PageResult<()> {
        if accept { Err(limits::insecure_certificates()) } else { Ok(()) }
    }
}

fn parsed<T: DeserializeOwned>(value: Value) -> PageResult<T> {
    serde_json::from_value(value)
        .map_err(|error| Fault::new(FaultKind::Failed, format!("The answer cannot be understood: {error}")))
}

/// The same code with its library only named: most documents have it already.
fn named_only(code: &Code) -> Code {
    match code {
        Code::Body(body) => Code::Body(body.clone()),
        Code::Member { library, name } => Code::Member {
            library: deskhand_page::Library { id: library.id.clone(), source: None },
            name: name.clone(),
        },
    }
}

fn has_source(code: &Code) -> bool {
    matches!(code, Code::Member { library, .. } if library.source.is_some())
}
