//! `deskhand webdriver` and the clients that people use: Selenium in Python, WebdriverIO in JavaScript and thirtyfour in
//! Rust drive the Tauri fixture. The tests themselves are in `tests/webdriver`; here is who runs them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const FIXTURE: &str = "deskhand-fixture-tauri";

/// A server for a client that does not start one itself, ended at the end.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_deskhand"))
            .args(["webdriver", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once(' ').unwrap_or_else(|| panic!("{line:?}")).1.to_owned();
        Server { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its sessions are ended by those who opened them; what they left ends with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a program to its end, and gives what it printed; that is shown if it failed.
fn passes(command: &mut Command) -> String {
    let output = command.env("DESKHAND_BINARIES", binaries()).output().unwrap_or_else(|error| {
        panic!("could not start {command:?}: {error}; scripts/setup installs what is needed")
    });
    assert!(
        output.status.success(),
        "{command:?} ended with {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where cargo puts programs: the fixture is beside ours once it is built, which a test of all packages does first.
fn binaries() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_deskhand")).parent().unwrap();
    assert!(
        folder.join(FIXTURE).exists(),
        "the Tauri fixture is missing; run: cargo build -p deskhand-fixture-tauri"
    );
    folder.to_owned()
}

/// Runs one module of the tests with Selenium.
fn selenium(module: &str) {
    let python = root().join(".venv/bin/python");
    assert!(python.exists(), "the Python packages of the tests are missing: run scripts/setup");
    passes(
        Command::new(python)
            .args(["-B", "-W", "ignore::DeprecationWarning", "-m", "unittest", "-v", module])
            .current_dir(root().join("tests/webdriver/selenium")),
    );
}

/// Runs one file of the tests with WebdriverIO.
fn webdriverio(file: &str) {
    let folder = root().join("tests/webdriver/wdio");
    assert!(folder.join("node_modules").exists(), "WebdriverIO is missing: run scripts/setup");
    passes(Command::new("node").args(["--test", "--test-reporter=spec", file]).current_dir(folder));
}

#[test]
fn selenium_navigates() {
    selenium("test_navigation");
}

#[test]
fn selenium_searches_documents_that_are_still_read() {
    selenium("test_loading");
}

#[test]
fn selenium_finds_and_uses_elements() {
    selenium("test_elements");
}

#[test]
fn selenium_performs_actions() {
    selenium("test_actions");
}

#[test]
fn selenium_enters_frames_and_shadow_roots() {
    selenium("test_frames");
}

#[test]
fn selenium_answers_dialogs() {
    selenium("test_dialogs");
}

#[test]
fn selenium_chooses_files() {
    selenium("test_files");
}

#[test]
fn selenium_reads_and_sets_cookies() {
    selenium("test_cookies");
}

#[test]
fn selenium_switches_between_windows() {
    selenium("test_windows");
}

#[test]
fn selenium_drives_an_application_with_the_other_plugin() {
    selenium("test_other_plugin");
}

#[test]
fn selenium_takes_pictures_and_prints() {
    selenium("test_pictures");
}

#[test]
fn a_covered_window_is_driven_and_the_active_one_stays() {
    selenium("test_background");
}

#[test]
fn what_comes_of_input_is_painted() {
    selenium("test_painting");
}

#[test]
fn what_dies_is_told_and_disturbs_nobody() {
    selenium("test_crashes");
}

#[test]
fn eight_sessions_at_once_leave_nothing() {
    selenium("test_crowd");
}

#[test]
fn a_grid_hands_sessions_to_two_nodes() {
    let grid = root().join("tests/webdriver/grid/node_modules");
    assert!(grid.exists(), "Selenium Grid is missing: run scripts/setup");
    selenium("test_grid");
}

#[test]
fn webdriverio_drives_pages() {
    webdriverio("pages.test.js");
}

#[test]
fn webdriverio_does_everything_else() {
    webdriverio("doing.test.js");
}

/// What docs/webdriver.md shows below a heading, in its language.
fn shown(heading: &str, language: &str) -> String {
    let page = std::fs::read_to_string(root().join("docs/webdriver.md")).unwrap();
    let below = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}")).1;
    let code = below.split_once(&format!("\n```{language}\n")).unwrap_or_else(|| panic!("no {language}")).1;
    code.split_once("```\n").unwrap().0.to_owned()
}

/// The same, for this server and this fixture.
fn adapted(code: &str, server: &Server) -> String {
    let (host, port) = ("127.0.0.1", server.address.rsplit_once(':').unwrap().1);
    let adapted = code
        .replace(&format!("{host}:4444"), &format!("{host}:{port}"))
        .replace("port: 4444", &format!("port: {port}"))
        .replace(&format!("target/debug/{FIXTURE}"), binaries().join(FIXTURE).to_str().unwrap());
    assert!(adapted.contains(port) && !adapted.contains("4444"), "{adapted}");
    adapted
}

/// What every example prints.
fn assert_driven(printed: &str, client: &str) {
    let expected = format!("title: Deskhand fixture\npressed: 1\ntyped: with {client}\n");
    assert_eq!(printed, expected);
}

/// Runs a program in Python and gives what it printed.
fn python(code: &str) -> String {
    passes(Command::new(root().join(".venv/bin/python")).args(["-W", "ignore", "-c", code]))
}

#[test]
fn the_example_for_selenium_works_as_it_is_shown() {
    let server = Server::start();
    assert_driven(&python(&adapted(&shown("Selenium (Python)", "python"), &server)), "Selenium");
}

#[test]
fn the_example_of_the_readme_works_as_it_is_shown() {
    let page = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, below) = page.split_once("python - <<'END'\n").unwrap();
    let (code, below) = below.split_once("END\n").unwrap();
    let (printed, _) = below.split_once("```\n").unwrap();
    assert_eq!(python(&adapted(code, &Server::start())), printed);
}

#[test]
fn the_example_for_webdriverio_works_as_it_is_shown() {
    let server = Server::start();
    let code = adapted(&shown("WebdriverIO 9", "js"), &server);
    let printed = passes(
        Command::new("node")
            .args(["--input-type=module", "--eval", &code])
            .current_dir(root().join("tests/webdriver/wdio")),
    );
    assert_driven(&printed, "WebdriverIO");
}

#[test]
fn the_example_for_thirtyfour_works_and_is_the_one_that_is_shown() {
    let example = root().join("crates/deskhand-webdriver/examples/thirtyfour.rs");
    let source = std::fs::read_to_string(example).unwrap();
    assert!(
        source.ends_with(&shown("thirtyfour (Rust)", "rust,ignore")),
        "docs/webdriver.md shows another one"
    );
    let program = binaries().join("examples/thirtyfour");
    assert!(
        program.exists(),
        "the example is missing; run: cargo build -p deskhand-webdriver --example thirtyfour"
    );
    let server = Server::start();
    let printed =
        passes(Command::new(program).arg(format!("http://{}", server.address)).arg(binaries().join(FIXTURE)));
    assert_driven(&printed, "thirtyfour");
}
