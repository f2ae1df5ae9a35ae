use serde::{Deserialize, Serialize};

/// A cookie as the browser keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The path that it is sent for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The domain that it is sent to; with a leading dot when subdomains count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Only sent over secure connections.
    #[serde(default)]
    pub secure: bool,
    /// Out of the reach of scripts.
    #[serde(default)]
    pub http_only: bool,
    /// When it ends, in seconds since 1970; absent when it ends with the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry: Option<u64>,
    /// Whether it is sent with requests from other sites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<SameSite>,
}

/// The `SameSite` attribute of a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SameSite {
    /// Sent with every request.
    None,
    /// Sent when somebody follows a link from another site.
    Lax,
    /// Never sent from other sites.
    Strict,
}
