use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tauri::plugin::TauriPlugin;
use tauri::{RunEvent, Runtime};

use crate::app;
use crate::environment::Environment;
use crate::seed;
use crate::server::{self, Server};

const NAME: &str = "deskhand";

/// The plugin: at work in debug builds and where the environment asks for it, otherwise empty.
pub fn init<R: Runtime>() -> TauriPlugin<R> {
    Builder::new().build()
}

/// Makes the plugin.
#[derive(Clone, Debug)]
pub struct Builder {
    in_debug_builds: bool,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder { in_debug_builds: true }
    }
}

impl Builder {
    /// A plugin that is at work in debug builds and where the environment asks for it.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Whether debug builds have it at work without being asked. They do unless this says otherwise.
    pub fn in_debug_builds(mut self, wanted: bool) -> Builder {
        self.in_debug_builds = wanted;
        self
    }

    /// The plugin. Reads the environment, and takes the token and the variable of WebDriver servers out of it.
    pub fn build<R: Runtime>(self) -> TauriPlugin<R> {
        let environment = Environment::take();
        let wanted = environment.switched_on || (self.in_debug_builds && cfg!(debug_assertions));
        if wanted { at_work(environment) } else { tauri::plugin::Builder::new(NAME).build() }
    }
}

fn at_work<R: Runtime>(environment: Environment) -> TauriPlugin<R> {
    let server = Arc::new(std::sync::OnceLock::<Server>::new());
    let announced = Arc::new(AtomicBool::new(false));
    let announce = {
        let server = Arc::clone(&server);
        move || {
            if let Some(server) = server.get()
                && !announced.swap(true, Ordering::SeqCst)
            {
                server.announce();
            }
        }
    };
    let announce_first_view = announce.clone();
    tauri::plugin::Builder::new(NAME)
        .js_init_script(seed::COMPAT)
        .setup(move |app, _| {
            let main = app::start(app, &environment)?;
            // Nothing else fills it: a plugin is set up once.
            let _ = server.set(server::start(main, environment)?);
            Ok(())
        })
        .on_webview_ready(move |webview| {
            app::view_ready(webview);
            announce_first_view();
        })
        .on_navigation(|webview, _| {
            app::may_navigate(webview);
            true
        })
        .on_event(move |_, event| {
            // An application may open its first window much later, or never.
            if matches!(event, RunEvent::Ready) {
                announce();
            }
        })
        .build()
}
