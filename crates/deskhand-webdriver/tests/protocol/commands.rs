//! Commands about pages, windows, frames, cookies and pictures.

use deskhand_page::{Code, Extent, Fault, FaultKind, PageRect};
use serde_json::{Value, json};

use crate::support::Server;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

#[tokio::test]
async fn a_page_is_gone_to_and_left_again() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    assert_eq!(*client.get("url").await.done(), json!("tauri://localhost/"));
    assert_eq!(*client.post("url", json!({ "url": "http://a.example/x" })).await.done(), Value::Null);
    assert_eq!(*client.get("url").await.done(), json!("http://a.example/x"));
    client.post("back", json!({})).await.done();
    assert_eq!(*client.get("url").await.done(), json!("tauri://localhost/"));
    client.post("forward", json!({})).await.done();
    client.post("refresh", json!({})).await.done();
    assert_eq!(*client.get("url").await.done(), json!("http://a.example/x"));
    assert_eq!(*client.get("title").await.done(), json!("Title of main"));
    assert_eq!(*client.get("source").await.done(), json!("<html></html>"));
}

#[tokio::test]
async fn an_address_is_absolute_and_a_page_that_takes_too_long_times_out() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for bad in [json!({ "url": "foo" }), json!({ "url": 1 }), json!({}), json!({ "url": "//a.example" })] {
        assert_eq!(client.post("url", bad.clone()).await.error(), "invalid argument", "{bad}");
    }
    client.post("timeouts", json!({ "pageLoad": 70 })).await.done();
    let late = client.post("url", json!({ "url": "http://slow.example/" })).await;
    assert_eq!((late.status.as_u16(), late.error()), (500, "timeout"));
    assert!(late.message().contains("70 ms"), "{}", late.message());
}

#[tokio::test]
async fn elements_are_found_or_not() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let by = |value: &str| json!({ "using": "css selector", "value": value });
    assert_eq!(*client.post("element", by("#there")).await.done(), json!({ ELEMENT: "main.d.1" }));
    assert_eq!(client.post("element", by("#nowhere")).await.error(), "no such element");
    assert_eq!(*client.post("elements", by("#nowhere")).await.done(), json!([]));
    let unknown = json!({ "using": "id", "value": "x" });
    assert_eq!(client.post("element", unknown).await.error(), "invalid argument");
}

#[tokio::test]
async fn a_window_that_is_closed_is_no_such_window() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let opened = client.post("window/new", json!({ "type": "window" })).await.done().clone();
    assert_eq!(opened["type"], json!("window"));
    assert_eq!(*client.get("window").await.done(), json!("main"), "the session stays where it is");
    client.post("window", json!({ "handle": opened["handle"] })).await.done();
    assert_eq!(
        *client.get("title").await.done(),
        json!(format!("Title of {}", opened["handle"].as_str().unwrap()))
    );
    assert_eq!(*client.delete("window").await.done(), json!(["main"]));
    for what in ["window", "url", "title", "window/rect", "cookie", "alert/text", "screenshot", "source"] {
        let answer = client.get(what).await;
        assert_eq!((answer.status.as_u16(), answer.error()), (404, "no such window"), "{what}");
    }
    for (what, body) in [
        ("url", json!({ "url": "foo" })),
        ("back", json!({})),
        ("frame", json!({ "id": null })),
        ("frame/parent", json!({})),
        ("window/rect", json!({})),
        ("window/maximize", json!({})),
        ("print", json!({})),
        ("alert/accept", json!({})),
        ("execute/sync", json!({ "script": "", "args": [] })),
        ("cookie", json!({ "cookie": { "name": "a", "value": "b" } })),
    ] {
        assert_eq!(client.post(what, body).await.error(), "no such window", "{what}");
    }
    assert_eq!(client.post("window", json!({ "handle": "nobody" })).await.error(), "no such window");
    assert_eq!(client.post("window", json!({ "handle": 1 })).await.error(), "invalid argument");
    client.post("window", json!({ "handle": "main" })).await.done();
    assert_eq!(*client.get("title").await.done(), json!("Title of main"));
}

#[tokio::test]
async fn the_session_ends_with_its_last_window() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    assert_eq!(*client.delete("window").await.done(), json!([]));
    assert_eq!(client.get("url").await.error(), "invalid session id");
    crate::support::eventually("the application is gone", || server.apps.running() == 0).await;
}

#[tokio::test]
async fn windows_are_moved_by_halves_and_whole() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let rect =
        |x: i32, y: i32, width: i32, height: i32| json!({ "x": x, "y": y, "width": width, "height": height });
    assert_eq!(*client.get("window/rect").await.done(), rect(10, 20, 800, 600));
    assert_eq!(*client.post("window/rect", json!({ "x": 150.5 })).await.done(), rect(150, 20, 800, 600));
    assert_eq!(
        *client.post("window/rect", json!({ "height": 550, "y": null })).await.done(),
        rect(150, 20, 800, 550)
    );
    assert_eq!(*client.post("window/rect", json!({})).await.done(), rect(150, 20, 800, 550));
    for bad in [
        json!({ "width": -1 }),
        json!({ "x": "a" }),
        json!({ "height": true }),
        json!({ "y": 2_147_483_648_i64 }),
    ] {
        assert_eq!(client.post("window/rect", bad.clone()).await.error(), "invalid argument", "{bad}");
    }
    for how in ["maximize", "minimize", "fullscreen"] {
        assert_eq!(*client.post(&format!("window/{how}"), json!({})).await.done(), rect(150, 20, 800, 550));
    }
}

#[tokio::test]
async fn the_document_fills_the_screen_and_leaves_it_before_its_window_moves() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    for (what, asked) in [
        ("fullscreen", "requestFullscreen"),
        ("maximize", "exitFullscreen"),
        ("minimize", "exitFullscreen"),
        ("rect", "exitFullscreen"),
    ] {
        // A page that cannot is no reason to fail: its window still can.
        for said in [Ok(Value::Null), Err(Fault::new(FaultKind::Script, "It cannot."))] {
            page.rehearse([said]);
            client.post(&format!("window/{what}"), json!({})).await.done();
            let [(call, _)] = page.performed().try_into().unwrap();
            assert!(
                matches!(&call.code, Code::Body(body) if body.contains(asked)),
                "{what}: {:?}",
                call.code
            );
        }
    }
}

#[tokio::test]
async fn frames_are_entered_by_number_and_by_element() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let enter = async |id: Value| client.post("frame", json!({ "id": id })).await;
    enter(json!(1)).await.done();
    enter(json!({ ELEMENT: "frame" })).await.done();
    client.post("frame/parent", json!({})).await.done();
    assert_eq!(enter(json!(2)).await.error(), "no such frame");
    assert_eq!(enter(json!({ ELEMENT: "div" })).await.error(), "no such frame");
    assert_eq!(enter(json!({ ELEMENT: "stale" })).await.error(), "stale element reference");
    assert_eq!(enter(json!({ ELEMENT: "unknown" })).await.error(), "no such element");
    for bad in [json!(-1), json!(65536), json!("foo"), json!(true), json!([]), json!({})] {
        assert_eq!(enter(bad.clone()).await.error(), "invalid argument", "{bad}");
    }
    enter(Value::Null).await.done();
    client.post("frame/parent", json!({})).await.done();
}

#[tokio::test]
async fn a_frame_that_was_taken_out_is_no_such_window() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    client.post("frame", json!({ "id": 0 })).await.done();
    server.page().remove_frame("f0");
    for what in ["source", "cookie", "url"] {
        assert_eq!(client.get(what).await.error(), "no such window", "{what}");
    }
    for id in [json!(0), json!({ ELEMENT: "frame" })] {
        assert_eq!(client.post("frame", json!({ "id": id })).await.error(), "no such window", "{id}");
    }
    // What is about the whole window is still there.
    client.get("title").await.done();
    client.get("screenshot").await.done();
    client.post("print", json!({})).await.done();
    client.post("frame/parent", json!({})).await.done();
    client.get("source").await.done();
}

#[tokio::test]
async fn going_elsewhere_leaves_the_frames() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    client.post("frame", json!({ "id": 0 })).await.done();
    server.page().remove_frame("f0");
    client.post("url", json!({ "url": "http://b.example/" })).await.done();
    client.get("source").await.done();
    // Also when nobody is there: the page with the frames has been left all the same, or is about to be.
    client.post("frame", json!({ "id": 1 })).await.done();
    server.page().remove_frame("f1");
    assert_eq!(client.post("url", json!({ "url": "http://down.example/" })).await.error(), "unknown error");
    client.get("source").await.done();
}

#[tokio::test]
async fn cookies_are_kept_found_and_deleted() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let add = async |cookie: Value| client.post("cookie", json!({ "cookie": cookie })).await;
    client.post("url", json!({ "url": "http://www.a.example/" })).await.done();
    add(json!({ "name": "a", "value": "1", "sameSite": "Lax", "expiry": 2_000_000_000 })).await.done();
    add(json!({ "name": "b", "value": "2", "domain": "a.example", "secure": true, "httpOnly": true }))
        .await
        .done();
    let expected = json!({ "name": "a", "value": "1", "path": "/", "secure": false, "httpOnly": false,
        "expiry": 2_000_000_000, "sameSite": "Lax" });
    assert_eq!(*client.get("cookie/a").await.done(), expected);
    assert_eq!(client.get("cookie").await.done().as_array().unwrap().len(), 2);
    assert_eq!(
        add(json!({ "name": "c", "value": "3", "domain": "b.example" })).await.error(),
        "invalid cookie domain"
    );
    assert_eq!(add(json!({ "name": "c", "value": "3", "sameSite": "x" })).await.error(), "invalid argument");
    client.delete("cookie/a").await.done();
    assert_eq!(client.get("cookie/a").await.error(), "no such cookie");
    client.delete("cookie").await.done();
    assert_eq!(*client.get("cookie").await.done(), json!([]));
    client.post("url", json!({ "url": "about:blank" })).await.done();
    assert_eq!(add(json!({ "name": "c", "value": "3" })).await.error(), "invalid cookie domain");
}

#[tokio::test]
async fn pictures_and_pages_come_in_base64() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    assert_eq!(*client.get("screenshot").await.done(), json!("UE5H"));
    server.page().rehearse([Ok(json!({ "x": 100, "y": 50.5, "width": 30.9, "height": 20 }))]);
    assert_eq!(*client.get("element/main.d.1/screenshot").await.done(), json!("UE5H"));
    let part = PageRect { x: 100.0, y: 50.0, width: 30.0, height: 20.0 };
    assert_eq!(*server.page().pictures.lock().unwrap(), [Extent::Viewport, Extent::Part(part)]);
    let print = json!({ "pageRanges": ["2-"], "orientation": "landscape" });
    assert_eq!(*client.post("print", print).await.done(), json!("JVBERg=="));
    assert_eq!(server.page().printed.lock().unwrap()[0].ranges, [(2, u32::MAX)]);
    assert_eq!(client.post("print", json!({ "scale": 5 })).await.error(), "invalid argument");
}

#[tokio::test]
async fn an_element_in_frames_is_pictured_where_the_documents_around_them_show_it() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    client.post("frame", json!({ "id": { ELEMENT: "frame" } })).await.done();
    client.post("frame", json!({ "id": 1 })).await.done();
    let rect = |x: i32, width: i32| json!({ "x": x, "y": 5, "width": width, "height": 20 });
    server.page().rehearse([Ok(rect(1, 40)), Ok(rect(11, 40)), Ok(rect(22, 80))]);
    client.get("element/f1.d.1/screenshot").await.done();
    let args: Vec<_> = server.page().performed().into_iter().map(|(call, _)| call.args).collect();
    let [inner, outer, top] = args.try_into().unwrap();
    assert_eq!(inner, [json!({ ELEMENT: "f1.d.1" })]);
    assert_eq!(outer, [json!(1), json!({ "x": 1.0, "y": 5.0, "width": 40.0, "height": 20.0 })]);
    assert_eq!(top[0], json!({ ELEMENT: "frame" }));
    let part = PageRect { x: 22.0, y: 5.0, width: 80.0, height: 20.0 };
    assert_eq!(*server.page().pictures.lock().unwrap(), [Extent::Part(part)]);
}

#[tokio::test]
async fn nothing_is_pictured_of_an_element_that_its_frame_does_not_show() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    client.post("frame", json!({ "id": 1 })).await.done();
    let nothing = json!({ "x": 0, "y": 0, "width": 0, "height": 0 });
    server.page().rehearse([Ok(json!({ "x": 1, "y": 1, "width": 9, "height": 9 })), Ok(nothing)]);
    assert_eq!(client.get("element/f1.d.1/screenshot").await.error(), "unable to capture screen");
    assert!(server.page().pictures.lock().unwrap().is_empty());
}

#[tokio::test]
async fn no_command_asks_more_of_the_page_than_it_must() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    let by = json!({ "using": "css selector", "value": "#there" });
    let script = json!({ "script": "word", "args": [] });
    let text = json!({ "text": "hello" });
    let post = async |what: &str, body: &Value| client.post(what, body.clone()).await;
    page.asked();
    for (what, body, asked) in [
        ("element", Some(&by), &["call"][..]),
        ("elements", Some(&by), &["call"]),
        ("element/main.d.1/text", None, &["call"]),
        ("element/main.d.1/attribute/id", None, &["call"]),
        ("element/main.d.1/property/id", None, &["call"]),
        ("element/main.d.1/displayed", None, &["call"]),
        ("title", None, &["call"]),
        ("url", None, &["call"]),
        ("execute/sync", Some(&script), &["call"]),
        // Whether the script is one is asked before it stands in a function of ours.
        ("execute/async", Some(&script), &["call", "call"]),
        ("element/main.d.1/click", Some(&json!({})), &["call", "input", "wait_loaded"]),
        ("element/main.d.1/value", Some(&text), &["call", "input"]),
        ("element/main.d.1/clear", Some(&json!({})), &["call"]),
        ("screenshot", None, &["dialog", "picture"]),
        ("window/handles", None, &["views"]),
    ] {
        match body {
            Some(body) => post(what, body).await.done().clone(),
            None => client.get(what).await.done().clone(),
        };
        assert_eq!(page.asked(), asked, "{what}");
    }
}
