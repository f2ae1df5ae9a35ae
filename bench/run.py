#!/usr/bin/python3
"""Runs every tool on every application and prints the comparison. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/run.py`.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Gio", "2.0")

import applications
import bus
import report

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
OPERATIONS = ("find-press", "snapshot")
PACKAGES = ("libgtk-3-0", "libgtk-4-1", "libqt5core5a", "libqt6core6", "chromium", "at-spi2-core", "python3-pyatspi", "python3-dogtail")


@dataclasses.dataclass
class Tool:
    name: str
    command: tuple
    button_role: str

    def run(self, pid, operation, button, samples=1):
        """The samples that the tool's program printed; none when it failed, and its own words on standard error."""
        command = [
            *self.command, "--pid", str(pid), "--operation", operation, "--role", self.button_role, "--name", button, "--samples", str(samples),
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=120)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@dataclasses.dataclass
class Run:
    samples: list = dataclasses.field(default_factory=list)
    calls: int = None
    one_trip_ms: float = None


def tools(options):
    known = [
        Tool("deskhand", (str(options.deskhand),), "button"),
        Tool("xa11y", (str(options.venv / "bin/python"), str(HERE / "peers/xa11y_bench.py")), "button"),
        Tool("dogtail", ("/usr/bin/python3", "-W", "ignore", str(HERE / "peers/dogtail_bench.py")), "push button"),
        Tool("pyatspi", ("/usr/bin/python3", "-W", "ignore", str(HERE / "peers/pyatspi_bench.py")), "push button"),
    ]
    present = [tool for tool in known if os.access(tool.command[0], os.X_OK)]
    for tool in known:
        if tool not in present:
            print(f"{tool.name}: not here ({tool.command[0]}), left out", file=sys.stderr)
    return present


class Started:
    """A started application: its process and its name on the accessibility bus."""

    def __init__(self, connection, application):
        environment = {**os.environ, "GSK_RENDERER": "cairo"}
        self.profile = tempfile.TemporaryDirectory(prefix="deskhand-bench-", ignore_cleanup_errors=True)
        command = [word.replace(applications.PROFILE, self.profile.name) for word in application.command]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.bus_name = bus.wait_for_application(connection, self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        code = self.process.poll()
        if code is not None and kind is None:
            sys.exit(f"{self.process.args[0]} ended during the measurement with code {code}: these results would mean nothing")
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()


def wait_until_settled(tool, pid, application):
    """A window that is there may still be filling: read until the button is in it and two reads agree. Answers with the number of nodes."""
    previous = None
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        nodes = [sample["nodes"] for sample in tool.run(pid, "snapshot", application.button)]
        if nodes and nodes == previous:
            return nodes[0]
        previous = nodes
        time.sleep(0.5)
    print(f"{application.label}: its tree does not come to rest", file=sys.stderr)
    return None


def in_turn(present, round_number):
    """Another tool begins in every round, so that none is always the one that warms the caches up."""
    shift = round_number % len(present)
    return present[shift:] + present[:shift]


def measure_later_reads(connection, application, present, rounds):
    results = {}
    with Started(connection, application) as started:
        pid = started.process.pid
        wait_until_settled(present[-1], pid, application)
        for operation in (operation for operation in OPERATIONS if operation in application.targets):
            by_tool = {tool.name: Run() for tool in present}
            for round_number in range(rounds):
                for tool in in_turn(present, round_number):
                    by_tool[tool.name].samples += tool.run(pid, operation, application.button)
            for tool in present:
                count_calls(tool, by_tool[tool.name], started, application, operation)
            results[application, operation] = by_tool
    return results


def measure_first_reads(connection, application, present, rounds):
    results = {}
    for operation in (operation for operation in OPERATIONS if operation in application.targets):
        by_tool = {tool.name: Run() for tool in present}
        for round_number in range(rounds):
            for tool in in_turn(present, round_number):
                with Started(connection, application) as started:
                    time.sleep(1)  # the application's own start-up must not be what is measured
                    run = by_tool[tool.name]
                    run.samples += tool.run(started.process.pid, operation, application.button)
                    if tool.name == "deskhand":
                        take_own_counts(tool, run, started, application)
        results[application, operation] = by_tool
    return results


def count_calls(tool, run, started, application, operation):
    if tool.name == "deskhand":
        take_own_counts(tool, run, started, application)
        return
    with bus.CallCounter(started.bus_name) as counter:
        has_worked = bool(tool.run(started.process.pid, operation, application.button))
    run.calls = counter.count if has_worked else None


def take_own_counts(tool, run, started, application):
    """Deskhand counts its calls itself, and times the single round trip that all of them are measured by."""
    run.calls = run.samples[-1]["calls"] if run.samples else None
    run.one_trip_ms = report.median(tool.run(started.process.pid, "call", application.button, samples=20))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="samples per tool, application and operation")
    parser.add_argument("--deskhand", type=pathlib.Path, default=ROOT / "target/release/examples/bench_read")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / ".venv", help="Python environment that holds xa11y")
    parser.add_argument("--only", default="", help="measure only applications whose label contains this")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results.md")
    return parser.parse_args()


def main():
    options = arguments()
    present = tools(options)
    connection = bus.connect()
    results = {}
    for application in applications.APPLICATIONS:
        if application.targets and options.only in application.label:
            print(f"measuring {application.label} …", file=sys.stderr)
            measure = measure_first_reads if application.is_new_for_each_sample else measure_later_reads
            results.update(measure(connection, application, present, options.rounds))
    names = [tool.name for tool in present]
    text = "\n\n".join(
        [
            "# Results of `make bench`",
            f"Medians of {options.rounds} samples, in milliseconds. Machine: {report.machine()}. Versions: {report.versions(PACKAGES)}.",
            report.times_table(results, names),
            "Method calls to the application per operation, as README.md explains:",
            report.calls_table(results, names),
        ]
    )
    print(text)
    options.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
