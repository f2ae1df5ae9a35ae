//! Elements. They are known by references, which go out as selectors; selectors that are selectors work as well.

use std::sync::Arc;

use deskhand_page::reference::{ELEMENT, SHADOW};
use deskhand_page::{Call, CallIn, Code, FaultKind, InputInto, LoadState, WaitLoaded, World};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Answer, Refusal, parsed};
use super::input::{self, Spot};
use super::keys;
use super::pages::Pages;
use super::seat::{Seat, WITHIN};
use super::windows::Nothing;

/// What `using` is for a selector that is a reference.
const REFERENCE: &str = "deskhand";
/// Servers ask for a style as a property of this name.
const STYLE_PREFIX: &str = "__css__";

/// An element in a request.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(super) struct Which {
    selector: String,
    #[serde(default)]
    index: usize,
    #[serde(default)]
    using: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Find {
    using: String,
    value: String,
}

#[derive(Deserialize)]
pub(super) struct FindFrom {
    parent_selector: String,
    #[serde(default)]
    parent_index: usize,
    #[serde(default)]
    parent_using: Option<String>,
    using: String,
    value: String,
}

#[derive(Deserialize)]
pub(super) struct FindInShadow {
    host_selector: String,
    #[serde(default)]
    host_index: usize,
    #[serde(default)]
    host_using: Option<String>,
    using: String,
    value: String,
}

#[derive(Deserialize)]
pub(super) struct Named {
    #[serde(flatten)]
    which: Which,
    name: String,
}

#[derive(Deserialize)]
pub(super) struct Typed {
    #[serde(flatten)]
    which: Which,
    text: String,
}

#[derive(Deserialize)]
pub(super) struct Files {
    #[serde(flatten)]
    which: Which,
    files: Vec<File>,
}

/// A file with its content in base64.
#[derive(Deserialize)]
struct File {
    name: String,
    data: String,
    #[serde(default)]
    mime: String,
}

impl Which {
    /// The reference, where the selector is one: no selector of a style sheet has a class that begins with a digit.
    fn reference(&self) -> Option<&str> {
        let mut parts = self.selector.rsplitn(3, '.');
        let number = parts.next().unwrap_or_default();
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let looks_like_one = digits && parts.count() == 2;
        match self.using.as_deref() {
            Some(REFERENCE) => Some(&self.selector),
            None | Some("css") if looks_like_one => Some(&self.selector),
            _ => None,
        }
    }
}

/// The reference of an element.
pub(super) async fn reference<P: Pages>(seat: &Seat<P>, which: &Which) -> Result<String, Refusal> {
    if let Some(reference) = which.reference() {
        return Ok(reference.to_owned());
    }
    let using = strategy(which.using.as_deref().unwrap_or("css"))?;
    let found = seat.call(&seat.place().await?, "find", vec![json!(using), json!(which.selector)]).await?;
    let found: Vec<Value> = parsed(found)?;
    let element = found.get(which.index).and_then(|element| element[ELEMENT].as_str());
    let message = || format!("no such element: nothing is number {} of {}", which.index, which.selector);
    element.map(str::to_owned).ok_or_else(|| Refusal::not_found(message()))
}

/// Selectors or paths. Servers make these of all strategies that WebDriver knows; anybody else may say it in its words.
fn strategy(using: &str) -> Result<&'static str, Refusal> {
    match using {
        "css" | "css selector" | "tag name" => Ok("css"),
        "xpath" => Ok("xpath"),
        other => Err(Refusal::invalid(format!("invalid argument: nothing is found by '{other}'"))),
    }
}

/// An element as it goes out.
fn told(element: &Value) -> Value {
    json!({ "selector": element[ELEMENT], "index": 0, "using": REFERENCE })
}

fn all_told(found: Value) -> Answer {
    let found: Vec<Value> = parsed(found)?;
    Ok(json!({ "elements": found.iter().map(told).collect::<Vec<_>>() }))
}

pub(super) async fn find<P: Pages>(seat: Arc<Seat<P>>, Find { using, value }: Find) -> Answer {
    let args = vec![json!(strategy(&using)?), json!(value)];
    all_told(seat.call(&seat.place().await?, "find", args).await?)
}

pub(super) async fn find_from<P: Pages>(seat: Arc<Seat<P>>, asked: FindFrom) -> Answer {
    let parent =
        Which { selector: asked.parent_selector, index: asked.parent_index, using: asked.parent_using };
    let parent = json!({ ELEMENT: reference(&seat, &parent).await? });
    let args = vec![json!(strategy(&asked.using)?), json!(asked.value), parent];
    all_told(seat.call(&seat.place().await?, "find", args).await?)
}

pub(super) async fn find_in_shadow<P: Pages>(seat: Arc<Seat<P>>, asked: FindInShadow) -> Answer {
    let host = Which { selector: asked.host_selector, index: asked.host_index, using: asked.host_using };
    let root = shadow_of(&seat, &host).await?;
    if root.is_null() {
        return Err(Refusal::not_found("no such shadow root: the element has none"));
    }
    let args = vec![json!(strategy(&asked.using)?), json!(asked.value), root];
    all_told(seat.call(&seat.place().await?, "find", args).await?)
}

pub(super) async fn shadow<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "hasShadow": shadow_of(&seat, &which).await?[SHADOW].is_string() }))
}

async fn shadow_of<P: Pages>(seat: &Seat<P>, which: &Which) -> Result<Value, Refusal> {
    seat.call_on("shadow", &reference(seat, which).await?, &[]).await
}

/// Asks one of our functions about an element.
async fn about<P: Pages>(seat: &Seat<P>, which: &Which, name: &str, more: &[Value]) -> Answer {
    seat.call_on(name, &reference(seat, which).await?, more).await
}

pub(super) async fn text<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "text": about(&seat, &which, "text", &[]).await? }))
}

pub(super) async fn attribute<P: Pages>(seat: Arc<Seat<P>>, Named { which, name }: Named) -> Answer {
    Ok(json!({ "value": about(&seat, &which, "attribute", &[json!(name)]).await? }))
}

/// Properties are read in the page, where also those are that its scripts have added.
pub(super) async fn property<P: Pages>(seat: Arc<Seat<P>>, Named { which, name }: Named) -> Answer {
    if let Some(style) = name.strip_prefix(STYLE_PREFIX) {
        return Ok(json!({ "value": about(&seat, &which, "style", &[json!(style)]).await? }));
    }
    let element = json!({ ELEMENT: reference(&seat, &which).await? });
    let code = Code::Body("return arguments[0][arguments[1]];".to_owned());
    let call = Call { world: World::Page, code, args: vec![element, json!(name)] };
    Ok(json!({ "value": seat.ask(CallIn { place: seat.place().await?, call }).await? }))
}

pub(super) async fn tag<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "tag": about(&seat, &which, "tag", &[]).await? }))
}

pub(super) async fn rect<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    about(&seat, &which, "rect", &[]).await
}

pub(super) async fn displayed<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "displayed": about(&seat, &which, "displayed", &[]).await? }))
}

pub(super) async fn enabled<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "enabled": about(&seat, &which, "enabled", &[]).await? }))
}

pub(super) async fn selected<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "selected": about(&seat, &which, "selected", &[]).await? }))
}

pub(super) async fn role<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "role": about(&seat, &which, "role", &[]).await? }))
}

pub(super) async fn label<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    Ok(json!({ "label": about(&seat, &which, "label", &[]).await? }))
}

pub(super) async fn active<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    let element = seat.call(&seat.place().await?, "active", Vec::new()).await?;
    Ok(json!({ "element": if element.is_null() { Value::Null } else { told(&element) } }))
}

/// Clicks as a person does, where the element is.
pub(super) async fn click<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    let place = seat.place().await?;
    let spot: Option<Spot> = parsed(about(&seat, &which, "aim", &[]).await?)?;
    if let Some(spot) = spot {
        strike(&seat, InputInto { place, events: input::click(spot) }).await?;
    }
    Ok(Value::Null)
}

/// Focuses an element and types, as a person does.
pub(super) async fn send_keys<P: Pages>(seat: Arc<Seat<P>>, Typed { which, text }: Typed) -> Answer {
    let place = seat.place().await?;
    let taken: bool = parsed(about(&seat, &which, "ready", &[json!(text)]).await?)?;
    if !taken {
        strike(&seat, InputInto { place, events: keys::typed(&text) }).await?;
    }
    Ok(Value::Null)
}

/// Has input done, and what it leads to: a page that it went to is there when this returns.
pub(super) async fn strike<P: Pages>(seat: &Seat<P>, input: InputInto) -> Result<(), Refusal> {
    let place = input.place.clone();
    if !seat.views().await?.contains(&place.view) {
        return Err(Refusal::not_found(format!("no such window: {}", place.view)));
    }
    if let Err(fault) = seat.ask(input).await {
        let led_somewhere = match fault.kind {
            FaultKind::DialogOpen => !fault.standing,
            FaultKind::Interrupted | FaultKind::NoView => true,
            _ => false,
        };
        if !led_somewhere {
            return Err(fault.into());
        }
    }
    let top = deskhand_page::Place::top(place.view);
    // A dialog, a window that is gone or a page that never ends loading is the next request's matter.
    let _ = seat.pages.ask(WaitLoaded { place: top, until: LoadState::Complete }, WITHIN).await;
    Ok(())
}

pub(super) async fn clear<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    about(&seat, &which, "clear", &[]).await?;
    Ok(Value::Null)
}

pub(super) async fn set_files<P: Pages>(seat: Arc<Seat<P>>, Files { which, files }: Files) -> Answer {
    let files: Vec<Value> =
        files.iter().map(|file| json!({ "name": file.name, "data": file.data, "mime": file.mime })).collect();
    about(&seat, &which, "files", &[json!(files)]).await?;
    Ok(Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn which(selector: &str, using: Option<&str>) -> Which {
        Which { selector: selector.to_owned(), index: 0, using: using.map(str::to_owned) }
    }

    #[test]
    fn a_reference_is_told_from_a_selector() {
        assert_eq!(which("main.9f2c.7", None).reference(), Some("main.9f2c.7"));
        assert_eq!(which("main.9f2c.7", Some("css")).reference(), Some("main.9f2c.7"));
        assert_eq!(which("anything", Some(REFERENCE)).reference(), Some("anything"));
        for selector in ["#root", "li.first.last", "a.b", "1.5", ".5", "main..", ""] {
            assert_eq!(which(selector, None).reference(), None, "{selector}");
        }
        assert_eq!(which("//a[1.5.5]", Some("xpath")).reference(), None);
    }

    #[test]
    fn an_element_is_read_with_and_without_what_may_be_left_out() {
        let read = |value: Value| serde_json::from_value::<Which>(value);
        assert_eq!(read(json!({ "selector": "a", "index": 2, "using": "css" })).unwrap().index, 2);
        assert_eq!(read(json!({ "selector": "a" })).unwrap(), which("a", None));
        assert!(read(json!({ "index": 2 })).is_err());
    }
}
