//! The desktop as a whole: its buses, and whether applications are told to be accessible.

use std::time::Duration;

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Fact, Result};

use crate::atspi::bus;

/// Facts of the desktop.
pub(super) async fn facts(env: &DesktopEnv, within: Duration) -> Vec<Fact> {
    let (address, enabled, reader) = tokio::join!(
        in_time(within, async { Ok(bare(&bus::accessibility_address(env).await?)) }),
        in_time(within, async { Ok(bus::ask_status(env, "IsEnabled").await?.to_string()) }),
        in_time(within, async { Ok(bus::ask_status(env, "ScreenReaderEnabled").await?.to_string()) }),
    );
    let or_unknown = |value: Option<String>| value.unwrap_or_else(|| "not known".to_owned());
    let mut facts = vec![Fact::new("display", or_unknown(env.display.clone()))];
    facts.extend(env.wayland_display.as_ref().map(|socket| Fact::new("wayland_display", socket)));
    facts.extend([
        Fact::new("session_bus", or_unknown(bus::session_address(env).map(|address| bare(&address)))),
        Fact::new("accessibility_bus", address),
        Fact::new("is_enabled", enabled),
        Fact::new("screen_reader_enabled", reader),
    ]);
    facts
}

/// The answer, or why there is none.
async fn in_time(within: Duration, ask: impl Future<Output = Result<String>>) -> String {
    match tokio::time::timeout(within, ask).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => error.message().to_owned(),
        Err(_) => format!("no answer in {:.1} s", within.as_secs_f64()),
    }
}

/// An address without what only programs need: the ids of servers, files with secrets.
fn bare(address: &str) -> String {
    let one = |server: &str| {
        let (transport, keys) = server.split_once(':').unwrap_or((server, ""));
        let place = ["path", "abstract", "dir", "tmpdir", "runtime", "host", "port"];
        let kept: Vec<&str> = keys
            .split(',')
            .filter(|pair| place.contains(&pair.split('=').next().unwrap_or_default()))
            .collect();
        format!("{transport}:{}", kept.join(","))
    };
    address.split(';').map(one).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_without_ids_and_secrets() {
        for (address, told) in [
            ("unix:path=/run/user/1/bus,guid=0123", "unix:path=/run/user/1/bus"),
            (
                "nonce-tcp:host=localhost,noncefile=/tmp/secret,port=1;unix:abstract=a",
                "nonce-tcp:host=localhost,port=1;unix:abstract=a",
            ),
            ("nonsense", "nonsense:"),
        ] {
            assert_eq!(bare(address), told);
        }
    }

    #[tokio::test]
    async fn a_desktop_of_which_nothing_is_known_says_so_for_each_fact() {
        let facts = facts(&DesktopEnv::default(), Duration::from_secs(1)).await;
        let of = |name: &str| facts.iter().find(|fact| fact.name == name).unwrap().value.as_str();
        assert_eq!((of("display"), of("session_bus")), ("not known", "not known"));
        for name in ["accessibility_bus", "is_enabled", "screen_reader_enabled"] {
            assert!(of(name).contains("no D-Bus session bus"), "{name}: {}", of(name));
        }
    }
}
