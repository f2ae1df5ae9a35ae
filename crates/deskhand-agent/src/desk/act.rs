//! `POST /press`, `/set-value`, `/focus`, `/show-menu`

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use deskhand_engine::{Act, ActOptions, FocusUse, Method, Receipt};
use http::HeaderMap;

use super::choose::brief;
use super::deadline::Deadline;
use super::elements::{Located, Wanted, refused};
use super::left_out::{header, sentence};
use crate::contract::{ActionResponse, ElementQuery, SetValueRequest};
use crate::server::{Agent, Answer, Asked, Refusal};

/// What was done, and in the head what was left out.
type Done = (HeaderMap, Answer<ActionResponse>);

pub(crate) async fn press(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Done, Refusal> {
    act(agent, query, Act::Press).await
}

pub(crate) async fn set_value(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<SetValueRequest>,
) -> Result<Done, Refusal> {
    act(agent, request.query, Act::SetValue(request.value)).await
}

pub(crate) async fn focus(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Done, Refusal> {
    act(agent, query, Act::Focus).await
}

pub(crate) async fn show_menu(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Done, Refusal> {
    act(agent, query, Act::ShowMenu).await
}

async fn act(agent: Arc<Agent>, query: ElementQuery, act: Act) -> Result<Done, Refusal> {
    let wanted = Wanted::read(query)?;
    let deadline = Deadline::new(agent.within);
    let Located { place, locator, left_out } = wanted.locate(&*agent.session, deadline).await?;
    // An element has to be there and ready: whoever wants to wait for one asks again.
    let patience = Some(Duration::ZERO);
    let options = ActOptions { mode: agent.mode, within: deadline.left(), patience, ..ActOptions::default() };
    let receipt = agent.session.act(&locator, &act, &options).await;
    let receipt = receipt.map_err(|error| refused(error, &place))?;
    let message = sentence(&told(&receipt), &left_out);
    Ok((header(&left_out), Answer(ActionResponse::done(message))))
}

/// What was done, by which way, and what became of the focus.
fn told(receipt: &Receipt) -> String {
    let verb = match (receipt.action.as_ref(), receipt.method) {
        ("press", _) => "pressed",
        ("set-value", _) => "set the value of",
        ("focus", _) => "gave the focus to",
        // Nobody says whether a menu came of it.
        ("show-menu", Method::Input) => "clicked with the other button on",
        ("show-menu", _) => "opened the menu of",
        (other, _) => other,
    };
    let target = receipt.target.as_ref().map_or_else(String::new, |target| match target.name.as_str() {
        "" => format!(" {}", target.role),
        name => format!(" {} \"{}\"", target.role, brief(name)),
    });
    let way = match receipt.method {
        Method::Accessibility => "accessibility",
        Method::Page => "the page",
        Method::Input => "real input",
        Method::Unknown => "a way that is not known",
    };
    format!("{verb}{target} by {way}, {}", focus_use(&receipt.focus))
}

fn focus_use(focus: &FocusUse) -> &'static str {
    match (focus.taken, focus.pointer_moved, focus.restored) {
        (false, false, _) => "focus untouched",
        (true, _, false) => "focus taken",
        (true, _, true) => "focus taken and given back",
        (false, true, false) => "focus untouched, pointer moved",
        (false, true, true) => "focus untouched, pointer moved and given back",
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Candidate, Role};

    use super::*;

    fn receipt(action: &'static str, name: &str, method: Method, focus: FocusUse) -> Receipt {
        Receipt {
            action: action.into(),
            app: "Editor".to_owned(),
            pid: None,
            target: Some(Candidate {
                role: Role::Button,
                name: name.to_owned(),
                id: String::new(),
                path: String::new(),
                bounds: None,
                score: 1.0,
                differences: Vec::new(),
            }),
            method,
            by: String::new(),
            focus,
            waited: Duration::ZERO,
            readings: 1,
            reading_age: Duration::ZERO,
            acted: Duration::ZERO,
            effect: None,
            total: Duration::ZERO,
            healed: None,
        }
    }

    #[test]
    fn a_receipt_is_told_in_a_sentence() {
        let untouched = FocusUse::default();
        let taken = FocusUse { taken: true, restored: true, pointer_moved: true, previous: None };
        for (action, name, method, focus, expected) in [
            (
                "press",
                "Save",
                Method::Accessibility,
                &untouched,
                "pressed button \"Save\" by accessibility, focus untouched",
            ),
            (
                "set-value",
                "",
                Method::Input,
                &taken,
                "set the value of button by real input, focus taken and given back",
            ),
            (
                "show-menu",
                "Save",
                Method::Input,
                &taken,
                "clicked with the other button on button \"Save\" by real input, focus taken and given back",
            ),
            (
                "show-menu",
                "Save",
                Method::Accessibility,
                &untouched,
                "opened the menu of button \"Save\" by accessibility, focus untouched",
            ),
        ] {
            assert_eq!(told(&receipt(action, name, method, focus.clone())), expected);
        }
    }
}
