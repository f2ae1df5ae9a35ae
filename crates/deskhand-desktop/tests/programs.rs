//! Programs on a private desktop.
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeMap;

use deskhand_engine::ports::{DesktopOptions, Exit, Home, Launch, Output};
use deskhand_model::ErrorKind;
use support::{host, output, shell, start, wait_until};

#[tokio::test]
async fn exit_codes_and_signals_are_passed_on() {
    let desktop = start().await;
    for (script, end) in [
        ("exit 0", Exit::Code(0)),
        ("exit 42", Exit::Code(42)),
        ("kill -TERM $$", Exit::Signal(15)),
        ("kill -KILL $$", Exit::Signal(9)),
        ("kill -INT $$", Exit::Signal(2)),
    ] {
        let pid = desktop.launch(&shell(script)).await.expect("a shell");
        assert_eq!(desktop.wait(pid).await.expect("its end"), end, "{script}");
        assert_eq!(desktop.wait(pid).await.expect("its end, asked again"), end, "{script}");
    }
}

#[tokio::test]
async fn a_program_can_be_signalled() {
    let desktop = start().await;
    let script = "trap 'exit 7' INT; echo ready; while :; do sleep 0.01; done";
    let pid = desktop.launch(&shell(script)).await.expect("a shell");
    wait_until("it listens", || desktop.log(pid).is_ok_and(|log| log.contains("ready")));
    desktop.signal(pid, 2).expect("a signal");
    assert_eq!(desktop.wait(pid).await.expect("its end"), Exit::Code(7));
    desktop.signal(pid, 2).expect("one that has ended is no error");
}

#[test]
fn a_program_can_be_signalled_when_its_owner_is_a_background_job() {
    // Such jobs of a script ignore Ctrl-C, and so would all that they start.
    let script = "trap '' INT QUIT; exec \"$0\" --exact a_program_can_be_signalled";
    let myself = std::env::current_exe().expect("this program");
    let command = ["20", "sh", "-c", script];
    let owner = std::process::Command::new("timeout").args(command).arg(myself).output().expect("a shell");
    assert!(owner.status.success(), "{}", String::from_utf8_lossy(&owner.stdout));
}

#[tokio::test]
async fn a_process_that_was_not_started_here_is_refused() {
    let desktop = start().await;
    for error in [desktop.signal(1, 9).expect_err("not ours"), desktop.log(1).expect_err("not ours")] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    }
    assert_eq!(desktop.wait(1).await.expect_err("not ours").kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn a_program_sees_the_desktop_and_nothing_of_the_users_own() {
    let variables = std::env::vars_os().chain(
        [
            ("WAYLAND_DISPLAY", "wayland-0"),
            ("DISPLAY", ":99999"),
            ("AT_SPI_BUS_ADDRESS", "unix:path=/nowhere"),
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"),
            ("NO_AT_BRIDGE", "1"),
            ("KEPT", "as it is"),
        ]
        .map(|(name, value)| (name.into(), value.into())),
    );
    let host = deskhand_desktop::PrivateDesktopHost::with_environment(variables);
    let desktop = host.start(&DesktopOptions::default()).await.expect("a desktop");
    let seen: BTreeMap<String, String> = output(&desktop, "env")
        .await
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for (name, value) in desktop.variables() {
        assert_eq!(seen.get(&name), value.as_ref(), "{name}");
    }
    assert_eq!(seen["KEPT"], "as it is");
    assert_eq!(seen.get("HOME"), std::env::var("HOME").ok().as_ref());
    assert_eq!(seen["DESKHAND_DESKTOP"], desktop.id());
    assert!(seen["XDG_RUNTIME_DIR"].starts_with(desktop.folder().to_str().expect("text")));
    assert!(!seen.contains_key("WAYLAND_DISPLAY") && !seen.contains_key("AT_SPI_BUS_ADDRESS"));
}

#[tokio::test]
async fn a_private_home_is_empty_and_goes_with_the_desktop() {
    let options = DesktopOptions { home: Home::Private, ..DesktopOptions::default() };
    let desktop = host().start(&options).await.expect("a desktop");
    let home = output(&desktop, "ls -A $HOME; touch $HOME/trace; echo $HOME").await;
    let home = std::path::PathBuf::from(home.trim());
    assert_eq!(desktop.env().home.as_ref(), Some(&home));
    assert!(home.join("trace").exists());
    drop(desktop);
    assert!(!home.exists());
}

#[tokio::test]
async fn a_launch_can_change_variables_and_folder() {
    let desktop = start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let launch = Launch {
        variables: BTreeMap::from([("GSK_RENDERER".to_owned(), "ngl".to_owned())]),
        folder: Some(folder.path().to_owned()),
        ..shell("echo $GSK_RENDERER; pwd")
    };
    let pid = desktop.launch(&launch).await.expect("a shell");
    desktop.wait(pid).await.expect("its end");
    assert_eq!(desktop.log(pid).expect("its output"), format!("ngl\n{}\n", folder.path().display()));
}

#[tokio::test]
async fn output_that_is_no_text_is_shown_as_far_as_it_goes() {
    let desktop = start().await;
    assert_eq!(output(&desktop, r"printf 'a\377b'; printf c >&2").await, "a\u{fffd}bc");
}

#[tokio::test]
async fn a_program_with_inherited_output_is_in_the_group_of_its_owner() {
    // That is what makes Ctrl-C reach it, and lets it read from the terminal.
    let desktop = start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("note");
    let script = format!("cut -d' ' -f5 /proc/$$/stat > {}", note.display());
    let pid = desktop.launch(&Launch { output: Output::Inherit, ..shell(&script) }).await.expect("a shell");
    desktop.wait(pid).await.expect("its end");
    let group = std::fs::read_to_string(note).expect("its group");
    assert_eq!(group.trim(), rustix::process::getpgrp().to_string());
    assert_eq!(desktop.log(pid).expect_err("no log").kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn a_logged_program_has_no_input_and_no_terminal() {
    let desktop = start().await;
    let session = output(&desktop, "cat; cut -d' ' -f6 /proc/$$/stat; echo $$").await;
    let lines: Vec<_> = session.lines().collect();
    assert_eq!(lines[0], lines[1], "it leads a session of its own");
}

#[tokio::test]
async fn what_the_owner_left_open_is_not_passed_on_to_logged_programs() {
    let desktop = start().await;
    // 3 is the folder that `ls` reads.
    assert_eq!(output(&desktop, "ls /proc/self/fd").await.lines().collect::<Vec<_>>(), ["0", "1", "2", "3"]);
}

#[tokio::test]
async fn a_program_that_cannot_be_started_says_why() {
    let desktop = start().await;
    let launch = |command: &[&str]| Launch {
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        ..Launch::default()
    };
    let missing = desktop.launch(&launch(&["no-such-program"])).await.expect_err("no program");
    assert_eq!(missing.kind(), ErrorKind::MissingProgram);
    assert!(missing.message().contains("no-such-program"));

    let not_executable = desktop.launch(&launch(&["/etc/passwd"])).await.expect_err("no program");
    assert_eq!(not_executable.kind(), ErrorKind::PermissionDenied);

    assert_eq!(desktop.launch(&launch(&[])).await.expect_err("empty").kind(), ErrorKind::InvalidArgument);
    assert_eq!(desktop.launch(&launch(&[""])).await.expect_err("no name").kind(), ErrorKind::InvalidArgument);

    let nowhere = Launch { folder: Some("/no/such/folder".into()), ..shell("true") };
    let nowhere = desktop.launch(&nowhere).await.expect_err("no folder");
    assert_eq!(nowhere.kind(), ErrorKind::InvalidArgument);

    let pid = desktop.launch(&shell("true")).await.expect("the desktop goes on");
    assert_eq!(desktop.wait(pid).await.expect("its end"), Exit::Code(0));
}
