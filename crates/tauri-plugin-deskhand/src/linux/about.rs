use std::rc::Rc;

use deskhand_page::{About, Fault, Greeting, Hello, ViewId};
use webkit2gtk::{SettingsExt as _, WebViewExt};

use super::line;
use crate::app::{ABILITIES, Desk};
use crate::obey::{Dialogs, Obey};

impl Obey for Hello {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        None
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Greeting, Fault> {
        let settings = desk.views().first().and_then(|view| WebViewExt::settings(&view.web));
        let about = About {
            engine: "WebKitGTK".to_owned(),
            version: engine_version(),
            platform: "linux".to_owned(),
            pid: std::process::id(),
            user_agent: settings
                .and_then(|settings| settings.user_agent())
                .map(String::from)
                .unwrap_or_default(),
            abilities: ABILITIES.to_vec(),
        };
        Ok(Greeting { about, line: line::name(&desk) })
    }
}

#[expect(unsafe_code)]
fn engine_version() -> String {
    use webkit2gtk::ffi;
    // SAFETY: the three functions take nothing and return a number that the library was built with.
    let [major, minor, micro] = unsafe {
        [ffi::webkit_get_major_version(), ffi::webkit_get_minor_version(), ffi::webkit_get_micro_version()]
    };
    format!("{major}.{minor}.{micro}")
}
