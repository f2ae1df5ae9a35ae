//! A server on a port of its own, and a client of it.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use deskhand_grpc::v1::observations_client::ObservationsClient;
use deskhand_grpc::v1::windows_client::WindowsClient;
use deskhand_grpc::{Options, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::Status;
use tonic::transport::{Channel, Endpoint};
use tonic_types::StatusExt;

use crate::fake::Fake;

/// Longest that anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct Setting {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<deskhand_model::Result<()>>,
}

/// Options for a port that is free.
pub(crate) fn anywhere() -> Options {
    Options { address: SocketAddr::from(([127, 0, 0, 1], 0)), ..Options::default() }
}

impl Setting {
    pub(crate) async fn start(session: &Fake) -> Setting {
        Setting::start_with(session, anywhere()).await
    }

    pub(crate) async fn start_with(session: &Fake, options: Options) -> Setting {
        let server = Server::bind(Arc::new(session.clone()), options).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(server.serve(async {
            let _ = stopped.await;
        }));
        Setting { address, stop, served }
    }

    pub(crate) fn endpoint(&self) -> Endpoint {
        Endpoint::from_shared(format!("http://{}", self.address)).unwrap()
    }

    pub(crate) async fn channel(&self) -> Channel {
        self.endpoint().connect().await.unwrap()
    }

    pub(crate) async fn windows(&self) -> WindowsClient<Channel> {
        WindowsClient::new(self.channel().await)
    }

    pub(crate) async fn observations(&self) -> ObservationsClient<Channel> {
        ObservationsClient::new(self.channel().await)
    }

    /// Tells the server to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        soon(self.served).await.unwrap().unwrap();
    }
}

/// What a future gives, which must not take long.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future)
        .await
        .unwrap_or_else(|_| panic!("did not come within {PATIENCE:?}"))
}

/// The stable reason of a failure.
pub(crate) fn reason(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info().unwrap_or_else(|| panic!("no ErrorInfo: {status:?}"));
    assert_eq!(info.domain, "deskhand");
    info.reason.clone()
}
