//! Commands as a client runs them.

use std::fs;
use std::time::{Duration, Instant};

use super::*;

/// For what is bound to happen.
const SOON: Duration = Duration::from_secs(20);

fn asked(command: &str) -> ExecRequest {
    ExecRequest { command: command.to_owned(), timeout: None, detach: None }
}

fn within(command: &str, seconds: f64) -> ExecRequest {
    ExecRequest { timeout: Some(Number(seconds)), ..asked(command) }
}

async fn ask_with(options: &ExecOptions, request: ExecRequest) -> Result<ExecResponse, Refusal> {
    let (_stopping, stopped) = watch::channel(false);
    answer(options, stopped, &request).await
}

async fn ask(request: ExecRequest) -> Result<ExecResponse, Refusal> {
    ask_with(&ExecOptions::default(), request).await
}

async fn run(command: &str) -> ExecResponse {
    ask(asked(command)).await.unwrap()
}

async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < SOON, "not yet: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn is_alive(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", pid.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

/// The number that a command has written into this file.
async fn pid_in(file: &std::path::Path) -> String {
    until("the number of the process is written", || {
        fs::read_to_string(file).is_ok_and(|text| text.ends_with('\n'))
    })
    .await;
    fs::read_to_string(file).unwrap().trim().to_owned()
}

#[tokio::test]
async fn a_command_tells_what_it_wrote_and_how_it_ended() {
    for (command, stdout, stderr, code, message) in [
        ("echo out; echo err >&2", "out\n", "err\n", 0, None),
        ("exit 3", "", "", 3, None),
        ("", "", "", 0, None),
        ("there-is-no-such-command 2>/dev/null", "", "", 127, None),
        ("read line; echo \"[$line]\"", "[]\n", "", 0, None),
        ("kill -TERM $$", "", "", 143, Some("The command was ended by signal: 15 (SIGTERM).")),
    ] {
        let told = run(command).await;
        assert_eq!(
            (told.stdout.as_str(), told.stderr.as_str(), told.exit_code, told.message.as_deref()),
            (stdout, stderr, code, message),
            "{command}"
        );
        assert_eq!(told.success, code == 0, "{command}");
    }
}

#[tokio::test]
async fn nothing_to_say_is_null() {
    let json = serde_json::to_string(&run("true").await).unwrap();
    assert_eq!(json, r#"{"success":true,"message":null,"stdout":"","stderr":"","exitCode":0}"#);
}

#[tokio::test]
async fn both_streams_can_be_filled_in_any_order() {
    let told =
        run("head -c 1000000 /dev/zero | tr '\\0' e >&2; head -c 1000000 /dev/zero | tr '\\0' o").await;
    assert_eq!((told.stdout.len(), told.stderr.len()), (1_000_000, 1_000_000));
}

#[tokio::test]
async fn output_beyond_the_limit_is_left_out_and_told() {
    let told = run("head -c 5000000 /dev/zero | tr '\\0' x; exit 4").await;
    assert_eq!((told.stdout.len(), told.exit_code), (capture::KEPT, 4));
    assert!(told.message.unwrap().contains("805696 bytes more"));
}

#[tokio::test]
async fn the_environment_is_changed_as_the_options_say() {
    let environment = BTreeMap::from([("DISPLAY".into(), Some(":7".into())), ("HOME".into(), None)]);
    let options = ExecOptions { environment, ..ExecOptions::default() };
    let told = ask_with(&options, asked("echo $DISPLAY ${HOME-none}")).await.unwrap();
    assert_eq!(told.stdout, ":7 none\n");
}

#[tokio::test]
async fn a_command_that_takes_too_long_is_killed_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let command = format!("(sleep 1000 & echo $! >{}; echo begun; wait)", pid.display());
    let told = ask(within(&command, 0.5)).await.unwrap();
    assert_eq!((told.success, told.exit_code, told.stdout.as_str()), (false, -1, "begun\n"));
    assert!(told.message.unwrap().contains("after 500ms"));
    let pid = pid_in(&pid).await;
    until("the background process is gone", || !is_alive(&pid)).await;
}

#[tokio::test]
async fn a_command_that_never_stops_writing_is_killed_in_time_too() {
    let told = ask(within("yes", 0.3)).await.unwrap();
    assert_eq!((told.exit_code, told.stdout.len()), (-1, capture::KEPT));
    assert!(told.stdout.starts_with("y\ny\n"));
}

#[tokio::test]
async fn what_a_command_leaves_running_is_not_waited_for_and_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let command = format!(
        "(while ! [ -e {go} ]; do sleep 0.01; done; echo much; echo more >&2; echo done >{go}) & echo $!",
        go = go.display()
    );
    let told = run(&command).await;
    assert!(told.success);
    assert!(is_alive(&told.stdout));
    // It must be able to write although its command was answered.
    fs::write(&go, "").unwrap();
    until("it has written", || fs::read_to_string(&go).is_ok_and(|text| text == "done\n")).await;
    until("its end was taken notice of", || !is_alive(&told.stdout)).await;
}

#[tokio::test]
async fn a_command_is_killed_when_the_client_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let command = format!("sleep 1000 & echo $! >{}; wait", file.display());
    let running = tokio::spawn(async move { run(&command).await });
    let pid = pid_in(&file).await;
    assert!(is_alive(&pid));
    running.abort();
    until("the process is gone", || !is_alive(&pid)).await;
}

#[tokio::test]
async fn a_command_is_killed_when_the_agent_stops() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let (stopping, stopped) = watch::channel(false);
    let request = asked(&format!("sleep 1000 & echo $! >{}; wait", file.display()));
    let running =
        tokio::spawn(async move { answer(&ExecOptions::default(), stopped, &request).await.unwrap() });
    let pid = pid_in(&file).await;
    stopping.send_replace(true);
    let told = running.await.unwrap();
    assert_eq!((told.success, told.exit_code), (false, -1));
    until("the process is gone", || !is_alive(&pid)).await;
}

#[tokio::test]
async fn a_detached_command_is_answered_at_once_and_leaves_no_zombie() {
    let folder = tempfile::tempdir().unwrap();
    let (file, go) = (folder.path().join("pid"), folder.path().join("go"));
    let command = format!(
        "echo nobody reads this; while ! [ -e {} ]; do sleep 0.01; done & echo $$ >{}; wait",
        go.display(),
        file.display()
    );
    let told = ask(ExecRequest { detach: Some(true), ..asked(&command) }).await.unwrap();
    assert_eq!((told.success, told.exit_code, told.stdout.as_str()), (true, 0, ""));
    let pid = pid_in(&file).await;
    assert!(told.message.unwrap().contains(&format!("process {pid},")));
    fs::write(&go, "").unwrap();
    until("not even a zombie is left", || !fs::exists(format!("/proc/{pid}")).unwrap()).await;
}

#[tokio::test]
async fn a_detached_command_starts_through_what_the_options_say() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session");
    // Fields 1 and 6 of stat: the process and its session.
    let command = format!("cut -d' ' -f1,6 /proc/$$/stat >{}", file.display());
    let options = ExecOptions { detach_through: vec!["setsid".into()], ..ExecOptions::default() };
    ask_with(&options, ExecRequest { detach: Some(true), ..asked(&command) }).await.unwrap();
    let numbers = pid_in(&file).await;
    let (process, session) = numbers.split_once(' ').unwrap();
    assert_eq!(process, session);
}

#[tokio::test]
async fn what_cannot_be_run_is_refused() {
    let broken = ExecOptions { detach_through: vec!["/no/such/program".into()], ..ExecOptions::default() };
    let detached = ExecRequest { detach: Some(true), ..asked("true") };
    let long = "x".repeat(1 << 20);
    for (refused, status, key) in [
        (ask(asked("a\0b")).await, 400, ErrorKey::ExecFailed),
        (ask(asked(&long)).await, 400, ErrorKey::ExecFailed),
        (ask(within("true", -1.0)).await, 400, ErrorKey::InvalidJson),
        (ask(within("true", 86_401.0)).await, 400, ErrorKey::InvalidJson),
        (ask_with(&broken, detached).await, 500, ErrorKey::ExecFailed),
        (Err(switched_off()), 403, ErrorKey::ExecFailed),
    ] {
        let refusal = refused.unwrap_err();
        assert_eq!((refusal.status.as_u16(), refusal.key), (status, key), "{}", refusal.details);
    }
}

#[test]
fn too_many_commands_at_once_are_refused() {
    let room = Semaphore::new(1);
    let place = take_place(&room).unwrap();
    assert_eq!(take_place(&room).unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
    drop(place);
    assert!(take_place(&room).is_ok());
}

#[test]
fn the_time_is_half_a_minute_when_none_is_given() {
    assert_eq!(timeout_of(None).unwrap(), Duration::from_secs(30));
    assert_eq!(timeout_of(Some(Number(0.25))).unwrap(), Duration::from_millis(250));
    assert_eq!(timeout_of(Some(Number(86_400.0))).unwrap(), Duration::from_secs(86_400));
}
