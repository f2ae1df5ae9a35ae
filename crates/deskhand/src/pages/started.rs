//! An application that runs for its pages.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Exit, Page, StartedApp};
use deskhand_web::AppOutput;

use super::ground::Ground;

/// An application that runs on its desktop.
pub(super) struct Running {
    pub(super) name: String,
    pub(super) pid: u32,
    pub(super) ground: Ground,
    pub(super) output: AppOutput,
}

impl Running {
    /// Returns when it has ended, with how, as the beginning of a sentence.
    pub(super) async fn exit(&self) -> String {
        match self.ground.wait(self.pid).await {
            Ok(exit) => told(&self.name, exit),
            Err(error) => format!("{} has lost its desktop ({error})", self.name),
        }
    }
}

/// The same, and the way to its pages is known.
pub(super) struct Started {
    pub(super) running: Running,
    pub(super) page: Arc<dyn Page>,
}

#[async_trait]
impl StartedApp for Started {
    fn page(&self) -> Arc<dyn Page> {
        Arc::clone(&self.page)
    }

    fn ended(&self) -> Option<String> {
        let Running { name, pid, ground, output } = &self.running;
        ground.ended(*pid).map(|exit| told(name, exit) + &output.last_lines())
    }

    async fn until_ended(&self) -> String {
        let how = self.running.exit().await;
        how + &self.running.output.last_words().await
    }

    async fn end(&self, within: Duration) {
        // What is not gone by then, the supervisor goes on with.
        let _ = tokio::time::timeout(within, self.running.ground.end()).await;
    }
}

fn told(name: &str, exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("{name} has ended with exit code {code}"),
        Exit::Signal(signal) => format!("{name} was ended by signal {signal}"),
    }
}
