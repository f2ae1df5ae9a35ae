//! How long the list of windows takes, and how soon a change by another client is known.
//!
//! Runs on the display of the environment and makes windows there: start it on a private one.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement for people who read along")]

use std::time::{Duration, Instant};

use deskhand_engine::ports::{Compositor as _, DesktopEnv, Feed, WindowChange};
use deskhand_linux::X11;
use deskhand_model::{Point, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, Window, WindowClass};
use x11rb::rust_connection::RustConnection;

const SOON: Duration = Duration::from_secs(20);
const ROUNDS: usize = 200;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let display = std::env::var("DISPLAY").unwrap();
    let env = DesktopEnv { display: Some(display.clone()), ..DesktopEnv::default() };
    let (conn, _) = RustConnection::connect(Some(&display)).unwrap();
    let mut made: Vec<Window> = Vec::new();
    for wanted in [13, 200] {
        while made.len() < wanted {
            made.push(make(&conn));
        }
        let x11 = X11::new(&env);
        while x11.windows(SOON).await.unwrap().len() < wanted {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let fresh = X11::new(&env);
        let start = Instant::now();
        fresh.windows(SOON).await.unwrap();
        println!("{wanted} windows, first list with connecting: {:?}", start.elapsed());
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            assert_eq!(fresh.windows(SOON).await.unwrap().len(), wanted);
            times.push(start.elapsed());
        }
        println!("{wanted} windows, list: {}", told(times));
        follow(&fresh, &conn, made[wanted / 2]).await;
    }
}

/// From the request of another client to the state in the feed, through the window manager and back; and what a change
/// of our own takes.
async fn follow(x11: &X11, conn: &RustConnection, window: Window) {
    let Feed::Live(mut feed) = x11.feed(SOON).await.unwrap() else { return };
    let id = WindowId(window.into());
    let mut place = feed.next().await.unwrap().windows.iter().find(|one| one.id == id).unwrap().client;
    let mut times = Vec::new();
    for round in 0..ROUNDS as i32 {
        let start = Instant::now();
        let aux = ConfigureWindowAux::new().x(100 + round % 2).y(100);
        conn.configure_window(window, &aux).unwrap();
        conn.flush().unwrap();
        let before = place;
        while place == before {
            let state = feed.next().await.unwrap();
            place = state.windows.iter().find(|one| one.id == id).unwrap().client;
        }
        times.push(start.elapsed());
    }
    println!("  move by another client until it is told: {}", told(times));
    let mut times = Vec::new();
    for round in 0..ROUNDS as i32 {
        let start = Instant::now();
        let to = Point { x: 200 + round % 2, y: 200 };
        x11.change(id, WindowChange::Move(to), SOON).await.unwrap();
        times.push(start.elapsed());
    }
    println!("  move of our own until it is done: {}", told(times));
}

fn make(conn: &RustConnection) -> Window {
    let window = conn.generate_id().unwrap();
    let root = conn.setup().roots[0].root;
    let class = WindowClass::INPUT_OUTPUT;
    let aux = CreateWindowAux::new();
    conn.create_window(0, window, root, 50, 50, 200, 100, 0, class, 0, &aux).unwrap();
    conn.map_window(window).unwrap();
    conn.flush().unwrap();
    window
}

fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    format!("median {:?}, 90% {:?}, worst {:?}", at(50), at(90), at(100))
}
