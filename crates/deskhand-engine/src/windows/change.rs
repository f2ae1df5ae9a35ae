//! Changing a window, and seeing what came of it.

use std::time::Duration;

use deskhand_model::{Result, Window, WindowId};

use super::errors::{not_changed, unnumbered, vanished};
use super::get::needs_element;
use super::look::{Look, Sight, Target};
use super::request::{alters_size, fills, is_closing, is_told_at_once, shows};
use super::view::{Changed, WindowView};
use crate::apps::diagnose;
use crate::engine::Engine;
use crate::ports::{Moment, Side, WindowChange};
use crate::session::WindowSelector;
use crate::wait::{Deadline, Pauses};

impl Engine {
    /// Changes a window. Places and sizes are told as they are at once, other changes are waited for.
    pub(crate) async fn change_one_window(
        &self,
        selector: &WindowSelector,
        change: WindowChange,
        deadline: &Deadline<'_>,
    ) -> Result<Changed> {
        self.check(change, deadline).await?;
        let split = self.ports.compositor.split();
        let (target, before) = if needs_element(split) {
            let located = self.locate(selector, deadline).await?;
            let view = located.view(split);
            (Target::Element(Box::new(located)), view)
        } else {
            let record = self.choose_window(selector, deadline).await?;
            (Target::Listed(record.clone()), WindowView { window: record, joined: None })
        };
        let asked = match selector {
            WindowSelector::Id(id) => *id,
            WindowSelector::Named(_) => before.window.id,
        };
        let changing = Changing { engine: self, change, target, asked };
        // Where accessibility tells the state, nothing tells that a window is maximised.
        let may_be_so = change != WindowChange::Restore || split.state == Side::Registry;
        if may_be_so && changing.shows(&before.window, deadline).await? {
            return Ok(changing.done(before, true));
        }
        self.carry_out(&changing.target, change, deadline).await?;
        changing.result(deadline.at_most(self.options.window_time)).await
    }

    /// Asks for a change of the window with this number, whoever carries it out, and waits for nothing.
    pub(crate) async fn ask_of_window(
        &self,
        window: WindowId,
        change: WindowChange,
        deadline: &Deadline<'_>,
    ) -> Result<()> {
        let target = match self.ports.compositor.split().changes {
            Side::Registry => Target::Listed(Window { id: window, ..Window::default() }),
            Side::Accessibility => {
                Target::Element(Box::new(self.locate(&WindowSelector::Id(window), deadline).await?))
            }
        };
        self.carry_out(&target, change, deadline).await
    }

    async fn carry_out(&self, target: &Target, change: WindowChange, deadline: &Deadline<'_>) -> Result<()> {
        let ports = &self.ports;
        let answer = match target {
            Target::Element(located) if ports.compositor.split().changes == Side::Accessibility => {
                let (app, element) = (&located.account.app, &located.joined.element);
                let within = deadline.for_call();
                let answer = ports.accessibility.change_window(&app.id, element, change, within).await;
                answer.map_err(|error| diagnose(error, app, &*ports.processes))
            }
            target => ports.compositor.change(target.record().id, change, deadline.for_call()).await,
        };
        // Also when it failed: a call without an answer may have been carried out.
        self.registry.invalidate();
        answer
    }
}

/// A change under way.
struct Changing<'a> {
    engine: &'a Engine,
    change: WindowChange,
    target: Target,
    /// The number that the window was asked for by.
    asked: WindowId,
}

impl Changing<'_> {
    /// Looks until it can be told what came of the change.
    async fn result(&self, limit: Deadline<'_>) -> Result<Changed> {
        let began = self.engine.now();
        let mut pauses = Pauses::new(&self.engine.options);
        loop {
            let Look { sight, windows } = self.engine.look(&self.target, &limit).await?;
            let seen = match sight {
                Sight::Here { view, placed } => {
                    let shows = self.shows(&view.window, &limit).await?;
                    if is_told_at_once(self.change) && (shows || placed || self.has_caught_up(began)) {
                        return Ok(self.done(view, shows));
                    }
                    if shows {
                        let settles = alters_size(self.change);
                        let view = if settles { self.settled(view, &limit).await? } else { view };
                        return Ok(self.done(view, true));
                    }
                    Some(view.window)
                }
                Sight::Gone if is_closing(self.change) => return Ok(self.done(self.last_seen(), true)),
                Sight::Gone => return Err(vanished(self.target.record())),
                // A window that was sent to another space cannot be seen from here.
                Sight::Unseen(window)
                    if matches!(self.change, WindowChange::Workspace(_)) && shows(self.change, &window) =>
                {
                    return Ok(self.done(WindowView { window, joined: None }, true));
                }
                Sight::Unseen(window) => Some(window),
                Sight::Unnumbered => None,
            };
            if !pauses.pause(&limit, Duration::ZERO).await {
                return Err(match seen {
                    Some(now) => not_changed(self.change, &now, &windows, limit.waited()),
                    None => unnumbered(self.target.record(), &windows),
                });
            }
        }
    }

    /// Whether the registry had the time to show what was changed at `began`.
    fn has_caught_up(&self, began: Moment) -> bool {
        self.engine.now().since(began) >= self.engine.ports.compositor.split().lag
    }

    /// Whether the window is as the change would make it.
    async fn shows(&self, window: &Window, deadline: &Deadline<'_>) -> Result<bool> {
        let compositor = &self.engine.ports.compositor;
        let by_looks =
            self.change == WindowChange::Maximize && compositor.split().state == Side::Accessibility;
        if by_looks && !window.minimized {
            return Ok(fills(window, compositor.screen(deadline.for_call()).await?));
        }
        Ok(shows(self.change, window))
    }

    /// The window once two looks at its place agree: window managers tell that a window is maximised before they
    /// make it so.
    async fn settled(&self, mut view: WindowView, limit: &Deadline<'_>) -> Result<WindowView> {
        while !limit.passed() {
            let later = self.engine.now().plus(self.engine.options.settle);
            limit.clock().sleep_until(later).await;
            let Sight::Here { view: now, .. } = self.engine.look(&self.target, limit).await?.sight else {
                break;
            };
            let agrees = now.window.client == view.window.client;
            view = now;
            if agrees {
                break;
            }
        }
        Ok(view)
    }

    fn last_seen(&self) -> WindowView {
        match &self.target {
            Target::Listed(record) => WindowView { window: record.clone(), joined: None },
            Target::Element(located) => located.view(self.engine.ports.compositor.split()),
        }
    }

    fn done(&self, view: WindowView, as_asked: bool) -> Changed {
        let previous_id = (view.window.id != self.asked).then_some(self.asked);
        Changed { view, previous_id, as_asked }
    }
}
