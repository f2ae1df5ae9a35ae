//! Which application a session is for, and on which desktop: `tauri:options` and `deskhand:options`.

use std::collections::BTreeMap;

use deskhand_engine::ports::{PageApp, PageDesktop};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdriver::capabilities::Capabilities;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};

/// The application.
pub(super) const TAURI: &str = "tauri:options";
/// The desktop.
pub(super) const DESKHAND: &str = "deskhand:options";

/// The largest desktop, each way.
const LARGEST: u32 = 16_384;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct TauriOptions {
    binary: Option<String>,
    /// What the official driver calls the binary.
    application: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    cwd: Option<String>,
    /// Taken by the official driver, on Windows only.
    #[serde(default, rename = "webviewOptions")]
    _webview_options: Value,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeskhandOptions {
    desktop: Option<Desktop>,
    size: Option<Size>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Desktop {
    Private,
    Current,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Size {
    Pair(u32, u32),
    Text(String),
}

/// Checks one of the two by itself.
pub(super) fn check(name: &str, value: &Value) -> Outcome<()> {
    match name {
        TAURI => read::<TauriOptions>(name, value).and_then(|options| binary(&options).map(drop)),
        DESKHAND => read::<DeskhandOptions>(name, value).and_then(|options| desktop(&options).map(drop)),
        _ => Ok(()),
    }
}

/// The application to start; `None` when none is named.
pub(super) fn application(wanted: &Capabilities, default: Option<&str>) -> Outcome<Option<PageApp>> {
    let options: TauriOptions =
        wanted.get(TAURI).map_or(Ok(TauriOptions::default()), |value| read(TAURI, value))?;
    let place = wanted.get(DESKHAND).map_or(Ok(DeskhandOptions::default()), |value| read(DESKHAND, value))?;
    let named = binary(&options)?.map(str::to_owned).or_else(|| default.map(str::to_owned));
    let Some(binary) = named else { return Ok(None) };
    Ok(Some(PageApp {
        binary,
        args: options.args,
        env: options.env.into_iter().collect(),
        cwd: options.cwd,
        desktop: desktop(&place)?,
    }))
}

fn binary(options: &TauriOptions) -> Outcome<Option<&str>> {
    match (options.binary.as_deref(), options.application.as_deref()) {
        (Some(binary), Some(application)) if binary != application => {
            Err(invalid(format!("{TAURI} names two programs: {binary:?} and {application:?}.")))
        }
        (Some(""), _) | (_, Some("")) => Err(invalid(format!("{TAURI} names a program without a name."))),
        (binary, application) => Ok(binary.or(application)),
    }
}

fn desktop(options: &DeskhandOptions) -> Outcome<PageDesktop> {
    let size = options.size.as_ref().map(size).transpose()?;
    match (options.desktop, size) {
        (Some(Desktop::Current), None) => Ok(PageDesktop::Current),
        (Some(Desktop::Current), Some(_)) => {
            Err(invalid(format!("{DESKHAND}: the current desktop has the size that it has.")))
        }
        (_, None) => Ok(PageDesktop::Private),
        (_, Some((width, height))) => Ok(PageDesktop::Sized { width, height }),
    }
}

fn size(size: &Size) -> Outcome<(u32, u32)> {
    let pair = match size {
        Size::Pair(width, height) => Some((*width, *height)),
        Size::Text(text) => text
            .split_once(['x', 'X'])
            .and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?))),
    };
    pair.filter(|(width, height)| [width, height].iter().all(|side| (1..=LARGEST).contains(*side)))
        .ok_or_else(|| {
            invalid(format!("{DESKHAND}: size is [width, height] or \"1280x800\", each at most {LARGEST}."))
        })
}

fn read<T: DeserializeOwned>(name: &str, value: &Value) -> Outcome<T> {
    if !value.is_object() {
        return Err(invalid(format!("{name} is an object.")));
    }
    T::deserialize(value).map_err(|why| invalid(format!("{name}: {why}.")))
}

fn invalid(message: String) -> webdriver::error::WebDriverError {
    error(ErrorStatus::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn app(wanted: Value) -> Outcome<Option<PageApp>> {
        application(wanted.as_object().unwrap(), None)
    }

    #[test]
    fn an_application_is_named_with_all_that_it_is_started_with() {
        let wanted = json!({
            "tauri:options": { "binary": "/a/b", "args": ["-x"], "env": { "K": "v" }, "cwd": "/c" },
            "deskhand:options": { "desktop": "current" },
        });
        let expected = PageApp {
            binary: "/a/b".to_owned(),
            args: vec!["-x".to_owned()],
            env: vec![("K".to_owned(), "v".to_owned())],
            cwd: Some("/c".to_owned()),
            desktop: PageDesktop::Current,
        };
        assert_eq!(app(wanted).unwrap(), Some(expected));
        let official = json!({ "tauri:options": { "application": "/a/b", "webviewOptions": {} } });
        assert_eq!(app(official).unwrap().unwrap().binary, "/a/b");
    }

    #[test]
    fn an_application_that_is_not_named_is_the_default() {
        assert_eq!(app(json!({})).unwrap(), None);
        let default = application(&Capabilities::new(), Some("/d")).unwrap().unwrap();
        assert_eq!((default.binary.as_str(), default.desktop), ("/d", PageDesktop::Private));
    }

    #[test]
    fn a_desktop_has_a_size_in_two_notations() {
        for size in [json!([1280, 800]), json!("1280x800"), json!("1280 X 800")] {
            let wanted = json!({ "tauri:options": { "binary": "b" }, "deskhand:options": { "size": size } });
            let desktop = app(wanted).unwrap().unwrap().desktop;
            assert_eq!(desktop, PageDesktop::Sized { width: 1280, height: 800 }, "{size}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_an_invalid_argument() {
        for (name, bad) in [
            (TAURI, json!("a")),
            (TAURI, json!([])),
            (TAURI, json!({ "binary": 1 })),
            (TAURI, json!({ "binary": "" })),
            (TAURI, json!({ "binary": "a", "application": "b" })),
            (TAURI, json!({ "binary": "a", "args": "x" })),
            (TAURI, json!({ "binary": "a", "args": [1] })),
            (TAURI, json!({ "binary": "a", "env": ["x"] })),
            (TAURI, json!({ "binary": "a", "env": { "A": 1 } })),
            (TAURI, json!({ "binary": "a", "cwd": 1 })),
            (TAURI, json!({ "binray": "a" })),
            (DESKHAND, json!(true)),
            (DESKHAND, json!({ "desktop": "other" })),
            (DESKHAND, json!({ "desktop": "current", "size": [1, 1] })),
            (DESKHAND, json!({ "size": "1280" })),
            (DESKHAND, json!({ "size": [0, 10] })),
            (DESKHAND, json!({ "size": [-1, 10] })),
            (DESKHAND, json!({ "size": "99999x10" })),
            (DESKHAND, json!({ "size": [1, 2, 3] })),
        ] {
            let refused = check(name, &bad).expect_err(&bad.to_string());
            assert_eq!(refused.error, ErrorStatus::InvalidArgument, "{name} {bad}");
        }
        assert!(check("other:options", &json!(1)).is_ok());
    }
}
