//! What a proxy configuration must have beyond the right types.

use serde_json::{Map, Value};
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};

/// Refuses a configuration that says too little, or a version that there cannot be.
pub(super) fn check(proxy: &Map<String, Value>) -> Outcome<()> {
    let invalid = |message: &str| Err(error(ErrorStatus::InvalidArgument, message));
    let kind = proxy.get("proxyType").and_then(Value::as_str);
    if kind.is_none() {
        return invalid("proxy needs a proxyType.");
    }
    if kind == Some("pac") && !proxy.contains_key("proxyAutoconfigUrl") {
        return invalid("proxy of the type pac needs a proxyAutoconfigUrl.");
    }
    match proxy.get("socksVersion") {
        None if proxy.contains_key("socksProxy") => return invalid("socksProxy needs a socksVersion."),
        Some(version) if version.as_u64().is_none_or(|version| version > 255) => {
            return invalid("socksVersion is a whole number from 0 to 255.");
        }
        _ => {}
    }
    Ok(())
}

/// Whether the application is going to do that. It takes the proxy that its system has; no other can be given to it.
pub(super) fn is_met(proxy: &Map<String, Value>) -> bool {
    proxy.get("proxyType").and_then(Value::as_str) == Some("system")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_configuration_says_all_that_its_kind_needs() {
        for (proxy, fits) in [
            (json!({ "proxyType": "system" }), true),
            (json!({}), false),
            (json!({ "proxyType": "pac" }), false),
            (json!({ "proxyType": "pac", "proxyAutoconfigUrl": "http://a/b.pac" }), true),
            (json!({ "proxyType": "manual", "socksProxy": "a:1" }), false),
            (json!({ "proxyType": "manual", "socksProxy": "a:1", "socksVersion": 5 }), true),
            (json!({ "proxyType": "manual", "socksVersion": 256 }), false),
            (json!({ "proxyType": "manual", "socksVersion": 4.5 }), false),
        ] {
            assert_eq!(check(proxy.as_object().unwrap()).is_ok(), fits, "{proxy}");
        }
    }
}
