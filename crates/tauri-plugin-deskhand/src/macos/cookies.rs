//! The cookie store itself, with the cookies that scripts cannot see.

use std::cell::Cell;
use std::ptr::NonNull;

use block2::RcBlock;
use deskhand_page::{Cookie, Fault, FaultKind, SameSite};
use objc2::rc::Retained;
use objc2::runtime::AnyObject;
use objc2_foundation::{
    NSArray, NSDate, NSHTTPCookie, NSHTTPCookieDomain, NSHTTPCookieExpires, NSHTTPCookieName,
    NSHTTPCookiePath, NSHTTPCookiePropertyKey, NSHTTPCookieSecure, NSHTTPCookieValue, NSMutableDictionary,
    NSString, ns_string,
};
use objc2_web_kit::WKHTTPCookieStore;
use tokio::sync::oneshot;
use url::Url;

use super::belongs::belongs;
use super::value::string;
use super::web::Web;
use crate::app::cookie_rules as rules;

/// The cookies of a page.
pub(crate) async fn cookies(web: &Web, page: &str) -> Result<Vec<Cookie>, Fault> {
    Ok(kept(web, page).await?.iter().map(|cookie| read(cookie)).collect())
}

/// Sets a cookie for a page. One that has ended already deletes that of the same name, as with servers.
pub(crate) async fn set_cookie(web: &Web, page: &str, cookie: &Cookie) -> Result<(), Fault> {
    let (url, host) = rules::host(page).ok_or_else(|| {
        Fault::new(FaultKind::CookieDomain, format!("A page at '{page}' cannot have cookies"))
    })?;
    let domain = rules::domain(cookie, &url, &host)?;
    rules::check(cookie)?;
    let made = make(cookie, &domain)
        .ok_or_else(|| Fault::new(FaultKind::CookieRefused, "The system makes no such cookie"))?;
    let (done, over) = signal();
    // SAFETY: on the main thread.
    unsafe { store(web).setCookie_completionHandler(&made, Some(&done)) };
    drop(done);
    over.await.map_err(|_| silent())
}

/// Deletes the cookies of a page: that with this name, or all.
pub(crate) async fn delete_cookies(web: &Web, page: &str, name: Option<&str>) -> Result<(), Fault> {
    for cookie in kept(web, page).await? {
        if name.is_none_or(|name| string(&cookie.name()) == name) {
            let (done, over) = signal();
            // SAFETY: on the main thread.
            unsafe { store(web).deleteCookie_completionHandler(&cookie, Some(&done)) };
            drop(done);
            over.await.map_err(|_| silent())?;
        }
    }
    Ok(())
}

/// The store has no way to ask for those of one page: all are read, and its own are chosen.
async fn kept(web: &Web, page: &str) -> Result<Vec<Retained<NSHTTPCookie>>, Fault> {
    let Some((url, host)) = rules::host(page) else { return Ok(Vec::new()) };
    let all = all(web).await?;
    Ok(all.into_iter().filter(|cookie| is_of(cookie, &url, &host)).collect())
}

fn is_of(cookie: &NSHTTPCookie, url: &Url, host: &str) -> bool {
    belongs(&string(&cookie.domain()), &string(&cookie.path()), url, host)
}

async fn all(web: &Web) -> Result<Vec<Retained<NSHTTPCookie>>, Fault> {
    let (sender, answered) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move |cookies: NonNull<NSArray<NSHTTPCookie>>| {
        if let Some(sender) = sender.take() {
            // SAFETY: WebKit hands over a list that lives as long as this call.
            let cookies = unsafe { cookies.as_ref() }.to_vec();
            // Who asked may have given up.
            let _ = sender.send(cookies);
        }
    });
    // SAFETY: on the main thread.
    unsafe { store(web).getAllCookies(&done) };
    drop(done);
    answered.await.map_err(|_| silent())
}

fn store(web: &Web) -> Retained<WKHTTPCookieStore> {
    // SAFETY: all only read, on the main thread.
    unsafe { web.view.configuration().websiteDataStore().httpCookieStore() }
}

/// Something to call, and what tells that it was.
fn signal() -> (RcBlock<dyn Fn()>, oneshot::Receiver<()>) {
    let (sender, over) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move || {
        if let Some(sender) = sender.take() {
            let _ = sender.send(());
        }
    });
    (done, over)
}

fn silent() -> Fault {
    Fault::new(FaultKind::CookieRefused, "The cookie store gave no answer")
}

fn read(cookie: &NSHTTPCookie) -> Cookie {
    Cookie {
        name: string(&cookie.name()),
        value: string(&cookie.value()),
        path: Some(string(&cookie.path())),
        domain: Some(string(&cookie.domain())),
        secure: cookie.isSecure(),
        http_only: cookie.isHTTPOnly(),
        expiry: cookie.expiresDate().and_then(|end| seconds(end.timeIntervalSince1970())),
        same_site: Some(match cookie.sameSitePolicy().map(|policy| string(&policy)).as_deref() {
            Some("lax") => SameSite::Lax,
            Some("strict") => SameSite::Strict,
            _ => SameSite::None,
        }),
    }
}

/// Whole seconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn seconds(moment: f64) -> Option<u64> {
    (moment >= 0.0).then_some(moment as u64)
}

fn make(cookie: &Cookie, domain: &str) -> Option<Retained<NSHTTPCookie>> {
    let path = cookie.path.as_deref().filter(|path| path.starts_with('/')).unwrap_or("/");
    let properties = NSMutableDictionary::<NSHTTPCookiePropertyKey, AnyObject>::new();
    // SAFETY: constants of Foundation.
    let (name, value, in_domain, at_path) =
        unsafe { (NSHTTPCookieName, NSHTTPCookieValue, NSHTTPCookieDomain, NSHTTPCookiePath) };
    for (key, text) in
        [(name, cookie.name.as_str()), (value, &cookie.value), (in_domain, domain), (at_path, path)]
    {
        properties.insert(key, &*NSString::from_str(text));
    }
    if cookie.secure {
        // SAFETY: a constant of Foundation.
        properties.insert(unsafe { NSHTTPCookieSecure }, ns_string!("TRUE"));
    }
    if cookie.http_only {
        // Foundation has no name for this one, but takes it as it stands in headers.
        properties.insert(ns_string!("HttpOnly"), ns_string!("TRUE"));
    }
    if let Some(end) = cookie.expiry {
        // Seconds of any time that matters are whole numbers of this type, too.
        #[expect(clippy::cast_precision_loss)]
        let end = NSDate::dateWithTimeIntervalSince1970(end as f64);
        // SAFETY: a constant of Foundation.
        properties.insert(unsafe { NSHTTPCookieExpires }, &*end);
    }
    let policy = match cookie.same_site {
        Some(SameSite::Lax) => Some(ns_string!("lax")),
        Some(SameSite::Strict) => Some(ns_string!("strict")),
        // What Foundation makes of a cookie without one.
        Some(SameSite::None) | None => None,
    };
    if let Some(policy) = policy {
        properties.insert(ns_string!("SameSite"), policy);
    }
    // SAFETY: the keys are those that Foundation knows, each with a value of its type.
    unsafe { NSHTTPCookie::cookieWithProperties(&properties) }
}
