//! What a failed call says about the application behind it.

use deskhand_model::{Error, ErrorKind};

use super::wire;

/// Why a call to an application failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The application left the bus.
    Gone,
    /// The connection broke. What became of the application is not known.
    Cut,
    /// It did not answer in time.
    Silent,
    /// The object is not there (any more).
    NoObject,
    /// The object has no such interface, method or property.
    NoMethod,
    /// The application refused, in its own words.
    Refused(String),
    /// It answered something that is not what the protocol says.
    Garbled(String),
}

impl Failure {
    fn from_name(name: &str, message: &str) -> Failure {
        match name.rsplit('.').next().unwrap_or(name) {
            // `NoReply` comes from the bus when the recipient disconnects with a call unanswered.
            "ServiceUnknown" | "NameHasNoOwner" | "NoReply" | "Disconnected" => Failure::Gone,
            "UnknownObject" => Failure::NoObject,
            "UnknownMethod" | "UnknownInterface" | "UnknownProperty" | "NotSupported" | "InvalidArgs" => {
                Failure::NoMethod
            }
            _ => Failure::Refused(if message.is_empty() { name.to_owned() } else { message.to_owned() }),
        }
    }

    /// The failure of a call that was about one element: `what` names the call, `app` the application.
    pub(super) fn about_element(self, what: &str, app: &str) -> Error {
        match self {
            Failure::NoObject => {
                Error::new(ErrorKind::ElementGone, format!("the element is no longer there in {app}"))
                    .tried(what)
            }
            Failure::NoMethod => {
                Error::new(ErrorKind::ActionUnsupported, format!("the element does not offer {what}"))
            }
            other => other.about_app(what, app),
        }
    }

    /// The failure of a call that was about a whole application.
    pub(super) fn about_app(self, what: &str, app: &str) -> Error {
        match self {
            Failure::Gone => Error::new(ErrorKind::AppGone, format!("{app} has ended")).tried(what),
            Failure::Cut => Error::new(
                ErrorKind::AccessibilityUnavailable,
                format!("the connection to {app} broke while it was asked"),
            )
            .tried(what),
            Failure::Silent => {
                Error::new(ErrorKind::AppNotResponding, format!("{app} does not answer")).tried(what)
            }
            Failure::NoObject | Failure::NoMethod => Error::new(
                ErrorKind::AccessibilityUnavailable,
                format!("{app} is on the accessibility bus but does not answer {what}"),
            ),
            Failure::Refused(words) => {
                Error::new(ErrorKind::ActionFailed, format!("{app} refused {what}: {words}"))
            }
            Failure::Garbled(words) => Error::new(
                ErrorKind::ActionFailed,
                format!("{app} answered {what} with something unreadable: {words}"),
            ),
        }
    }
}

impl From<wire::Error> for Failure {
    fn from(error: wire::Error) -> Failure {
        match error {
            wire::Error::Broken(_) => Failure::Cut,
            wire::Error::Unread => Failure::Silent,
            wire::Error::Refused(name, words) => Failure::from_name(&name, &words),
            wire::Error::Garbled(words) => Failure::Garbled(words),
            wire::Error::Invalid(words) => Failure::Refused(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_names_tell_what_happened() {
        for (name, failure) in [
            ("org.freedesktop.DBus.Error.ServiceUnknown", Failure::Gone),
            ("org.freedesktop.DBus.Error.NoReply", Failure::Gone),
            ("org.freedesktop.DBus.Error.UnknownObject", Failure::NoObject),
            ("org.freedesktop.DBus.Error.UnknownMethod", Failure::NoMethod),
            ("org.freedesktop.DBus.Error.Failed", Failure::Refused("no".to_owned())),
        ] {
            assert_eq!(Failure::from_name(name, "no"), failure, "{name}");
        }
    }

    #[test]
    fn a_broken_connection_does_not_say_that_the_application_has_ended() {
        let failure = Failure::from(wire::Error::Broken("closed".to_owned()));
        assert_eq!(failure.about_app("reading", "kcalc").kind(), ErrorKind::AccessibilityUnavailable);
    }

    #[test]
    fn a_missing_object_is_a_gone_element_but_an_unavailable_application() {
        assert_eq!(Failure::NoObject.about_element("press", "kcalc").kind(), ErrorKind::ElementGone);
        assert_eq!(
            Failure::NoObject.about_app("GetChildren", "kcalc").kind(),
            ErrorKind::AccessibilityUnavailable
        );
    }
}
