//! One connection to a plugin, which carries one question at a time.

use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{self, Connection, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// A connection. It is driven by whoever asks and not by a task of its own: a question then costs no change of task,
/// which would be a good part of what it costs at all.
pub(super) struct Lane {
    sender: SendRequest<Full<Bytes>>,
    connection: Option<Connection<TokioIo<TcpStream>, Full<Bytes>>>,
}

/// What came of a question.
#[expect(clippy::large_enum_variant, reason = "it is moved once; a box would cost every question more")]
pub(super) enum Carried {
    /// The answer.
    Answer(StatusCode, Bytes),
    /// The connection was closed before the question was sent: nobody has seen it.
    Unsent(Request<Full<Bytes>>),
    /// The connection failed when the question was on its way.
    Lost(hyper::Error),
}

impl Lane {
    pub(super) async fn open(address: SocketAddr) -> io::Result<Lane> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        Ok(Lane { sender, connection: Some(connection) })
    }

    /// Asks and waits for the whole answer. A lane whose question was given up in the middle must not be used again.
    pub(super) async fn ask(&mut self, question: Request<Full<Bytes>>) -> Carried {
        let Lane { sender, connection } = self;
        let talk = async {
            if sender.ready().await.is_err() {
                return Carried::Unsent(question);
            }
            let response = match sender.try_send_request(question).await {
                Ok(response) => response,
                // That the other side has closed an idle connection is only seen now: nobody reads it meanwhile.
                Err(mut error) => {
                    return match error.take_message() {
                        Some(question) => Carried::Unsent(question),
                        None => Carried::Lost(error.into_error()),
                    };
                }
            };
            let status = response.status();
            match response.into_body().collect().await {
                Ok(body) => Carried::Answer(status, body.to_bytes()),
                Err(error) => Carried::Lost(error),
            }
        };
        let mut talk = pin!(talk);
        poll_fn(|context| {
            // First the question is put into the connection, then that moves bytes, then there may be an answer.
            if let Poll::Ready(carried) = talk.as_mut().poll(context) {
                return Poll::Ready(carried);
            }
            drive(connection, context);
            talk.as_mut().poll(context)
        })
        .await
    }

    /// Whether another question can be asked.
    pub(super) fn is_open(&self) -> bool {
        self.connection.is_some() && !self.sender.is_closed()
    }
}

/// Moves the connection on. Once it has ended, whoever waits for it hears why from the sender.
fn drive(connection: &mut Option<Connection<TokioIo<TcpStream>, Full<Bytes>>>, context: &mut Context<'_>) {
    if connection.as_mut().is_some_and(|connection| Pin::new(connection).poll(context).is_ready()) {
        *connection = None;
    }
}
