//! What an application looks like at one moment: its tree and a picture of its window.

use std::time::{Duration, Instant};

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Locator, Session, Shot, Snapshot, WindowSelector};
use deskhand_model::{AppSelector, Fields, NameMatch, Point, Rect, Result, Window, WindowKind};

use crate::options::TraceOptions;
use crate::picture::Picture;
use crate::sighting::{Sighting, keys_are_secret};

/// Most elements that are read for a trace.
const MOST_READ: usize = 20_000;

/// What a step is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    /// Nothing that could be looked at.
    Nothing,
    /// An application.
    App(&'a AppSelector),
    /// One of its elements.
    Element(&'a Locator),
    /// The screen as a whole.
    Screen,
}

impl<'a> Subject<'a> {
    fn app(self) -> Option<&'a AppSelector> {
        match self {
            Subject::App(app) => Some(app),
            Subject::Element(locator) => Some(&locator.app),
            Subject::Nothing | Subject::Screen => None,
        }
    }
}

/// What was seen, and what could not be.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    pub(crate) snapshot: Option<Snapshot>,
    pub(crate) sighting: Option<Sighting>,
    /// Whether what is typed goes into a field that keeps a secret, as far as is known.
    pub(crate) secret: Option<bool>,
    pub(crate) picture: Option<Picture>,
    pub(crate) missing: Vec<String>,
}

/// How much to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) subject: Subject<'a>,
    /// Whether the tree is wanted.
    pub(crate) tree: bool,
    /// Where the element is on the screen, when that is known already.
    pub(crate) target: Option<Rect>,
    /// The application's process, when that is known already.
    pub(crate) pid: Option<u32>,
    /// `before` or `after`, for what is told of failures.
    pub(crate) when: &'static str,
}

impl Scene {
    /// Looks at the subject of a step. Fails in nothing: what could not be seen is told.
    pub(crate) async fn see(session: &dyn Session, look: Look<'_>, options: &TraceOptions) -> Scene {
        let end = Instant::now() + options.budget;
        let left = || end.saturating_duration_since(Instant::now()).max(Duration::from_millis(100));
        let mut scene = Scene::default();
        if let (Some(app), true) = (look.subject.app(), look.tree && options.trees) {
            match session.tree(app, &request(look.subject), left()).await {
                Ok(snapshot) => scene.read(snapshot, look.subject),
                Err(error) => scene.missing.push(format!("the tree {}: {error}", look.when)),
            }
        }
        if options.pictures {
            let target = look.target.or_else(|| scene.sighting.as_ref()?.bounds);
            let pid = scene.snapshot.as_ref().map_or(look.pid, |snapshot| snapshot.app.pid);
            match photograph(session, look.subject, pid, target, left).await {
                Ok(picture) => scene.picture = picture,
                Err(error) => scene.missing.push(format!("the picture {}: {error}", look.when)),
            }
        }
        scene
    }

    fn read(&mut self, snapshot: Snapshot, subject: Subject<'_>) {
        match subject {
            Subject::Element(locator) => {
                self.sighting = Sighting::of(locator, &snapshot.tree);
                self.secret = self.sighting.as_ref().and_then(|sighting| sighting.secret);
            }
            Subject::App(_) => self.secret = Some(keys_are_secret(&snapshot.tree)),
            Subject::Nothing | Subject::Screen => {}
        }
        self.snapshot = Some(snapshot);
    }
}

fn request(subject: Subject<'_>) -> ReadRequest {
    let needs = match subject {
        Subject::Element(locator) => locator.query.needs(),
        _ => Fields::NONE,
    };
    ReadRequest { fields: Fields::SNAPSHOT | needs, max_nodes: MOST_READ, ..ReadRequest::default() }
}

/// A picture of the window that the step concerns, or of the screen where there is none.
async fn photograph(
    session: &dyn Session,
    subject: Subject<'_>,
    pid: Option<u32>,
    target: Option<Rect>,
    left: impl Fn() -> Duration,
) -> Result<Option<Picture>> {
    let app = match subject {
        Subject::Nothing => return Ok(None),
        Subject::Screen => None,
        Subject::App(_) | Subject::Element(_) => subject.app(),
    };
    if let Some(app) = app {
        let windows = session.windows(left()).await?;
        if let Some(window) = front_window(&windows, app, pid, target) {
            let shot = Shot::Window(WindowSelector::Id(window.id));
            let image = session.screenshot(&shot, left()).await?;
            let of = format!("window {} \"{}\"", window.id, window.title);
            return Ok(Some(Picture { image, of, origin: Some(window.client.origin()), target }));
        }
    }
    let image = session.screenshot(&Shot::Screen, left()).await?;
    let origin = Some(Point { x: 0, y: 0 });
    Ok(Some(Picture { image, of: "the screen".to_owned(), origin, target }))
}

/// The application's window that has the target, or else its frontmost one.
fn front_window<'a>(
    windows: &'a [Window],
    app: &AppSelector,
    pid: Option<u32>,
    target: Option<Rect>,
) -> Option<&'a Window> {
    let pid = pid.or(match app {
        AppSelector::Pid(pid) => Some(*pid),
        AppSelector::Name(_) => None,
    });
    let shown = |window: &&Window| {
        window.is_visible() && !matches!(window.kind, WindowKind::Desktop | WindowKind::Dock)
    };
    let is_of = |window: &&Window| match (pid, app) {
        (Some(pid), _) if window.pid.is_some() => window.pid == Some(pid),
        (_, AppSelector::Name(name)) => NameMatch::ALL.into_iter().any(|way| window.is_of_app(name, way)),
        _ => false,
    };
    let of_app = || windows.iter().filter(shown).filter(is_of);
    let has_target = |window: &&Window| target.is_some_and(|rect| window.client.contains(rect.center()));
    let front = |window: &&Window| window.z_index;
    of_app().filter(has_target).max_by_key(front).or_else(|| of_app().max_by_key(front))
}

#[cfg(test)]
mod tests {
    use deskhand_model::WindowId;

    use super::*;

    fn window(id: u64, pid: u32, client: Rect) -> Window {
        Window { id: WindowId(id), pid: Some(pid), client, z_index: id as u32, ..Window::default() }
    }

    fn front(windows: &[Window], target: Option<Rect>) -> Option<u64> {
        front_window(windows, &AppSelector::Pid(7), None, target).map(|window| window.id.0)
    }

    #[test]
    fn the_frontmost_window_of_the_application_is_taken() {
        let area = Rect::new(0, 0, 100, 100);
        let windows = [window(1, 7, area), window(2, 7, area), window(3, 8, area)];
        assert_eq!(front(&windows, None), Some(2));
        assert_eq!(front(&windows[2..], None), None);
    }

    #[test]
    fn the_window_with_the_target_wins_over_one_in_front_of_it() {
        let windows = [window(1, 7, Rect::new(0, 0, 100, 100)), window(2, 7, Rect::new(500, 0, 100, 100))];
        assert_eq!(front(&windows, Some(Rect::new(10, 10, 20, 20))), Some(1));
        assert_eq!(front(&windows, Some(Rect::new(900, 900, 20, 20))), Some(2));
    }

    #[test]
    fn a_window_that_cannot_be_seen_is_not_taken() {
        let area = Rect::new(0, 0, 100, 100);
        let hidden = Window { hidden: true, ..window(2, 7, area) };
        assert_eq!(front(&[window(1, 7, area), hidden], None), Some(1));
    }

    #[test]
    fn without_a_process_the_name_decides() {
        let one = Window { pid: None, app: "Editor".to_owned(), ..window(1, 0, Rect::new(0, 0, 9, 9)) };
        let windows = [one];
        let found = |name: &str| front_window(&windows, &AppSelector::Name(name.to_owned()), None, None);
        assert!(found("editor").is_some());
        assert!(found("browser").is_none());
    }
}
