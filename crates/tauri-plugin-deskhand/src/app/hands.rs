//! The commands that are carried out by input, pictures, print, cookies, files and certificates.

use std::rc::Rc;

use deskhand_page::{
    ChooseFiles, Cookie, CookiesOf, DeleteCookies, Fault, FaultKind, InputInto, PictureOf, Place, PrintPage,
    SetCookie, Tls, ViewId,
};
use serde_json::json;

use super::desk::Desk;
use super::origin::Origin;
use super::view::Handled;
use super::{agent, files};
use crate::engine::{cookies, going, input, picture, print, tls};
use crate::obey::{Dialogs, Obey};

impl Obey for InputInto {
    const OVERTAKES: bool = false;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.place.view)?;
        let _hands = view.hands.lock().await;
        let origin = origin(&desk, &self.place).await?;
        let before = view.stirred();
        let whole = input::input(&view.web, origin, &self.events).await?;
        view.note_handled(Some(Handled { before, whole }));
        Ok(())
    }
}

/// Where in its view a document is.
pub(super) async fn origin(desk: &Desk, place: &Place) -> Result<Origin, Fault> {
    let mut origin = Origin::TOP;
    for (depth, frame) in place.frames.iter().enumerate() {
        let around = Place { view: place.view.clone(), frames: place.frames[..depth].to_vec() };
        let found = agent::ask(desk, &around, "originOfFrame", json!({"id": frame})).await?;
        let found = serde_json::from_value(found)
            .map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))?;
        origin = origin.of_frame(found);
    }
    Ok(origin)
}

impl Obey for ChooseFiles {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.place.view)?;
        let _hands = view.hands.lock().await;
        files::choose(&desk, &self.place, &self.node, self.files).await
    }
}

impl Obey for PictureOf {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<String, Fault> {
        picture::picture(&desk.view(&self.view)?.web, self.extent).await
    }
}

impl Obey for PrintPage {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<String, Fault> {
        print::print(&desk.view(&self.place.view)?.web, &self.options).await
    }
}

impl Obey for CookiesOf {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Vec<Cookie>, Fault> {
        let page = address(&desk, &self.place).await?;
        cookies::cookies(&desk.view(&self.place.view)?.web, &page).await
    }
}

impl Obey for SetCookie {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let page = address(&desk, &self.place).await?;
        cookies::set_cookie(&desk.view(&self.place.view)?.web, &page, &self.cookie).await
    }
}

impl Obey for DeleteCookies {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let page = address(&desk, &self.place).await?;
        cookies::delete_cookies(&desk.view(&self.place.view)?.web, &page, self.name.as_deref()).await
    }
}

/// The address of the document in a place.
async fn address(desk: &Desk, place: &Place) -> Result<String, Fault> {
    if place.frames.is_empty() {
        let view = desk.view(&place.view)?;
        return Ok(going::address(&view.web).unwrap_or_default());
    }
    let answer = agent::ask(desk, place, "address", json!({})).await?;
    Ok(answer.as_str().unwrap_or_default().to_owned())
}

impl Obey for Tls {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        None
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let views = desk.views();
        tls::accept_insecure(self.accept_insecure, views.iter().map(|view| &view.web));
        Ok(())
    }
}
