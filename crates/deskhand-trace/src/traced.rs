//! A session that writes down what it is asked.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Found, Idleness, Locator, Observation, Observe, Predicate, Receipt,
    Session, Shot, Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Diagnosis, Result, Window};
use deskhand_schema::Asked;
use deskhand_schema::request::{
    AppRef, AppRequest, Change, ChangeRequest, FindRequest, ObserveRequest, ShotRequest, TextRequest, Timed,
    TreeRequest, Want, WindowRequest,
};

use crate::options::TraceOptions;
use crate::picture::Picture;
use crate::scene::Subject;
use crate::step::{Draft, Looks, Plan};
use crate::texts::{self, Texts, Worded, Wording};
use crate::words;
use crate::writer::Writer;

/// Most characters of a text that was read.
const LONGEST_TEXT: usize = 2000;

/// A session over another one that writes every call as a step of a trace. Answers and errors are those of the other.
///
/// Steps are written by a thread of their own. What has been asked so far is complete in the file after
/// [`finish`](Traced::finish), and when the session is dropped.
pub struct Traced {
    session: Arc<dyn Session>,
    writer: Arc<Writer>,
}

impl Traced {
    /// Records what is asked of `session` into the file at `path`. A trace that is there already goes on; any other file
    /// is an error.
    pub fn record(session: Arc<dyn Session>, path: &Path) -> Result<Traced> {
        Traced::with(session, path, TraceOptions::default())
    }

    /// The same with these settings.
    pub fn with(session: Arc<dyn Session>, path: &Path, options: TraceOptions) -> Result<Traced> {
        Ok(Traced { session, writer: Arc::new(Writer::start(path, options)?) })
    }

    /// Waits until everything is written. The error is the first thing that could not be.
    pub fn finish(&self) -> Result<()> {
        self.writer.finish()
    }

    async fn begin<'a>(
        &'a self,
        asked: Asked,
        title: String,
        subject: Subject<'a>,
        looks: Looks,
    ) -> Draft<'a> {
        Draft::begin(&*self.session, &self.writer, Plan { asked, title, subject, looks }).await
    }

    /// Ends a step that only looked.
    async fn looked<T>(
        &self,
        mut draft: Draft<'_>,
        answer: Result<T>,
        tell: impl FnOnce(&mut Draft<'_>, &T),
    ) -> Result<T> {
        draft.answered();
        match &answer {
            Ok(answer) => tell(&mut draft, answer),
            Err(error) => draft.failed(error),
        }
        draft.look_after(None).await;
        draft.end().await;
        answer
    }

    /// Ends a step that did something.
    async fn acted(
        &self,
        mut draft: Draft<'_>,
        answer: Result<Receipt>,
        texts: Option<Texts>,
        effect_seen: bool,
    ) -> Result<Receipt> {
        draft.answered();
        match &answer {
            Ok(receipt) => {
                draft.outcome(outcome(receipt));
                draft.acted(receipt);
                if !effect_seen {
                    draft.settle().await;
                }
            }
            Err(error) => draft.failed(error),
        }
        let target = answer.as_ref().ok().and_then(|receipt| receipt.target.as_ref());
        let keeps_secret = draft.look_after(target).await;
        if let Some(texts) = texts {
            texts.settle(&mut draft, keeps_secret);
        }
        draft.end().await;
        answer
    }
}

fn outcome(receipt: &Receipt) -> String {
    let healed = receipt.healed.as_ref().filter(|heal| heal.used);
    let healed = healed.map(|heal| format!(", healed by {}", heal.strategy.name())).unwrap_or_default();
    let target = receipt.target.as_ref().map(|target| format!(" on {}", target.path)).unwrap_or_default();
    format!("{}{target} by {}{healed}", receipt.action, receipt.method.name())
}

fn within(time: Duration) -> Timed {
    Timed::within(time)
}

fn app_request(app: &AppSelector, time: Duration) -> AppRequest {
    AppRequest { app: AppRef::from(app), time: within(time) }
}

fn find_request(locator: &Locator, want: Want, time: Duration) -> Asked {
    Asked::Find(FindRequest { locator: locator.into(), want, time: within(time) })
}

fn tell_found(draft: &mut Draft<'_>, found: &Found) {
    draft.found(&found.elements);
    draft.of(&found.snapshot.app);
    draft.outcome(words::count(found.elements.len(), "element matches", "elements match"));
}

#[async_trait]
impl Session for Traced {
    async fn apps(&self, time: Duration) -> Result<Vec<App>> {
        let draft =
            self.begin(Asked::Apps(within(time)), "apps".to_owned(), Subject::Nothing, Looks::Nothing);
        let draft = draft.await;
        let answer = self.session.apps(time).await;
        self.looked(draft, answer, |draft, apps| {
            draft.outcome(words::count(apps.len(), "application", "applications"));
        })
        .await
    }

    async fn app(&self, app: &AppSelector, time: Duration) -> Result<App> {
        let asked = Asked::App(app_request(app, time));
        let title = format!("app {}", words::app(app));
        let draft = self.begin(asked, title, Subject::App(app), Looks::Picture).await;
        let answer = self.session.app(app, time).await;
        self.looked(draft, answer, |draft, app| {
            draft.of(app);
            draft.outcome(words::short(&app.name));
        })
        .await
    }

    async fn tree(&self, app: &AppSelector, request: &ReadRequest, time: Duration) -> Result<Snapshot> {
        let asked = Asked::Tree(TreeRequest::new(AppRef::from(app), request, within(time)));
        let title = format!("tree of {}", words::app(app));
        let draft = self.begin(asked, title, Subject::App(app), Looks::Picture).await;
        let answer = self.session.tree(app, request, time).await;
        self.looked(draft, answer, |draft, snapshot| {
            let nodes = words::count(snapshot.tree.len(), "element", "elements");
            draft.outcome(format!("{nodes}, read by {}", snapshot.path.name()));
            draft.read(snapshot);
        })
        .await
    }

    async fn find_all(&self, locator: &Locator, time: Duration) -> Result<Found> {
        let title = format!("find all {}", words::element(locator));
        let asked = find_request(locator, Want::All, time);
        let draft = self.begin(asked, title, Subject::Element(locator), Looks::Picture).await;
        let answer = self.session.find_all(locator, time).await;
        self.looked(draft, answer, tell_found).await
    }

    async fn find(&self, locator: &Locator, time: Duration) -> Result<Element> {
        let title = format!("find {}", words::element(locator));
        let asked = find_request(locator, Want::One, time);
        let draft = self.begin(asked, title, Subject::Element(locator), Looks::Picture).await;
        let answer = self.session.find(locator, time).await;
        self.looked(draft, answer, |draft, element| {
            draft.found(std::slice::from_ref(element));
            let path = deskhand_model::Candidate::describe(&element.tree, element.id, 1.0).path;
            draft.outcome(path);
        })
        .await
    }

    async fn wait(&self, locator: &Locator, until: Until, time: Duration) -> Result<Found> {
        let Worded { safe: Wording { title, asked }, texts } = texts::wait(locator, &until, within(time));
        let looks = if texts.is_some() { Looks::PictureAndTree } else { Looks::Picture };
        let mut draft = self.begin(asked, title, Subject::Element(locator), looks).await;
        let answer = self.session.wait(locator, until, time).await;
        draft.answered();
        match &answer {
            Ok(found) => tell_found(&mut draft, found),
            Err(error) => draft.failed(error),
        }
        let keeps_secret = draft.look_after(None).await;
        if let Some(texts) = texts {
            texts.settle(&mut draft, keeps_secret);
        }
        draft.end().await;
        answer
    }

    async fn wait_for(
        &self,
        app: &AppSelector,
        request: &ReadRequest,
        predicate: &mut Predicate<'_>,
        time: Duration,
    ) -> Result<Snapshot> {
        let asked = Asked::WaitFor(TreeRequest::new(AppRef::from(app), request, within(time)));
        let title = format!("wait for a state of {}", words::app(app));
        let draft = self.begin(asked, title, Subject::App(app), Looks::Picture).await;
        let answer = self.session.wait_for(app, request, predicate, time).await;
        self.looked(draft, answer, |draft, snapshot| {
            draft.outcome(format!("seen among {}", words::count(snapshot.tree.len(), "element", "elements")));
            draft.read(snapshot);
        })
        .await
    }

    async fn wait_for_idle(&self, app: &AppSelector, time: Duration) -> Result<Idleness> {
        let asked = Asked::WaitForIdle(app_request(app, time));
        let title = format!("wait until {} is idle", words::app(app));
        let draft = self.begin(asked, title, Subject::App(app), Looks::Picture).await;
        let answer = self.session.wait_for_idle(app, time).await;
        self.looked(draft, answer, |draft, idle| {
            draft.of(&idle.app);
            draft.outcome(format!("idle by {}", idle.strategy.name()));
        })
        .await
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let Worded { safe: Wording { title, asked }, texts } = texts::act(locator, act, options);
        let draft = self.begin(asked, title, Subject::Element(locator), Looks::BeforeAndAfter).await;
        let answer = self.session.act(locator, act, options).await;
        self.acted(draft, answer, texts, options.effect.is_some()).await
    }

    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt> {
        let Worded { safe: Wording { title, asked }, texts } = texts::keys(app, chords, options);
        let draft = self.begin(asked, title, Subject::App(app), Looks::BeforeAndAfter).await;
        let answer = self.session.keys(app, chords, options).await;
        self.acted(draft, answer, texts, options.effect.is_some()).await
    }

    async fn text(&self, locator: &Locator, time: Duration) -> Result<String> {
        let asked = Asked::Text(TextRequest { locator: locator.into(), time: within(time) });
        let title = format!("text of {}", words::element(locator));
        let subject = Subject::Element(locator);
        let mut draft = self.begin(asked, title, subject, Looks::PictureAndTree).await;
        let answer = self.session.text(locator, time).await;
        draft.answered();
        match &answer {
            Ok(text) => draft.outcome(words::count(text.chars().count(), "character", "characters")),
            Err(error) => draft.failed(error),
        }
        let keeps_secret = draft.look_after(None).await;
        if let Ok(text) = &answer {
            if keeps_secret == Some(false) {
                let shown: String = text.chars().take(LONGEST_TEXT).collect();
                draft.step(|step| step.outcome = format!("{}: {shown}", step.outcome));
            } else {
                draft.mask(vec![text.clone()]);
            }
        }
        draft.end().await;
        answer
    }

    async fn windows(&self, time: Duration) -> Result<Vec<Window>> {
        let asked = Asked::Windows(within(time));
        let draft = self.begin(asked, "windows".to_owned(), Subject::Screen, Looks::Picture).await;
        let answer = self.session.windows(time).await;
        self.looked(draft, answer, |draft, windows| {
            draft.outcome(words::count(windows.len(), "window", "windows"));
        })
        .await
    }

    async fn window(&self, window: &WindowSelector, time: Duration) -> Result<WindowView> {
        let asked = Asked::Window(WindowRequest { window: window.into(), time: within(time) });
        let title = format!("window {}", words::window(window));
        let draft = self.begin(asked, title, Subject::Screen, Looks::Picture).await;
        let answer = self.session.window(window, time).await;
        self.looked(draft, answer, |draft, view| {
            draft.outcome(format!("{} \"{}\"", view.window.id, words::short(&view.window.title)));
        })
        .await
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        time: Duration,
    ) -> Result<Changed> {
        let (window_ref, change_asked) = (window.into(), Change::from(change));
        let title = format!("window {}: {}", words::window(window), words::change(change_asked));
        let asked = Asked::ChangeWindow(ChangeRequest {
            window: window_ref,
            change: change_asked,
            time: within(time),
        });
        let draft = self.begin(asked, title, Subject::Screen, Looks::BeforeAndAfter).await;
        let answer = self.session.change_window(window, change, time).await;
        self.looked(draft, answer, |draft, changed| {
            let how = if changed.as_asked { "as asked" } else { "not as asked" };
            let title = words::short(&changed.view.window.title);
            draft.outcome(format!("{how}: {} \"{title}\"", changed.view.window.id));
        })
        .await
    }

    async fn observe(&self, what: &Observe, time: Duration) -> Result<Observation> {
        let asked = Asked::Observe(ObserveRequest::new(what, within(time)));
        let draft = self.begin(asked, "observe windows".to_owned(), Subject::Nothing, Looks::Nothing).await;
        let answer = self.session.observe(what, time).await;
        self.looked(draft, answer, |draft, _| draft.outcome("observing")).await
    }

    async fn diagnose(&self, app: Option<&AppSelector>, time: Duration) -> Result<Diagnosis> {
        let asked = Asked::Diagnose { app: app.map(AppRef::from) };
        let draft = self.begin(asked, "diagnose".to_owned(), Subject::Nothing, Looks::Nothing).await;
        let answer = self.session.diagnose(app, time).await;
        self.looked(draft, answer, |draft, _| draft.outcome("diagnosed")).await
    }

    async fn screenshot(&self, shot: &Shot, time: Duration) -> Result<Image> {
        let asked = Asked::Screenshot(ShotRequest { shot: shot.into(), time: within(time) });
        let title = format!("screenshot of {}", words::shot(shot));
        let draft = self.begin(asked, title, Subject::Nothing, Looks::Nothing).await;
        let answer = self.session.screenshot(shot, time).await;
        self.looked(draft, answer, |draft, image| {
            draft.outcome(format!("{}x{} pixels", image.width, image.height));
            let of = words::shot(shot);
            draft.pictured(Picture { image: image.clone(), of, origin: None, target: None });
        })
        .await
    }

    async fn clipboard(&self, time: Duration) -> Result<Option<String>> {
        let asked = Asked::Clipboard(within(time));
        let draft = self.begin(asked, "clipboard".to_owned(), Subject::Nothing, Looks::Nothing).await;
        let answer = self.session.clipboard(time).await;
        self.looked(draft, answer, |draft, text| {
            draft.outcome(match text {
                Some(text) => words::count(text.chars().count(), "character", "characters"),
                None => "no text".to_owned(),
            });
        })
        .await
    }

    async fn set_clipboard(&self, text: &str, time: Duration) -> Result<()> {
        let characters = text.chars().count();
        let asked = Asked::SetClipboard { characters };
        let title = format!("set clipboard to {}", words::count(characters, "character", "characters"));
        let mut draft = self.begin(asked, title, Subject::Nothing, Looks::Nothing).await;
        // The command line has the text as well.
        draft.mask(vec![text.to_owned()]);
        let answer = self.session.set_clipboard(text, time).await;
        self.looked(draft, answer, |draft, ()| draft.outcome("set")).await
    }
}
