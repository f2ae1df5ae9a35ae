//! Scripts of the client: what runs in the page, and what becomes of it.

use std::time::Duration;

use deskhand_page::{Code, Dialog, DialogKind, Fault, FaultKind, Thrown, World};
use serde_json::{Value, json};

use crate::support::{Client, Server};

async fn run(client: &Client, how: &str, script: &str) -> crate::support::Answer {
    client.post(&format!("execute/{how}"), json!({ "script": script, "args": [1, "two"] })).await
}

fn body(code: &Code) -> &str {
    match code {
        Code::Body(body) => body,
        Code::Member { name, .. } => panic!("{name} is one of our functions"),
    }
}

#[tokio::test]
async fn a_script_runs_in_the_page_as_it_is() {
    let server = Server::plain().await;
    let client = server.session(json!({ "timeouts": { "script": 1234 } })).await;
    server.page().rehearse([Ok(json!([1, 2]))]);
    assert_eq!(*run(&client, "sync", "return arguments[0] // one").await.done(), json!([1, 2]));
    let [(call, within)] = server.page().performed().try_into().unwrap();
    assert_eq!(call.world, World::Page);
    assert_eq!(body(&call.code), "return arguments[0] // one");
    assert_eq!(call.args, [json!(1), json!("two")]);
    assert_eq!(within, Duration::from_millis(1234));
}

#[tokio::test]
async fn a_script_without_a_timeout_has_days() {
    let server = Server::plain().await;
    let client = server.session(json!({ "timeouts": { "script": null } })).await;
    server.page().rehearse([Ok(Value::Null)]);
    run(&client, "sync", "return 1").await.done();
    let [(_, within)] = server.page().performed().try_into().unwrap();
    assert!(within > Duration::from_secs(86_400), "{within:?}");
}

#[tokio::test]
async fn a_script_that_takes_too_long_is_a_script_timeout() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Err(Fault::new(FaultKind::Timeout, "It took too long."))]);
    let answer = run(&client, "sync", "for (;;);").await;
    assert_eq!((answer.status.as_u16(), answer.error()), (500, "script timeout"));
}

#[tokio::test]
async fn what_a_script_throws_is_told_with_the_place_where_it_did() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let (name, message, stack) = ("TypeError".to_owned(), "no".to_owned(), "f@x.js:1:2".to_owned());
    server.page().rehearse([Err(Fault::script(Thrown { name, message, stack, value: None }))]);
    let answer = run(&client, "sync", "f()").await;
    assert_eq!((answer.error(), answer.message()), ("javascript error", "TypeError: no"));
    assert_eq!(answer.body["value"]["stacktrace"], json!("f@x.js:1:2"));
}

#[tokio::test]
async fn a_script_that_opens_a_dialog_is_answered_with_nothing() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let dialog = Dialog { kind: DialogKind::Alert, text: "cheese".to_owned(), default_text: None };
    server.page().rehearse([Err(Fault::dialog_open(dialog.clone()))]);
    assert_eq!(*run(&client, "sync", "alert('cheese'); return 1").await.done(), Value::Null);
    server.page().rehearse([Ok(json!(false)), Err(Fault::dialog_open(dialog))]);
    assert_eq!(*run(&client, "async", "alert('cheese')").await.done(), Value::Null);
}

#[tokio::test]
async fn a_script_that_awaits_becomes_an_async_function() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Ok(json!(true)), Ok(json!(3))]);
    assert_eq!(*run(&client, "sync", "return await three()").await.done(), json!(3));
    let [_, (call, _)] = server.page().performed().try_into().unwrap();
    assert!(body(&call.code).contains("async function () {\nreturn await three()\n}"), "{:?}", call.code);
}

#[tokio::test]
async fn a_word_in_a_text_makes_no_async_function() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Ok(json!(false)), Ok(Value::Null)]);
    run(&client, "sync", "return 'await'").await.done();
    let [_, (call, _)] = server.page().performed().try_into().unwrap();
    assert_eq!(body(&call.code), "return 'await'");
}

#[tokio::test]
async fn an_async_script_gets_a_callback_after_its_arguments() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Ok(json!(false)), Ok(json!("called"))]);
    assert_eq!(*run(&client, "async", "arguments[2]('called') // done").await.done(), json!("called"));
    let [_, (call, _)] = server.page().performed().try_into().unwrap();
    assert_eq!(call.args, [json!(1), json!("two")], "the callback is made in the page");
    assert!(body(&call.code).contains("{\narguments[2]('called') // done\n}"), "{:?}", call.code);
}

#[tokio::test]
async fn an_async_script_that_is_no_function_body_is_never_run() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let thrown = Thrown { name: "SyntaxError".to_owned(), message: "}".to_owned(), ..Thrown::default() };
    server.page().rehearse([Err(Fault::script(thrown))]);
    assert_eq!(run(&client, "async", "}); evil(function () {").await.error(), "javascript error");
    assert_eq!(server.page().performed().len(), 1);
}

#[tokio::test]
async fn a_script_is_a_text_and_its_arguments_are_a_list() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for bad in
        [json!({ "script": 1, "args": [] }), json!({ "script": "", "args": {} }), json!({ "args": [] })]
    {
        assert_eq!(client.post("execute/sync", bad.clone()).await.error(), "invalid argument", "{bad}");
        assert_eq!(client.post("execute/async", bad.clone()).await.error(), "invalid argument", "{bad}");
    }
}
