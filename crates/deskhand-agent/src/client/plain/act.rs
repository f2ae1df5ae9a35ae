//! Acting through the contract.

use std::time::{Duration, Instant};

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Act, Changed, FocusUse, Method, Mode, Receipt, WindowView};
use deskhand_model::{Candidate, Error, ErrorKind, Result, Window};

use super::look::Look;
use super::unsupported;
use crate::client::Client;
use crate::contract::{
    ActionResponse, ElementQuery, SetValueRequest, WindowMoveRequest, WindowResizeRequest, WindowTarget,
};
use crate::endpoint::Endpoint;

/// Most characters of what an agent says about an action that are kept.
const SAID: usize = 200;

/// What an action is in the contract's words.
pub(super) enum Deed {
    Press,
    Focus,
    ShowMenu,
    SetValue(String),
}

impl Deed {
    /// The deed of an action, as far as the contract has one. How the agent does it is the agent's choice: neither the
    /// background nor real input can be asked for.
    pub(super) fn of(act: &Act, mode: Mode) -> Result<Deed> {
        let deed = match act {
            Act::Press => Deed::Press,
            Act::Focus => Deed::Focus,
            Act::ShowMenu | Act::RightClick => Deed::ShowMenu,
            Act::SetText(text) | Act::SetValue(text) => Deed::SetValue(text.clone()),
            Act::SetNumber(number) => Deed::SetValue(number.to_string()),
            other => return Err(unsupported(&format!("`{}`", other.name()), "act")),
        };
        match mode {
            Mode::Auto => Ok(deed),
            Mode::Focus => Err(unsupported("real input", "act")),
            Mode::Background => Err(unpromised(act)),
        }
    }

    fn endpoint(&self) -> Endpoint {
        match self {
            Deed::Press => Endpoint::Press,
            Deed::Focus => Endpoint::Focus,
            Deed::ShowMenu => Endpoint::ShowMenu,
            Deed::SetValue(_) => Endpoint::SetValue,
        }
    }

    async fn send(&self, client: &Client, query: ElementQuery, within: Duration) -> Result<ActionResponse> {
        match self {
            Deed::Press => client.press(&query, within).await,
            Deed::Focus => client.focus(&query, within).await,
            Deed::ShowMenu => client.show_menu(&query, within).await,
            Deed::SetValue(value) => {
                client.set_value(&SetValueRequest { query, value: value.clone() }, within).await
            }
        }
    }
}

/// An element that was looked up to be acted on.
pub(super) struct Aim {
    pub(super) look: Look,
    pub(super) query: ElementQuery,
    pub(super) target: Candidate,
    pub(super) began: Instant,
    pub(super) seen: Instant,
    pub(super) readings: u32,
}

/// An agent of another kind may take the focus, and nobody could tell it not to.
fn unpromised(act: &Act) -> Error {
    let message = format!(
        "This agent cannot promise to do `{}` in the background: it does not offer /deskhand/act",
        act.name()
    );
    Error::new(ErrorKind::FocusRequired, message)
        .hint("let it act in its own way (`--mode auto`), or run `deskhand agent` on that machine")
}

/// Does it, and tells what is known of how it went. The contract's answer has no word for the way and none for the focus:
/// the method is [`Method::Unknown`], and `by` has what the agent says about it.
pub(super) async fn carry_out(
    client: &Client,
    act: &Act,
    deed: &Deed,
    aim: &Aim,
    within: Duration,
) -> Result<Receipt> {
    let sent = Instant::now();
    let message = checked(deed.send(client, aim.query.clone(), within).await?)?;
    Ok(Receipt {
        action: act.name().into(),
        app: aim.look.snapshot.app.name.clone(),
        pid: None,
        target: Some(aim.target.clone()),
        method: Method::Unknown,
        by: by(deed.endpoint(), message.as_deref()),
        focus: FocusUse::default(),
        waited: aim.seen - aim.began,
        readings: aim.readings,
        reading_age: sent - aim.seen,
        acted: sent.elapsed(),
        effect: None,
        total: aim.began.elapsed(),
        healed: None,
    })
}

/// What is known of how it was done: what was asked, and what the agent says about it.
fn by(endpoint: Endpoint, message: Option<&str>) -> String {
    let asked = format!("POST {}", endpoint.path());
    match message.map(str::trim).filter(|message| !message.is_empty()) {
        Some(message) => asked + ": " + &message.chars().take(SAID).collect::<String>(),
        None => asked,
    }
}

/// Asks for a change of a window that is called by this name.
pub(super) async fn change(
    client: &Client,
    name: &str,
    change: WindowChange,
    within: Duration,
) -> Result<()> {
    let window = name.to_owned();
    let answer = match change {
        WindowChange::Focus => client.window_focus(&WindowTarget { window }, within).await?,
        WindowChange::Close => client.window_close(&WindowTarget { window }, within).await?,
        WindowChange::Minimize => client.window_minimize(&WindowTarget { window }, within).await?,
        WindowChange::Move(to) => {
            client.window_move(&WindowMoveRequest { window, x: to.x.into(), y: to.y.into() }, within).await?
        }
        WindowChange::Resize(size) => {
            let request =
                WindowResizeRequest { window, width: size.width.into(), height: size.height.into() };
            client.window_resize(&request, within).await?
        }
        WindowChange::Restore
        | WindowChange::Maximize
        | WindowChange::Fullscreen
        | WindowChange::ForceClose
        | WindowChange::Workspace(_) => return Err(unsupported("this change of a window", "window/change")),
    };
    checked(answer).map(drop)
}

/// What came of a change: the agent's word is taken, unless the window is plainly as it was before.
pub(super) fn outcome(change: WindowChange, before: Window, now: Option<Window>) -> Changed {
    let is_so = |now: &Window| match change {
        WindowChange::Move(to) => now.client.origin() == to || now.client.origin() != before.client.origin(),
        WindowChange::Resize(to) => now.client.size() == to || now.client.size() != before.client.size(),
        _ => true,
    };
    let as_asked = now.as_ref().is_none_or(is_so);
    let view = WindowView { window: now.unwrap_or(before), joined: None };
    Changed { view, previous_id: None, as_asked }
}

/// What the agent says about it. An answer without success is a failure, whatever its status.
fn checked(answer: ActionResponse) -> Result<Option<String>> {
    if answer.success {
        return Ok(answer.message);
    }
    let message =
        answer.message.unwrap_or_else(|| "The agent could not do it, and does not say why".to_owned());
    Err(Error::new(ErrorKind::ActionFailed, message))
}
