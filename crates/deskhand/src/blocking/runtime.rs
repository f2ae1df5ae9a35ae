//! The one runtime behind all blocking calls.

use std::sync::OnceLock;

use deskhand_model::{Error, ErrorKind, Result};
use tokio::runtime::{Builder, Handle, Runtime};

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// Runs `future` to its end.
pub(super) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    if Handle::try_current().is_ok() {
        return Err(Error::new(ErrorKind::InvalidArgument, "A blocking call was made from async code").hint(
            "use the async interface there: `deskhand::Desktop` instead of `deskhand::blocking::Desktop`",
        ));
    }
    runtime()?.block_on(future)
}

fn runtime() -> Result<&'static Runtime> {
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let started =
        Builder::new_multi_thread().worker_threads(1).thread_name("deskhand").enable_all().build().map_err(
            |error| Error::new(ErrorKind::Internal, format!("No thread for the runtime: {error}")),
        )?;
    // Another thread may have been faster; then its runtime serves and this one ends.
    Ok(RUNTIME.get_or_init(|| started))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_through() {
        assert_eq!(block_on(async { Ok(7) }).unwrap(), 7);
    }

    #[tokio::test]
    async fn a_call_from_async_code_is_an_error_and_no_panic() {
        let error = block_on(async { Ok(()) }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    }
}
