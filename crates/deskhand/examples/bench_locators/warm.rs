//! Finding, pressing and reading in an application that the engine has read before.

use std::error::Error;
use std::time::{Duration, Instant};

use deskhand::engine::ports::{Accessibility, Freshness};
use deskhand::model::{Fields, NodeId};
use deskhand::{
    Act, ActOptions, AppSelector, Engine, Locator, Query, ReadRequest, Role, Session, connect,
    current_desktop,
};
use deskhand_linux::AtSpi;

use crate::bare::Bare;

const WITHIN: Duration = Duration::from_secs(30);

/// Turns that do not count: the first reading, and the one that the live tree begins with.
const WARMING: usize = 3;

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [pid, role, name, samples, rest] = arguments else {
        return Err("warm takes PID ROLE NAME SAMPLES MILLISECONDS".into());
    };
    let bench = Bench {
        app: AppSelector::Pid(pid.parse()?),
        button: Query::parse(&format!("role:{role} title:\"{name}\""))?,
        samples: samples.parse()?,
        rest: Duration::from_millis(rest.parse()?),
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(bench.run())
}

struct Bench {
    app: AppSelector,
    button: Query,
    samples: usize,
    /// Between two samples, so that what a press sets in motion is over.
    rest: Duration,
}

impl Bench {
    async fn run(&self) -> Result<(), Box<dyn Error>> {
        let engine = connect(current_desktop());
        self.find_press(&engine).await?;
        self.first_button(&engine).await?;
        self.attribute(&engine).await?;
        Ok(())
    }

    async fn find_press(&self, engine: &Engine) -> Result<(), Box<dyn Error>> {
        let locator = Locator { app: self.app.clone(), query: self.button.clone(), nth: None };
        let options = ActOptions { within: WITHIN, ..ActOptions::default() };
        let mut bare = Bare::client(&engine.find(&locator, WITHIN).await?.data.handle).await?;
        for turn in 0..WARMING + self.samples {
            let start = Instant::now();
            let receipt = engine.act(&locator, &Act::Press, &options).await?;
            let ms = milliseconds(start);
            if turn >= WARMING {
                let age = receipt.reading_age.as_secs_f64() * 1e3;
                println!(r#"{{"operation": "find-press", "ms": {ms:.4}, "reading_age_ms": {age:.3}}}"#);
            }
            tokio::time::sleep(self.rest).await;

            let start = Instant::now();
            bare.confirm_press()?;
            if turn >= WARMING {
                sample("bare-press", start);
            }
            tokio::time::sleep(self.rest).await;
        }
        Ok(())
    }

    /// The first button in tree order, with everything that is known of it.
    async fn first_button(&self, engine: &Engine) -> Result<(), Box<dyn Error>> {
        let locator = Locator { app: self.app.clone(), query: Query::parse("role:button")?, nth: Some(0) };
        let request =
            ReadRequest { fields: Fields::ROLE, freshness: Freshness::Told, ..ReadRequest::default() };
        for _ in 0..self.samples {
            let start = Instant::now();
            engine.find(&locator, WITHIN).await?;
            sample("first-button", start);

            let start = Instant::now();
            let snapshot = engine.tree(&self.app, &request, WITHIN).await?;
            let first = snapshot.tree.with_role(Role::Button).first().copied();
            std::hint::black_box(first);
            sample("first-button-told", start);
        }
        Ok(())
    }

    /// One attribute of one element: asked of the application, and as the live tree has it.
    async fn attribute(&self, engine: &Engine) -> Result<(), Box<dyn Error>> {
        let request =
            ReadRequest { fields: Fields::ROLE, freshness: Freshness::Told, ..ReadRequest::default() };
        let snapshot = engine.tree(&self.app, &request, WITHIN).await?;
        let button = *snapshot.tree.with_role(Role::Button).first().ok_or("there is no button")?;
        let handle = [snapshot.tree.node(button).handle.clone()];
        let accessibility = AtSpi::new(&current_desktop());
        accessibility.details(&snapshot.app.id, &handle, Fields::ROLE, WITHIN).await?;
        for _ in 0..self.samples {
            let start = Instant::now();
            accessibility.details(&snapshot.app.id, &handle, Fields::ROLE, WITHIN).await?;
            sample("attribute", start);

            let start = Instant::now();
            let snapshot = engine.tree(&self.app, &request, WITHIN).await?;
            std::hint::black_box(snapshot.tree.get(NodeId(button.0)).map(|node| node.role));
            sample("attribute-told", start);
        }
        Ok(())
    }
}

fn sample(operation: &str, start: Instant) {
    println!(r#"{{"operation": "{operation}", "ms": {:.4}}}"#, milliseconds(start));
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
