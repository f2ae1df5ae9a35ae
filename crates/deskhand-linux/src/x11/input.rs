//! The engine's input port.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Button, Chord, Input, Turn};
use deskhand_model::{Point, Result};

use super::{X11, keyboard, pointer};

#[async_trait]
impl Input for X11 {
    fn try_turn(&self) -> Result<Option<Turn>> {
        self.turn.try_take()
    }

    async fn pointer(&self, within: Duration) -> Result<Point> {
        self.input.run(within, pointer::position).await
    }

    async fn move_to(&self, to: Point, within: Duration) -> Result<()> {
        self.input.run(within, move |display| pointer::move_to(display, to)).await
    }

    async fn button(&self, button: Button, down: bool, within: Duration) -> Result<()> {
        self.input.run(within, move |display| pointer::button(display, button, down)).await
    }

    async fn wheel(&self, across: i32, down: i32, within: Duration) -> Result<()> {
        self.input.run(within, move |display| pointer::wheel(display, across, down)).await
    }

    fn check(&self, chord: &Chord) -> Result<()> {
        keyboard::check(chord)
    }

    async fn chord(&self, chord: &Chord, within: Duration) -> Result<()> {
        let chord = chord.clone();
        self.input.run(within, move |display| keyboard::chord(display, &chord)).await
    }

    async fn text(&self, text: &str, within: Duration) -> Result<()> {
        let text = text.to_owned();
        self.input.run(within, move |display| keyboard::text(display, &text)).await
    }
}
