//! Asking a model, which may be down, slow, rude or wrong.

use std::io::Cursor;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deskhand_engine::ports::{Sight, Spotted, Vision};
use deskhand_model::{Error, ErrorKind, Rect, Role};
use deskhand_vision::{Key, ModelKind, ModelOptions};
use serde_json::{Value, json};

use crate::drawn::{LIGHT, plain, window};
use crate::stub::{Says, Stub, header};
use crate::{PATIENCE, asking, sight};

const SECRET: &str = "sk-s3cret-0123456789";

/// A model that sees something at a place of the picture that it is shown.
const SEEN: &str = r#"{"found": true, "x": 40, "y": 30, "width": 100, "height": 20, "confidence": 0.8}"#;

fn options(kind: ModelKind, stub: &Stub) -> ModelOptions {
    ModelOptions { budget: PATIENCE, ..ModelOptions::new(kind, &stub.url, "a-model") }
}

fn with_key(options: ModelOptions) -> ModelOptions {
    ModelOptions { key: Some(Key::new(SECRET).unwrap()), ..options }
}

/// How each kind of server wraps what a model says.
fn wrapped(kind: ModelKind, said: &str) -> Value {
    match kind {
        ModelKind::Ollama => {
            json!({ "model": "a-model", "message": { "role": "assistant", "content": said }, "done": true })
        }
        ModelKind::OpenAi => {
            json!({ "choices": [{ "index": 0, "message": { "role": "assistant", "content": said } }] })
        }
    }
}

fn button() -> Sight {
    Sight { name: "Save".to_owned(), ..sight(&window(LIGHT)) }
}

/// What an OpenAI-like server is understood as that answers so, when it is asked with a key.
async fn answered(says: Says) -> Result<Vec<Spotted>, Error> {
    let stub = Stub::start(says).await;
    let looked = asking(with_key(options(ModelKind::OpenAi, &stub))).spot(&button(), PATIENCE).await;
    if let Err(error) = &looked {
        assert!(!format!("{error:?}").contains("s3cret"), "{error:?}");
    }
    looked
}

/// The one reason why nobody could look.
async fn reason(says: Says) -> (ErrorKind, String) {
    let error = answered(says).await.unwrap_err();
    assert_eq!(error.steps().len(), 1, "{error:?}");
    (error.kind(), error.steps()[0].clone())
}

/// The size of a picture in base64.
fn size(png: &str) -> (u32, u32) {
    let file = BASE64_STANDARD.decode(png).unwrap();
    png::Decoder::new(Cursor::new(file)).read_info().unwrap().info().size()
}

#[tokio::test]
async fn both_kinds_of_servers_are_understood() {
    for &kind in ModelKind::ALL {
        let stub = Stub::start(Says::json(&wrapped(kind, SEEN))).await;
        let spotted = asking(options(kind, &stub)).spot(&button(), PATIENCE).await.unwrap();
        let expected = Spotted { place: Rect::new(40, 30, 100, 20), confidence: 0.8, by: "model" };
        assert_eq!(spotted, [expected], "{kind}");
    }
}

#[tokio::test]
async fn ollama_is_asked_as_it_wants_to_be() {
    let stub = Stub::start(Says::json(&wrapped(ModelKind::Ollama, SEEN))).await;
    asking(options(ModelKind::Ollama, &stub)).spot(&button(), PATIENCE).await.unwrap();
    let asked = &stub.asked()[0];
    assert!(asked.head.starts_with("POST /api/chat HTTP/1.1\r\n"), "{}", asked.head);
    assert_eq!(header(&asked.head, "authorization"), None);
    assert_eq!(asked.body["model"], "a-model");
    assert_eq!((&asked.body["stream"], &asked.body["format"]), (&json!(false), &json!("json")));
    let message = &asked.body["messages"][0];
    assert!(message["content"].as_str().unwrap().contains(r#"the button that was called "Save""#));
    assert_eq!(size(message["images"][0].as_str().unwrap()), (800, 600));
}

#[tokio::test]
async fn an_openai_like_server_is_asked_as_it_wants_to_be() {
    let stub = Stub::start(Says::json(&wrapped(ModelKind::OpenAi, SEEN))).await;
    asking(with_key(options(ModelKind::OpenAi, &stub))).spot(&button(), PATIENCE).await.unwrap();
    let asked = &stub.asked()[0];
    assert!(asked.head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", asked.head);
    assert_eq!(header(&asked.head, "authorization").unwrap(), format!("Bearer {SECRET}"));
    let content = &asked.body["messages"][0]["content"];
    assert!(content[0]["text"].as_str().unwrap().contains("800 pixels wide and 600 pixels high"));
    let picture = content[1]["image_url"]["url"].as_str().unwrap();
    assert_eq!(size(picture.strip_prefix("data:image/png;base64,").unwrap()), (800, 600));
}

#[tokio::test]
async fn only_the_surroundings_of_the_former_place_are_sent_and_places_map_back() {
    let stub = Stub::start(Says::json(&wrapped(ModelKind::Ollama, SEEN))).await;
    let sight = Sight { former: Some(Rect::new(400, 300, 100, 20)), role: Role::Checkbox, ..button() };
    let spotted = asking(options(ModelKind::Ollama, &stub)).spot(&sight, PATIENCE).await.unwrap();
    assert_eq!(spotted[0].place, Rect::new(200 + 40, 140 + 30, 100, 20));
    let message = &stub.asked()[0].body["messages"][0];
    assert!(message["content"].as_str().unwrap().contains("the checkbox"));
    assert_eq!(size(message["images"][0].as_str().unwrap()), (500, 340));
}

#[tokio::test]
async fn a_large_window_is_sent_smaller_and_places_map_back() {
    let stub = Stub::start(Says::json(&wrapped(ModelKind::Ollama, SEEN))).await;
    let sight = sight(&plain(2048, 1000, LIGHT.ground));
    let spotted = asking(options(ModelKind::Ollama, &stub)).spot(&sight, PATIENCE).await.unwrap();
    assert_eq!(spotted[0].place, Rect::new(80, 60, 200, 40));
    assert_eq!(size(stub.asked()[0].body["messages"][0]["images"][0].as_str().unwrap()), (1024, 500));
}

#[tokio::test]
async fn a_model_that_sees_nothing_is_no_failure() {
    let says = Says::json(&wrapped(ModelKind::OpenAi, r#"```json {"found": false} ```"#));
    assert_eq!(answered(says).await.unwrap(), []);
}

#[tokio::test]
async fn a_model_is_not_believed_more_than_so_much() {
    let says = wrapped(ModelKind::OpenAi, &SEEN.replace("0.8", "1.0"));
    assert!(answered(Says::json(&says)).await.unwrap()[0].confidence < 0.9);
}

#[tokio::test]
async fn an_answer_in_parts_is_understood() {
    let parts = json!([{ "type": "text", "text": "Here: " }, { "type": "text", "text": SEEN }]);
    let says = Says::json(&json!({ "choices": [{ "message": { "content": parts } }] }));
    assert_eq!(answered(says).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_model_that_lies_out_of_the_picture_is_not_believed() {
    for lie in [SEEN.replace("40", "790"), SEEN.replace("30", "-100"), SEEN.replace("100", "99999")] {
        let (kind, step) = reason(Says::json(&wrapped(ModelKind::OpenAi, &lie))).await;
        assert_eq!(kind, ErrorKind::ActionFailed);
        assert!(step.contains("not inside of the picture"), "{step}");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_told_as_such() {
    for (says, part) in [
        (Says::json(&wrapped(ModelKind::OpenAi, "I see a lot.")), "not the JSON object that was asked for"),
        (Says::json(&json!({ "choices": [] })), "it answers nothing"),
        (Says::json(&wrapped(ModelKind::Ollama, SEEN)), "does not speak OpenAI's interface"),
        (Says::status("200 OK", "", "<html>hello</html>"), "does not speak OpenAI's interface"),
        (Says::status("200 OK", "", &" ".repeat(70_000)), "more than 64 KiB"),
    ] {
        let (kind, step) = reason(says).await;
        assert_eq!(kind, ErrorKind::ActionFailed, "{step}");
        assert!(step.contains(part), "{step}");
    }
}

#[tokio::test]
async fn a_refusal_is_told_with_what_the_server_says_and_without_the_key() {
    let quoting = json!({ "error": { "message": format!("Wrong key: {SECRET}") } }).to_string();
    for (status, body, kind, part) in [
        ("401 Unauthorized", quoting.as_str(), ErrorKind::PermissionDenied, "401 Unauthorized: Wrong key: …"),
        ("500 Internal Server Error", SECRET, ErrorKind::ActionFailed, "500 Internal Server Error: …"),
        ("404 Not Found", r#"{"error": "no model\nhere"}"#, ErrorKind::ActionFailed, "no model here"),
        ("503 Service Unavailable", "", ErrorKind::ActionFailed, "answers 503"),
    ] {
        let (told, step) = reason(Says::status(status, "", body)).await;
        assert_eq!(told, kind, "{step}");
        assert!(step.contains(part), "{step}");
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = Stub::start(Says::json(&wrapped(ModelKind::OpenAi, SEEN))).await;
    let more = format!("location: {}/{SECRET}\r\n", elsewhere.url);
    let (kind, step) = reason(Says::status("307 Temporary Redirect", &more, "")).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(step.contains(&format!("sends to {}/… instead of answering", elsewhere.url)), "{step}");
    assert!(elsewhere.asked().is_empty());
}

#[tokio::test]
async fn a_server_that_breaks_off_or_talks_nonsense_is_an_error() {
    for bytes in [&b""[..], b"garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"] {
        let (kind, step) = reason(Says::Raw(bytes.to_vec())).await;
        assert_eq!(kind, ErrorKind::Io, "{step}");
        assert!(step.contains("broke off the connection"), "{step}");
    }
}

#[tokio::test]
async fn a_server_that_is_down_is_an_error() {
    let stub = Stub::start(Says::Nothing).await;
    let options = options(ModelKind::Ollama, &stub);
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let error =
        asking(ModelOptions { url: url.clone(), ..options }).spot(&button(), PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.steps()[0].contains(&format!("The vision model at {url} cannot be reached")), "{error:?}");
    assert!(error.advice().is_some());
}

#[tokio::test]
async fn a_server_that_is_slow_is_given_up_at_its_budget() {
    for says in [Says::Nothing, Says::HeadOnly] {
        let stub = Stub::start(says).await;
        let options =
            ModelOptions { budget: Duration::from_millis(300), ..options(ModelKind::OpenAi, &stub) };
        let error = asking(with_key(options)).spot(&button(), PATIENCE).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
        assert!(error.steps()[0].contains("did not answer within 300ms"), "{error:?}");
    }
}

#[tokio::test]
async fn the_time_that_is_given_counts_when_it_is_less_than_the_budget() {
    let stub = Stub::start(Says::Nothing).await;
    let eyes = asking(options(ModelKind::OpenAi, &stub));
    assert_eq!(eyes.extra_time(), PATIENCE);
    let error = eyes.spot(&button(), Duration::from_millis(200)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
}

/// Without the feature, such a URL is refused before anything is asked.
#[cfg(feature = "tls")]
#[tokio::test]
async fn an_encrypted_url_is_never_asked_in_the_clear() {
    let stub = Stub::start(Says::status("200 OK", "", "{}")).await;
    let url = stub.url.replace("http://", "https://");
    let options = ModelOptions { url, ..with_key(options(ModelKind::OpenAi, &stub)) };
    let budget = Duration::from_secs(2);
    let error = asking(ModelOptions { budget, ..options }).spot(&button(), PATIENCE).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Io | ErrorKind::Timeout), "{error:?}");
    assert!(stub.asked().is_empty());
}

#[cfg(not(feature = "tls"))]
#[test]
fn an_encrypted_url_needs_the_feature() {
    let options = ModelOptions::new(ModelKind::OpenAi, "https://127.0.0.1", "m");
    let only = deskhand_vision::EyesOptions { template: false, ocr: None, model: Some(options) };
    let error = deskhand_vision::Eyes::new(only).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.advice(), Some("Build with the feature `tls`."));
}
