//! What happens to windows, printed as it comes.

use deskhand_engine::{Observed, Reader, WindowEvent, WindowEventKind};
use deskhand_schema as schema;

use super::run::Signals;
use super::windows::{position, size, states, table};
use crate::failure::{Failure, Result};
use crate::output::{self, Output, Palette, one_line};

/// Longest that a name in a line gets.
const WIDEST: usize = 60;

/// Prints what a reader gets until it has nothing more, `count` events are told or somebody interrupts.
pub(super) async fn tell(reader: &mut Reader, count: Option<u64>, out: &mut Output) -> Result<()> {
    let mut signals = Signals::new()?;
    let told = async {
        let mut left = count;
        while let Some(observed) = reader.next().await {
            let observed = observed?;
            let is_event = matches!(observed, Observed::Event(_));
            if is_event && left == Some(0) {
                break;
            }
            let text = text(&observed, out)?;
            out.send(text).await?;
            left = if is_event { left.map(|left| left - 1) } else { left };
            if left == Some(0) {
                break;
            }
        }
        Ok(())
    };
    tokio::select! {
        // Asked to end, which is how a watch without an end ends well.
        _ = signals.any() => Ok(()),
        told = told => told,
        // Nobody reads any more, and nothing may happen for long that would tell us so.
        () = output::closed() => Err(Failure::BrokenPipe),
    }
}

/// One line of JSON for each, or what a person reads.
pub(super) fn text(observed: &Observed, out: &Output) -> Result<Vec<u8>> {
    match observed {
        Observed::Snapshot(snapshot) => out.part(
            || schema::WindowSnapshot::from(snapshot),
            |palette| table(&snapshot.windows).show(palette, "no windows"),
        ),
        Observed::Event(event) => {
            out.part(|| schema::WindowEvent::from(&**event), |palette| line(event, palette))
        }
        Observed::Gap { first, last, at } => out.part(
            || schema::WindowGap::new(*first, *last, *at),
            |_| format!("events {first} to {last} came too fast and are lost; the windows are now:"),
        ),
    }
}

/// An event as a person reads it: what happened, to which window, and what is new about it.
fn line(event: &WindowEvent, palette: Palette) -> String {
    let window = &event.window;
    let news = match event.kind {
        WindowEventKind::Moved => format!("to {}", position(window)),
        WindowEventKind::Resized => {
            let outer = window.outer();
            format!("to {}, with its frame {}x{}", size(window), outer.width, outer.height)
        }
        WindowEventKind::IdChanged => match event.previous_id {
            Some(before) => format!("was {before}"),
            None => String::new(),
        },
        WindowEventKind::Created => format!("at {}, {}, {}", position(window), size(window), states(window)),
        _ => String::new(),
    };
    let line = format!(
        "{:<14} {} {} \"{}\" {news}",
        event.kind.name(),
        window.id,
        one_line(&window.app, WIDEST),
        one_line(&window.title, WIDEST)
    );
    match event.kind {
        WindowEventKind::Created | WindowEventKind::Destroyed => palette.name(line.trim_end()),
        _ => line.trim_end().to_owned(),
    }
}
