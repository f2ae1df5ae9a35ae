//! Reading and changing the store.

use deskhand_page::{Cookie, Fault, FaultKind, SameSite};
use gtk::glib;
use soup::SameSitePolicy;
use webkit2gtk::{
    CookieManager, CookieManagerExt as _, WebView, WebViewExt as _, WebsiteDataManagerExt as _,
};

use super::address::secure_address;
use crate::app::cookie_rules as rules;

/// The cookies of a page.
pub(crate) async fn cookies(view: &WebView, page: &str) -> Result<Vec<Cookie>, Fault> {
    Ok(kept(view, page).await?.iter_mut().map(read).collect())
}

/// Sets a cookie for a page. One that has ended already deletes that of the same name, as with servers.
pub(crate) async fn set_cookie(view: &WebView, page: &str, cookie: &Cookie) -> Result<(), Fault> {
    let (url, host) = rules::host(page).ok_or_else(|| {
        Fault::new(FaultKind::CookieDomain, format!("A page at '{page}' cannot have cookies"))
    })?;
    let domain = rules::domain(cookie, &url, &host)?;
    rules::check(cookie)?;
    let path = cookie.path.as_deref().filter(|path| path.starts_with('/')).unwrap_or("/");
    let mut made = soup::Cookie::new(&cookie.name, &cookie.value, &domain, path, -1);
    made.set_secure(cookie.secure);
    made.set_http_only(cookie.http_only);
    if let Some(policy) = cookie.same_site {
        made.set_same_site_policy(match policy {
            SameSite::None => SameSitePolicy::None,
            SameSite::Lax => SameSitePolicy::Lax,
            SameSite::Strict => SameSitePolicy::Strict,
        });
    }
    if let Some(expiry) = cookie.expiry {
        made.set_expires(&moment(expiry)?);
    }
    store(view)?.add_cookie_future(&mut made).await.map_err(|error| refused(error.message()))
}

/// Deletes the cookies of a page: that with this name, or all.
pub(crate) async fn delete_cookies(view: &WebView, page: &str, name: Option<&str>) -> Result<(), Fault> {
    let store = store(view)?;
    for mut cookie in kept(view, page).await? {
        let wanted = match name {
            Some(name) => cookie.name().is_some_and(|known| known == name),
            None => true,
        };
        if wanted {
            store.delete_cookie_future(&mut cookie).await.map_err(|error| refused(error.message()))?;
        }
    }
    Ok(())
}

async fn kept(view: &WebView, page: &str) -> Result<Vec<soup::Cookie>, Fault> {
    let Some((url, host)) = rules::host(page) else { return Ok(Vec::new()) };
    let address = secure_address(&url, &host);
    store(view)?.cookies_future(&address).await.map_err(|error| refused(error.message()))
}

fn store(view: &WebView) -> Result<CookieManager, Fault> {
    view.website_data_manager()
        .and_then(|manager| manager.cookie_manager())
        .ok_or_else(|| Fault::new(FaultKind::Failed, "The view has no cookie store"))
}

fn read(cookie: &mut soup::Cookie) -> Cookie {
    let text = |text: Option<glib::GString>| text.map(|text| text.to_string());
    Cookie {
        name: text(cookie.name()).unwrap_or_default(),
        value: text(cookie.value()).unwrap_or_default(),
        path: text(cookie.path()),
        domain: text(cookie.domain()),
        secure: cookie.is_secure(),
        http_only: cookie.is_http_only(),
        expiry: cookie.expires().and_then(|end| u64::try_from(end.to_unix()).ok()),
        same_site: match cookie.same_site_policy() {
            SameSitePolicy::Lax => Some(SameSite::Lax),
            SameSitePolicy::Strict => Some(SameSite::Strict),
            _ => Some(SameSite::None),
        },
    }
}

/// A moment that a cookie can end at.
fn moment(seconds: u64) -> Result<glib::DateTime, Fault> {
    i64::try_from(seconds)
        .ok()
        .and_then(|seconds| glib::DateTime::from_unix_utc(seconds).ok())
        .ok_or_else(|| Fault::new(FaultKind::Invalid, format!("No cookie ends {seconds} seconds after 1970")))
}

fn refused(why: &str) -> Fault {
    Fault::new(FaultKind::CookieRefused, format!("The cookie store refused: {why}"))
}
