//! A simulated desktop as a value.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use deskhand_engine::ports::{Clock, Moment, Ports};
use deskhand_model::Handle;
use tokio::sync::Notify;

use crate::plan::Scenario;
use crate::ports::WindowSystem;
use crate::truth::Truth;
use crate::user::{UserAction, WindowKey};
use crate::world::{Due, World};

/// A desktop that exists in memory alone. Cheap to clone; all clones are the same desktop.
#[derive(Clone)]
pub struct Sim(pub(crate) Arc<Stage>);

/// What all ports of a desktop share.
pub(crate) struct Stage {
    pub(crate) clock: Arc<dyn Clock>,
    world: Mutex<World>,
    /// Told whenever something has happened.
    pub(crate) changed: Notify,
    started: Moment,
    /// Itself, for tasks that live on their own.
    pub(crate) me: Weak<Stage>,
}

impl Sim {
    /// The desktop of `scenario`, at its start.
    pub fn new(scenario: &Scenario, clock: Arc<dyn Clock>) -> Sim {
        let started = clock.now();
        let world = Mutex::new(World::new(scenario));
        Sim(Arc::new_cyclic(|me| Stage { clock, world, changed: Notify::new(), started, me: me.clone() }))
    }

    /// Its ports, for an engine.
    pub fn ports(&self) -> Ports {
        let stage = &self.0;
        Ports {
            accessibility: stage.clone(),
            compositor: Arc::new(WindowSystem(stage.clone())),
            input: stage.clone(),
            capture: stage.clone(),
            clipboard: stage.clone(),
            processes: stage.clone(),
            clock: stage.clock.clone(),
            idle: None,
            vision: None,
            fingerprints: None,
        }
    }

    /// What is really so now.
    pub fn truth(&self) -> Truth {
        Truth::of(&self.0.world())
    }

    /// The elements of a window in tree order, the window itself first; none when it is gone.
    pub fn elements(&self, window: WindowKey) -> Vec<Handle> {
        let world = self.0.world();
        let window = world.window(window);
        window
            .map(|window| window.widgets.iter().map(|(at, _)| window.element_at(at)).collect())
            .unwrap_or_default()
    }

    /// The element of a window with this id.
    pub fn element(&self, window: WindowKey, id: &str) -> Option<Handle> {
        let world = self.0.world();
        let window = world.window(window)?;
        window.widgets.with_id(id).map(|at| window.element_at(at))
    }

    /// Has something happen now.
    pub fn act(&self, action: &UserAction) {
        self.0.alter(|world| world.act(action));
    }

    /// Has something happen after so much time.
    pub fn act_after(&self, time: Duration, action: UserAction) {
        self.0.alter(|world| world.schedule(world.now().plus(time), Due::User(action)));
    }
}

impl std::fmt::Debug for Sim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sim").field("at", &self.0.elapsed()).finish_non_exhaustive()
    }
}

impl Stage {
    /// Time since the desktop was started, whatever the clock's own start.
    fn elapsed(&self) -> Moment {
        Moment(self.clock.now().since(self.started))
    }

    /// The clock's own word for a moment of the desktop.
    pub(crate) fn on_clock(&self, moment: Moment) -> Moment {
        self.started.plus(moment.0)
    }

    /// The world as it is now, with everything done that was to happen by now.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        let before = world.next_due();
        world.catch_up(self.elapsed());
        if world.next_due() != before {
            self.changed.notify_waiters();
        }
        world
    }

    /// Changes the world and tells everybody who waits for that.
    pub(crate) fn alter<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let mut world = self.world();
        let answer = change(&mut world);
        world.publish();
        world.tell();
        self.changed.notify_waiters();
        answer
    }

    /// Waits until `look` finds what it looks for. It is asked again whenever something has happened.
    pub(crate) async fn until<T>(&self, mut look: impl FnMut(&mut World) -> Option<T>) -> T {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on nothing that happens is missed.
            changed.as_mut().enable();
            let next = {
                let mut world = self.world();
                if let Some(found) = look(&mut world) {
                    return found;
                }
                world.next_due()
            };
            match next {
                Some(moment) => {
                    tokio::select! {
                        biased;
                        () = &mut changed => {}
                        () = self.clock.sleep_until(self.on_clock(moment)) => {}
                    }
                }
                None => changed.await,
            }
        }
    }

    /// Lets time pass.
    pub(crate) async fn pass(&self, time: Duration) {
        self.clock.sleep_until(self.clock.now().plus(time)).await;
    }
}
