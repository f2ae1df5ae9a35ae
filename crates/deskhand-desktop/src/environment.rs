//! The environment of programs on a private desktop.

use std::collections::BTreeMap;
use std::path::Path;

use deskhand_engine::ports::Home;

/// Variables of another desktop or session that would lead programs there, or away from X11 and accessibility.
const REMOVED: [&str; 20] = [
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "AT_SPI_BUS_ADDRESS",
    "NO_AT_BRIDGE",
    "GTK_A11Y",
    "GTK_MODULES",
    "GTK_IM_MODULE",
    "QT_IM_MODULE",
    "QT_IM_MODULES",
    "XMODIFIERS",
    "QT_QPA_PLATFORMTHEME",
    "SESSION_MANAGER",
    "DESKTOP_SESSION",
    "DESKTOP_STARTUP_ID",
    "XDG_ACTIVATION_TOKEN",
    "XDG_CURRENT_DESKTOP",
    "XDG_SESSION_DESKTOP",
    "XDG_SESSION_ID",
    "DBUS_STARTER_ADDRESS",
    "DBUS_STARTER_BUS_TYPE",
];

/// Variables with the same value on every private desktop.
const FIXED: [(&str, &str); 8] = [
    ("XDG_SESSION_TYPE", "x11"),
    ("GDK_BACKEND", "x11"),
    ("QT_QPA_PLATFORM", "xcb"),
    // Settings are read from and written to memory: those of the user are neither seen nor changed.
    ("GSETTINGS_BACKEND", "memory"),
    // GTK 4.8 draws by OpenGL in software otherwise, and answers too slowly to be read.
    ("GSK_RENDERER", "cairo"),
    ("LIBGL_ALWAYS_SOFTWARE", "1"),
    // A file system mounted into the runtime folder could not be removed with it.
    ("GVFS_DISABLE_FUSE", "1"),
    // Dialogs belong to the application, not to a desktop service that is not there.
    ("GTK_USE_PORTAL", "0"),
];

/// Everything that a program on the desktop `id` with this folder needs; variables without a value are unset.
pub(crate) fn variables(folder: &str, id: &str, home: Home, display: u32) -> Variables {
    let inside = |part: &str| Some(format!("{folder}/{part}"));
    let mut all: Variables = REMOVED.iter().map(|name| ((*name).to_owned(), None)).collect();
    all.extend(FIXED.iter().map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned()))));
    all.insert("DESKHAND_DESKTOP".to_owned(), Some(id.to_owned()));
    all.insert("DISPLAY".to_owned(), Some(format!(":{display}")));
    all.insert("XAUTHORITY".to_owned(), inside("Xauthority"));
    all.insert("XDG_RUNTIME_DIR".to_owned(), inside("run"));
    all.insert("DBUS_SESSION_BUS_ADDRESS".to_owned(), Some(session_bus(folder)));
    if home != Home::Shared {
        all.insert("XDG_CONFIG_HOME".to_owned(), inside("config"));
        all.insert("XDG_DATA_HOME".to_owned(), inside("data"));
        all.insert("XDG_STATE_HOME".to_owned(), inside("state"));
        all.insert("XDG_CACHE_HOME".to_owned(), inside("cache"));
    }
    if home == Home::Private {
        all.insert("HOME".to_owned(), inside("home"));
    }
    all
}

/// Variables by name; without a value they are to be unset.
pub(crate) type Variables = BTreeMap<String, Option<String>>;

/// Address of the desktop's session bus.
pub(crate) fn session_bus(folder: &str) -> String {
    format!("unix:path={folder}/run/bus")
}

/// Whether every socket that programs make in the runtime folder still has a valid path: the longest known one is that
/// of the accessibility bus.
pub(crate) fn fits_sockets(folder: &Path) -> bool {
    folder.join("run/at-spi/bus_65535").as_os_str().len() <= 107
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_users_session_is_left() {
        let all = variables("/d", "0123abcd", Home::Fresh, 7);
        for name in ["WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS", "SESSION_MANAGER", "NO_AT_BRIDGE"] {
            assert_eq!(all[name], None, "{name}");
        }
        assert_eq!(all["DISPLAY"].as_deref(), Some(":7"));
        assert_eq!(all["DBUS_SESSION_BUS_ADDRESS"].as_deref(), Some("unix:path=/d/run/bus"));
    }

    #[test]
    fn home_decides_whose_files_are_seen() {
        let changed = |home| {
            let all = variables("/d", "0123abcd", home, 7);
            ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map(|name| all.contains_key(name))
        };
        assert_eq!(changed(Home::Shared), [false, false, false]);
        assert_eq!(changed(Home::Fresh), [false, true, true]);
        assert_eq!(changed(Home::Private), [true, true, true]);
    }

    #[test]
    fn no_variable_is_both_set_and_removed() {
        for name in REMOVED {
            assert_eq!(variables("/d", "0123abcd", Home::Private, 7)[name], None, "{name}");
        }
    }

    #[test]
    fn a_deep_folder_does_not_fit_sockets() {
        assert!(fits_sockets(Path::new("/tmp/deskhand-4294967295/0123abcd")));
        assert!(!fits_sockets(Path::new(&format!("/{}", "x".repeat(100)))));
    }
}
