//! References to AT-SPI objects: a connection name on the bus and an object path.

use std::sync::Arc;

use deskhand_model::{Error, ErrorKind, Handle, Result};
use serde::Deserialize;
use zvariant::{ObjectPath, Type};

/// Path of every application's root object.
pub(super) const ROOT: &str = "/org/a11y/atspi/accessible/root";
/// Path that stands for "no object".
const NULL: &str = "/org/a11y/atspi/null";

/// A reference as it travels: `(so)`.
#[derive(Clone, Debug, Deserialize, Type)]
pub(super) struct WireRef<'a> {
    #[serde(borrow)]
    pub(super) bus: &'a str,
    #[serde(borrow)]
    pub(super) path: ObjectPath<'a>,
}

impl WireRef<'_> {
    /// Whether it refers to nothing.
    pub(super) fn is_null(&self) -> bool {
        self.path.as_str() == NULL || self.bus.is_empty()
    }
}

/// A reference as we keep it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ObjectRef {
    pub(super) bus: Arc<str>,
    pub(super) path: Arc<str>,
}

impl ObjectRef {
    /// The root object of the application with this name on the bus.
    pub(super) fn root(bus: &Arc<str>) -> ObjectRef {
        ObjectRef { bus: bus.clone(), path: ROOT.into() }
    }

    /// Keeps a reference that has arrived; `near` lends its bus name where it is the same.
    pub(super) fn keep(wire: &WireRef<'_>, near: &Arc<str>) -> ObjectRef {
        let bus = if *wire.bus == **near { near.clone() } else { wire.bus.into() };
        ObjectRef { bus, path: wire.path.as_str().into() }
    }

    /// As the model carries it.
    pub(super) fn handle(&self) -> Handle {
        Handle::new(format!("{}{}", self.bus, self.path))
    }

    /// Reads a handle that this provider has made.
    pub(super) fn from_handle(handle: &Handle) -> Result<ObjectRef> {
        let text = handle.as_str();
        match text.find('/') {
            Some(at) if at > 0 && ObjectPath::try_from(&text[at..]).is_ok() => {
                Ok(ObjectRef { bus: text[..at].into(), path: text[at..].into() })
            }
            _ => Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("`{text}` is not a reference to an element of this desktop"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_reads_back_as_the_same_reference() {
        let object = ObjectRef { bus: ":1.7".into(), path: "/org/a11y/atspi/accessible/12".into() };
        assert_eq!(ObjectRef::from_handle(&object.handle()).unwrap(), object);
    }

    #[test]
    fn a_foreign_handle_is_refused() {
        for text in ["", "/only/path", ":1.7", ":1.7/not a path", "ax:42"] {
            assert!(ObjectRef::from_handle(&Handle::new(text)).is_err(), "{text}");
        }
    }
}
