//! The interface of OpenAI, as many servers speak it.

use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deskhand_model::Result;
use serde::Deserialize;
use serde_json::json;

use super::answer::unusable;
use super::transport::Transport;
use super::{Answer, Model, Question};

/// A model on a server that speaks OpenAI's interface.
#[derive(Debug)]
pub(super) struct OpenAi {
    transport: Transport,
    model: String,
}

impl OpenAi {
    pub(super) fn new(transport: Transport, model: String) -> OpenAi {
        OpenAi { transport, model }
    }
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: Content,
}

/// What is said, in one piece or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Whole(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: String,
}

#[async_trait]
impl Model for OpenAi {
    async fn locate(&self, question: &Question) -> Result<Answer> {
        let picture = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(&question.png));
        // No temperature and no limit of tokens: there are models that refuse the one or know the other by another name.
        let request = json!({
            "model": self.model,
            "stream": false,
            "messages": [{
                "role": "user",
                "content": [
                    { "type": "text", "text": question.words() },
                    { "type": "image_url", "image_url": { "url": picture } },
                ],
            }],
        });
        let body = self.transport.post("/v1/chat/completions", &request).await?;
        let completion: Completion = serde_json::from_slice(&body)
            .map_err(|_| unusable("its server does not speak OpenAI's interface"))?;
        let choice = completion.choices.into_iter().next().ok_or_else(|| unusable("it answers nothing"))?;
        Answer::read(&match choice.message.content {
            Content::Whole(text) => text,
            Content::Parts(parts) => parts.into_iter().map(|part| part.text).collect(),
        })
    }
}
