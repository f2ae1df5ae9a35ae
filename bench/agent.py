#!/usr/bin/python3
"""Measures what the HTTP agent adds to the engine, application by application. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/agent.py`.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request

import applications
import bus
import report
import run

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
PACKAGES = ("xvfb", "openbox", "libgtk-3-0", "libgtk-4-1", "libqt5core5a", "chromium")
MOST_FOR_A_PRESS = 1.0
"""Milliseconds."""
MOST_FOR_A_SNAPSHOT = 0.15
"""Part of the engine's time."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="samples per application, operation and side")
    parser.add_argument("--deskhand", default=str(ROOT / "target/release/deskhand"))
    parser.add_argument("--bench-agent", default=str(ROOT / "target/release/examples/bench_agent"))
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results-agent.md")
    return parser.parse_args()


class Agent:
    """An agent of its own, on a port that is free."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "agent", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip().removeprefix("listening on ")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def post(self, path, **body):
        request = urllib.request.Request(f"http://{self.address}{path}", json.dumps(body).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            # The window has just changed its title.
            return json.load(refusal)


def windows_of(program, pid):
    """Titles of the windows of a process."""
    listed = subprocess.run([program, "windows", "--app", str(pid), "--json"], stdout=subprocess.PIPE, check=True)
    return [window["title"] for window in json.loads(listed.stdout)["windows"]]


def settled_window(options, agent, pid):
    """The title of the window, once neither it nor the length of its snapshot changes any more."""
    previous = None
    for _ in range(60):
        titles = windows_of(options.deskhand, pid)
        now = (titles, len(json.dumps(agent.post("/snapshot", window=titles[0])))) if titles else None
        if now and now == previous:
            return titles[0]
        previous = now
        time.sleep(0.5)
    sys.exit(f"process {pid}: its window does not come to rest")


def measure(options, agent, connection, application):
    with run.Started(connection, application) as started:
        pid = started.process.pid
        window = settled_window(options, agent, pid)
        command = [options.bench_agent, "--agent", agent.address, "--pid", str(pid), "--window", window]
        command += ["--role", "button", "--name", application.button, "--samples", str(options.rounds)]
        lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    samples = [json.loads(line) for line in lines]
    return {
        operation: [sample for sample in samples if sample["operation"] == operation]
        for operation in ("press", "snapshot")
    }


def row(label, operation, samples):
    engine = statistics.median(sample["engine_ms"] for sample in samples)
    agent = statistics.median(sample["agent_ms"] for sample in samples)
    # Each sample of one side has its neighbour of the other: what is between the two is less noisy than either.
    added = statistics.median(sample["agent_ms"] - sample["engine_ms"] for sample in samples)
    if operation == "press":
        target = f"{MOST_FOR_A_PRESS:.0f} ms {'met' if added <= MOST_FOR_A_PRESS else 'NOT met'}"
    else:
        target = f"{MOST_FOR_A_SNAPSHOT:.0%} {'met' if added <= engine * MOST_FOR_A_SNAPSHOT else 'NOT met'}"
    cells = [label, operation, f"{engine:.2f}", f"{agent:.2f}", f"{added:+.2f}", f"{added / engine:+.1%}", target]
    return cells


def main():
    options = arguments()
    load = os.getloadavg()[0]
    connection = bus.connect()
    rows = []
    with Agent(options.deskhand) as agent:
        for application in applications.APPLICATIONS:
            if application.is_new_for_each_sample:
                continue
            print(f"measuring {application.label} …", file=sys.stderr)
            for operation, samples in measure(options, agent, connection, application).items():
                rows.append(row(application.label.removesuffix(", later reads"), operation, samples))
    header = ["application", "operation", "engine ms", "agent ms", "added ms", "added", "at most"]
    text = "\n\n".join(
        [
            "# Results of `make bench`: the agent",
            f"Machine: {report.machine()}; load average at the start {load:.1f}. Versions: {report.versions(PACKAGES)}.",
            f"Medians of {options.rounds} turns, in milliseconds; `added` is the median of the differences, turn by turn:",
            report.table(header, rows),
        ]
    )
    print(text)
    options.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
