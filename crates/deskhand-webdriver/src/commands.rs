//! Which module carries out which command of a session.

use serde_json::Value;
use webdriver::command::{VoidWebDriverExtensionCommand, WebDriverCommand};
use webdriver::error::ErrorStatus;

use crate::elements::Root;
use crate::errors::{Outcome, error};
use crate::session::Session;
use crate::{actions, browsing, elements, prompts, script};

/// A command of the protocol; there are none beyond it.
pub(crate) type Command = WebDriverCommand<VoidWebDriverExtensionCommand>;

/// How often a command is begun again because a dialog that opened meanwhile was answered.
const ATTEMPTS: usize = 5;

/// What a command has to do with dialogs that are open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialogs {
    /// Nothing.
    Apart,
    /// It begins with a script: where a dialog keeps scripts from running, it fails before it has done anything, and can
    /// be begun again. So nobody needs to ask first. A dialog that opens later in it is no failure of it.
    MeetThem,
    /// It must not begin while one is open.
    ComeFirst,
}

/// Carries out a command.
pub(crate) async fn perform(session: &mut Session, command: &Command) -> Outcome<Value> {
    let dialogs = dialogs(command);
    if dialogs == Dialogs::ComeFirst {
        prompts::handle_any(session).await?;
    }
    for _ in 1..ATTEMPTS {
        match sort(session, command).await {
            Err(met) if dialogs == Dialogs::MeetThem && met.error == ErrorStatus::UnexpectedAlertOpen => {
                prompts::handle_any(session).await?;
            }
            done => return done,
        }
    }
    sort(session, command).await
}

fn dialogs(command: &Command) -> Dialogs {
    match command {
        WebDriverCommand::GetWindowHandle
        | WebDriverCommand::GetWindowHandles
        | WebDriverCommand::SwitchToWindow(_)
        | WebDriverCommand::GetTimeouts
        | WebDriverCommand::SetTimeouts(_)
        | WebDriverCommand::DismissAlert
        | WebDriverCommand::AcceptAlert
        | WebDriverCommand::GetAlertText
        | WebDriverCommand::SendAlertText(_) => Dialogs::Apart,
        WebDriverCommand::GetCurrentUrl
        | WebDriverCommand::GetTitle
        | WebDriverCommand::GetPageSource
        | WebDriverCommand::FindElement(_)
        | WebDriverCommand::FindElements(_)
        | WebDriverCommand::FindElementElement(..)
        | WebDriverCommand::FindElementElements(..)
        | WebDriverCommand::FindShadowRootElement(..)
        | WebDriverCommand::FindShadowRootElements(..)
        | WebDriverCommand::GetActiveElement
        | WebDriverCommand::GetComputedLabel(_)
        | WebDriverCommand::GetComputedRole(_)
        | WebDriverCommand::GetShadowRoot(_)
        | WebDriverCommand::IsDisplayed(_)
        | WebDriverCommand::IsSelected(_)
        | WebDriverCommand::IsEnabled(_)
        | WebDriverCommand::GetElementAttribute(..)
        | WebDriverCommand::GetElementProperty(..)
        | WebDriverCommand::GetCSSValue(..)
        | WebDriverCommand::GetElementText(_)
        | WebDriverCommand::GetElementTagName(_)
        | WebDriverCommand::GetElementRect(_)
        | WebDriverCommand::ExecuteScript(_)
        | WebDriverCommand::ExecuteAsyncScript(_)
        | WebDriverCommand::ElementClear(_)
        | WebDriverCommand::ElementClick(_)
        | WebDriverCommand::ElementSendKeys(..)
        | WebDriverCommand::PerformActions(_)
        | WebDriverCommand::ReleaseActions => Dialogs::MeetThem,
        _ => Dialogs::ComeFirst,
    }
}

async fn sort(session: &mut Session, command: &Command) -> Outcome<Value> {
    match command {
        WebDriverCommand::GetTimeouts => Ok(browsing::get_timeouts(&session.timeouts)),
        WebDriverCommand::SetTimeouts(asked) => {
            browsing::set_timeouts(&mut session.timeouts, asked);
            Ok(Value::Null)
        }

        WebDriverCommand::Get(to) => browsing::navigate_to(session, &to.url).await,
        WebDriverCommand::GetCurrentUrl => browsing::current_url(session).await,
        WebDriverCommand::GoBack => browsing::back(session).await,
        WebDriverCommand::GoForward => browsing::forward(session).await,
        WebDriverCommand::Refresh => browsing::refresh(session).await,
        WebDriverCommand::GetTitle => browsing::title(session).await,
        WebDriverCommand::GetPageSource => browsing::page_source(session).await,

        WebDriverCommand::GetWindowHandle => browsing::window_handle(session).await,
        WebDriverCommand::GetWindowHandles => browsing::window_handles(session).await,
        WebDriverCommand::NewWindow(asked) => browsing::new_window(session, asked.type_hint.as_deref()).await,
        WebDriverCommand::CloseWindow => browsing::close_window(session).await,
        WebDriverCommand::SwitchToWindow(to) => browsing::switch_to_window(session, &to.handle).await,
        WebDriverCommand::GetWindowRect => browsing::window_rect(session).await,
        WebDriverCommand::SetWindowRect(to) => browsing::set_window_rect(session, to).await,
        WebDriverCommand::MinimizeWindow => browsing::minimize_window(session).await,
        WebDriverCommand::MaximizeWindow => browsing::maximize_window(session).await,
        WebDriverCommand::FullscreenWindow => browsing::fullscreen_window(session).await,

        WebDriverCommand::SwitchToFrame(to) => browsing::switch_to_frame(session, &to.id).await,
        WebDriverCommand::SwitchToParentFrame => browsing::switch_to_parent_frame(session).await,

        WebDriverCommand::FindElement(by) => elements::find_element(session, Root::Document, by).await,
        WebDriverCommand::FindElements(by) => elements::find_elements(session, Root::Document, by).await,
        WebDriverCommand::FindElementElement(from, by) => {
            elements::find_element(session, Root::Element(from), by).await
        }
        WebDriverCommand::FindElementElements(from, by) => {
            elements::find_elements(session, Root::Element(from), by).await
        }
        WebDriverCommand::FindShadowRootElement(from, by) => {
            elements::find_element(session, Root::Shadow(from), by).await
        }
        WebDriverCommand::FindShadowRootElements(from, by) => {
            elements::find_elements(session, Root::Shadow(from), by).await
        }
        WebDriverCommand::GetActiveElement => elements::active_element(session).await,
        WebDriverCommand::GetShadowRoot(of) => elements::shadow_root(session, of).await,
        WebDriverCommand::GetComputedLabel(of) => elements::computed_label(session, of).await,
        WebDriverCommand::GetComputedRole(of) => elements::computed_role(session, of).await,
        WebDriverCommand::IsDisplayed(of) => elements::is_displayed(session, of).await,
        WebDriverCommand::IsSelected(of) => elements::is_selected(session, of).await,
        WebDriverCommand::IsEnabled(of) => elements::is_enabled(session, of).await,
        WebDriverCommand::GetElementAttribute(of, name) => elements::attribute(session, of, name).await,
        WebDriverCommand::GetElementProperty(of, name) => elements::property(session, of, name).await,
        WebDriverCommand::GetCSSValue(of, name) => elements::css_value(session, of, name).await,
        WebDriverCommand::GetElementText(of) => elements::text(session, of).await,
        WebDriverCommand::GetElementTagName(of) => elements::tag_name(session, of).await,
        WebDriverCommand::GetElementRect(of) => elements::rect(session, of).await,

        WebDriverCommand::ElementClick(of) => actions::click(session, of).await,
        WebDriverCommand::ElementClear(of) => actions::clear(session, of).await,
        WebDriverCommand::ElementSendKeys(of, keys) => actions::send_keys(session, of, keys).await,
        WebDriverCommand::PerformActions(asked) => actions::perform_actions(session, asked).await,
        WebDriverCommand::ReleaseActions => actions::release_actions(session).await,

        WebDriverCommand::ExecuteScript(asked) => script::execute_script(session, asked).await,
        WebDriverCommand::ExecuteAsyncScript(asked) => script::execute_async_script(session, asked).await,

        WebDriverCommand::GetCookies => browsing::all_cookies(session).await,
        WebDriverCommand::GetNamedCookie(name) => browsing::named_cookie(session, name).await,
        WebDriverCommand::AddCookie(asked) => browsing::add_cookie(session, asked).await,
        WebDriverCommand::DeleteCookies => browsing::delete_all_cookies(session).await,
        WebDriverCommand::DeleteCookie(name) => browsing::delete_cookie(session, name).await,

        WebDriverCommand::DismissAlert => prompts::dismiss_alert(session).await,
        WebDriverCommand::AcceptAlert => prompts::accept_alert(session).await,
        WebDriverCommand::GetAlertText => prompts::alert_text(session).await,
        WebDriverCommand::SendAlertText(keys) => prompts::send_alert_text(session, &keys.text).await,

        WebDriverCommand::TakeScreenshot => browsing::take_screenshot(session).await,
        WebDriverCommand::TakeElementScreenshot(of) => browsing::take_element_screenshot(session, of).await,
        WebDriverCommand::Print(asked) => browsing::print_page(session, asked).await,

        // Not of the protocol itself, or not of a session: the server has no routes to them, or answers them itself.
        _ => Err(error(ErrorStatus::UnsupportedOperation, "This command is not supported.")),
    }
}
