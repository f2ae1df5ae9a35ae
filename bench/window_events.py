"""How long it takes from a change of a window to the event at a client."""

import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys

import report

HERE = pathlib.Path(__file__).parent

CHANGES = {
    "configure": "moved by ConfigureWindow",
    "request": "moved by _NET_MOVERESIZE_WINDOW",
    "title": "title set",
}
# A share of the samples at a time, so that a busy moment of the machine does not hit one listener alone.
TURNS = 4


def listeners(options):
    """By name, what gives the words that `bench_windows` knows each listener by, for as long as it listens."""
    present = {
        "bare X client": lambda: contextlib.nullcontext(["x11"]),
        "deskhand, in process": lambda: contextlib.nullcontext(["engine"]),
        "deskhand windows --watch": lambda: contextlib.nullcontext([options.deskhand, "windows", "--watch", "--json"]),
    }
    python = str(options.venv / "bin/python")
    if os.access(python, os.X_OK) and subprocess.run([python, "-c", "import grpc_reflection"]).returncode == 0:
        present["deskhand grpc, grpcio"] = lambda: grpc_client(options.deskhand, python)
    else:
        print(f"grpcio: not here ({python}), left out", file=sys.stderr)
    return present


@contextlib.contextmanager
def grpc_client(deskhand, python):
    """A server of its own each time: one that runs on would hear of the changes that are made for others, and take their time."""
    with subprocess.Popen([deskhand, "grpc", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True) as server:
        address = json.loads(server.stdout.readline())["address"]
        try:
            yield [python, str(HERE / "grpc_watch.py"), address]
        finally:
            server.terminate()


def measure(window, options):
    """The samples by change and listener."""
    present = listeners(options)
    samples = {(change, name): [] for change in CHANGES for name in present}
    per_turn = -(-options.events // TURNS)
    for _ in range(TURNS):
        for change, name in samples:
            with present[name]() as words:
                samples[change, name] += run([options.bench_windows, "events", change, window, str(per_turn), *words])
    return samples


def run(command):
    """The samples that were printed; none when an event did not come."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        print(f"{' '.join(command)}: an event does not come", file=sys.stderr)
        return []
    return [json.loads(line)["ms"] for line in done.stdout.splitlines()]


def table(results):
    """One row per crowd and change: median and 95th percentile for every listener."""
    names = list(dict.fromkeys(name for samples in results.values() for _, name in samples))
    header = ["windows", "change", *names]
    rows = []
    for crowd, samples in results.items():
        for change, label in CHANGES.items():
            cells = [median_and_95th(samples[change, name]) for name in names]
            rows.append([str(crowd.windows), label, *cells])
    return report.table(header, rows)


def median_and_95th(times):
    if len(times) < 2:
        return "-"
    last_of_20 = statistics.quantiles(times, n=20, method="inclusive")[-1]
    return f"{report.milliseconds(statistics.median(times))} / {report.milliseconds(last_of_20)}"
