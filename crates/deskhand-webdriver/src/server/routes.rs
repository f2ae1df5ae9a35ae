//! Which command a request is.

use std::sync::LazyLock;

use http::Method;
use percent_encoding::percent_decode_str;
use webdriver::Parameters;
use webdriver::error::ErrorStatus;
use webdriver::httpapi::{Route, VoidWebDriverExtensionRoute, standard_routes};

use crate::errors::{Outcome, error};

/// A command, and what its path says.
pub(super) struct Found {
    pub(super) route: Route<VoidWebDriverExtensionRoute>,
    pub(super) parameters: Parameters,
}

/// A path with places for parameters.
struct Template {
    method: Method,
    parts: Vec<Part>,
    route: Route<VoidWebDriverExtensionRoute>,
}

enum Part {
    /// Exactly this.
    Is(&'static str),
    /// Anything but nothing, under this name.
    Any(&'static str),
}

/// All commands of the protocol, those with the same number of parts together.
static TABLE: LazyLock<Vec<Vec<Template>>> = LazyLock::new(|| {
    let mut table: Vec<Vec<Template>> = Vec::new();
    for (method, path, route) in standard_routes::<VoidWebDriverExtensionRoute>() {
        if !is_of_the_protocol(&route) {
            continue;
        }
        let parts: Vec<Part> = path.split('/').filter(|part| !part.is_empty()).map(part).collect();
        if table.len() <= parts.len() {
            table.resize_with(parts.len() + 1, Vec::new);
        }
        table[parts.len()].push(Template { method, parts, route });
    }
    table
});

fn part(part: &'static str) -> Part {
    match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
        Some(name) => Part::Any(name),
        None => Part::Is(part),
    }
}

/// Mozilla's table also has commands of other specifications, and some that were dropped from this one.
fn is_of_the_protocol(route: &Route<VoidWebDriverExtensionRoute>) -> bool {
    !matches!(
        route,
        Route::GetWindowSize
            | Route::SetWindowSize
            | Route::GetWindowPosition
            | Route::SetWindowPosition
            | Route::SetPermission
            | Route::GPCGetGlobalPrivacyControl
            | Route::GPCSetGlobalPrivacyControl
            | Route::WebAuthnAddCredential
            | Route::WebAuthnAddVirtualAuthenticator
            | Route::WebAuthnGetCredentials
            | Route::WebAuthnRemoveAllCredentials
            | Route::WebAuthnRemoveCredential
            | Route::WebAuthnRemoveVirtualAuthenticator
            | Route::WebAuthnSetUserVerified
    )
}

/// Finds the command. A path that nobody knows is an `unknown command`, another method of one that is known is an
/// `unknown method`.
pub(super) fn find(method: &Method, path: &str) -> Outcome<Found> {
    let parts: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
    let mut is_known = false;
    for template in TABLE.get(parts.len()).into_iter().flatten() {
        if !template.fits(&parts) {
            continue;
        }
        is_known = true;
        if template.method == *method {
            return Ok(Found { route: template.route.clone(), parameters: template.parameters(&parts)? });
        }
    }
    if is_known {
        return Err(error(ErrorStatus::UnknownMethod, format!("{path} does not take {method}.")));
    }
    // Selenium's Python client knows by these first words that a server has no files of its own to be sent to.
    Err(error(ErrorStatus::UnknownCommand, format!("Unrecognized command: {method} {path}")))
}

impl Template {
    fn fits(&self, parts: &[&str]) -> bool {
        self.parts.iter().zip(parts).all(|(part, given)| match part {
            Part::Is(name) => name == given,
            Part::Any(_) => !given.is_empty(),
        })
    }

    fn parameters(&self, parts: &[&str]) -> Outcome<Parameters> {
        let named = self.parts.iter().zip(parts).filter_map(|(part, given)| match part {
            Part::Is(_) => None,
            Part::Any(name) => Some((*name, *given)),
        });
        named.map(|(name, given)| Ok((name.to_owned(), decode(given)?))).collect()
    }
}

fn decode(part: &str) -> Outcome<String> {
    match percent_decode_str(part).decode_utf8() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(error(ErrorStatus::InvalidArgument, format!("{part} is no text in UTF-8."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(method: Method, path: &str) -> ErrorStatus {
        match find(&method, path) {
            Ok(found) => panic!("{path} is {:?}", found.route),
            Err(refused) => refused.error,
        }
    }

    #[test]
    fn every_command_of_the_table_is_found_by_its_own_path() {
        let mut count = 0;
        for (method, path, route) in standard_routes::<VoidWebDriverExtensionRoute>() {
            if is_of_the_protocol(&route) {
                let found = find(&method, path).unwrap_or_else(|why| panic!("{method} {path}: {why:?}"));
                assert_eq!(format!("{:?}", found.route), format!("{route:?}"), "{method} {path}");
                count += 1;
            }
        }
        assert_eq!(count, 62, "commands of the specification");
    }

    #[test]
    fn parameters_are_decoded() {
        let found = find(&Method::GET, "/session/a/element/b%2Fc/attribute/d%C3%B6").unwrap();
        let of = |name: &str| found.parameters.get(name).map(String::as_str);
        assert_eq!((of("sessionId"), of("elementId"), of("name")), (Some("a"), Some("b/c"), Some("dö")));
        assert_eq!(refusal(Method::GET, "/session/a/cookie/%ff"), ErrorStatus::InvalidArgument);
    }

    #[test]
    fn unknown_paths_and_methods_are_told_apart() {
        for path in
            ["/", "", "/session/a/foo", "/session/a/element/b", "/status/", "/session//url", "/statuses"]
        {
            assert_eq!(refusal(Method::GET, path), ErrorStatus::UnknownCommand, "{path}");
        }
        for (method, path) in [
            (Method::GET, "/session"),
            (Method::POST, "/status"),
            (Method::PUT, "/session/a/url"),
            (Method::HEAD, "/status"),
        ] {
            assert_eq!(refusal(method, path), ErrorStatus::UnknownMethod, "{path}");
        }
        assert_eq!(refusal(Method::POST, "/session/a/webauthn/authenticator"), ErrorStatus::UnknownCommand);
    }
}
