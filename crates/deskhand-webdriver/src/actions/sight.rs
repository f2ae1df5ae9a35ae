//! What a sequence of actions must know of the page: how large the viewport is, and where elements are in it.

use std::collections::HashMap;

use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind};
use serde::Deserialize;
use serde_json::Value;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::sequence::{Origin, Step};
use crate::errors::{Outcome, error};
use crate::session::Session;
use crate::{atoms, elements};

/// What is seen of the page.
#[derive(Debug, Default)]
pub(super) struct Sight {
    pub(super) width: f64,
    pub(super) height: f64,
    middles: HashMap<String, (f64, f64)>,
}

/// What the function in the page tells.
#[derive(Deserialize)]
struct Told {
    width: f64,
    height: f64,
    points: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

impl Sight {
    #[cfg(test)]
    pub(super) fn new(
        (width, height): (f64, f64),
        middles: impl IntoIterator<Item = (String, (f64, f64))>,
    ) -> Sight {
        Sight { width, height, middles: middles.into_iter().collect() }
    }

    /// Looks for the elements that these steps are seen from. Looking at nothing still tells whether there is a page.
    pub(super) async fn look(session: &Session, steps: &[Step]) -> PageResult<Sight> {
        let asked: Vec<&WebElement> = origins(steps);
        let references: Vec<Value> = asked.iter().map(|element| elements::element(element)).collect();
        let told = ask(session, Value::from(references)).await?;
        let points = told.points.iter().map(|point| (point.x, point.y));
        let middles = asked.iter().map(|element| element.0.clone()).zip(points).collect();
        Ok(Sight { width: told.width, height: told.height, middles })
    }

    /// The middle of what can be seen of an element.
    pub(super) fn middle(&self, element: &WebElement) -> Outcome<(f64, f64)> {
        self.middles.get(&element.0).copied().ok_or_else(|| {
            error(ErrorStatus::NoSuchElement, format!("No element has the reference {}", element.0))
        })
    }
}

fn origins(steps: &[Step]) -> Vec<&WebElement> {
    let targets = steps.iter().filter_map(|step| step.deed.target());
    targets
        .filter_map(|target| match &target.origin {
            Origin::Element(element) => Some(element),
            Origin::Viewport | Origin::Pointer => None,
        })
        .collect()
}

async fn ask(session: &Session, elements: Value) -> PageResult<Told> {
    let told = session.look(&session.place, &atoms::call("actionPoints", vec![elements])).await?;
    serde_json::from_value(told).map_err(|what| {
        Fault::new(FaultKind::Failed, format!("The page told something else than points: {what}"))
    })
}
