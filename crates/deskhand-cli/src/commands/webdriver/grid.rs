//! What a node of Selenium Grid 4 has to know to hand sessions on to a server of ours.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use serde::Serialize;
use serde_json::json;

/// The file that `selenium-server node --config FILE` reads.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Config {
    node: Node,
    relay: Relay,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Node {
    /// It offers what is relayed and no browsers that it happens to find.
    detect_drivers: bool,
    max_sessions: usize,
    /// Else the node takes no more sessions than the machine has processors.
    override_max_sessions: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Relay {
    url: String,
    status_endpoint: &'static str,
    /// How many sessions at a time, and what a client asks for to get one.
    configs: [String; 2],
}

/// The configuration of a node on the machine of the server at this address, which takes `sessions` at a time.
pub(super) fn config(server: SocketAddr, sessions: usize) -> Result<String, toml::ser::Error> {
    let offered = json!({ "browserName": "tauri", "platformName": std::env::consts::OS });
    let config = Config {
        node: Node { detect_drivers: false, max_sessions: sessions, override_max_sessions: true },
        relay: Relay {
            url: format!("http://{}", from_here(server)),
            status_endpoint: "/status",
            configs: [sessions.to_string(), offered.to_string()],
        },
    };
    toml::to_string(&config)
}

/// How the node, on the same machine, reaches a server that listens on all its addresses.
fn from_here(server: SocketAddr) -> SocketAddr {
    let ip = if server.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { server.ip() };
    SocketAddr::new(ip, server.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_told_where_the_server_is_and_what_it_offers() {
        let text = config("127.0.0.1:4444".parse().unwrap(), 3).unwrap();
        let read: toml::Table = text.parse().unwrap();
        assert_eq!(read["relay"]["url"].as_str(), Some("http://127.0.0.1:4444"));
        assert_eq!(read["relay"]["status-endpoint"].as_str(), Some("/status"));
        let [sessions, offered] = &read["relay"]["configs"].as_array().unwrap()[..] else { panic!("{text}") };
        assert_eq!(sessions.as_str(), Some("3"));
        let offered: serde_json::Value = serde_json::from_str(offered.as_str().unwrap()).unwrap();
        assert_eq!(offered["browserName"], "tauri");
        assert_eq!(read["node"]["max-sessions"].as_integer(), Some(3));
        assert_eq!(read["node"]["detect-drivers"].as_bool(), Some(false));
    }

    #[test]
    fn a_server_on_all_addresses_is_reached_on_this_machine() {
        let reached = |server: &str| from_here(server.parse().unwrap()).to_string();
        assert_eq!(reached("0.0.0.0:1"), "127.0.0.1:1");
        assert_eq!(reached("[::]:1"), "127.0.0.1:1");
        assert_eq!(reached("[::1]:1"), "[::1]:1");
    }
}
