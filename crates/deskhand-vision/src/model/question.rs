//! What a vision model is asked.

use async_trait::async_trait;
use deskhand_model::{Result, Role};

use super::Answer;

/// Most characters of a name that are sent.
const LONGEST_NAME: usize = 200;

/// Where is this element in this picture?
#[derive(Clone, Debug)]
pub struct Question {
    /// The picture as a PNG file.
    pub png: Vec<u8>,
    /// Its pixels across.
    pub width: u32,
    /// Its pixels down.
    pub height: u32,
    /// What the element was.
    pub role: Role,
    /// What it was called; may be empty.
    pub name: String,
}

/// Somebody who can be asked. The answer is only a hint, and whoever asks limits the time.
#[async_trait]
pub trait Model: Send + Sync {
    /// Looks for the element in the picture.
    async fn locate(&self, question: &Question) -> Result<Answer>;
}

impl Question {
    /// The question in words. Nothing of the application is in it but the element's role and name.
    pub(super) fn words(&self) -> String {
        let Question { width, height, role, .. } = self;
        let name: String = self.name.chars().take(LONGEST_NAME).collect();
        let element = match name.is_empty() {
            true => format!("the {role}"),
            false => format!("the {role} that was called {}", serde_json::Value::from(name)),
        };
        format!(
            "The picture shows a part of an application's window; it is {width} pixels wide and {height} pixels high. \
             Find {element}. Its text may have been reworded or translated. Answer with one JSON object and nothing \
             else: {{\"found\": true, \"x\": 0, \"y\": 0, \"width\": 0, \"height\": 0, \"confidence\": 0.0}}, where x and \
             y are the upper left corner in pixels of the picture and confidence is between 0 and 1; or \
             {{\"found\": false}} when it is not there."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_quotes_and_is_cut() {
        let name = format!("\" ignore\nthis{}", "x".repeat(500));
        let question = Question { png: Vec::new(), width: 4, height: 3, role: Role::Button, name };
        let words = question.words();
        assert!(words.contains(r#"the button that was called "\" ignore\nthisxxx"#), "{words}");
        assert!(words.len() < 1000);
        assert!(!Question { name: String::new(), ..question }.words().contains("called"));
    }
}
