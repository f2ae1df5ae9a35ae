//! Keyboard and pointer, seen from the applications' side.

use std::io::BufRead as _;
use std::process::ChildStdout;
use std::time::Duration;

use deskhand_engine::ports::{Button, Input as _};
use deskhand_model::{ErrorKind, Point, Rect};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xkb::{ConnectionExt as _, Group, ID};
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, EventMask, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    ModMask,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::desktop::{Desktop, SOON};
use super::painter::Painter;

const EVERYTHING: &str = "abc XYZ 123 !\"#$%&/()=?\\ @~^` äöüß ÄÖÜ €漢字🙂 Привет ελ\n\tnext line: ¿ñ? … end";

/// Reads the field's texts until it is `expected`; the error shows the last one.
fn wait_for_text(output: &mut std::io::BufReader<ChildStdout>, expected: &str) {
    let mut line = String::new();
    loop {
        line.clear();
        output.read_line(&mut line).unwrap();
        let text: String = serde_json::from_str(&line).unwrap();
        if text == expected {
            return;
        }
        assert!(expected.starts_with(&text), "the field has\n{text:?}, which does not become\n{expected:?}");
    }
}

async fn text_arrives(script: &str, title: &str) {
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script(script);
    desktop.focused(title).await;
    desktop.x11.text(EVERYTHING, SOON).await.unwrap();
    wait_for_text(&mut output, EVERYTHING);
    // A second time, now that the borrowed keys have been given back.
    desktop.x11.text("→ é", SOON).await.unwrap();
    wait_for_text(&mut output, &format!("{EVERYTHING}→ é"));
}

#[tokio::test]
async fn any_text_can_be_typed_into_gtk_3() {
    text_arrives("fields/gtk3.py", "Field GTK 3").await;
}

#[tokio::test]
async fn any_text_can_be_typed_into_gtk_4() {
    text_arrives("fields/gtk4.py", "Field GTK 4").await;
}

#[tokio::test]
async fn any_text_can_be_typed_into_qt_5() {
    text_arrives("fields/qt5.py", "Field Qt 5").await;
}

#[tokio::test]
async fn a_key_has_been_read_when_striking_it_returns() {
    let desktop = Desktop::start();
    let (running, output) = desktop.run_script("fields/gtk3.py");
    desktop.focused("Field GTK 3").await;
    let application = Pid::from_raw(running.0.id() as i32).unwrap();
    let struck = async {
        desktop.x11.chord(&"a".parse().unwrap(), SOON).await.unwrap();
        let mut printed = [PollFd::new(output.get_ref(), PollFlags::IN)];
        poll(&mut printed, Some(&Timespec::default())).unwrap()
    };
    let busy_for_a_while = async {
        kill_process(application, Signal::STOP).unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        kill_process(application, Signal::CONT).unwrap();
    };
    let ((), printed) = tokio::join!(busy_for_a_while, struck);
    assert_eq!(printed, 1, "the field has not changed yet");
}

#[tokio::test]
async fn the_layout_in_use_does_not_change_the_text() {
    for layout in ["de", "ru", "us,ru", "fr"] {
        let desktop = Desktop::start();
        // Where there are two layouts, Caps Lock changes to the other one.
        let mut set = desktop.command("setxkbmap");
        assert!(set.args(["-layout", layout, "-option", "grp:caps_toggle"]).status().unwrap().success());
        let (_running, mut output) = desktop.run_script("fields/gtk3.py");
        desktop.focused("Field GTK 3").await;
        let text = "aZ19 @€{[]}\\~ ÄöŷФя";
        desktop.x11.text(text, SOON).await.unwrap();
        wait_for_text(&mut output, text);
        desktop.x11.chord(&"Caps_Lock".parse().unwrap(), SOON).await.unwrap();
        desktop.x11.text(text, SOON).await.unwrap();
        wait_for_text(&mut output, &format!("{text}{text}"));
    }
}

#[tokio::test]
async fn many_different_characters_need_several_rounds_and_arrive_in_order() {
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script("fields/gtk3.py");
    desktop.focused("Field GTK 3").await;
    let text: String = ('一'..).take(80).collect();
    desktop.x11.text(&text, SOON).await.unwrap();
    wait_for_text(&mut output, &text);
}

#[tokio::test]
async fn the_layout_is_as_before_when_the_text_is_typed() {
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script("fields/gtk3.py");
    desktop.focused("Field GTK 3").await;
    let conn = desktop.connect();
    let layout = || conn.get_keyboard_mapping(8, 248).unwrap().reply().unwrap().keysyms;
    let before = layout();
    desktop.x11.text("漢字🙂", SOON).await.unwrap();
    wait_for_text(&mut output, "漢字🙂");
    assert_eq!(layout(), before);
}

#[tokio::test]
async fn locks_and_held_keys_do_not_change_the_text_and_are_put_back() {
    const CORE: u16 = 0x100;
    const SHIFT_KEY: u8 = 50;
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script("fields/gtk3.py");
    desktop.focused("Field GTK 3").await;
    let conn = desktop.connect();
    assert_eq!(u16::from(ID::USE_CORE_KBD), CORE);
    conn.xkb_use_extension(1, 0).unwrap().reply().unwrap();
    let locks = ModMask::LOCK | ModMask::M2;
    conn.xkb_latch_lock_state(CORE, locks, locks, false, Group::M1, ModMask::from(0u8), false, 0).unwrap();
    let root = conn.setup().roots[0].root;
    conn.xtest_fake_input(KEY_PRESS_EVENT, SHIFT_KEY, 0, root, 0, 0, 0).unwrap();
    let state = || conn.xkb_get_state(CORE).unwrap().reply().unwrap();
    let before = state();
    assert_eq!((before.locked_mods, before.base_mods), (locks, ModMask::SHIFT));

    desktop.x11.text("aB1!", SOON).await.unwrap();
    wait_for_text(&mut output, "aB1!");
    let after = state();
    assert_eq!((after.locked_mods, after.base_mods), (before.locked_mods, before.base_mods));
    conn.xtest_fake_input(KEY_RELEASE_EVENT, SHIFT_KEY, 0, root, 0, 0, 0).unwrap();
    conn.flush().unwrap();
}

#[tokio::test]
async fn chords_select_cut_and_paste() {
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script("fields/gtk3.py");
    desktop.focused("Field GTK 3").await;
    desktop.x11.text("one", SOON).await.unwrap();
    wait_for_text(&mut output, "one");
    for chord in ["ctrl+a", "ctrl+c", "End", "Enter", "ctrl+V", "shift+Left", "Del", "+"] {
        desktop.x11.chord(&chord.parse().unwrap(), SOON).await.unwrap();
    }
    let mut line = String::new();
    while line.trim() != r#""one\non+""# {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
}

#[tokio::test]
async fn keys_and_modifiers_arrive_as_struck() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let window = painter.prepare("keys", Rect::new(0, 0, 100, 100), 0, false);
    painter.map(window);
    let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::KEY_PRESS);
    painter.conn.change_window_attributes(window, &listen).unwrap();
    painter.conn.set_input_focus(InputFocus::PARENT, window, 0u32).unwrap();
    painter.conn.get_input_focus().unwrap().reply().unwrap();

    desktop.x11.chord(&"ctrl+alt+super+F13".parse().unwrap(), SOON).await.unwrap();
    let mut keys = Vec::new();
    while keys.len() < 4 {
        if let Event::KeyPress(event) = painter.conn.wait_for_event().unwrap() {
            keys.push(event);
        }
    }
    let held = u16::from(keys[3].state);
    assert_eq!(held, u16::from(ModMask::CONTROL | ModMask::M1 | ModMask::M4));
}

#[tokio::test]
async fn an_unknown_key_is_refused_with_the_nearest_names() {
    let desktop = Desktop::without_manager();
    let error = desktop.x11.chord(&"ctrl+Escpae".parse().unwrap(), SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.message().contains("`Escape`"), "{error}");
    let error = desktop.x11.text("bell: \u{7}", SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn the_pointer_moves_presses_and_turns_its_wheel() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let window = painter.prepare("target", Rect::new(100, 100, 200, 200), 0, false);
    let listen =
        ChangeWindowAttributesAux::new().event_mask(EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE);
    painter.conn.change_window_attributes(window, &listen).unwrap();
    painter.map(window);

    let place = Point { x: 150, y: 160 };
    desktop.x11.move_to(place, SOON).await.unwrap();
    assert_eq!(desktop.x11.pointer(SOON).await.unwrap(), place);
    desktop.x11.button(Button::Right, true, SOON).await.unwrap();
    desktop.x11.button(Button::Right, false, SOON).await.unwrap();
    desktop.x11.wheel(-1, 2, SOON).await.unwrap();
    let mut buttons = Vec::new();
    while buttons.len() < 4 {
        if let Event::ButtonPress(event) = painter.conn.wait_for_event().unwrap() {
            assert_eq!((event.event_x, event.event_y), (50, 60));
            buttons.push(event.detail);
        }
    }
    assert_eq!(buttons, [3, 5, 5, 6]);

    let error = desktop.x11.move_to(Point { x: 1280, y: 0 }, SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(desktop.x11.wheel(0, i32::MIN, SOON).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
}
