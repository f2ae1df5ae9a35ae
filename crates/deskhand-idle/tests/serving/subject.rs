//! The application under test: this program once more, as a process of its own that does what it is told.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use deskhand_idle::{Idle, Probe, Task};

use crate::asker::{Asker, IDLE, PATIENCE};

/// Stands before every reply, since the test framework writes to the same output.
const REPLY: &str = "reply: ";

/// An application in its own process, with a runtime folder of its own.
pub(crate) struct Subject {
    child: Child,
    orders: ChildStdin,
    replies: BufReader<ChildStdout>,
    pub(crate) folder: tempfile::TempDir,
}

impl Subject {
    pub(crate) fn start() -> Subject {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "subject::obeys", "--nocapture", "--test-threads", "1"])
            .env("XDG_RUNTIME_DIR", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = child.stdin.take().unwrap();
        let replies = BufReader::new(child.stdout.take().unwrap());
        Subject { child, orders, replies, folder }
    }

    /// Starts one that is installed.
    pub(crate) fn installed() -> Subject {
        let mut subject = Subject::start();
        subject.tell("install");
        subject
    }

    /// Gives an order and returns the reply.
    pub(crate) fn tell(&mut self, order: &str) -> String {
        writeln!(self.orders, "{order}").unwrap();
        loop {
            let mut line = String::new();
            let read = self.replies.read_line(&mut line).unwrap();
            assert!(read > 0, "the application ended at the order `{order}`");
            if let Some((_, reply)) = line.split_once(REPLY) {
                return reply.trim_end().to_owned();
            }
        }
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.path().join(format!("deskhand/idle/{}.sock", self.child.id()))
    }

    pub(crate) fn asker(&self) -> Asker {
        Asker::connect(&self.socket())
    }

    /// What it answers to a question with this much time.
    pub(crate) fn answer(&self, wait: Duration) -> String {
        self.asker().ask(wait).answer()
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(mut self) -> tempfile::TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Questions that came to its main loop.
static ASKED: (Mutex<Vec<Probe>>, Condvar) = (Mutex::new(Vec::new()), Condvar::new());

#[test]
#[ignore = "not a test but the application of the others"]
fn obeys() {
    let mut tasks: HashMap<String, Vec<Task>> = HashMap::new();
    for order in std::io::stdin().lines() {
        let order = order.unwrap();
        let (verb, name) = order.split_once(' ').unwrap_or((&order, ""));
        let reply = match verb {
            "begin" => {
                tasks.entry(name.to_owned()).or_default().push(deskhand_idle::task(name));
                String::new()
            }
            "end" => tasks.get_mut(name).and_then(Vec::pop).map_or("none".to_owned(), |_| String::new()),
            _ => obey(verb, name),
        };
        println!("\n{REPLY}{reply}");
    }
}

fn obey(verb: &str, name: &str) -> String {
    match verb {
        "install" => match Idle::install() {
            Ok(idle) => return idle.socket().display().to_string(),
            Err(error) => return format!("error {:?}", error.kind()),
        },
        "uninstall" => deskhand_idle::uninstall(),
        "busy" => deskhand_idle::busy(),
        "idle" => deskhand_idle::idle(),
        "timer" => deskhand_idle::timer_started(name),
        "fired" => deskhand_idle::timer_fired(name),
        "request" => deskhand_idle::request_began(name),
        "answered" => deskhand_idle::request_ended(name),
        "probe" => deskhand_idle::set_probe(|probe| {
            ASKED.0.lock().unwrap().push(probe);
            ASKED.1.notify_all();
        }),
        "bad-probe" => deskhand_idle::set_probe(|_| panic!("a hook that fails")),
        "no-probe" => deskhand_idle::clear_probe(),
        "asked" => return wait_for_question(name.parse().unwrap()),
        "dry" => ASKED.0.lock().unwrap().last().unwrap().ran_dry(),
        "never-asked" => Probe::from_ticket(u64::MAX).ran_dry(),
        "crowd" => crowd(),
        "fork" => return fork(),
        _ => panic!("unknown order {verb}"),
    }
    String::new()
}

/// Returns when the main loop has been asked this often.
fn wait_for_question(times: usize) -> String {
    let asked = ASKED.0.lock().unwrap();
    let (asked, over) = ASKED.1.wait_timeout_while(asked, PATIENCE, |asked| asked.len() < times).unwrap();
    assert!(!over.timed_out(), "asked {} times, not {times}", asked.len());
    asked.len().to_string()
}

/// Many threads begin and end work, each its own.
fn crowd() {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for turn in 0..2_000 {
                    let name = format!("thread {thread}");
                    let task = deskhand_idle::task(&name);
                    deskhand_idle::busy();
                    deskhand_idle::timer_started(&name);
                    if turn % 2 == 0 {
                        drop(task);
                        deskhand_idle::timer_fired(&name);
                    } else {
                        deskhand_idle::timer_fired(&name);
                        drop(task);
                    }
                    deskhand_idle::idle();
                }
            });
        }
    });
}

/// Forks again and again while another thread holds the lock as often as it can; every child must find a fresh state.
fn fork() -> String {
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let stopped = || stop.load(std::sync::atomic::Ordering::Relaxed);
        scope.spawn(move || {
            while !stopped() {
                drop(deskhand_idle::task("in the way"));
            }
        });
        let inherited = deskhand_idle::task("of the parent");
        let failed = (0..200).map(|_| fork_once(&inherited)).find(|code| *code != 0);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        failed.map_or("fine".to_owned(), |code| format!("a child ended with {code}"))
    })
}

#[expect(unsafe_code, reason = "forks")]
fn fork_once(inherited: &Task) -> i32 {
    // SAFETY: the child only does what a child of an application with threads may do with this library, and ends
    // without running anything of the parent.
    match unsafe { libc::fork() } {
        0 => {
            let code = in_child(inherited);
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(code) }
        }
        child => {
            let mut status = 0;
            // SAFETY: `child` is the child that was just made.
            let waited = unsafe { libc::waitpid(child, &mut status, 0) };
            if waited == child { status } else { -1 }
        }
    }
}

/// 0 when all is well in a child.
fn in_child(inherited: &Task) -> i32 {
    // A child that would hang is ended by the system.
    #[expect(unsafe_code, reason = "sets an alarm")]
    // SAFETY: has no conditions.
    unsafe {
        libc::alarm(30);
    }
    if deskhand_idle::is_busy() {
        return 1;
    }
    // What the parent began ends nothing here.
    // SAFETY: the parent's value is in the parent; this is a copy of its bits, dropped once, in this process only.
    #[expect(unsafe_code, reason = "drops the child's copy")]
    drop(unsafe { std::ptr::read(inherited) });
    let task = deskhand_idle::task("of the child");
    if !deskhand_idle::is_busy() {
        return 2;
    }
    drop(task);
    if deskhand_idle::is_busy() {
        return 3;
    }
    let Ok(installed) = Idle::install() else { return 4 };
    if Asker::connect(installed.socket()).ask(PATIENCE).answer() != IDLE {
        return 5;
    }
    deskhand_idle::uninstall();
    0
}
