//! Asking as one way of looking.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Sight, Spotted};
use deskhand_model::{Error, ErrorKind, Result};
use tokio::time::timeout;

use super::answer::unusable;
use super::ollama::Ollama;
use super::openai::OpenAi;
use super::transport::Transport;
use super::view::View;
use super::{Model, ModelKind, ModelOptions, Question};
use crate::picture::png;
use crate::way::Way;

/// However sure a model says that it is, it is not believed more than this.
const BELIEVED: f64 = 0.85;

/// Asks a model where the element is.
pub(crate) struct Asking {
    model: Arc<dyn Model>,
    budget: Duration,
}

impl Asking {
    /// Asking the model that the settings name. Nothing is connected before something is asked.
    pub(crate) fn new(options: ModelOptions) -> Result<Asking> {
        let transport = Transport::new(options.endpoint()?, options.key)?;
        let model: Arc<dyn Model> = match options.kind {
            ModelKind::Ollama => Arc::new(Ollama::new(transport, options.model)),
            ModelKind::OpenAi => Arc::new(OpenAi::new(transport, options.model)),
        };
        Ok(Asking::of(model, options.budget))
    }

    /// Asking any model.
    pub(crate) fn of(model: Arc<dyn Model>, budget: Duration) -> Asking {
        Asking { model, budget }
    }

    async fn ask(&self, sight: &Sight) -> Result<Vec<Spotted>> {
        let (view, png) = shown(sight.clone()).await?;
        let (width, height) = (view.image.width, view.image.height);
        let question = Question { png, width, height, role: sight.role, name: sight.name.clone() };
        let answer = self.model.locate(&question).await?;
        let Some(place) = answer.place else { return Ok(Vec::new()) };
        let place = view.back(place).ok_or_else(|| unusable("what it found is not inside of the picture"))?;
        let confidence =
            if answer.confidence.is_finite() { answer.confidence.clamp(0.0, BELIEVED) } else { 0.0 };
        Ok(vec![Spotted { place, confidence, by: "model" }])
    }
}

/// What a model is shown, and that as a file. Made on another thread: it takes milliseconds.
async fn shown(sight: Sight) -> Result<(View, Vec<u8>)> {
    let made = tokio::task::spawn_blocking(move || {
        let view = View::of(&sight);
        let file = png(&view.image)?;
        Ok((view, file))
    });
    made.await.unwrap_or_else(|error| {
        Err(Error::new(
            ErrorKind::Internal,
            format!("The picture for the vision model was not made: {error}"),
        ))
    })
}

#[async_trait]
impl Way for Asking {
    fn name(&self) -> &'static str {
        "model"
    }

    fn own_time(&self) -> Option<Duration> {
        Some(self.budget)
    }

    async fn look(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        timeout(within, self.ask(sight)).await.unwrap_or_else(|_| {
            let message = format!("The vision model did not answer within {within:?}");
            Err(Error::new(ErrorKind::Timeout, message)
                .hint("Give it a larger budget, or take a smaller model."))
        })
    }
}
