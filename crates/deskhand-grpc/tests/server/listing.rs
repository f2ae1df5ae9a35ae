//! Lists, pages, filters; single windows.

use std::time::Duration;

use deskhand_grpc::v1;
use deskhand_model::{Error, ErrorKind, Window, WindowId};
use tonic::{Code, Request};
use tonic_types::StatusExt;

use crate::fake::{Fake, window};
use crate::setting::{Setting, reason, soon};

fn list(parent: &str) -> v1::ListWindowsRequest {
    v1::ListWindowsRequest { parent: parent.to_owned(), ..v1::ListWindowsRequest::default() }
}

fn names(answer: &v1::ListWindowsResponse) -> Vec<&str> {
    answer.windows.iter().map(|window| window.name.as_str()).collect()
}

#[tokio::test]
async fn windows_are_listed_by_application_or_all() {
    let other = Window { pid: Some(7), ..window(2, "b") };
    let orphan = Window { pid: None, ..window(3, "c") };
    let setting = Setting::start(&Fake::with(vec![window(1, "a"), other, orphan])).await;
    let mut client = setting.windows().await;
    for (parent, expected) in [
        (
            "applications/-",
            vec!["applications/42/windows/1", "applications/7/windows/2", "applications/0/windows/3"],
        ),
        ("applications/7", vec!["applications/7/windows/2"]),
        ("applications/0", vec!["applications/0/windows/3"]),
        ("applications/99", vec![]),
    ] {
        let answer = soon(client.list_windows(list(parent))).await.unwrap().into_inner();
        assert_eq!(names(&answer), expected, "{parent}");
        assert_eq!(answer.next_page_token, "");
    }
}

#[tokio::test]
async fn pages_go_on_where_the_one_before_ended() {
    let session = Fake::with((1..=5).map(|id| window(id, "a")).collect());
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let mut request = v1::ListWindowsRequest { page_size: 2, ..list("applications/-") };
    let first = soon(client.list_windows(request.clone())).await.unwrap().into_inner();
    assert_eq!(names(&first), ["applications/42/windows/1", "applications/42/windows/2"]);

    session.change(|desk| desk.windows.remove(1));
    request.page_token = first.next_page_token;
    let second = soon(client.list_windows(request.clone())).await.unwrap().into_inner();
    assert_eq!(names(&second), ["applications/42/windows/3", "applications/42/windows/4"]);

    request.page_token = second.next_page_token;
    request.page_size = 1000;
    let last = soon(client.list_windows(request)).await.unwrap().into_inner();
    assert_eq!(names(&last), ["applications/42/windows/5"]);
    assert_eq!(last.next_page_token, "");
}

#[tokio::test]
async fn filter_and_order_apply() {
    let windows = vec![window(1, "Invoice"), window(2, "invoice, old"), window(3, "Letter")];
    let setting = Setting::start(&Fake::with(windows)).await;
    let mut client = setting.windows().await;
    let request = v1::ListWindowsRequest {
        filter: "title:invoice AND visible = true".to_owned(),
        order_by: "title desc".to_owned(),
        ..list("applications/42")
    };
    let answer = soon(client.list_windows(request)).await.unwrap().into_inner();
    assert_eq!(names(&answer), ["applications/42/windows/2", "applications/42/windows/1"]);
}

#[tokio::test]
async fn bad_lists_are_refused_with_the_field_at_fault() {
    let session = Fake::with((1..=5).map(|id| window(id, "a")).collect());
    let (setting, elsewhere) = (Setting::start(&session).await, Setting::start(&session).await);
    let mut client = setting.windows().await;
    let paged = v1::ListWindowsRequest { page_size: 2, ..list("applications/-") };
    let token = |answer: tonic::Response<v1::ListWindowsResponse>| answer.into_inner().next_page_token;
    let own = token(soon(client.list_windows(paged.clone())).await.unwrap());
    let foreign = token(soon(elsewhere.windows().await.list_windows(paged.clone())).await.unwrap());
    let all = || list("applications/-");
    for (field, request) in [
        ("parent", list("")),
        ("parent", list("applications/x")),
        ("page_size", v1::ListWindowsRequest { page_size: -1, ..all() }),
        ("page_token", v1::ListWindowsRequest { page_token: "x".to_owned(), ..all() }),
        ("page_token", v1::ListWindowsRequest { page_token: foreign, ..all() }),
        ("page_token", v1::ListWindowsRequest { page_token: own.clone(), ..list("applications/42") }),
        (
            "page_token",
            v1::ListWindowsRequest { page_token: own.clone(), filter: "pid = 42".to_owned(), ..all() },
        ),
        ("page_token", v1::ListWindowsRequest { page_token: own, order_by: "title".to_owned(), ..all() }),
        ("filter", v1::ListWindowsRequest { filter: "titel = a".to_owned(), ..all() }),
        ("order_by", v1::ListWindowsRequest { order_by: "titel".to_owned(), ..all() }),
    ] {
        let status = soon(client.list_windows(request)).await.unwrap_err();
        assert_eq!((status.code(), reason(&status).as_str()), (Code::InvalidArgument, "INVALID_ARGUMENT"));
        let violations = status.get_error_details().bad_request().unwrap().field_violations.clone();
        assert_eq!(violations[0].field, field, "{status:?}");
    }
}

#[tokio::test]
async fn a_window_and_its_state_are_told_by_name() {
    let session = Fake::with(vec![Window { hidden: true, ..window(5, "a") }]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    for name in ["applications/42/windows/5", "applications/42/windows/0x5"] {
        let request = v1::GetWindowRequest { name: name.to_owned() };
        let answer = soon(client.get_window(request)).await.unwrap().into_inner();
        assert_eq!((answer.name.as_str(), answer.visible), ("applications/42/windows/5", false));
        assert_eq!(answer.bounds.unwrap(), v1::Bounds { x: 100.0, y: 100.0, width: 302.0, height: 221.0 });
        assert_eq!((answer.bundle_id.as_str(), answer.previous_name.as_str()), ("Editor", ""));
    }
    let request = v1::GetWindowStateRequest { name: "applications/42/windows/5/state".to_owned() };
    let state = soon(client.get_window_state(request)).await.unwrap().into_inner();
    assert_eq!(state.name, "applications/42/windows/5/state");
    assert!(state.ax_hidden && !state.minimized);
    assert_eq!(state.unknown.unwrap().paths, ["resizable", "minimizable", "closable"]);
}

#[tokio::test]
async fn names_that_mean_no_window_are_not_found() {
    let setting = Setting::start(&Fake::with(vec![window(5, "a")])).await;
    let mut client = setting.windows().await;
    for (name, code) in [
        ("applications/42/windows/6", Code::NotFound),
        ("applications/7/windows/5", Code::NotFound),
        ("applications/0/windows/5", Code::NotFound),
        ("applications/-/windows/5", Code::InvalidArgument),
        ("windows/5", Code::InvalidArgument),
        ("", Code::InvalidArgument),
    ] {
        let request = v1::GetWindowRequest { name: name.to_owned() };
        let status = soon(client.get_window(request)).await.unwrap_err();
        assert_eq!(status.code(), code, "{name}: {status:?}");
        let expected = if code == Code::NotFound { "WINDOW_NOT_FOUND" } else { "INVALID_ARGUMENT" };
        assert_eq!(reason(&status), expected);
    }
}

#[tokio::test]
async fn a_number_that_the_session_has_seen_change_is_followed() {
    let session = Fake::with(vec![window(9, "a")]);
    session.change(|desk| desk.renamed.push((WindowId(5), WindowId(9))));
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let get = |name: &str| v1::GetWindowRequest { name: name.to_owned() };
    let answer = soon(client.get_window(get("applications/42/windows/5"))).await.unwrap().into_inner();
    assert_eq!(answer.name, "applications/42/windows/9");
    assert_eq!(answer.previous_name, "applications/42/windows/5");
    let status = soon(client.get_window(get("applications/7/windows/5"))).await.unwrap_err();
    assert_eq!(status.code(), Code::NotFound);
}

#[tokio::test]
async fn failures_of_the_session_arrive_with_all_that_they_tell() {
    let session = Fake::default();
    let fault = Error::new(ErrorKind::DisplayUnavailable, "No display").tried("tried :0").hint("start one");
    session.change(|desk| desk.fault = Some(fault));
    let setting = Setting::start(&session).await;
    let status = soon(setting.windows().await.list_windows(list("applications/-"))).await.unwrap_err();
    assert_eq!((status.code(), status.message()), (Code::Unavailable, "No display"));
    assert_eq!(reason(&status), "DISPLAY_UNAVAILABLE");
    let details = status.get_error_details();
    assert_eq!(details.error_info().unwrap().metadata["hint"], "start one");
    assert_eq!(details.debug_info().unwrap().stack_entries, ["tried :0"]);
}

#[tokio::test]
async fn the_session_gets_the_time_that_the_client_allows() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let mut request = Request::new(list("applications/-"));
    request.set_timeout(Duration::from_secs(1000));
    soon(client.list_windows(request)).await.unwrap();
    soon(client.list_windows(list("applications/-"))).await.unwrap();
    let times = session.change(|desk| desk.times.clone());
    assert!(times[0] > Duration::from_secs(900) && times[0] <= Duration::from_secs(1000), "{times:?}");
    assert!(times[1] <= Duration::from_secs(5), "{times:?}");
}
