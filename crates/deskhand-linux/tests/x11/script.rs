//! A script of changes by another client: each must be told once, in order, and as it came out.

use std::collections::BTreeMap;

use deskhand_engine::ports::Compositor as _;
use deskhand_model::{Rect, Window};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _, Window as Id};
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::{Desktop, SOON};
use super::feed::Follower;
use super::recorder::{Recorder, Sight, Sights};

/// Changes in a usual run; `DESKHAND_SOAK` sets another number.
const USUAL: usize = 80;

/// One changed aspect of one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Created,
    Destroyed,
    Minimized(bool),
    Visible(bool),
    Moved,
    Resized,
    Retitled,
    Focused(bool),
}

#[tokio::test]
async fn every_change_of_a_script_is_told_exactly_once_and_in_order() {
    let count = std::env::var("DESKHAND_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let mut script = Script::new(&recorder);
    let mut follower = Follower::of(&desktop).await;
    let mut told = sights(&follower.next().await.windows);
    let mut before = recorder.look();
    assert_eq!(told, before);
    for step in 0..count {
        let what = script.step();
        let after = recorder.look();
        let mut changes = BTreeMap::new();
        while told != after {
            let Some(state) = follower.wait().await else { break };
            assert!(!state.skipped);
            let now = sights(&state.windows);
            for change in differences(&told, &now) {
                *changes.entry(change).or_insert(0) += 1;
            }
            told = now;
        }
        assert_eq!(told, after, "step {step}, {what}: nothing more was told");
        let expected: BTreeMap<_, _> = differences(&before, &after).into_iter().map(|c| (c, 1)).collect();
        assert_eq!(changes, expected, "step {step}, {what}");
        before = after;
    }
    let all = desktop.x11.windows(SOON).await.unwrap();
    assert_eq!(sights(&all), before, "and nothing more");
}

fn sights(windows: &[Window]) -> Sights {
    let sight = |window: &Window| Sight {
        title: window.title.clone(),
        client: window.client,
        minimized: window.minimized,
        visible: window.is_visible(),
        focused: window.focused,
    };
    windows.iter().map(|window| (window.id.0, sight(window))).collect()
}

fn differences(before: &Sights, after: &Sights) -> Vec<(u64, Change)> {
    let mut changes = Vec::new();
    for (&id, now) in after {
        let Some(then) = before.get(&id) else {
            changes.push((id, Change::Created));
            // The keyboard may come with it or after it; that is a change of its own.
            if now.focused {
                changes.push((id, Change::Focused(true)));
            }
            continue;
        };
        for (differs, change) in [
            (then.minimized != now.minimized, Change::Minimized(now.minimized)),
            (then.visible != now.visible, Change::Visible(now.visible)),
            (then.client.origin() != now.client.origin(), Change::Moved),
            (then.client.size() != now.client.size(), Change::Resized),
            (then.title != now.title, Change::Retitled),
            (then.focused != now.focused, Change::Focused(now.focused)),
        ] {
            if differs {
                changes.push((id, change));
            }
        }
    }
    let gone = before.keys().filter(|id| !after.contains_key(id));
    changes.extend(gone.map(|&id| (id, Change::Destroyed)));
    changes
}

/// Changes windows in ways that do not depend on anything but their number in the script.
struct Script<'a> {
    recorder: &'a Recorder,
    windows: Vec<Id>,
    dice: u64,
    made: u32,
}

impl Script<'_> {
    fn new(recorder: &Recorder) -> Script<'_> {
        let mut script = Script { recorder, windows: Vec::new(), dice: 0x2545_f491_4f6c_dd1d, made: 0 };
        for _ in 0..3 {
            script.create();
        }
        recorder.look();
        script
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice % sides
    }

    fn create(&mut self) {
        self.made += 1;
        let at = 20 * self.made as i32 % 400;
        let title = format!("window {}", self.made);
        let id = self.recorder.painter.show(&title, Rect::new(at, at, 300, 200), 0);
        self.windows.push(id.0 as Id);
    }

    /// Makes one change and says which.
    fn step(&mut self) -> String {
        let place = self.roll(self.windows.len() as u64) as usize;
        let window = self.windows[place];
        let (x, y) = (self.roll(500) as u32, 30 + self.roll(400) as u32);
        let (width, height) = (150 + self.roll(400) as u32, 100 + self.roll(300) as u32);
        let (recorder, conn) = (self.recorder, &self.recorder.painter.conn);
        let ask = |kind: &str, data| recorder.request(window, kind, data);
        let state = |name: &str| recorder.painter.atom(&format!("_NET_WM_STATE_{name}"));
        let roll = self.roll(18);
        match roll {
            0 | 1 => ask("_NET_MOVERESIZE_WINDOW", [10 | 0x2300, x, y, 0, 0]),
            2 | 3 => ask("_NET_MOVERESIZE_WINDOW", [10 | 0x2c00, 0, 0, width, height]),
            4 => ask("_NET_MOVERESIZE_WINDOW", [10 | 0x2f00, x, y, width, height]),
            5 => {
                let aux = ConfigureWindowAux::new().x(x as i32).y(y as i32).width(width).height(height);
                conn.configure_window(window, &aux).unwrap();
            }
            6 => recorder.painter.text(window, "_NET_WM_NAME", "UTF8_STRING", format!("{x}").as_bytes()),
            7 | 8 => ask("WM_CHANGE_STATE", [3, 0, 0, 0, 0]),
            9 => ask("WM_CHANGE_STATE", [1, 0, 0, 0, 0]),
            10 => _ = conn.map_window(window).unwrap(),
            11 => ask("_NET_WM_STATE", [2, state("MAXIMIZED_VERT"), state("MAXIMIZED_HORZ"), 2, 0]),
            12 => ask("_NET_WM_STATE", [2, state("FULLSCREEN"), 0, 2, 0]),
            13 => recorder.request(recorder.painter.root(), "_NET_CURRENT_DESKTOP", [x % 2, 0, 0, 0, 0]),
            14 => ask("_NET_WM_DESKTOP", [x % 2, 2, 0, 0, 0]),
            15 => ask("_NET_ACTIVE_WINDOW", [2, 0, 0, 0, 0]),
            16 if self.windows.len() < 6 => self.create(),
            _ if self.windows.len() > 2 => {
                // Half of them as toolkits do it: taken back first.
                if x % 2 == 0 {
                    conn.unmap_window(window).unwrap();
                    conn.sync().unwrap();
                }
                conn.destroy_window(window).unwrap();
                self.windows.retain(|&other| other != window);
            }
            _ => self.create(),
        }
        self.recorder.painter.conn.flush().unwrap();
        format!("change {roll} of {window:#x}")
    }
}
