use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{About, Fault, Greeting, Hello, ViewId};
use objc2_foundation::{NSBundle, NSString, ns_string};

use super::{native, value};
use crate::app::{ABILITIES, Desk, within};
use crate::obey::{Dialogs, Obey};
use crate::source::WORLD;

/// How long a page may take to say what it calls itself. One with a dialog never does.
const PATIENCE: Duration = Duration::from_millis(500);

impl Obey for Hello {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        None
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Greeting, Fault> {
        let about = About {
            engine: "WKWebView".to_owned(),
            version: engine_version().unwrap_or_default(),
            platform: "macos".to_owned(),
            pid: std::process::id(),
            user_agent: user_agent(&desk).await.unwrap_or_default(),
            abilities: ABILITIES.to_vec(),
        };
        Ok(Greeting { about, line: None })
    }
}

async fn user_agent(desk: &Desk) -> Option<String> {
    let view = desk.views().into_iter().next()?;
    let said = native::call(&view.web, "return navigator.userAgent", "", Some(WORLD));
    within(PATIENCE, said).await?.ok()?
}

/// The version of the system's WebKit, which is that of its framework.
fn engine_version() -> Option<String> {
    let bundle = NSBundle::bundleWithIdentifier(ns_string!("com.apple.WebKit"))?;
    let version = bundle.objectForInfoDictionaryKey(ns_string!("CFBundleVersion"))?;
    version.downcast_ref::<NSString>().map(value::string)
}
