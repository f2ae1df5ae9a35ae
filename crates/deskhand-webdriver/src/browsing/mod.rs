//! What a session does with its windows and pages as a whole.

mod address;
mod cookies;
mod frames;
mod navigation;
mod pictures;
mod print;
mod timeouts;
mod views;
mod windows;

pub(crate) use cookies::{add_cookie, all_cookies, delete_all_cookies, delete_cookie, named_cookie};
pub(crate) use frames::{switch_to_frame, switch_to_parent_frame};
pub(crate) use navigation::{
    back, current_url, forward, navigate_to, page_source, refresh, title, user_agent,
};
pub(crate) use pictures::{take_element_screenshot, take_screenshot};
pub(crate) use print::print_page;
pub(crate) use timeouts::{get_timeouts, set_timeouts};
pub(crate) use views::{close_window, new_window, switch_to_window, window_handle, window_handles};
pub(crate) use windows::{fullscreen_window, maximize_window, minimize_window, set_window_rect, window_rect};
