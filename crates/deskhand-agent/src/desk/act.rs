//! `POST /press`, `/set-value`, `/focus`, `/show-menu`

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use deskhand_engine::{Act, ActOptions, FocusUse, Method, Receipt, Session};
use deskhand_model::ErrorKind;

use super::asking::to_its_end;
use super::choose::brief;
use super::elements::Wanted;
use super::reading::without_accessibility;
use crate::contract::{ActionResponse, ElementQuery, SetValueRequest};
use crate::server::{Agent, Answer, Asked, Refusal};

pub(crate) async fn press(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Answer<ActionResponse>, Refusal> {
    act(agent, query, Act::Press).await
}

pub(crate) async fn set_value(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<SetValueRequest>,
) -> Result<Answer<ActionResponse>, Refusal> {
    act(agent, request.query, Act::SetValue(request.value)).await
}

pub(crate) async fn focus(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Answer<ActionResponse>, Refusal> {
    act(agent, query, Act::Focus).await
}

pub(crate) async fn show_menu(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Answer<ActionResponse>, Refusal> {
    act(agent, query, Act::ShowMenu).await
}

async fn act(agent: Arc<Agent>, query: ElementQuery, act: Act) -> Result<Answer<ActionResponse>, Refusal> {
    let wanted = Wanted::read(query)?;
    let receipt = to_its_end(async move {
        // An element has to be there and ready: whoever wants to wait for one asks again.
        let patience = Some(Duration::ZERO);
        let options = ActOptions { mode: agent.mode, within: agent.within, patience, effect: None };
        act_on(&*agent.session, &wanted, &act, &options).await
    });
    Ok(Answer(ActionResponse::done(told(&receipt.await?))))
}

async fn act_on(
    session: &dyn Session,
    wanted: &Wanted,
    act: &Act,
    options: &ActOptions,
) -> Result<Receipt, Refusal> {
    let (place, locator) = wanted.locate(session, options.within).await?;
    session.act(&locator, act, options).await.map_err(|error| match error.kind() {
        ErrorKind::AppNotFound => without_accessibility(&place.name),
        _ => error.into(),
    })
}

/// What was done, by which way, and what became of the focus.
fn told(receipt: &Receipt) -> String {
    let verb = match receipt.action.as_ref() {
        "press" => "pressed",
        "set-value" => "set the value of",
        "focus" => "gave the focus to",
        "show-menu" => "opened the menu of",
        other => other,
    };
    let target = receipt.target.as_ref().map_or_else(String::new, |target| match target.name.as_str() {
        "" => format!(" {}", target.role),
        name => format!(" {} \"{}\"", target.role, brief(name)),
    });
    let way = match receipt.method {
        Method::Accessibility => "accessibility",
        Method::Page => "the page",
        Method::Input => "real input",
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
        ] {
            assert_eq!(told(&receipt(action, name, method, focus.clone())), expected);
        }
    }
}
