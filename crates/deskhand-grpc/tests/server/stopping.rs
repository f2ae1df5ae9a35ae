//! The end of a server.

use deskhand_grpc::v1;
use tonic::Code;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus};

use crate::fake::Fake;
use crate::setting::{Setting, reason, soon};

#[tokio::test]
async fn streams_end_with_a_status_that_says_so() {
    let session = Fake::default();
    let setting = Setting::start(&session).await;
    let mut client = setting.observations().await;
    let request = v1::CreateObservationRequest { parent: "applications/-".to_owned(), observation: None };
    let name = soon(client.create_observation(request)).await.unwrap().into_inner().name;
    let request = v1::StreamObservationsRequest { name, after_sequence: 0 };
    let mut stream = soon(client.stream_observations(request)).await.unwrap().into_inner();
    assert!(soon(stream.message()).await.unwrap().is_some());
    let abandoned = session.change(|desk| desk.observed[0].1.abandoned());

    setting.stop().await;
    let status = soon(stream.message()).await.unwrap_err();
    assert_eq!((status.code(), reason(&status).as_str()), (Code::Unavailable, "SERVER_STOPPING"));
    drop(stream);
    soon(abandoned).await;
}

#[tokio::test]
async fn those_who_watch_its_health_learn_of_it() {
    let setting = Setting::start(&Fake::default()).await;
    let mut client = HealthClient::new(setting.channel().await);
    let request = HealthCheckRequest { service: "deskhand.v1.Windows".to_owned() };
    let mut watch = soon(client.watch(request)).await.unwrap().into_inner();
    let first = soon(watch.message()).await.unwrap().unwrap();
    assert_eq!(first.status(), ServingStatus::Serving);
    setting.stop().await;
    let mut last = first.status();
    while let Ok(Some(told)) = soon(watch.message()).await {
        last = told.status();
    }
    assert_eq!(last, ServingStatus::NotServing);
}

#[tokio::test]
async fn a_client_that_keeps_its_connection_does_not_keep_the_server() {
    let setting = Setting::start(&Fake::default()).await;
    let mut client = setting.windows().await;
    let list = || v1::ListWindowsRequest { parent: "applications/-".to_owned(), ..Default::default() };
    soon(client.list_windows(list())).await.unwrap();
    let raw = tokio::net::TcpStream::connect(setting.address).await.unwrap();
    setting.stop().await;
    assert!(soon(client.list_windows(list())).await.is_err());
    drop(raw);
}
