//! schemathesis against what the agent says of itself.

use std::path::Path;
use std::process::Command;

use super::Agent;
use crate::desktop::{Desktop, Said, deskhand};

/// Requests per endpoint: `make soak` takes more.
fn examples() -> String {
    std::env::var("DESKHAND_EXAMPLES").unwrap_or_else(|_| "12".to_owned())
}

#[test]
fn the_agent_keeps_what_its_openapi_document_promises() {
    let schemathesis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin/schemathesis");
    assert!(schemathesis.exists(), "schemathesis is missing: run scripts/setup");
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Fuzzed");
    let root = desktop.folder().join("files");
    std::fs::create_dir(&root).unwrap();
    let mut command = deskhand();
    command
        .args(["--desktop", &desktop.name, "--timeout", "100ms", "agent", "--port", "0"])
        .args(["--files", root.to_str().unwrap()])
        // What is made up as a command finds no program that it could start.
        .env("PATH", "/nonexistent")
        .current_dir(&root);
    let agent = Agent::start(command);
    let said = Command::new(schemathesis)
        .args([
            "run",
            &agent.url("/openapi.json"),
            "--exclude-path",
            "/shutdown",
            "--exclude-path",
            "/deskhand/events",
            "--phases",
            "examples,coverage,fuzzing",
        ])
        .args([
            "--max-examples",
            &examples(),
            "--continue-on-failure",
            "--no-color",
            "--request-timeout",
            "60",
        ])
        .args(["--generation-deterministic", "--warnings", "off"])
        .args(["--checks", "no_fault_of_the_agent,status_code_conformance,content_type_conformance"])
        .args([
            "--checks",
            "response_headers_conformance,response_schema_conformance,negative_data_rejection",
        ])
        .env("SCHEMATHESIS_HOOKS", "schemathesis_hooks")
        .env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/agent"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(desktop.folder())
        .output()
        .unwrap();
    let said = Said::of(said);
    assert_eq!(said.code, 0, "{}\n{}", said.stdout, said.stderr);
    agent.get("/health").json(200);
}
