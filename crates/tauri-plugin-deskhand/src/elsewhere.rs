//! Platforms whose web views are not driven yet: the application runs as if the plugin were not there, but for a server
//! that says so.

use std::rc::Rc;

use deskhand_page::{Command, Fault, FaultKind, PageRect, Place, ViewId};
use tauri::{AppHandle, Runtime, Webview};

use crate::environment::Environment;
use crate::obey::Obey;

/// What the plugin knows of the application it is in: here nothing.
pub(crate) struct Desk;

/// The way to the main thread: here every question is answered on the spot.
#[derive(Clone)]
pub(crate) struct MainThread;

impl MainThread {
    pub(crate) async fn run<F, W, T>(&self, _: F) -> Result<T, Fault>
    where
        F: FnOnce(Rc<Desk>) -> W + Send + 'static,
        W: Future<Output = T> + 'static,
        T: Send + 'static,
    {
        Err(unsupported())
    }
}

pub(crate) fn start<R: Runtime>(_: &AppHandle<R>, _: &Environment) -> Result<MainThread, Fault> {
    Ok(MainThread)
}

pub(crate) fn view_ready<R: Runtime>(_: Webview<R>) {}

pub(crate) fn may_navigate<R: Runtime>(_: &Webview<R>) {}

pub(crate) async fn obey<C: Obey>(_: Rc<Desk>, _: C) -> Result<C::Done, Fault> {
    Err(unsupported())
}

pub(crate) fn inset(_: &Desk, _: &ViewId) -> Result<(f64, f64), Fault> {
    Err(unsupported())
}

pub(crate) async fn in_view(_: &Desk, _: &Place, _: PageRect) -> Result<PageRect, Fault> {
    Err(unsupported())
}

fn unsupported() -> Fault {
    let message = format!("Web views on {} are not driven yet", std::env::consts::OS);
    Fault::new(FaultKind::Unsupported, message)
}

macro_rules! obeyed_nowhere {
    ($($command:ty),*) => {$(
        impl Obey for $command {
            fn view(&self) -> Option<&ViewId> {
                None
            }

            async fn obey(self, _: Rc<Desk>) -> Result<<$command as Command>::Done, Fault> {
                Err(unsupported())
            }
        }
    )*};
}

deskhand_page::for_each_command!(obeyed_nowhere);
