//! The body of a request, which must keep coming.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::Body;
use http_body_util::BodyExt;
use tokio::time::timeout;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};

/// Reads a whole body that may have this many bytes, as text.
pub(super) async fn read<B>(mut body: B, limit: usize, stall: Duration) -> Outcome<String>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: std::fmt::Display,
{
    let invalid = |message: String| error(ErrorStatus::InvalidArgument, message);
    let too_large = || invalid(format!("The body is too large: at most {limit} bytes are taken."));
    // What is announced need not be waited for.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    let mut whole = BytesMut::new();
    loop {
        let frame = timeout(stall, body.frame()).await.map_err(|_| {
            invalid(format!("The body does not go on: nothing has come for {} s.", stall.as_secs()))
        })?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|why| invalid(format!("The body cannot be read: {why}.")))?;
        if let Ok(data) = frame.into_data() {
            if whole.len() + data.len() > limit {
                return Err(too_large());
            }
            whole.extend_from_slice(&data);
        }
    }
    String::from_utf8(whole.into()).map_err(|_| invalid("The body is no text in UTF-8.".to_owned()))
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    async fn read_all(body: &'static [u8]) -> Outcome<String> {
        read(Full::new(Bytes::from_static(body)), 4, Duration::from_secs(1)).await
    }

    #[tokio::test]
    async fn a_body_is_text_of_a_bounded_length() {
        assert_eq!(read_all(b"{}").await.unwrap(), "{}");
        assert_eq!(read_all(b"1234").await.unwrap(), "1234");
        for bad in [b"12345".as_slice(), b"\xff"] {
            assert_eq!(read_all(bad).await.unwrap_err().error, ErrorStatus::InvalidArgument, "{bad:?}");
        }
    }
}
