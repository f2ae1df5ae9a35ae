//! Which windows a request means.

use deskhand_engine::{Session, WindowSelector};
use deskhand_model::{
    App, AppSelector, NameMatch, Window, WindowId, WindowKind, did_you_mean, nearest_names,
};
use http::StatusCode;

use super::deadline::Deadline;
use crate::contract::ErrorKey;
use crate::server::Refusal;

/// Most windows that a sentence names.
const NAMED: usize = 10;

/// Longest title that a sentence shows in full.
const SHOWN: usize = 60;

/// Windows that are meant.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// All windows there are, from back to front.
    pub(super) all: Vec<Window>,
    /// Those that are meant, from back to front.
    pub(super) meant: Vec<Window>,
    /// When no window but an accessible application goes by this name: that one, or those. Its windows are meant, but it
    /// may have none.
    pub(super) apps: Vec<App>,
}

/// The windows with this title or of this application: as the window system calls it, or else as it calls itself
/// through accessibility. The second costs a question to all applications and is only asked when the first fails. Menus
/// and the like often bear the name of their application; they are meant when nothing else is.
pub(super) async fn choose(session: &dyn Session, text: &str, deadline: Deadline) -> Result<Chosen, Refusal> {
    let all = session.windows(deadline.left()).await?;
    let (passing, lasting): (Vec<Window>, Vec<Window>) = all.iter().cloned().partition(is_passing);
    let meant = select(text, &lasting);
    if !meant.is_empty() {
        return Ok(Chosen { all, meant, apps: Vec::new() });
    }
    let apps = session.apps(deadline.left()).await;
    let named = apps.as_ref().map_or_else(|_| Vec::new(), |apps| called(text, apps));
    if !named.is_empty() {
        let meant = lasting.into_iter().filter(|window| named.iter().any(|app| owns(app, window))).collect();
        return Ok(Chosen { all, meant, apps: named });
    }
    match select(text, &passing) {
        // An application that goes by this name may only not be known.
        meant if meant.is_empty() => Err(nowhere(text, &all, &apps?)),
        meant => Ok(Chosen { all, meant, apps: Vec::new() }),
    }
}

/// Whether it is a menu or the like: it comes and goes with what is done in another window of its application, and is
/// looked at together with that.
pub(super) fn is_passing(window: &Window) -> bool {
    matches!(window.kind, WindowKind::Popup | WindowKind::Tooltip)
}

/// The one window that is meant.
pub(super) async fn choose_one(
    session: &dyn Session,
    text: &str,
    deadline: Deadline,
) -> Result<Window, Refusal> {
    if text.is_empty() {
        return Err(Refusal::bad("`window` is empty; name a window by its title or its application"));
    }
    let Chosen { all, mut meant, apps } = choose(session, text, deadline).await?;
    match meant.len() {
        0 => Err(nowhere(text, &all, &apps)),
        1 => Ok(meant.remove(0)),
        _ => Err(several(text, &meant)),
    }
}

/// The windows that are called so, if any: by their titles and by their applications alike, in the best way in which
/// any is. What nothing is called by can be a number.
fn select(text: &str, all: &[Window]) -> Vec<Window> {
    let called =
        |window: &Window, way: NameMatch| way.fits(text, &window.title) || window.is_of_app(text, way);
    let named = NameMatch::ALL.into_iter().map(|way| all.iter().filter(move |window| called(window, way)));
    let named: Option<Vec<Window>> =
        named.map(|windows| windows.cloned().collect()).find(|windows: &Vec<Window>| !windows.is_empty());
    named.unwrap_or_else(|| {
        let id = text.parse::<WindowId>();
        let number = id.map_or_else(|_| WindowSelector::Named(text.to_owned()), WindowSelector::Id);
        number.select(all).into_iter().cloned().collect()
    })
}

/// The applications that call themselves so. A number is no name: the windows of that process were looked for already.
fn called(text: &str, apps: &[App]) -> Vec<App> {
    AppSelector::Name(text.to_owned()).select(apps).into_iter().cloned().collect()
}

fn owns(app: &App, window: &Window) -> bool {
    app.pid.is_some() && app.pid == window.pid
}

pub(super) fn nowhere(text: &str, all: &[Window], apps: &[App]) -> Refusal {
    let names = all.iter().flat_map(|window| [window.title.as_str(), window.app.as_str()]);
    let names = names.chain(apps.iter().map(|app| app.name.as_str())).filter(|name| !name.is_empty());
    let mut near = nearest_names(text, names, 6);
    near.dedup();
    near.truncate(3);
    let open = match all {
        [] => "no window is open".to_owned(),
        some => format!("open: {}", list(some)),
    };
    let details = format!("There is no window `{}`{}; {open}", brief(text), did_you_mean(&near));
    Refusal::new(StatusCode::NOT_FOUND, ErrorKey::WindowNotFound, details)
}

fn several(text: &str, meant: &[Window]) -> Refusal {
    let count = meant.len();
    let details = format!(
        "{count} windows match `{}`: {}; name the one that is meant by its whole title or its number",
        brief(text),
        list(meant)
    );
    Refusal::new(StatusCode::CONFLICT, ErrorKey::Ambiguous, details)
}

fn list(windows: &[Window]) -> String {
    let mut shown: Vec<String> = windows.iter().take(NAMED).map(describe).collect();
    if windows.len() > NAMED {
        shown.push(format!("and {} more", windows.len() - NAMED));
    }
    shown.join(", ")
}

/// A window as sentences name it.
pub(super) fn describe(window: &Window) -> String {
    format!("\"{}\" of {} ({})", brief(&window.title), brief(&window.app), window.id)
}

/// At most [`SHOWN`] characters, on one line.
pub(super) fn brief(text: &str) -> String {
    let flat = |c: char| if c.is_control() { ' ' } else { c };
    match text.char_indices().nth(SHOWN) {
        None => text.chars().map(flat).collect(),
        Some(_) => text.chars().take(SHOWN - 1).map(flat).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{AppId, Health, Toolkit};

    use super::*;

    fn window(id: u64, title: &str, app: &str, pid: u32) -> Window {
        let (title, app) = (title.to_owned(), app.to_owned());
        Window { id: WindowId(id), title, app, pid: Some(pid), ..Window::default() }
    }

    fn app(name: &str, pid: u32) -> App {
        App {
            id: AppId::new(name),
            name: name.to_owned(),
            pid: Some(pid),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        }
    }

    #[test]
    fn a_window_is_meant_by_title_application_or_number() {
        let all = [
            window(0x1f, "Notes", "Editor", 1),
            window(2, "Other", "Editor", 1),
            window(3, "editor", "Viewer", 9),
        ];
        for (text, expected) in [
            ("notes", [0x1f].as_slice()),
            ("EDIT", &[0x1f, 2, 3]),
            ("EDITOR", &[0x1f, 2, 3]),
            ("Editor", &[0x1f, 2]),
            ("editor", &[3]),
            ("0x1f", &[0x1f]),
            ("0x+1f", &[]),
            ("9", &[3]),
            ("0xzz", &[]),
            ("nothing", &[]),
        ] {
            let found: Vec<u64> = select(text, &all).iter().map(|window| window.id.0).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_application_is_known_by_its_own_name_too() {
        let apps = [app("Text Editor", 1), app("Browser", 2)];
        assert_eq!(called("text", &apps).len(), 1);
        assert!(called("2", &apps).is_empty());
        assert!(owns(&apps[0], &window(1, "", "gedit", 1)));
        assert!(!owns(&App { pid: None, ..app("x", 1) }, &Window::default()));
    }

    #[test]
    fn what_is_not_there_names_what_is() {
        let all = [window(1, "Settings", "Editor", 1)];
        let refusal = nowhere("Setings", &all, &[]);
        assert_eq!((refusal.status.as_u16(), refusal.key), (404, ErrorKey::WindowNotFound));
        assert!(refusal.details.contains("did you mean `Settings`?"), "{}", refusal.details);
        assert!(refusal.details.contains("open: \"Settings\" of Editor (0x1)"), "{}", refusal.details);
    }

    #[test]
    fn ten_of_many_windows_are_named() {
        let many: Vec<Window> = (1..=12).map(|id| window(id, "Same", "Editor", 1)).collect();
        let refusal = several("same", &many);
        assert_eq!((refusal.status.as_u16(), refusal.key), (409, ErrorKey::Ambiguous));
        assert!(refusal.details.starts_with("12 windows match `same`"), "{}", refusal.details);
        assert_eq!(refusal.details.matches("\"Same\" of Editor").count(), 10);
        assert!(refusal.details.contains("and 2 more"), "{}", refusal.details);
    }

    #[test]
    fn long_titles_are_shortened_and_kept_on_one_line() {
        assert_eq!(brief("a\nb"), "a b");
        assert_eq!(brief(&"ö".repeat(61)), "ö".repeat(59) + "…");
        assert_eq!(brief(&"ö".repeat(60)), "ö".repeat(60));
    }
}
