//! Which window somebody means.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{NameMatch, Result, Window};

use super::errors::{window_ambiguous, window_not_found};
use crate::engine::Engine;
use crate::session::WindowSelector;
use crate::wait::{Deadline, Pauses};

impl WindowSelector {
    /// The windows that are meant: the matches of the best kind of match there is.
    pub fn select<'a>(&self, windows: &'a [Window]) -> Vec<&'a Window> {
        let text = match self {
            WindowSelector::Id(id) => return windows.iter().filter(|window| window.id == *id).collect(),
            WindowSelector::Named(text) => text.as_str(),
        };
        for way in NameMatch::ALL {
            // Titles before applications: a title says which window, an application only whose.
            let titled: Vec<&Window> =
                windows.iter().filter(|window| way.fits(text, &window.title)).collect();
            if !titled.is_empty() {
                return titled;
            }
            let owned: Vec<&Window> = windows.iter().filter(|window| window.is_of_app(text, way)).collect();
            if !owned.is_empty() {
                return owned;
            }
        }
        // Nothing is called so: a bare number is a process, or a window's number in decimal.
        let Ok(number) = text.parse::<u64>() else { return Vec::new() };
        let of_process: Vec<&Window> =
            windows.iter().filter(|window| window.pid.map(u64::from) == Some(number)).collect();
        if !of_process.is_empty() {
            return of_process;
        }
        windows.iter().filter(|window| window.id.0 == number).collect()
    }
}

impl Engine {
    /// The one window that is meant, as the window system has it; waits until it is there.
    pub(crate) async fn choose_window(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline<'_>,
    ) -> Result<Window> {
        Ok(self.choose_among_windows(selector, deadline).await?.0)
    }

    /// The same, with the list that it is on.
    pub(super) async fn choose_among_windows(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline<'_>,
    ) -> Result<(Window, Arc<Vec<Window>>)> {
        let mut pauses = Pauses::new(&self.options);
        let appearing = self.time_to_appear(selector, deadline);
        loop {
            let windows = self.list_windows(deadline.for_call()).await?;
            match selector.select(&windows).as_slice() {
                [only] => return Ok(((*only).clone(), windows)),
                [] => {
                    if !pauses.pause(&appearing, Duration::ZERO).await {
                        return Err(window_not_found(selector, &windows));
                    }
                }
                several => return Err(window_ambiguous(selector, several)),
            }
        }
    }

    /// How long a window that is not there is waited for. Nobody knows the number of a window that is still to come, so
    /// one that is not listed only gets the time that the list may be behind.
    pub(super) fn time_to_appear<'a>(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline<'a>,
    ) -> Deadline<'a> {
        match selector {
            WindowSelector::Id(_) => deadline.at_most(self.ports.compositor.split().lag),
            WindowSelector::Named(_) => *deadline,
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::WindowId;

    use super::*;

    fn window(id: u64, title: &str, app: &str) -> Window {
        Window { id: WindowId(id), title: title.to_owned(), app: app.to_owned(), ..Window::default() }
    }

    #[test]
    fn the_better_kind_of_match_wins() {
        let windows = [window(1, "Notes", "Editor"), window(2, "notes", "x"), window(3, "My notes", "Notes")];
        let chosen = |selector: WindowSelector| -> Vec<u64> {
            selector.select(&windows).iter().map(|window| window.id.0).collect()
        };
        let named = |text: &str| chosen(WindowSelector::Named(text.to_owned()));
        assert_eq!(named("Notes"), [1]);
        assert_eq!(named("NOTES"), [1, 2]);
        assert_eq!(named("my"), [3]);
        assert_eq!(named("Editor"), [1]);
        assert_eq!(named(""), [] as [u64; 0]);
        assert_eq!(chosen(WindowSelector::Id(WindowId(2))), [2]);
    }

    #[test]
    fn a_number_is_a_title_first_then_a_process_then_a_window() {
        let of = |pid: u32, window: Window| Window { pid: Some(pid), ..window };
        let windows = [
            of(7, window(21, "2024", "Editor")),
            of(2024, window(22, "a", "b")),
            of(8, window(23, "c", "d")),
        ];
        let named = |text: &str| -> Vec<u64> {
            let selector = WindowSelector::Named(text.to_owned());
            selector.select(&windows).iter().map(|window| window.id.0).collect()
        };
        assert_eq!(named("2024"), [21]);
        assert_eq!(named("8"), [23]);
        assert_eq!(named("22"), [22]);
        assert_eq!(named("9"), [] as [u64; 0]);
    }
}
