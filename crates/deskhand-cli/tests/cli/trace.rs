//! --trace and trace: recorded on real applications, shown in a real browser.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::desktop::{Desktop, Said, deskhand};

/// The steps of a trace, in short.
fn steps(file: &str) -> Vec<Value> {
    let list = Said::of(deskhand().args(["trace", "list", file, "--json"]).output().unwrap()).json(0);
    list["steps"].as_array().unwrap().clone()
}

fn titles(file: &str) -> Vec<String> {
    steps(file).iter().map(|step| step["title"].as_str().unwrap().to_owned()).collect()
}

/// The document that a browser makes of a page, after its script has run.
fn dom(page: &Path, folder: &Path) -> String {
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-quic", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", folder.join("browser").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The attribute of every picture that the page's script has filled in with its real width.
fn widths(dom: &str) -> Vec<u32> {
    dom.split("data-width=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
}

/// Every entry of a trace as text.
fn everything(file: &str) -> String {
    let mut archive = zip::ZipArchive::new(fs::File::open(file).unwrap()).unwrap();
    let mut all = String::new();
    for index in 0..archive.len() {
        let mut bytes = Vec::new();
        archive.by_index(index).unwrap().read_to_end(&mut bytes).unwrap();
        all.push_str(&String::from_utf8_lossy(&bytes));
    }
    all
}

#[test]
fn a_run_of_several_commands_is_one_trace_that_a_browser_shows() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Traced");
    let (app, file) = (fixture.app.as_str(), desktop.folder().join("run.zip"));
    let trace = file.to_str().unwrap();
    let run = |words: &[&str]| desktop.run(&[&["--trace", trace], words].concat());
    run(&["find", app, "role:button title:Save"]).ok();
    run(&["click", app, "role:button title:Save", "--until", "status: pressed Save (1)"]).ok();
    run(&["type", app, "role:textfield title:Name", "Grace Hopper"]).ok();
    run(&["get", app, "role:textfield title:Name"]).ok();
    run(&["set-value", app, "role:slider title:Volume", "40"]).ok();
    run(&["window", "move", "Traced", "40,60"]).ok();
    run(&["click", app, "role:button title:Svae", "--timeout", "300ms"]).fails(3);
    fixture.has_said("status: Volume = 40");

    let expected = [
        format!("find role:button title:Save in pid {app}"),
        format!("press role:button title:Save in pid {app}"),
        format!("type \"Grace Hopper\" role:textfield title:Name in pid {app}"),
        format!("text of role:textfield title:Name in pid {app}"),
        format!("set-value \"40\" role:slider title:Volume in pid {app}"),
        "window \"Traced\": move to 40,60".to_owned(),
        format!("press role:button title:Svae in pid {app}"),
    ];
    assert_eq!(titles(trace), expected);
    let last = steps(trace).pop().unwrap();
    assert_eq!((&last["number"], &last["code"]), (&7.into(), &"not_found".into()));

    let told = Said::of(deskhand().args(["trace", "show", trace]).output().unwrap()).ok();
    assert!(told.contains("run.html (7 steps, "), "{told}");
    let dom = dom(&file.with_extension("html"), desktop.folder());
    for (index, title) in expected.iter().enumerate() {
        let number = index + 1;
        let title = title.replace('"', "&quot;");
        let article = dom.split(&format!("<article id=\"step-{number}\"")).nth(1).unwrap();
        let article = article.split("</article>").next().unwrap();
        // In the text of an element a browser writes quotation marks as they are.
        assert!(article.contains(&title) || article.contains(&title.replace("&quot;", "\"")), "{title}");
        assert!(article.contains("data-width="), "step {number} has a picture");
    }
    assert!(dom.contains("<html lang=\"en\" class=\"js\" data-current=\"1\">"), "the script has run");
    let widths = widths(&dom);
    // Actions and changes of windows have two pictures, what only looks has one.
    assert_eq!(widths.len(), 5 * 2 + 2);
    assert!(widths.iter().all(|&width| width > 100), "{widths:?}");
    assert_eq!(dom.matches("class=\"thumb\"><img").count(), 7);
    assert!(dom.contains("<del>status: ready</del> → <ins>status: pressed Save (1)</ins>"));
    assert!(dom.contains("class=\"target\""));
}

#[test]
fn passwords_stay_out_of_the_trace_and_markup_stays_text() {
    let desktop = Desktop::start();
    let login = desktop.script("tests/cli/login.py", "Login");
    let file = desktop.folder().join("run.zip");
    let trace = file.to_str().unwrap();
    let run = |words: &[&str]| desktop.run(&[&["--trace", trace], words].concat());
    run(&["set-value", &login.app, "role:textfield title:User", "ada"]).ok();
    run(&["set-value", &login.app, "role:textfield title:Password", "hunter2-s3cret"]).ok();
    run(&["click", &login.app, "role:button", "--until-change"]).ok();

    let all = everything(trace);
    assert!(all.contains("\"ada\"") && !all.contains("hunter2-s3cret"));
    assert_eq!(titles(trace)[1], format!("set-value role:textfield title:Password in pid {}", login.app));

    Said::of(deskhand().args(["trace", "show", trace]).output().unwrap()).ok();
    let dom = dom(&file.with_extension("html"), desktop.folder());
    assert!(dom.contains("&lt;script&gt;document.title='gone'&lt;/script&gt;"));
    assert!(dom.contains("&lt;b onclick='x'&gt;&amp;amp;"));
    assert!(dom.contains("<title>Trace of ") && !dom.contains("<title>gone"));
    assert_eq!(dom.matches("<script").count(), 1);
}

#[test]
fn commands_inside_run_record_into_its_trace() {
    let folder = tempfile::tempdir().unwrap();
    let deskhand_path = env!("CARGO_BIN_EXE_deskhand");
    let script = format!("cd / && '{deskhand_path}' windows && '{deskhand_path}' apps");
    let output = deskhand()
        .current_dir(folder.path())
        .args(["--trace", "run.zip", "run", "--", "sh", "-c", &script])
        .output()
        .unwrap();
    Said::of(output).ok();
    assert_eq!(titles(folder.path().join("run.zip").to_str().unwrap()), ["windows", "apps"]);
}

#[test]
fn a_page_is_as_private_as_its_trace() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (trace, page) = (folder.path().join("run.zip"), folder.path().join("run.html"));
    Said::of(deskhand().args(["--platform", "sim", "apps", "--trace"]).arg(&trace).output().unwrap()).ok();
    let show = || Said::of(deskhand().args(["trace", "show"]).arg(&trace).output().unwrap()).ok();
    let mode = || fs::metadata(&page).unwrap().permissions().mode() & 0o777;
    show();
    assert_eq!(mode(), 0o600);
    fs::set_permissions(&page, fs::Permissions::from_mode(0o644)).unwrap();
    show();
    assert_eq!(mode(), 0o600, "also where another page was before");
}

#[test]
fn the_environment_and_the_file_say_where_to_record_too() {
    let folder = tempfile::tempdir().unwrap();
    let sim = |command: &mut Command| {
        let output = command.current_dir(folder.path()).args(["--platform", "sim", "apps"]).output().unwrap();
        Said::of(output).ok();
    };
    sim(deskhand().env("DESKHAND_TRACE", "by-variable.zip"));
    fs::write(folder.path().join("deskhand.toml"), "trace = 'by-file.zip'").unwrap();
    sim(&mut deskhand());
    for name in ["by-variable.zip", "by-file.zip"] {
        assert_eq!(titles(folder.path().join(name).to_str().unwrap()), ["apps"], "{name}");
    }
}

#[test]
fn a_step_through_an_agent_is_recorded_where_it_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("run.zip");
    let trace = trace.to_str().unwrap();
    let output = deskhand()
        .args(["--remote", "127.0.0.1:1", "--trace", trace, "--timeout", "1", "apps"])
        .output()
        .unwrap();
    assert_ne!(Said::of(output).code, 0);
    let step = &steps(trace)[0];
    assert!(step["title"] == "apps" && step["code"].is_string(), "{step}");
}

#[test]
fn what_is_no_trace_is_a_clear_error_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.zip");
    fs::write(&file, "a letter to grandmother").unwrap();
    let file = file.to_str().unwrap();
    for words in [
        &["trace", "show", file][..],
        &["trace", "list", file],
        &["--platform", "sim", "--trace", file, "apps"],
    ] {
        let told = Said::of(deskhand().args(words).output().unwrap()).fails(2);
        assert!(told.contains("letter.zip is not a trace"), "{told}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "a letter to grandmother");
    let missing = folder.path().join("missing.zip");
    let told = Said::of(deskhand().args(["trace", "show"]).arg(&missing).output().unwrap()).fails(1);
    assert!(told.contains("missing.zip: No such file"), "{told}");
    assert!(!missing.exists());
    let error = deskhand().args(["trace", "show", file, "-o", file]).output().unwrap();
    assert!(Said::of(error).fails(2).contains("is the trace itself"));
}
