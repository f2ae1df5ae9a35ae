//! The processes of simulated applications.

use async_trait::async_trait;
use deskhand_engine::ports::{ProcessState, Processes};

use crate::sim::Stage;

#[async_trait]
impl Processes for Stage {
    fn state(&self, pid: u32) -> ProcessState {
        match self.world().app(pid) {
            Some(_) => ProcessState::Alive,
            None => ProcessState::Gone,
        }
    }

    fn executable(&self, pid: u32) -> Option<String> {
        self.world().app(pid).map(|app| app.name.clone())
    }

    async fn ended(&self, pid: u32) {
        self.until(|world| world.app(pid).is_none().then_some(())).await;
    }
}
