//! The published `tauri-wd` 0.1.3 drives an application with our plugin, for what that server can do.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, clippy::panic, reason = "what fails here fails a test")]

#[path = "tauri_wd/driver.rs"]
mod driver;

use driver::{Driver, ELEMENT, SHADOW};
use http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn elements_are_found_read_clicked_and_typed_into() {
    let driver = Driver::start().await;
    assert_eq!(driver.get("/window").await, "main", "there is a window as soon as there is a session");
    assert_eq!(driver.get("/title").await, "Deskhand fixture");
    let press = driver.find("css selector", "#press").await;
    assert_eq!(driver.get(&format!("/element/{press}/text")).await, "Press");
    assert_eq!(driver.get(&format!("/element/{press}/name")).await, "button");
    assert_eq!(driver.get(&format!("/element/{press}/computedrole")).await, "button");
    assert_eq!(driver.get(&format!("/element/{press}/computedlabel")).await, "Press");
    driver.post(&format!("/element/{press}/click"), json!({})).await;
    assert_eq!(driver.run("return document.getElementById('pressed').textContent").await, "1");
    assert_eq!(driver.run("return window.log[0].trusted").await, true, "as a person's");

    // The same element, whatever is put before it.
    driver.run("document.querySelector('h1').before(document.createElement('button'))").await;
    assert_eq!(driver.get(&format!("/element/{press}/attribute/id")).await, "press");
    assert_eq!(driver.find("xpath", "//button[@id='press']").await, press);
    driver.run("document.getElementById('press').remove()").await;
    let (status, gone) = driver.ask(Method::GET, &format!("/element/{press}/text"), None).await;
    assert!(status >= 400 && gone["message"].as_str().unwrap().contains("stale element reference"), "{gone}");

    driver.go("forms.html").await;
    let text = driver.find("css selector", "#text").await;
    driver.post(&format!("/element/{text}/value"), json!({ "text": "é A\u{e003}B" })).await;
    assert_eq!(driver.get(&format!("/element/{text}/property/value")).await, "starté B");
    let active = driver.get("/element/active").await;
    assert_eq!(active[ELEMENT], json!(text));
    driver.post(&format!("/element/{text}/clear"), json!({})).await;
    assert_eq!(driver.get(&format!("/element/{text}/property/value")).await, "");
    let form = driver.find("css selector", "form").await;
    let inside =
        driver.post(&format!("/element/{form}/elements"), json!(by("css selector", "#fruit > option"))).await;
    let option = inside[1][ELEMENT].as_str().expect("an option").to_owned();
    driver.post(&format!("/element/{option}/click"), json!({})).await;
    assert_eq!(driver.get(&format!("/element/{option}/selected")).await, true);
    let disabled = driver.find("css selector", "#disabled").await;
    assert_eq!(driver.get(&format!("/element/{disabled}/enabled")).await, false);
    let hidden = driver.find("css selector", "#hidden").await;
    assert_eq!(driver.get(&format!("/element/{hidden}/displayed")).await, false);
    let (status, none) = driver.ask(Method::POST, "/element", Some(by("css selector", "#nowhere"))).await;
    assert_eq!((status, none["error"].as_str()), (404, Some("no such element")));
}

fn by(using: &str, value: &str) -> Value {
    json!({ "using": using, "value": value })
}

#[tokio::test]
async fn pages_are_navigated_without_end() {
    let driver = Driver::start().await;
    for _ in 0..5 {
        driver.go("navigation.html").await;
        let link = driver.find("link text", "Index").await;
        driver.post(&format!("/element/{link}/click"), json!({})).await;
        assert_eq!(driver.get("/title").await, "Deskhand fixture", "the page is there after the click");
    }
    driver.post("/back", json!({})).await;
    assert_eq!(driver.get("/title").await, "Navigation");
    driver.post("/forward", json!({})).await;
    driver.post("/refresh", json!({})).await;
    assert_eq!(driver.get("/title").await, "Deskhand fixture");
    assert!(driver.get("/url").await.as_str().unwrap().starts_with("tauri://localhost/"));
    assert!(driver.get("/source").await.as_str().unwrap().contains("<h1 id=\"heading\">"));
}

#[tokio::test]
async fn scripts_promises_and_dialogs_come_through() {
    let driver = Driver::start().await;
    assert_eq!(driver.run("return Promise.resolve([1, { a: null }])").await, json!([1, { "a": null }]));
    let body = json!({ "script": "arguments[1](arguments[0] * 2) // last", "args": [21] });
    assert_eq!(driver.post("/execute/async", body).await, 42);
    let body = json!({ "script": "throw new RangeError('far')", "args": [] });
    let (_, thrown) = driver.ask(Method::POST, "/execute/sync", Some(body)).await;
    assert_eq!(thrown["error"], "javascript error");
    assert!(thrown["message"].as_str().unwrap().contains("far"), "{thrown}");
    assert_eq!(driver.run("return Object.keys(window.__WEBDRIVER__).includes('findElement')").await, true);

    driver.go("dialogs.html").await;
    let prompt = driver.find("css selector", "#prompt").await;
    driver.post(&format!("/element/{prompt}/click"), json!({})).await;
    assert_eq!(driver.get("/alert/text").await, "Your name?");
    driver.post("/alert/text", json!({ "text": "Ada" })).await;
    driver.post("/alert/accept", json!({})).await;
    assert_eq!(driver.run("return document.getElementById('answer').textContent").await, "\"Ada\"");
    let (status, none) = driver.ask(Method::GET, "/alert/text", None).await;
    assert_eq!((status, none["error"].as_str()), (404, Some("no such alert")));
}

#[tokio::test]
async fn frames_of_every_origin_and_shadow_trees_are_entered() {
    let driver = Driver::start().await;
    driver.go("frames.html").await;
    let outer = driver.find("css selector", "#outer").await;
    driver.post("/frame", json!({ "id": { ELEMENT: outer } })).await;
    driver.post("/frame", json!({ "id": 0 })).await;
    let where_it_is = driver.find("css selector", "#where").await;
    assert_eq!(driver.get(&format!("/element/{where_it_is}/text")).await, "inner");
    let press = driver.find("css selector", "#press").await;
    driver.post(&format!("/element/{press}/click"), json!({})).await;
    assert_eq!(driver.get(&format!("/element/{press}/text")).await, "pressed, trusted true");
    let picture = driver.get(&format!("/element/{press}/screenshot")).await;
    assert!(picture.as_str().unwrap().starts_with("iVBOR"), "{picture}");
    driver.post("/frame/parent", json!({})).await;
    assert_eq!(driver.run("return document.getElementById('where').textContent").await, "outer");
    driver.post("/frame", json!({ "id": null })).await;
    // That of a data address, which has an origin of its own.
    driver.post("/frame", json!({ "id": 2 })).await;
    assert!(driver.get("/source").await.as_str().unwrap().contains(">data</p>"));

    driver.go("shadow.html").await;
    let host = driver.find("css selector", "#host").await;
    let root = driver.get(&format!("/element/{host}/shadow")).await;
    let root = root[SHADOW].as_str().expect("a shadow root");
    let found = driver.post(&format!("/shadow/{root}/elements"), by("css selector", "*")).await;
    assert!(!found.as_array().unwrap().is_empty());
    let inside = found[0][ELEMENT].as_str().unwrap();
    assert!(driver.get(&format!("/element/{inside}/name")).await.is_string());
}

#[tokio::test]
async fn windows_cookies_pictures_and_paper() {
    let driver = Driver::start().await;
    let bounds = json!({ "x": 60.0, "y": 50.0, "width": 640.0, "height": 480.0 });
    assert_eq!(driver.post("/window/rect", bounds.clone()).await, bounds);
    let wide = driver.post("/window/maximize", json!({})).await;
    assert!(wide["width"].as_f64().unwrap() > 640.0, "{wide}");
    let opened = driver.post("/window/new", json!({ "type": "window" })).await;
    let opened = opened["handle"].as_str().expect("a handle");
    driver.post("/window", json!({ "handle": opened })).await;
    assert_eq!(driver.get("/url").await, "about:blank");
    assert_eq!(driver.delete("/window").await, json!(["main"]));
    driver.post("/window", json!({ "handle": "main" })).await;

    let cookie = json!({ "name": "taste", "value": "sweet", "httpOnly": true, "sameSite": "Strict" });
    driver.post("/cookie", json!({ "cookie": cookie })).await;
    let kept = driver.get("/cookie/taste").await;
    assert_eq!((&kept["value"], &kept["httpOnly"]), (&json!("sweet"), &json!(true)), "{kept}");
    driver.delete("/cookie/taste").await;
    assert_eq!(driver.get("/cookie").await, json!([]));
    assert!(driver.get("/screenshot").await.as_str().unwrap().starts_with("iVBOR"));
    let pdf = driver.post("/print", json!({ "orientation": "landscape" })).await;
    assert!(pdf.as_str().unwrap().starts_with("JVBERi0"), "a PDF");
}

#[tokio::test]
async fn actions_are_those_of_a_person() {
    let driver = Driver::start().await;
    let press = driver.find("css selector", "#press").await;
    let actions = json!({ "actions": [
        { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "x": 0, "y": 0, "duration": 0, "origin": { ELEMENT: press } },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ] },
        { "type": "key", "id": "keys", "actions": [{ "type": "pause", "duration": 10 }] },
    ] });
    driver.post("/actions", actions).await;
    assert_eq!(driver.run("return window.log.map((entry) => entry.trusted)").await, json!([true]));
    driver.go("forms.html").await;
    driver.run("document.getElementById('text').focus()").await;
    let keys = json!({ "actions": [{ "type": "key", "id": "keys", "actions": [
        { "type": "keyDown", "value": "\u{e009}" }, { "type": "keyDown", "value": "a" },
        { "type": "keyUp", "value": "a" }, { "type": "keyUp", "value": "\u{e009}" },
        { "type": "keyDown", "value": "z" },
    ] }] });
    driver.post("/actions", keys).await;
    driver.delete("/actions").await;
    assert_eq!(driver.run("return document.getElementById('text').value").await, "z");
}

#[tokio::test]
async fn files_are_uploaded() {
    let driver = Driver::start().await;
    driver.go("files.html").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note.txt");
    std::fs::write(&path, "hello").unwrap();
    let input = driver.find("css selector", "#single").await;
    driver.post(&format!("/element/{input}/value"), json!({ "text": path.to_str().unwrap() })).await;
    let name = driver.run("return [single.files[0].name, single.files[0].size, single.files[0].type]").await;
    assert_eq!(name, json!(["note.txt", 5, "text/plain"]));
}
