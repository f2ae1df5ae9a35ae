//! Desktops side by side know nothing of each other.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

mod support;

use std::collections::BTreeSet;

use deskhand_desktop::PrivateDesktop;
use deskhand_engine::ports::{DesktopOptions, Launch};
use deskhand_model::Size;
use support::{host, output, start, wait_until};
use zbus::zvariant::OwnedObjectPath;

/// Names and paths of the applications on the accessibility bus of the desktop.
async fn applications(desktop: &PrivateDesktop) -> Vec<(String, OwnedObjectPath)> {
    let address = desktop.env().accessibility_bus.expect("an accessibility bus");
    let bus = zbus::connection::Builder::address(address.as_str()).expect("an address").build().await;
    let root = "/org/a11y/atspi/accessible/root";
    let (name, interface) = ("org.a11y.atspi.Registry", "org.a11y.atspi.Accessible");
    let reply =
        bus.expect("a connection").call_method(Some(name), root, Some(interface), "GetChildren", &()).await;
    reply.expect("an answer").body().deserialize().expect("a list")
}

#[tokio::test]
async fn somebody_listens_to_applications_before_any_client_comes() {
    let desktop = start().await;
    let address = desktop.env().accessibility_bus.expect("an accessibility bus");
    let bus = zbus::connection::Builder::address(address.as_str()).expect("an address").build().await;
    let bus = bus.expect("a connection");
    let (name, path) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/registry");
    let reply = bus.call_method(Some(name), path, Some(name), "GetRegisteredEvents", &()).await;
    let listeners: Vec<(String, String)> = reply.expect("an answer").body().deserialize().expect("a list");
    assert_eq!(listeners.len(), 1, "{listeners:?}");
}

#[tokio::test]
async fn two_desktops_see_neither_windows_nor_applications_of_each_other() {
    let (one, other) = tokio::join!(start(), start());
    let command = vec!["gtk3-widget-factory".to_owned()];
    let pid = one.launch(&Launch { command, ..Launch::default() }).await.expect("an application");
    let deadline = tokio::time::Instant::now() + support::PATIENCE;
    while applications(&one).await.is_empty() {
        assert!(tokio::time::Instant::now() < deadline, "{}", one.log(pid).unwrap_or_default());
    }
    let windows = async |desktop: &PrivateDesktop| output(desktop, "xwininfo -root -tree").await;
    while !windows(&one).await.contains("widget-factory") {
        assert!(tokio::time::Instant::now() < deadline, "{}", one.log(pid).unwrap_or_default());
    }

    assert_eq!(applications(&other).await, []);
    assert!(!windows(&other).await.contains("widget-factory"));
}

#[tokio::test]
async fn many_desktops_start_at_once_and_share_nothing() {
    let starts: Vec<_> = (0..6).map(|_| tokio::spawn(start())).collect();
    let mut desktops = Vec::new();
    for start in starts {
        desktops.push(start.await.expect("a start"));
    }
    let distinct = |what: fn(&PrivateDesktop) -> Option<String>| {
        desktops.iter().filter_map(what).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(distinct(|desktop| desktop.env().display), 6);
    assert_eq!(distinct(|desktop| desktop.env().session_bus), 6);
    assert_eq!(distinct(|desktop| desktop.env().accessibility_bus), 6);
    assert_eq!(distinct(|desktop| Some(desktop.id().to_owned())), 6);
}

#[tokio::test]
async fn the_display_is_closed_to_those_without_its_key() {
    let desktop = start().await;
    assert!(output(&desktop, "xwininfo -root").await.contains("the root window"));
    let refused = output(&desktop, "XAUTHORITY=/dev/null xwininfo -root 2>&1 || true").await;
    assert!(
        refused.contains("Authorization required") || refused.contains("unable to open display"),
        "{refused}"
    );
    use std::os::unix::fs::PermissionsExt;
    for (file, mode) in [("", 0o700), ("Xauthority", 0o600), ("run", 0o700)] {
        let found = std::fs::metadata(desktop.folder().join(file)).expect("the file").permissions().mode();
        assert_eq!(found & 0o777, mode, "{file}");
    }
}

#[tokio::test]
async fn the_screen_has_the_size_that_was_asked_for() {
    let options = DesktopOptions { size: Size { width: 811, height: 607 }, ..DesktopOptions::default() };
    let desktop = host().start(&options).await.expect("a desktop");
    let root = output(&desktop, "xwininfo -root").await;
    assert!(root.contains("Width: 811") && root.contains("Height: 607"), "{root}");
}

#[tokio::test]
async fn accessibility_is_on_before_the_first_application() {
    let desktop = start().await;
    let bus = desktop.env().session_bus.expect("a session bus");
    let bus = zbus::connection::Builder::address(bus.as_str()).expect("an address").build().await;
    let bus = bus.expect("a connection");
    let status = ("org.a11y.Status", "IsEnabled");
    let (name, properties) = ("org.a11y.Bus", "org.freedesktop.DBus.Properties");
    let reply = bus.call_method(Some(name), "/org/a11y/bus", Some(properties), "Get", &status);
    let value: zbus::zvariant::OwnedValue =
        reply.await.expect("an answer").body().deserialize().expect("a value");
    assert_eq!(bool::try_from(value), Ok(true));
}

#[tokio::test]
async fn a_desktop_can_do_without_a_window_manager() {
    let options = DesktopOptions { window_manager: "none".to_owned(), ..DesktopOptions::default() };
    let desktop = host().start(&options).await.expect("a desktop");
    let managed = output(&desktop, "xprop -root _NET_SUPPORTING_WM_CHECK").await;
    assert!(managed.contains("no such atom") || managed.contains("not found"), "{managed}");
}

#[tokio::test]
async fn windows_are_managed_once_the_desktop_has_started() {
    let desktop = start().await;
    let managed = output(&desktop, "xprop -root _NET_SUPPORTING_WM_CHECK").await;
    assert!(managed.contains("window id #"), "{managed}");
    wait_until("the window manager runs", || {
        support::process_named(&support::Traces::of(&desktop), "openbox").is_some()
    });
}
