//! Acting by real input: with the element's window in front, and everything given back afterwards.

use std::time::Duration;

use deskhand_model::{App, AppSelector, Error, ErrorKind, Result, Window, WindowKind};
use futures_util::future::{Either, select};
use tokio::sync::MutexGuard;

use crate::act::{Act, ActOptions, Mode};
use crate::acting::Done;
use crate::approach::Ground;
use crate::apps::describe;
use crate::effect::Awaited;
use crate::engine::Engine;
use crate::focus::{FocusGuard, told};
use crate::hand::{Hand, strike_keys};
use crate::ports::{Chord, Moment, Turn};
use crate::receipt::{FocusUse, Method, Receipt};
use crate::route::{Strike, focus_required, need};
use crate::session::Locator;
use crate::typing;
use crate::wait::{Deadline, Pauses, shown};
use crate::watch::Watch;

/// How long it takes to see that an element is at rest, with time for one that is just being shown.
const AT_REST: Duration = Duration::from_millis(500);

/// Real input that was sent.
pub(crate) struct Struck {
    pub(crate) by: String,
    pub(crate) sent: Moment,
    pub(crate) taken: Moment,
}

impl Engine {
    /// Waits for the element, brings its window to the front and strikes.
    pub(crate) async fn by_input(
        &self,
        watch: &mut Watch<'_>,
        locator: &Locator,
        act: &Act,
        strike: &Strike,
        options: &ActOptions,
    ) -> Result<Receipt> {
        let deadline = watch.deadline;
        if let Strike::Keys(chords) = strike {
            self.check_keys(chords)?;
        }
        let ready = watch.approach(locator, need(act), Ground::Whole).await?;
        typing::check(strike, &ready)?;
        if strike.is_pointed() {
            let foreseen = self.foresee(&ready, &sighting(&deadline, options.patience)).await;
            foreseen.map_err(|error| error.tried(told(&FocusUse::default())))?;
        }
        let _turn = self.input_turn(&deadline).await?;
        let window = self.window_of(&ready.app, &ready.tree, ready.id, &deadline).await?;
        let awaited = self.before(&ready.app, options.effect.as_ref(), &deadline).await?;

        let guard = FocusGuard::take(self, &window, &deadline).await?;
        let patience = options.patience;
        let mut hand = Hand { engine: self, guard, ready: &ready, window: window.id, deadline, patience };
        let struck = hand.strike(strike, locator).await;
        // What the action is about is where the pointer or the keyboard ends up.
        let stays = struck.is_ok()
            && match strike {
                Strike::Hover => options.effect.is_none(),
                Strike::Keyboard => true,
                _ => false,
            };
        let done = self.settle(&ready.app, hand.guard, struck, &awaited, stays, &deadline).await?;
        Ok(self.receipt(act, &ready, done, &deadline))
    }

    /// Strikes keys in the front window of an application.
    pub(crate) async fn strike_in_app(
        &self,
        selector: &AppSelector,
        chords: &[Chord],
        options: &ActOptions,
    ) -> Result<Receipt> {
        let act = Act::Keys(chords.to_vec());
        if options.mode == Mode::Background {
            return Err(focus_required(&act));
        }
        self.check_keys(chords)?;
        let deadline = self.deadline(options.within);
        let app = self.choose_app(selector, &deadline).await?.app;
        let _turn = self.input_turn(&deadline).await?;
        let windows = self.ports.compositor.windows(deadline.for_call()).await?;
        let window = front_window(&app, &windows).ok_or_else(|| no_front_window(&app))?;
        let awaited = self.before(&app, options.effect.as_ref(), &deadline).await?;

        let guard = FocusGuard::take(self, window, &deadline).await?;
        let waited = deadline.waited();
        let struck = strike_keys(self, chords, &deadline).await;
        let done = self.settle(&app, guard, struck, &awaited, false, &deadline).await?;
        Ok(Receipt {
            action: act.name().into(),
            app: app.name.clone(),
            pid: app.pid,
            target: None,
            method: done.method,
            by: done.by,
            focus: done.focus,
            waited,
            readings: 0,
            reading_age: Duration::ZERO,
            acted: done.taken.since(done.sent),
            effect: done.effect,
            total: deadline.waited(),
            healed: None,
        })
    }

    /// All keys are looked up before the first is struck: half of a combination is worse than none.
    fn check_keys(&self, chords: &[Chord]) -> Result<()> {
        chords.iter().try_for_each(|chord| self.ports.input.check(chord))
    }

    /// Waits for the effect, then gives focus and pointer back, whatever the outcome. In this order because giving
    /// back can undo the effect: a menu closes when its window loses the keyboard.
    async fn settle(
        &self,
        app: &App,
        mut guard: FocusGuard<'_>,
        struck: Result<Struck>,
        awaited: &Awaited<'_>,
        stays: bool,
        deadline: &Deadline<'_>,
    ) -> Result<Done> {
        let outcome = match struck {
            Ok(struck) => {
                self.after(app, awaited, struck.sent, deadline).await.map(|effect| (struck, effect))
            }
            Err(error) => Err(error),
        };
        let notes = std::mem::take(&mut guard.notes);
        let focus: FocusUse = if stays { guard.leave() } else { guard.give_back().await };
        match outcome {
            Ok((Struck { by, sent, taken }, effect)) => {
                let by = std::iter::once(by).chain(notes).collect::<Vec<_>>().join("; ");
                Ok(Done { method: Method::Input, by, focus, sent, taken, effect })
            }
            Err(error) => Err(notes.into_iter().fold(error, Error::tried).tried(told(&focus))),
        }
    }

    /// Keyboard and pointer are one of a kind: actions that need them take turns, within this process and with
    /// others on the same desktop.
    async fn input_turn(&self, deadline: &Deadline<'_>) -> Result<(MutexGuard<'_, ()>, Turn)> {
        let own = match self.input_turn.try_lock() {
            Ok(own) => own,
            Err(_) => {
                let own = Box::pin(self.input_turn.lock());
                match select(own, deadline.clock().sleep_until(deadline.end())).await {
                    Either::Left((own, _)) => own,
                    Either::Right(_) => return Err(no_turn("Another action", deadline)),
                }
            }
        };
        let mut pauses = Pauses::new(&self.options);
        loop {
            if let Some(turn) = self.ports.input.try_turn()? {
                return Ok((own, turn));
            }
            if !pauses.pause(deadline, Duration::ZERO).await {
                return Err(no_turn("Another process", deadline));
            }
        }
    }
}

/// The time to see the element where the pointer can reach it: as much as the caller is ready to wait, and never less
/// than it takes to see that it is at rest.
pub(crate) fn sighting<'a>(deadline: &Deadline<'a>, patience: Option<Duration>) -> Deadline<'a> {
    patience.map_or(*deadline, |patience| deadline.at_most(patience.max(AT_REST)))
}

fn no_turn(who: &str, deadline: &Deadline<'_>) -> Error {
    let message = format!("{who} had keyboard and pointer for all of {}", shown(deadline.waited()));
    Error::new(ErrorKind::Timeout, message)
        .hint("real input is one at a time per desktop; give it more time, or use a private desktop each")
}

/// The window of an application that keys would go to: the focused one, otherwise the one in front.
fn front_window<'a>(app: &App, windows: &'a [Window]) -> Option<&'a Window> {
    windows
        .iter()
        .filter(|window| app.pid.is_some() && window.pid == app.pid)
        .filter(|window| {
            matches!(window.kind, WindowKind::Regular | WindowKind::Dialog | WindowKind::Utility)
        })
        .max_by_key(|window| (window.focused, window.is_visible(), window.z_index))
}

fn no_front_window(app: &App) -> Error {
    Error::new(ErrorKind::WindowNotFound, format!("{} has no window that could take keys", describe(app)))
}
