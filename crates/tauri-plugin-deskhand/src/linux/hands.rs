//! The commands that are carried out by input, pictures, print, cookies, files and certificates.

use std::rc::Rc;

use deskhand_page::{
    ChooseFiles, Cookie, CookiesOf, DeleteCookies, Fault, FaultKind, InputInto, PictureOf, PrintPage,
    SetCookie, Tls, ViewId,
};

use super::desk::Desk;
use crate::obey::{Dialogs, Obey};

macro_rules! unsupported {
    ($($command:ty => $done:ty, $view:expr, $dialogs:ident;)*) => {$(
        impl Obey for $command {
            const DIALOGS: Dialogs = Dialogs::$dialogs;

            fn view(&self) -> Option<&ViewId> {
                let view: fn(&$command) -> Option<&ViewId> = $view;
                view(self)
            }

            async fn obey(self, _: Rc<Desk>) -> Result<$done, Fault> {
                Err(Fault::new(FaultKind::Unsupported, concat!(stringify!($command), " is not there yet")))
            }
        }
    )*};
}

unsupported! {
    InputInto => (), |it| Some(&it.place.view), Interrupt;
    ChooseFiles => (), |it| Some(&it.place.view), Interrupt;
    PictureOf => String, |it| Some(&it.view), Interrupt;
    PrintPage => String, |it| Some(&it.place.view), Interrupt;
    CookiesOf => Vec<Cookie>, |it| Some(&it.place.view), Interrupt;
    SetCookie => (), |it| Some(&it.place.view), Interrupt;
    DeleteCookies => (), |it| Some(&it.place.view), Interrupt;
    Tls => (), |_| None, Ignore;
}
