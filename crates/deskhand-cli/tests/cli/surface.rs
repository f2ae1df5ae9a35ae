//! windows, window, screenshot, clipboard.

use std::fs;
use std::process::{Command, Stdio};

use crate::desktop::{Desktop, Said, deskhand, eventually};

/// Width and height in the header of a PNG file.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_window_is_moved_resized_minimized_and_closed() {
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Window");
    desktop.run(&["window", "move", "Window", "50", "60"]).ok();
    let window = desktop.window("Window");
    assert_eq!((&window["outer"]["x"], &window["outer"]["y"]), (&50.into(), &60.into()), "{window}");

    let id = window["id"].as_str().unwrap();
    let resized = desktop.json(&["window", "resize", id, "1000x700"], 0);
    let content = &resized["windows"][0]["content"];
    assert_eq!((&content["width"], &content["height"]), (&1000.into(), &700.into()), "{resized}");

    desktop.run(&["window", "minimize", "Window"]).ok();
    assert_eq!(desktop.window("Window")["minimized"], true);
    desktop.run(&["window", "restore", "Window"]).ok();
    assert_eq!(desktop.window("Window")["minimized"], false);
    desktop.run(&["window", "maximize", "Window"]).ok();
    assert_eq!(desktop.window("Window")["maximized"], true);

    desktop.run(&["window", "close", "Window"]).ok();
    eventually("the window's end", || desktop.window("Window").is_null().then_some(()));
    let told = desktop.run(&["window", "focus", "Window", "--timeout", "300ms"]).fails(3);
    assert!(told.starts_with("error: "), "{told}");
}

#[test]
fn pictures_of_screen_window_and_element_have_their_size() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Picture");
    let file = desktop.folder().join("shot.png");
    let path = file.to_str().unwrap();
    let shot = |words: &[&str]| {
        let answer = desktop.json(&[&["screenshot", "-o", path], words].concat(), 0);
        let size = png_size(&fs::read(&file).unwrap());
        assert_eq!(
            (answer["width"].as_u64().unwrap(), answer["height"].as_u64().unwrap()),
            (size.0.into(), size.1.into())
        );
        size
    };
    assert_eq!(shot(&[]), (1280, 1024));
    assert_eq!(shot(&["--part", "10,20,30,40"]), (30, 40));
    let content = &desktop.window("Picture")["content"];
    let window = shot(&["--window", "Picture"]);
    assert_eq!(
        (u64::from(window.0), u64::from(window.1)),
        (content["width"].as_u64().unwrap(), content["height"].as_u64().unwrap())
    );
    let found = desktop.json(&["find", &fixture.app, "role:button title:Save"], 0);
    let bounds = &found["elements"][0]["bounds"];
    let element = shot(&["--app", &fixture.app, "--query", "role:button title:Save"]);
    assert_eq!(
        (u64::from(element.0), u64::from(element.1)),
        (bounds["width"].as_u64().unwrap(), bounds["height"].as_u64().unwrap())
    );
    let left: Vec<_> =
        fs::read_dir(desktop.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.iter().filter(|name| name.to_string_lossy().ends_with(".png")).count(), 1, "{left:?}");
}

#[test]
fn a_picture_goes_to_a_pipe_and_not_into_json() {
    let desktop = Desktop::start();
    let output = deskhand().args(["--desktop", &desktop.name, "screenshot"]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(png_size(&output.stdout), (1280, 1024));
    assert_eq!(desktop.json(&["screenshot"], 2)["error"]["code"], "invalid_argument");
    let nowhere = desktop.folder().join("missing/shot.png");
    let told = desktop.run(&["screenshot", "-o", nowhere.to_str().unwrap()]).fails(1);
    assert!(told.contains("cannot write"), "{told}");
}

#[test]
fn text_stays_on_the_clipboard_after_the_command_has_ended() {
    let desktop = Desktop::start();
    desktop.run(&["clipboard", "write", "Grüße,\n日本"]).ok();
    assert_eq!(desktop.run(&["clipboard", "read"]).ok(), "Grüße,\n日本");
    assert_eq!(desktop.json(&["clipboard", "read"], 0)["text"], "Grüße,\n日本");

    let mut child = deskhand()
        .args(["--desktop", &desktop.name, "clipboard", "write", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"second").unwrap();
    Said::of(child.wait_with_output().unwrap()).ok();
    assert_eq!(desktop.run(&["clipboard", "read"]).ok(), "second");
    // The keeper of the first text has nothing left to keep.
    eventually("the end of the first keeper", || (keepers(&desktop.name) == 1).then_some(()));
}

/// How many processes keep the clipboard of this desktop.
fn keepers(desktop: &str) -> usize {
    let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    listed.lines().filter(|line| line.contains("clipboard keep") && line.contains(desktop)).count()
}
