# Everything one does with this repository. `make` lists it.

CARGO ?= cargo
PYTHON := /usr/bin/python3

.DEFAULT_GOAL := help
.PHONY: help setup demo test bench soak lint audit

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 14

setup: ## Install what the tests need: Debian packages, .venv, npm packages, target/peers (needs the network; quick when all is there)
	@scripts/setup

demo: ## Show it at work: a private desktop, three toolkits, nothing takes the focus
	@scripts/setup demo
	$(CARGO) build --release --locked --package deskhand-cli
	@scripts/demo

test: setup lint ## Lint, check the layers, run every test
	$(CARGO) build --locked --package deskhand-fixture-tauri --package deskhand-fixture-tauri-seed
	$(CARGO) test --locked --workspace

bench: ## Compare with xa11y, dogtail and pyatspi, with wmctrl and xdotool, with other WebDriver servers; writes bench/results*.md
	@scripts/setup bench
	$(CARGO) build --release --locked --package deskhand-cli --package deskhand-fixture-tauri
	$(CARGO) build --release --locked --package deskhand --example bench_read --example bench_windows --example bench_locators
	$(CARGO) build --release --locked --package deskhand-agent --example bench_agent
	target/release/deskhand run -- $(PYTHON) bench/run.py
	target/release/deskhand run -- $(PYTHON) bench/locators.py
	target/release/deskhand run -- $(PYTHON) bench/windows.py
	target/release/deskhand run -- $(PYTHON) bench/agent.py
	target/release/deskhand run -- $(PYTHON) bench/webdriver.py

soak: setup ## The long repetitions: 200 private desktops, 500 changes of windows, 200,000 simulated desktops, 2 GiB, crowds, eight WebDriver sessions
	DESKHAND_SOAK=200 $(CARGO) test --release --locked --package deskhand-desktop --test owner many_ -- --nocapture
	DESKHAND_MUTATIONS=500 $(CARGO) test --release --locked --package deskhand --test e2e window_events
	DESKHAND_MIRROR_MUTATIONS=1000 $(CARGO) test --release --locked --package deskhand --test e2e mirror:: -- --nocapture
	DESKHAND_IDLE_RUNS=500 $(CARGO) test --release --locked --package deskhand --test e2e idle_sdk
	DESKHAND_SIM_RUNS=200000 $(CARGO) test --release --locked --package deskhand-sim --test properties
	$(CARGO) run --release --locked --package deskhand --example healing_trial -- --seed 1 --mutations 1000
	$(CARGO) run --release --locked --package deskhand --example healing_trial -- --seed 1 --mutations 1000 --toolkit qt5
	DESKHAND_TRANSFER_MIB=2048 DESKHAND_CROWD_SECONDS=60 DESKHAND_EXAMPLES=100 \
		$(CARGO) test --release --locked --package deskhand-cli --test cli agent:: -- --nocapture --test-threads 1
	$(CARGO) build --release --locked --package deskhand-fixture-tauri
	DESKHAND_WEBDRIVER_LOADS=100 $(CARGO) test --release --locked --package deskhand-cli --test webdriver eight_sessions

lint: ## Formatting, layer rules, licences and sources, clippy, documentation
	$(CARGO) fmt --all --check
	$(CARGO) xtask layers
	scripts/cargo-deny check --hide-inclusion-graph bans licenses sources
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CARGO) clippy --locked --package deskhand-cli --features tls --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --lib --no-deps --quiet

audit: ## Check the dependencies against the advisory database (needs the network)
	scripts/cargo-deny check advisories
