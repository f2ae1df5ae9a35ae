//! Keyboard and pointer of a simulated desktop.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Button, Chord, Input, Turn};
use deskhand_model::{Point, Result};

use crate::sim::Stage;
use crate::world::check_key;

/// What one movement takes.
const MOVEMENT: Duration = Duration::from_millis(1);

#[async_trait]
impl Input for Stage {
    fn try_turn(&self) -> Result<Option<Turn>> {
        // No other process can reach this desktop.
        Ok(Some(Turn::held_by(())))
    }

    async fn pointer(&self, _within: Duration) -> Result<Point> {
        Ok(self.world().pointer)
    }

    async fn move_to(&self, to: Point, within: Duration) -> Result<()> {
        self.pass(MOVEMENT.min(within)).await;
        self.alter(|world| {
            let screen = world.screen;
            let (right, bottom) = (screen.right() - 1, screen.bottom() - 1);
            world.pointer = Point { x: to.x.clamp(screen.x, right), y: to.y.clamp(screen.y, bottom) };
        });
        Ok(())
    }

    async fn button(&self, button: Button, down: bool, within: Duration) -> Result<()> {
        self.pass(MOVEMENT.min(within)).await;
        self.alter(|world| world.button(button, down));
        Ok(())
    }

    async fn wheel(&self, _across: i32, down: i32, within: Duration) -> Result<()> {
        self.pass(MOVEMENT.min(within)).await;
        self.alter(|world| world.wheel(down));
        Ok(())
    }

    fn check(&self, chord: &Chord) -> Result<()> {
        check_key(chord)
    }

    async fn chord(&self, chord: &Chord, within: Duration) -> Result<()> {
        self.pass(MOVEMENT.min(within)).await;
        self.alter(|world| world.strike(chord))
    }

    async fn text(&self, text: &str, within: Duration) -> Result<()> {
        self.pass(MOVEMENT.min(within)).await;
        self.alter(|world| world.type_text(text));
        Ok(())
    }
}
