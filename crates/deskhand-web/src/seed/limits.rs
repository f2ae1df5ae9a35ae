//! What `tauri-plugin-webdriver-automation` cannot do, in sentences.

use deskhand_page::{Fault, FaultKind};

/// The plugin's name and the version whose limits these are.
pub(super) const PLUGIN: &str = "tauri-plugin-webdriver-automation 0.1.3";

/// It cannot be done through that plugin: `cannot` ends the sentence about it, `can` that about ours.
pub(super) fn limit(cannot: &str, can: &str) -> Fault {
    let message =
        format!("The application is built with {PLUGIN}, which {cannot}; tauri-plugin-deskhand {can}.");
    Fault::new(FaultKind::Unsupported, message)
}

pub(super) fn foreign_frame() -> Fault {
    limit("reaches no frames of other origins", "reaches them all")
}

pub(super) fn part_of_picture() -> Fault {
    limit(
        "draws pages anew instead of taking pictures, without their style sheets, so that nothing is in its place",
        "takes pictures of every element",
    )
}

pub(super) fn print() -> Fault {
    limit("does not print", "prints to PDF")
}

pub(super) fn insecure_certificates() -> Fault {
    limit("has no say in which certificates are trusted", "can accept all of them")
}

pub(super) fn dialog_answered() -> Fault {
    limit(
        "answers each confirm() and prompt() itself, at once and with no",
        "keeps them open until they are answered",
    )
}

pub(super) fn http_only_cookie() -> Fault {
    limit(
        "has no access to the cookie store, and scripts cannot set cookies out of the reach of scripts",
        "sets every cookie",
    )
}

pub(super) fn cookie_stays(name: &str) -> Fault {
    limit(
        &format!("has no access to the cookie store, and no script could delete the cookie {name}"),
        "deletes every cookie",
    )
}

pub(super) fn restore_window() -> Fault {
    limit("cannot make a window normal again that was minimised, maximised or full screen", "can")
}

pub(super) fn unreachable_address(address: &str) -> Fault {
    limit(
        &format!("works only in the application's own pages and those of http and https, not in {address}"),
        "works in all pages",
    )
}

/// It panicked, and says nothing any more when it is asked to run a script.
pub(super) fn broken_down() -> Fault {
    let message = format!(
        "{PLUGIN} inside the application has broken down and will run no script until the application is started \
         again: an answer reached it twice, or when nobody waited for it any more. tauri-plugin-deskhand does not."
    );
    Fault::new(FaultKind::Gone, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_names_the_plugin_and_the_way_out() {
        let all = [
            foreign_frame(),
            part_of_picture(),
            print(),
            insecure_certificates(),
            dialog_answered(),
            http_only_cookie(),
            cookie_stays("theme"),
            restore_window(),
            unreachable_address("about:blank"),
        ];
        for fault in all {
            assert_eq!(fault.kind, FaultKind::Unsupported);
            assert!(fault.message.contains(PLUGIN), "{fault}");
            assert!(fault.message.contains("tauri-plugin-deskhand"), "{fault}");
        }
    }
}
