//! A live tree of a simulated application, from a thousand to a hundred thousand elements. Simulated calls cost no time
//! of their own, so what is measured is the engine's work alone.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand::engine::ports::Freshness;
use deskhand::model::{Fields, Handle};
use deskhand::{AppSelector, Engine, EngineOptions, Locator, Query, ReadRequest, Rect, Role, Session};
use deskhand_sim::{
    AppPlan, Draft, Mutation, Personality, Scenario, Sim, UserAction, VirtualClock, WindowPlan,
};

const WITHIN: Duration = Duration::from_secs(3600);
const PID: u32 = 4242;
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const SAMPLES: usize = 51;

/// Elements in one group, as in a list or a form of a large application.
const GROUP: usize = 50;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    for size in SIZES {
        let clock = VirtualClock::new();
        let inside = (0..size / GROUP).map(group).collect();
        let window = WindowPlan::new("Large", Rect::new(0, 0, 800, 600)).containing(inside);
        let scenario = Scenario::new(1, Personality::X11).with(AppPlan::new("large", PID, vec![window]));
        let sim = Sim::new(&scenario, Arc::new(clock.clone()));
        // The default is a limit for searches in applications that never end.
        let options = EngineOptions { max_nodes: 2 * size, ..EngineOptions::default() };
        let engine = Engine::with_options(sim.ports(), options);
        clock.runtime()?.block_on(Bench { sim, engine }.run(size))?;
    }
    Ok(())
}

fn group(number: usize) -> Draft {
    let member = |index| match index % 3 {
        0 => Draft::label(&format!("Label {number} {index}")),
        1 => Draft::button(&format!("Button {number} {index}")),
        _ => Draft::field(&format!("Field {number} {index}")),
    };
    Draft::new(Role::Group, &format!("Group {number}")).containing((1..GROUP).map(member).collect())
}

struct Bench {
    sim: Sim,
    engine: Engine,
}

impl Bench {
    async fn run(&self, size: usize) -> Result<(), Box<dyn Error>> {
        let anew = ReadRequest {
            fields: Fields::ROLE | Fields::NAME | Fields::STATES,
            max_nodes: usize::MAX,
            freshness: Freshness::NOW,
            ..ReadRequest::default()
        };
        let current = ReadRequest { freshness: Freshness::Current, ..anew.clone() };
        // The first reading passes through, the second begins the live tree.
        self.read(&anew).await?;
        self.read(&current).await?;
        let whole = self.time(5, &anew, |_| None).await?;
        let quiet = self.time(SAMPLES, &current, |_| None).await?;
        let key = self.sim.truth().windows.first().map(|window| window.key).ok_or("there is no window")?;
        let elements = self.sim.elements(key);
        let renamed = self.time(SAMPLES, &current, |turn| Some(rename(&elements, turn))).await?;
        let added = self.time(SAMPLES, &current, |turn| Some(add(&elements, turn))).await?;
        let found = self.find().await?;
        let stats = self.engine.mirror_stats();
        let (_, stats) = stats.first().ok_or("there is no live tree")?;
        let mebibytes = stats.bytes as f64 / (1024.0 * 1024.0);
        println!(
            r#"{{"nodes": {size}, "MiB": {mebibytes:.2}, "whole reading µs": {whole:.0}, "nothing changed µs": {quiet:.1}, "one renamed µs": {renamed:.1}, "one added µs": {added:.1}, "find µs": {found:.1}}}"#
        );
        Ok(())
    }

    async fn read(&self, request: &ReadRequest) -> Result<(), Box<dyn Error>> {
        self.engine.tree(&AppSelector::Pid(PID), request, WITHIN).await?;
        Ok(())
    }

    /// The median time of a reading, in microseconds, each after such a change.
    async fn time(
        &self,
        samples: usize,
        request: &ReadRequest,
        change: impl Fn(usize) -> Option<Mutation>,
    ) -> Result<f64, Box<dyn Error>> {
        let mut times = Vec::with_capacity(samples);
        for turn in 0..samples {
            if let Some(mutation) = change(turn) {
                self.sim.act(&UserAction::Mutate(mutation));
            }
            let start = Instant::now();
            self.read(request).await?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        Ok(times[samples / 2])
    }

    async fn find(&self) -> Result<f64, Box<dyn Error>> {
        let locator = Locator {
            app: AppSelector::Pid(PID),
            query: Query::parse("role:button title:\"Button 7 1\"")?,
            nth: None,
        };
        let mut times = Vec::with_capacity(SAMPLES);
        for _ in 0..SAMPLES {
            let start = Instant::now();
            self.engine.find(&locator, WITHIN).await?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        Ok(times[SAMPLES / 2])
    }
}

/// Another element gets another name each turn.
fn rename(elements: &[Handle], turn: usize) -> Mutation {
    Mutation::Rename(elements[2 + turn * 97 % (elements.len() - 2)].clone(), format!("Renamed {turn}"))
}

/// A label comes to another group each turn.
fn add(elements: &[Handle], turn: usize) -> Mutation {
    let groups = elements.len() / GROUP;
    let parent = elements[1 + turn * 7 % groups * GROUP].clone();
    Mutation::Add { parent, at: turn % GROUP, draft: Box::new(Draft::label(&format!("Added {turn}"))) }
}
