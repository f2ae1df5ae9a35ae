//! Observations and their streams.

use std::sync::Arc;
use std::time::SystemTime;

use deskhand_engine::{Happening, WindowEventKind};
use deskhand_grpc::v1;
use deskhand_grpc::v1::ObservationState as State;
use deskhand_grpc::v1::observations_client::ObservationsClient;
use deskhand_grpc::v1::stream_observations_response::Observed;
use deskhand_model::{Error, ErrorKind, WindowId};
use tonic::transport::Channel;
use tonic::{Code, Request, Status, Streaming};

use crate::fake::{Fake, window};
use crate::setting::{Setting, reason, soon};

type Client = ObservationsClient<Channel>;
type Stream = Streaming<v1::StreamObservationsResponse>;

async fn create(client: &mut Client, parent: &str, options: v1::Observation) -> v1::Observation {
    let request = v1::CreateObservationRequest { parent: parent.to_owned(), observation: Some(options) };
    soon(client.create_observation(request)).await.unwrap().into_inner()
}

async fn open(client: &mut Client, name: &str, after_sequence: i64) -> Result<Stream, Status> {
    let request = v1::StreamObservationsRequest { name: name.to_owned(), after_sequence };
    soon(client.stream_observations(request)).await.map(tonic::Response::into_inner)
}

/// What a stream tells next, in short.
async fn next(stream: &mut Stream) -> String {
    match soon(stream.message()).await {
        Ok(Some(told)) => match told.observed.unwrap() {
            Observed::Snapshot(snapshot) => {
                format!("snapshot as of {} with {}", snapshot.as_of_sequence, snapshot.windows.len())
            }
            Observed::Event(event) => match event.r#type() {
                v1::WindowEventType::Gap => format!("gap {}-{}", event.first_missed, event.last_missed),
                kind => format!(
                    "{} {} {}",
                    event.sequence,
                    kind.as_str_name().trim_start_matches("WINDOW_EVENT_TYPE_"),
                    event.window.unwrap().title
                ),
            },
        },
        Ok(None) => "end".to_owned(),
        Err(status) => format!("{:?} {}", status.code(), reason(&status)),
    }
}

/// Something happens to a window of the newest observation.
fn happen(session: &Fake, kind: WindowEventKind, title: &str) {
    let happening = Happening { kind, window: window(5, title), previous_id: None };
    session.change(|desk| {
        let windows = Arc::new(vec![window(5, title)]);
        desk.observed.last().unwrap().1.tell(vec![happening], windows, SystemTime::UNIX_EPOCH);
    });
}

async fn state(client: &mut Client, name: &str) -> v1::Observation {
    let request = v1::GetObservationRequest { name: name.to_owned() };
    soon(client.get_observation(request)).await.unwrap().into_inner()
}

#[tokio::test]
async fn nothing_between_creation_and_stream_is_lost() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let options = v1::Observation { event_types: vec![3, 10], keep_events: 7, ..v1::Observation::default() };
    let observation = create(&mut client, "applications/42", options).await;
    assert_eq!(observation.name, "applications/42/observations/1");
    assert_eq!((observation.state(), observation.keep_events), (State::Active, 7));
    assert!(observation.create_time.is_some());
    let asked = session.change(|desk| desk.observed[0].0.clone());
    assert_eq!((asked.pid, asked.keep), (Some(42), 7));
    assert_eq!(asked.kinds, [WindowEventKind::Moved, WindowEventKind::TitleChanged]);

    happen(&session, WindowEventKind::Moved, "b");
    let mut stream = open(&mut client, &observation.name, 0).await.unwrap();
    assert_eq!(next(&mut stream).await, "snapshot as of 0 with 1");
    assert_eq!(next(&mut stream).await, "1 MOVED b");
    happen(&session, WindowEventKind::TitleChanged, "c");
    assert_eq!(next(&mut stream).await, "2 TITLE_CHANGED c");
}

#[tokio::test]
async fn every_stream_starts_at_the_beginning() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    assert_eq!(name, "applications/-/observations/1");
    happen(&session, WindowEventKind::Focused, "a");
    for _ in 0..2 {
        let mut stream = open(&mut client, &name, 0).await.unwrap();
        assert_eq!(next(&mut stream).await, "snapshot as of 0 with 1");
        assert_eq!(next(&mut stream).await, "1 FOCUSED a");
    }
}

#[tokio::test]
async fn a_changed_number_is_told_with_both_names() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/42", v1::Observation::default()).await.name;
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    next(&mut stream).await;
    session.change(|desk| {
        let happening = Happening {
            kind: WindowEventKind::IdChanged,
            window: window(8, "a"),
            previous_id: Some(WindowId(5)),
        };
        desk.observed[0].1.tell(vec![happening], Arc::default(), SystemTime::UNIX_EPOCH);
    });
    let told = soon(stream.message()).await.unwrap().unwrap();
    let Some(Observed::Event(event)) = told.observed else { panic!("{told:?}") };
    let window = event.window.unwrap();
    assert_eq!(window.name, "applications/42/windows/8");
    assert_eq!(window.previous_name, "applications/42/windows/5");
}

#[tokio::test]
async fn a_reader_that_is_too_late_gets_a_gap_and_a_snapshot() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let options = v1::Observation { keep_events: 2, ..v1::Observation::default() };
    let name = create(&mut client, "applications/-", options).await.name;
    for title in ["b", "c", "d", "e"] {
        happen(&session, WindowEventKind::TitleChanged, title);
    }
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    assert_eq!(next(&mut stream).await, "gap 1-4");
    assert_eq!(next(&mut stream).await, "snapshot as of 4 with 1");
    happen(&session, WindowEventKind::Moved, "e");
    assert_eq!(next(&mut stream).await, "5 MOVED e");
}

#[tokio::test]
async fn a_stream_goes_on_where_the_client_was_though_the_start_is_not_kept() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let options = v1::Observation { keep_events: 20, ..v1::Observation::default() };
    let name = create(&mut client, "applications/-", options).await.name;
    (0..34).for_each(|_| happen(&session, WindowEventKind::Moved, "a"));

    let mut recent = open(&mut client, &name, 29).await.unwrap();
    for number in 30..=34 {
        assert_eq!(next(&mut recent).await, format!("{number} MOVED a"));
    }
    let mut old = open(&mut client, &name, 5).await.unwrap();
    assert_eq!(next(&mut old).await, "gap 6-34");
    assert_eq!(next(&mut old).await, "snapshot as of 34 with 1");
    let mut newest = open(&mut client, &name, 34).await.unwrap();
    happen(&session, WindowEventKind::Moved, "b");
    for stream in [&mut recent, &mut old, &mut newest] {
        assert_eq!(next(stream).await, "35 MOVED b");
    }
    let status = open(&mut client, &name, 36).await.err().unwrap();
    assert_eq!((status.code(), reason(&status).as_str()), (Code::OutOfRange, "SEQUENCE_OUT_OF_RANGE"));
    assert!(status.message().ends_with("the last was 35"), "{}", status.message());
}

#[tokio::test]
async fn a_stream_goes_on_after_the_event_that_the_client_has() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    for title in ["b", "c", "d"] {
        happen(&session, WindowEventKind::TitleChanged, title);
    }
    let mut stream = open(&mut client, &name, 2).await.unwrap();
    assert_eq!(next(&mut stream).await, "3 TITLE_CHANGED d");
    let mut stream = open(&mut client, &name, 3).await.unwrap();
    happen(&session, WindowEventKind::Moved, "d");
    assert_eq!(next(&mut stream).await, "4 MOVED d");

    let status = open(&mut client, &name, 5).await.err().unwrap();
    assert_eq!((status.code(), reason(&status).as_str()), (Code::OutOfRange, "SEQUENCE_OUT_OF_RANGE"));
    let status = open(&mut client, &name, -1).await.err().unwrap();
    assert_eq!(status.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn a_stream_ends_well_when_the_application_ends() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/42", v1::Observation::default()).await.name;
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    next(&mut stream).await;
    happen(&session, WindowEventKind::Destroyed, "a");
    session.change(|desk| desk.observed.pop().unwrap().1.complete());
    assert_eq!(next(&mut stream).await, "1 DESTROYED a");
    assert_eq!(next(&mut stream).await, "end");
    assert_eq!(state(&mut client, &name).await.state(), State::Completed);
}

#[tokio::test]
async fn a_failure_ends_streams_and_stays_to_be_read() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    next(&mut stream).await;
    let error = Error::new(ErrorKind::DisplayUnavailable, "The display has gone");
    session.change(|desk| desk.observed.pop().unwrap().1.fail(error));
    assert_eq!(next(&mut stream).await, "Unavailable DISPLAY_UNAVAILABLE");
    let failed = state(&mut client, &name).await;
    assert_eq!(failed.state(), State::Failed);
    assert_eq!(failed.failure_reason, "DISPLAY_UNAVAILABLE");
    assert_eq!(failed.failure_message, "The display has gone");
}

#[tokio::test]
async fn cancelling_ends_the_observation_and_its_streams() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    next(&mut stream).await;
    let abandoned = session.change(|desk| desk.observed[0].1.abandoned());
    for _ in 0..2 {
        let request = v1::CancelObservationRequest { name: name.clone() };
        let cancelled = soon(client.cancel_observation(request)).await.unwrap().into_inner();
        assert_eq!(cancelled.state(), State::Cancelled);
    }
    soon(abandoned).await;
    assert_eq!(next(&mut stream).await, "Cancelled OBSERVATION_CANCELLED");
    let status = open(&mut client, &name, 0).await.err().unwrap();
    assert_eq!(status.code(), Code::Cancelled);
}

/// Waits until so many streams read the observation.
async fn streams(client: &mut Client, name: &str, expected: i32) {
    soon(async {
        while state(client, name).await.streams != expected {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_stream_along_and_nothing_else() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    let mut leaving = setting.observations().await;
    let mut gone = open(&mut leaving, &name, 0).await.unwrap();
    let mut closed = open(&mut client, &name, 0).await.unwrap();
    for stream in [&mut gone, &mut closed] {
        next(stream).await;
    }
    streams(&mut client, &name, 2).await;
    drop(closed);
    streams(&mut client, &name, 1).await;
    // With its connection.
    drop((gone, leaving));
    streams(&mut client, &name, 0).await;
    assert_eq!(state(&mut client, &name).await.state(), State::Active);
    happen(&session, WindowEventKind::Moved, "a");
    let mut stream = open(&mut client, &name, 0).await.unwrap();
    next(&mut stream).await;
    assert_eq!(next(&mut stream).await, "1 MOVED a");
}

#[tokio::test]
async fn a_stream_keeps_to_its_deadline() {
    let setting = Setting::start(&Fake::default()).await;
    let mut client = setting.observations().await;
    let name = create(&mut client, "applications/-", v1::Observation::default()).await.name;
    let mut request = Request::new(v1::StreamObservationsRequest { name, after_sequence: 0 });
    // Written by hand: this client would end the stream by itself otherwise.
    request.metadata_mut().insert("grpc-timeout", "1S".parse().unwrap());
    let mut stream = soon(client.stream_observations(request)).await.unwrap().into_inner();
    let mut told = next(&mut stream).await;
    if told == "snapshot as of 0 with 0" {
        told = next(&mut stream).await;
    }
    assert_eq!(told, "DeadlineExceeded TIMEOUT");
}

#[tokio::test]
async fn observations_are_listed_in_pages() {
    let setting = Setting::start(&Fake::default()).await;
    let mut client = setting.observations().await;
    for parent in ["applications/-", "applications/42", "applications/42"] {
        create(&mut client, parent, v1::Observation::default()).await;
    }
    let mut listed = Vec::new();
    let mut request = v1::ListObservationsRequest {
        parent: "applications/-".to_owned(),
        page_size: 2,
        page_token: String::new(),
    };
    loop {
        let page = soon(client.list_observations(request.clone())).await.unwrap().into_inner();
        listed.push(page.observations.iter().map(|one| one.name.clone()).collect::<Vec<_>>());
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    let expected = [
        vec!["applications/-/observations/1", "applications/42/observations/2"],
        vec!["applications/42/observations/3"],
    ];
    assert_eq!(listed, expected);

    request.parent = "applications/42".to_owned();
    assert_eq!(
        soon(client.list_observations(request.clone())).await.unwrap_err().code(),
        Code::InvalidArgument,
        "the token of another list"
    );
    request.page_token.clear();
    let page = soon(client.list_observations(request)).await.unwrap().into_inner();
    assert_eq!(page.observations.len(), 2);
}

#[tokio::test]
async fn what_cannot_be_observed_is_refused() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    for parent in ["", "applications/x", "applications/0"] {
        let request = v1::CreateObservationRequest { parent: parent.to_owned(), observation: None };
        let status = soon(client.create_observation(request)).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{parent}");
    }
    let fault = Error::new(ErrorKind::AppNotFound, "There is no process 9");
    session.change(|desk| desk.fault = Some(fault));
    let request = v1::CreateObservationRequest { parent: "applications/9".to_owned(), observation: None };
    let status = soon(client.create_observation(request)).await.unwrap_err();
    assert_eq!((status.code(), reason(&status).as_str()), (Code::NotFound, "APP_NOT_FOUND"));
    let all = v1::ListObservationsRequest { parent: "applications/-".to_owned(), ..Default::default() };
    assert!(soon(client.list_observations(all)).await.unwrap().into_inner().observations.is_empty());

    for (name, code) in [("applications/9/observations/1", Code::NotFound), ("x", Code::InvalidArgument)] {
        let status = open(&mut client, name, 0).await.err().unwrap();
        assert_eq!(status.code(), code, "{name}");
        let request = v1::GetObservationRequest { name: name.to_owned() };
        assert_eq!(soon(client.get_observation(request)).await.unwrap_err().code(), code, "{name}");
        let request = v1::CancelObservationRequest { name: name.to_owned() };
        assert_eq!(soon(client.cancel_observation(request)).await.unwrap_err().code(), code, "{name}");
    }
}
