//! The interface of Ollama.

use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deskhand_model::Result;
use serde::Deserialize;
use serde_json::json;

use super::answer::unusable;
use super::transport::Transport;
use super::{Answer, Model, Question};

/// A model on a server that speaks Ollama's interface.
#[derive(Debug)]
pub(super) struct Ollama {
    transport: Transport,
    model: String,
}

impl Ollama {
    pub(super) fn new(transport: Transport, model: String) -> Ollama {
        Ollama { transport, model }
    }
}

#[derive(Deserialize)]
struct Chat {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: String,
}

#[async_trait]
impl Model for Ollama {
    async fn locate(&self, question: &Question) -> Result<Answer> {
        let request = json!({
            "model": self.model,
            "stream": false,
            "format": "json",
            "options": { "temperature": 0 },
            "messages": [{
                "role": "user",
                "content": question.words(),
                "images": [BASE64_STANDARD.encode(&question.png)],
            }],
        });
        let body = self.transport.post("/api/chat", &request).await?;
        let chat: Chat = serde_json::from_slice(&body)
            .map_err(|_| unusable("its server does not speak Ollama's interface"))?;
        Answer::read(&chat.message.content)
    }
}
