//! What goes wrong with a page, in the words of WebDriver.

use deskhand_page::{Fault, FaultKind};
use webdriver::error::{ErrorStatus, WebDriverError};

/// What a command comes to.
pub(crate) type Outcome<T> = std::result::Result<T, WebDriverError>;

/// An error with a code of WebDriver.
pub(crate) fn error(status: ErrorStatus, message: impl Into<String>) -> WebDriverError {
    WebDriverError::new(status, message.into())
}

/// The same for a fault of a page.
pub(crate) fn from_fault(fault: Fault) -> WebDriverError {
    let status = match fault.kind {
        FaultKind::NoView => ErrorStatus::NoSuchWindow,
        // The frame that a session is in, not one that is looked for: there the caller knows better.
        FaultKind::NoFrame => ErrorStatus::NoSuchWindow,
        FaultKind::NoNode => ErrorStatus::NoSuchElement,
        FaultKind::StaleNode => ErrorStatus::StaleElementReference,
        FaultKind::NoShadow => ErrorStatus::NoSuchShadowRoot,
        FaultKind::DetachedShadow => ErrorStatus::DetachedShadowRoot,
        FaultKind::Script | FaultKind::Interrupted => ErrorStatus::JavascriptError,
        FaultKind::DialogOpen => ErrorStatus::UnexpectedAlertOpen,
        FaultKind::NoDialog => ErrorStatus::NoSuchAlert,
        FaultKind::Timeout => ErrorStatus::Timeout,
        FaultKind::InsecureCertificate => ErrorStatus::InsecureCertificate,
        FaultKind::CookieDomain => ErrorStatus::InvalidCookieDomain,
        FaultKind::CookieRefused => ErrorStatus::UnableToSetCookie,
        FaultKind::OutOfBounds => ErrorStatus::MoveTargetOutOfBounds,
        FaultKind::Invalid => ErrorStatus::InvalidArgument,
        FaultKind::Unsupported => ErrorStatus::UnsupportedOperation,
        FaultKind::LoadFailed | FaultKind::LibraryMissing | FaultKind::Gone | FaultKind::Failed => {
            ErrorStatus::UnknownError
        }
    };
    let mut failure = error(status, fault.message);
    // Its session ends with the application, as soon as that is known for sure.
    failure.delete_session = fault.kind == FaultKind::Gone;
    failure
}
