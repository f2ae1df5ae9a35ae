//! What all requests have in common.

use http::StatusCode;

use crate::contract::ErrorKey;
use crate::server::Refusal;

/// Does the work to its end, also when the client who asked for it does not wait for the answer.
pub(super) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(work).await.unwrap_or_else(|_| Err(internal("The work broke off".to_owned())))
}

/// A text that is given; an empty one is not.
pub(super) fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn internal(details: String) -> Refusal {
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal, details)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_is_not_given() {
        assert_eq!(given(Some(String::new())), None);
        assert_eq!(given(Some(" ".to_owned())), Some(" ".to_owned()));
    }

    #[tokio::test]
    async fn work_goes_on_when_nobody_waits_for_it() {
        let (done, seen) = tokio::sync::oneshot::channel();
        let (go, wait) = tokio::sync::oneshot::channel::<()>();
        let work = to_its_end(async move {
            let _ = wait.await;
            let _ = done.send(());
            Ok(())
        });
        {
            let mut work = std::pin::pin!(work);
            assert!(futures_util::poll!(work.as_mut()).is_pending());
        }
        go.send(()).unwrap();
        seen.await.unwrap();
    }

    #[tokio::test]
    async fn work_that_breaks_off_is_a_fault_of_ours() {
        let broken = to_its_end::<()>(async { panic!("a fault") }).await;
        assert_eq!(broken.unwrap_err().key, ErrorKey::Internal);
    }
}
