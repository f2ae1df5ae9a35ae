//! Which crate may depend on which: the arrows of ARCHITECTURE.md as a table.
//!
//! Normal and build dependencies count, for every target and feature. Dev-dependencies do not: a test may stand on any layer
//! (the engine is tested on a simulated desktop, a door on a real one), and nothing of it ships.

/// What one crate of the workspace may depend on.
pub(crate) struct Rule {
    pub(crate) package: &'static str,
    /// The workspace crates that it may name in its manifest. Whatever is not here is forbidden.
    pub(crate) may_use: &'static [&'static str],
    /// Other people's crates that it must not name in its manifest.
    pub(crate) must_not_use: &'static [&'static str],
    /// Other people's crates that must not come in through any of its dependencies either.
    pub(crate) must_not_reach: &'static [&'static str],
    /// The sentence a person sees when the rule is broken.
    pub(crate) because: &'static str,
}

/// Crates that bring an asynchronous runtime.
const RUNTIMES: &[&str] = &["async-io", "async-std", "mio", "smol", "tokio"];

/// Crates that talk to an operating system or its services. A name ending in `*` stands for all that begin so.
const OPERATING_SYSTEM: &[&str] = &[
    "atspi*",
    "core-foundation*",
    "libc",
    "nix",
    "objc2*",
    "rustix",
    "wayland-*",
    "windows*",
    "winapi",
    "x11rb*",
    "zbus*",
];

/// Crates that give a type a wire format.
const WIRE_FORMATS: &[&str] = &["prost", "schemars", "serde", "serde_json", "toml"];

const RUNTIMES_AND_SYSTEM: &[&str] =
    &concat::<{ RUNTIMES.len() + OPERATING_SYSTEM.len() }>(RUNTIMES, OPERATING_SYSTEM);

pub(crate) const RULES: &[Rule] = &[
    Rule {
        package: "deskhand-model",
        may_use: &[],
        must_not_use: WIRE_FORMATS,
        must_not_reach: RUNTIMES_AND_SYSTEM,
        because: "the model is plain data: no runtime, no operating system, no wire format",
    },
    Rule {
        package: "deskhand-engine",
        may_use: &["deskhand-model", "deskhand-page"],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "the engine sees only the model and its own ports: no provider, no door, no operating system",
    },
    Rule {
        package: "deskhand-schema",
        may_use: &["deskhand-engine", "deskhand-model"],
        must_not_use: RUNTIMES_AND_SYSTEM,
        must_not_reach: &[],
        because: "our JSON is converted from the model and the engine and knows no platform",
    },
    Rule {
        package: "deskhand-linux",
        may_use: &["deskhand-engine", "deskhand-idle-protocol", "deskhand-model"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "a provider implements ports of the engine and knows no other provider and no door",
    },
    Rule {
        package: "deskhand-idle-protocol",
        may_use: &[],
        must_not_use: &[],
        must_not_reach: RUNTIMES_AND_SYSTEM,
        because: "both sides of the protocol use it, and one of them is built into other people's applications",
    },
    Rule {
        package: "deskhand-idle",
        may_use: &["deskhand-idle-protocol"],
        must_not_use: &[],
        must_not_reach: RUNTIMES,
        because: "it is built into other people's applications: no engine, no asynchronous runtime",
    },
    Rule {
        package: "deskhand-page",
        may_use: &[],
        must_not_use: &[],
        must_not_reach: RUNTIMES_AND_SYSTEM,
        because: "it is plain data that both sides share, and one of them is built into other people's applications",
    },
    Rule {
        package: "tauri-plugin-deskhand",
        may_use: &["deskhand-page"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "it is built into other people's applications: no engine, only the protocol",
    },
    Rule {
        package: "deskhand-fixture-tauri",
        may_use: &["tauri-plugin-deskhand"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "the fixture is somebody else's application: it knows the plugin and nothing else",
    },
    Rule {
        package: "deskhand-fixture-tauri-seed",
        may_use: &[],
        must_not_use: &[],
        must_not_reach: &[],
        because: "the fixture is somebody else's application, built with somebody else's plugin",
    },
    Rule {
        package: "deskhand-web",
        may_use: &["deskhand-engine", "deskhand-model", "deskhand-page"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "a provider implements ports of the engine and knows no other provider and no door",
    },
    Rule {
        package: "deskhand-webdriver",
        may_use: &["deskhand-engine", "deskhand-gate", "deskhand-model", "deskhand-page"],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "a door is handed its pages and knows no provider",
    },
    Rule {
        package: "deskhand-desktop",
        may_use: &["deskhand-engine", "deskhand-model"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "a provider implements ports of the engine and knows no other provider and no door",
    },
    Rule {
        package: "deskhand-sim",
        may_use: &["deskhand-engine", "deskhand-model"],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "the simulated desktop implements ports of the engine and touches no real system",
    },
    Rule {
        package: "deskhand-vision",
        may_use: &["deskhand-engine", "deskhand-model"],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "a provider implements ports of the engine and knows no other provider and no door",
    },
    Rule {
        package: "deskhand-fingerprints",
        may_use: &["deskhand-engine", "deskhand-model", "deskhand-schema"],
        must_not_use: RUNTIMES_AND_SYSTEM,
        must_not_reach: &[],
        because: "it keeps what the engine remembers in files, the same on every platform",
    },
    Rule {
        package: "deskhand",
        may_use: &[
            "deskhand-desktop",
            "deskhand-engine",
            "deskhand-fingerprints",
            "deskhand-linux",
            "deskhand-model",
            "deskhand-page",
            "deskhand-sim",
            "deskhand-trace",
            "deskhand-vision",
            "deskhand-web",
        ],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "the facade only composes: it picks providers and hands out an engine",
    },
    Rule {
        package: "deskhand-gate",
        may_use: &["deskhand-model"],
        must_not_use: RUNTIMES_AND_SYSTEM,
        must_not_reach: &[],
        because: "who may come in is decided by pure functions of a request, the same for every door",
    },
    Rule {
        package: "deskhand-agent",
        may_use: &["deskhand-engine", "deskhand-gate", "deskhand-model", "deskhand-schema"],
        must_not_use: &[],
        must_not_reach: &[],
        because: "a door is handed its session and knows no provider",
    },
    Rule {
        package: "deskhand-grpc",
        may_use: &["deskhand-engine", "deskhand-gate", "deskhand-model"],
        must_not_use: OPERATING_SYSTEM,
        must_not_reach: &[],
        because: "a door is handed its session and knows no provider",
    },
    Rule {
        package: "deskhand-trace",
        may_use: &["deskhand-engine", "deskhand-model", "deskhand-schema"],
        must_not_use: RUNTIMES_AND_SYSTEM,
        must_not_reach: &[],
        because: "a recording is a session over any other: it knows no provider and no runtime, and its only clock is the one it times steps with",
    },
    Rule {
        package: "deskhand-cli",
        may_use: &[
            "deskhand",
            "deskhand-agent",
            "deskhand-engine",
            "deskhand-grpc",
            "deskhand-model",
            "deskhand-schema",
            "deskhand-trace",
            "deskhand-webdriver",
        ],
        must_not_use: &[],
        must_not_reach: &[],
        because: "a door gets its engine from the facade and knows no provider",
    },
    Rule {
        package: "xtask",
        may_use: &[],
        must_not_use: &[],
        must_not_reach: &[],
        because: "the checks must build when the crates that they check do not",
    },
];

const fn concat<const N: usize>(left: &[&'static str], right: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut index = 0;
    while index < N {
        all[index] = if index < left.len() { left[index] } else { right[index - left.len()] };
        index += 1;
    }
    all
}
