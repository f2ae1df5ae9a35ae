//! Who may come in, and what a stranger can learn.

use std::net::SocketAddr;
use std::sync::Arc;

use deskhand_grpc::v1;
use deskhand_grpc::v1::windows_client::WindowsClient;
use deskhand_grpc::{Options, Server, Token};
use deskhand_model::ErrorKind;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::fake::Fake;
use crate::setting::{Setting, anywhere, reason, soon};

async fn list(channel: Channel, token: Option<&str>) -> Result<(), Status> {
    let parent = "applications/-".to_owned();
    let mut request = Request::new(v1::ListWindowsRequest { parent, ..Default::default() });
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    soon(WindowsClient::new(channel).list_windows(request)).await.map(|_| ())
}

#[tokio::test]
async fn beyond_loopback_a_token_is_needed() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let address: SocketAddr = address.parse().unwrap();
        let options = Options { address, ..Options::default() };
        let error = Server::bind(Arc::new(Fake::default()), options).await.err().unwrap();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{address}");
    }
    let address = "0.0.0.0:0".parse().unwrap();
    let options = Options { address, token: Some(Token::new("s3cret").unwrap()), ..Options::default() };
    assert!(Server::bind(Arc::new(Fake::default()), options).await.is_ok());
}

#[tokio::test]
async fn with_a_token_only_health_is_open_to_all() {
    let options = Options { token: Some(Token::new("s3cret").unwrap()), ..anywhere() };
    let setting = Setting::start_with(&Fake::default(), options).await;
    let channel = setting.channel().await;
    for wrong in [None, Some("wrong"), Some("s3cret2")] {
        let status = list(channel.clone(), wrong).await.unwrap_err();
        assert_eq!((status.code(), reason(&status).as_str()), (Code::Unauthenticated, "UNAUTHENTICATED"));
    }
    list(channel.clone(), Some("s3cret")).await.unwrap();
    let mut health = HealthClient::new(channel);
    for service in ["", "deskhand.v1.Windows", "deskhand.v1.Observations"] {
        let request = HealthCheckRequest { service: service.to_owned() };
        let answer = soon(health.check(request)).await.unwrap().into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{service}");
    }
}

#[tokio::test]
async fn both_versions_of_reflection_tell_of_all_services() {
    let setting = Setting::start(&Fake::default()).await;
    let channel = setting.channel().await;
    let expected = [
        "deskhand.v1.Observations",
        "deskhand.v1.Windows",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
    ];
    macro_rules! services {
        ($version:ident) => {{
            use tonic_reflection::pb::$version::ServerReflectionRequest;
            use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
            use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
            use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
            let message_request = Some(MessageRequest::ListServices(String::new()));
            let request = ServerReflectionRequest { message_request, ..Default::default() };
            let requests = futures_util::stream::iter([request]);
            let mut client = ServerReflectionClient::new(channel.clone());
            let mut answers = soon(client.server_reflection_info(requests)).await.unwrap().into_inner();
            let answer = soon(answers.message()).await.unwrap().unwrap();
            let Some(MessageResponse::ListServicesResponse(list)) = answer.message_response else {
                panic!("{answer:?}")
            };
            let mut names: Vec<String> = list.service.into_iter().map(|service| service.name).collect();
            names.sort();
            names
        }};
    }
    assert_eq!(services!(v1), expected);
    assert_eq!(services!(v1alpha), expected);
}

#[tokio::test]
async fn a_name_must_be_allowed() {
    let options = Options { hosts: vec!["desk.example".to_owned()], ..anywhere() };
    let setting = Setting::start_with(&Fake::default(), options).await;
    let called = |name: &str| {
        let origin = format!("http://{name}:{}", setting.address.port()).parse().unwrap();
        let endpoint = setting.endpoint().origin(origin);
        async move { endpoint.connect().await.unwrap() }
    };
    for allowed in ["localhost", "127.0.0.1", "desk.example"] {
        list(called(allowed).await, None).await.unwrap();
    }
    let status = list(called("evil.example").await, None).await.unwrap_err();
    assert_eq!((status.code(), reason(&status).as_str()), (Code::PermissionDenied, "HOST_NOT_ALLOWED"));
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_so() {
    let setting = Setting::start(&Fake::default()).await;
    let options = Options { address: setting.address, ..Options::default() };
    let error = Server::bind(Arc::new(Fake::default()), options).await.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.message().contains(&setting.address.to_string()), "{error}");
}
