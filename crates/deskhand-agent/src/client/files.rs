//! Files, byte by byte: of any size, with little memory.

use std::io;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use deskhand_model::{Error, ErrorKind, Result};
use futures_util::{Stream, stream};
use http_body_util::BodyExt;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;

use super::Client;
use super::transport::{LARGEST, Payload};
use crate::contract::ActionResponse;
use crate::endpoint::Endpoint;

/// How much is read at a time.
const CHUNK: usize = 64 << 10;

/// Time without a single byte, after which a transfer is given up.
const STALLED: Duration = Duration::from_secs(30);

impl Client {
    /// `POST /upload?path=…`: writes what `content` holds to a file. The file is there as a whole or not at all.
    pub async fn upload(
        &self,
        path: &str,
        content: impl AsyncRead + Send + Unpin + 'static,
    ) -> Result<ActionResponse> {
        let (progress, seen) = watch::channel(());
        let payload = Payload::stream(chunks(content, progress));
        let sent = async {
            let answer = self.send(Endpoint::Upload.method(), &at(Endpoint::Upload, path), payload).await?;
            self.understood(&self.whole(answer, LARGEST).await?)
        };
        tokio::select! {
            answer = sent => answer,
            () = standstill(seen) => Err(self.stalled(path)),
        }
    }

    /// `POST /download?path=…`: reads a file and writes it to `to`. Returns how many bytes it has.
    pub async fn download(&self, path: &str, to: &mut (impl AsyncWrite + Send + Unpin)) -> Result<u64> {
        let (method, target) = (Endpoint::Download.method(), at(Endpoint::Download, path));
        let asked = tokio::time::timeout(STALLED, self.send(method, &target, Payload::nothing()));
        let mut body = asked.await.map_err(|_| self.stalled(path))??.into_body();
        let mut length = 0;
        while let Some(frame) =
            tokio::time::timeout(STALLED, body.frame()).await.map_err(|_| self.stalled(path))?
        {
            let Ok(bytes) = frame.map_err(|error| self.cut(&error))?.into_data() else { continue };
            to.write_all(&bytes).await.map_err(|error| unwritable(&error))?;
            length += bytes.len() as u64;
        }
        to.flush().await.map_err(|error| unwritable(&error))?;
        Ok(length)
    }

    fn stalled(&self, path: &str) -> Error {
        let message =
            format!("The transfer of {path} with the agent at {} came to a standstill", self.address());
        Error::new(ErrorKind::Timeout, message)
    }
}

fn at(endpoint: Endpoint, path: &str) -> String {
    format!("{}?path={}", endpoint.path(), utf8_percent_encode(path, NON_ALPHANUMERIC))
}

/// What a reader holds, piece by piece; each piece that is taken is progress.
fn chunks(
    content: impl AsyncRead + Send + Unpin + 'static,
    progress: watch::Sender<()>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    stream::try_unfold((content, progress), |(mut content, progress)| async move {
        let mut chunk = BytesMut::with_capacity(CHUNK);
        let length = content.read_buf(&mut chunk).await?;
        progress.send_replace(());
        Ok((length > 0).then(|| (chunk.freeze(), (content, progress))))
    })
}

/// Returns when nothing has moved for too long: while it is sent, or until it is answered.
async fn standstill(mut progress: watch::Receiver<()>) {
    while let Ok(Ok(())) = tokio::time::timeout(STALLED, progress.changed()).await {}
    if progress.has_changed().is_err() {
        tokio::time::sleep(STALLED).await;
    }
}

fn unwritable(error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("What the agent sends cannot be written: {error}"))
}
