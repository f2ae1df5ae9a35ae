//! The clipboard, against ourselves and against other programs.

use std::io::BufRead as _;
use std::time::Duration;

use deskhand_engine::ports::Clipboard as _;
use deskhand_linux::X11;
use deskhand_model::{ErrorKind, Rect};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, EventMask, PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent,
    SelectionRequestEvent, Window,
};
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::{Desktop, SOON};
use super::painter::Painter;

const TEXT: &str = "Grüße, 漢字 🙂\n\ttwo lines";

fn five_megabytes() -> String {
    (0..).map(|number| format!("{number} € ")).take(700_000).collect::<String>()
}

#[tokio::test]
async fn an_empty_clipboard_has_no_text() {
    let desktop = Desktop::without_manager();
    assert_eq!(desktop.x11.read(SOON).await.unwrap(), None);
}

#[tokio::test]
async fn what_was_written_reads_back_here_and_elsewhere() {
    let desktop = Desktop::without_manager();
    let other = X11::new(&desktop.env);
    for text in [TEXT, "", "replaced"] {
        desktop.x11.write(text, SOON).await.unwrap();
        assert_eq!(desktop.x11.read(SOON).await.unwrap().as_deref(), Some(text));
        assert_eq!(other.read(SOON).await.unwrap().as_deref(), Some(text));
    }
}

#[tokio::test]
async fn a_text_of_five_megabytes_goes_both_ways() {
    let desktop = Desktop::without_manager();
    let other = X11::new(&desktop.env);
    let text = five_megabytes();
    assert!(text.len() > 5_000_000);
    desktop.x11.write(&text, SOON).await.unwrap();
    let read = other.read(SOON).await.unwrap().unwrap();
    assert!(read == text, "read {} of {} bytes", read.len(), text.len());
}

#[tokio::test]
async fn the_newer_writer_owns_the_clipboard_and_the_older_one_learns_of_it() {
    let desktop = Desktop::without_manager();
    let other = X11::new(&desktop.env);
    desktop.x11.write("old", SOON).await.unwrap();
    other.write("new", SOON).await.unwrap();
    desktop.x11.serve_clipboard_until_replaced().await;
    assert_eq!(desktop.x11.read(SOON).await.unwrap().as_deref(), Some("new"));
    let still_owned =
        tokio::time::timeout(Duration::from_millis(50), other.serve_clipboard_until_replaced()).await;
    assert!(still_owned.is_err(), "the newer writer serves on");
}

#[tokio::test]
async fn the_text_is_gone_with_its_owner_when_no_clipboard_manager_runs() {
    let desktop = Desktop::without_manager();
    let other = X11::new(&desktop.env);
    other.write("mortal", SOON).await.unwrap();
    drop(other);
    assert_eq!(desktop.x11.read(SOON).await.unwrap(), None);
}

#[tokio::test]
async fn gtk_reads_what_we_write_and_we_read_what_gtk_writes() {
    let desktop = Desktop::start();
    let (_running, mut output) = desktop.run_script("fields/clipboard.py");
    let mut line = String::new();
    // The program prints what is on the clipboard, then puts the same in capitals there.
    desktop.x11.write(TEXT, SOON).await.unwrap();
    desktop.shown("Clipboard").await;
    output.read_line(&mut line).unwrap();
    assert_eq!(serde_json::from_str::<String>(&line).unwrap(), TEXT);
    desktop.x11.serve_clipboard_until_replaced().await;
    assert_eq!(desktop.x11.read(SOON).await.unwrap(), Some(TEXT.to_uppercase()));
}

/// A program that owns the clipboard and answers requests as a test wants it to.
struct Program {
    painter: Painter,
    window: Window,
}

impl Program {
    fn own(desktop: &Desktop) -> Program {
        let painter = Painter::on(desktop);
        let window = painter.prepare("owner", Rect::new(0, 0, 10, 10), 0, false);
        let clipboard = painter.atom("CLIPBOARD");
        painter.conn.set_selection_owner(window, clipboard, 0u32).unwrap();
        painter.conn.sync().unwrap();
        Program { painter, window }
    }

    fn next_request(&self) -> SelectionRequestEvent {
        loop {
            if let Event::SelectionRequest(request) = self.painter.conn.wait_for_event().unwrap() {
                return request;
            }
        }
    }

    fn reply(&self, request: &SelectionRequestEvent, property: u32) {
        let event = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property,
        };
        self.painter.conn.send_event(false, request.requestor, EventMask::NO_EVENT, event).unwrap();
        self.painter.conn.flush().unwrap();
    }
}

#[tokio::test]
async fn an_owner_that_lists_no_formats_and_knows_only_latin_1_is_read() {
    let desktop = Desktop::without_manager();
    let program = Program::own(&desktop);
    let answers = std::thread::spawn(move || {
        let string = u32::from(AtomEnum::STRING);
        loop {
            let request = program.next_request();
            if request.target != string {
                program.reply(&request, x11rb::NONE);
                continue;
            }
            let conn = &program.painter.conn;
            conn.change_property8(PropMode::REPLACE, request.requestor, request.property, string, b"caf\xe9")
                .unwrap();
            program.reply(&request, request.property);
            return program;
        }
    });
    assert_eq!(desktop.x11.read(SOON).await.unwrap().as_deref(), Some("café"));
    answers.join().unwrap();
}

#[tokio::test]
async fn an_owner_that_has_only_pictures_has_no_text() {
    let desktop = Desktop::without_manager();
    let program = Program::own(&desktop);
    let answers = std::thread::spawn(move || {
        let request = program.next_request();
        let targets = [program.painter.atom("TARGETS"), program.painter.atom("image/png")];
        let conn = &program.painter.conn;
        conn.change_property32(
            PropMode::REPLACE,
            request.requestor,
            request.property,
            AtomEnum::ATOM,
            &targets,
        )
        .unwrap();
        program.reply(&request, request.property);
        program
    });
    assert_eq!(desktop.x11.read(SOON).await.unwrap(), None);
    answers.join().unwrap();
}

#[tokio::test]
async fn an_owner_that_does_not_answer_is_named_and_delays_nobody_else() {
    let desktop = Desktop::without_manager();
    let program = Program::own(&desktop);
    let short = Duration::from_millis(300);
    let (read, written) = tokio::join!(desktop.x11.read(short), async {
        let other = X11::new(&desktop.env);
        other.read(Duration::from_millis(1)).await
    });
    let error = read.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("`Painter`"), "{error}");
    assert!(written.is_err());
    assert!(program.window != 0);
    desktop.x11.write("ours now", SOON).await.unwrap();
    assert_eq!(desktop.x11.read(SOON).await.unwrap().as_deref(), Some("ours now"));
}

#[tokio::test]
async fn a_clipboard_manager_gets_the_text_when_its_owner_ends() {
    let desktop = Desktop::without_manager();
    let program = Program::own(&desktop);
    let conn = &program.painter.conn;
    let [manager, clipboard, utf8, save] = ["CLIPBOARD_MANAGER", "CLIPBOARD", "UTF8_STRING", "SAVE_TARGETS"]
        .map(|name| program.painter.atom(name));
    conn.set_selection_owner(program.window, manager, 0u32).unwrap();
    conn.sync().unwrap();
    let other = X11::new(&desktop.env);
    other.write(TEXT, SOON).await.unwrap();

    let ending = std::thread::spawn(move || drop(other));
    let request = loop {
        let request = program.next_request();
        if request.target == save {
            break request;
        }
        program.reply(&request, x11rb::NONE);
    };
    let place = program.painter.atom("PLACE");
    conn.convert_selection(program.window, clipboard, utf8, place, 0u32).unwrap();
    conn.flush().unwrap();
    while !matches!(conn.wait_for_event().unwrap(), Event::SelectionNotify(_)) {}
    let text = conn.get_property(false, program.window, place, utf8, 0, 1000).unwrap().reply().unwrap().value;
    assert_eq!(String::from_utf8(text).unwrap(), TEXT);
    program.reply(&request, request.property);
    ending.join().unwrap();
}

#[tokio::test]
async fn readers_can_ask_for_formats_times_and_several_things_at_once() {
    let desktop = Desktop::without_manager();
    desktop.x11.write("naïve", SOON).await.unwrap();
    let painter = Painter::on(&desktop);
    let reader = painter.prepare("reader", Rect::new(0, 0, 10, 10), 0, false);
    let [clipboard, targets, multiple, latin, time, utf8, first, second, third] = [
        "CLIPBOARD",
        "TARGETS",
        "MULTIPLE",
        "STRING",
        "TIMESTAMP",
        "UTF8_STRING",
        "FIRST",
        "SECOND",
        "THIRD",
    ]
    .map(|name| painter.atom(name));
    let ask = |target: u32| {
        painter.conn.convert_selection(reader, clipboard, target, first, 0u32).unwrap();
        painter.conn.flush().unwrap();
        loop {
            if let Event::SelectionNotify(reply) = painter.conn.wait_for_event().unwrap() {
                return reply.property;
            }
        }
    };
    let property = |place: u32| {
        painter.conn.get_property(false, reader, place, AtomEnum::ANY, 0, 99).unwrap().reply().unwrap()
    };

    assert_eq!(ask(targets), first);
    let offered: Vec<u32> = property(first).value32().unwrap().collect();
    for target in [targets, multiple, time, utf8, latin] {
        assert!(offered.contains(&target));
    }
    assert_eq!(ask(time), first);
    assert!(property(first).value32().unwrap().next().is_some_and(|time| time > 0));
    assert_eq!(ask(latin), first);
    assert_eq!(property(first).value, b"na\xefve");
    assert_eq!(ask(painter.atom("image/png")), x11rb::NONE);

    let pairs = [utf8, second, painter.atom("image/png"), third];
    painter.numbers(reader, "FIRST", painter.atom("ATOM_PAIR"), &pairs);
    assert_eq!(ask(multiple), first);
    assert_eq!(property(second).value, "naïve".as_bytes());
    assert_eq!(property(first).value32().unwrap().collect::<Vec<_>>()[3], x11rb::NONE);
}
