"""How long it takes from a change of a window to the event at a client."""

import json
import statistics
import subprocess
import sys

import report

CHANGES = {
    "configure": "moved by ConfigureWindow",
    "request": "moved by _NET_MOVERESIZE_WINDOW",
    "title": "title set",
}
# A share of the samples at a time, so that a busy moment of the machine does not hit one listener alone.
TURNS = 4


def listeners(options):
    return {
        "bare X client": ("x11",),
        "deskhand, in process": ("engine",),
        "deskhand windows --watch": (options.deskhand, "windows", "--watch", "--json"),
    }


def measure(window, options):
    """The samples by change and listener."""
    present = listeners(options)
    samples = {(change, name): [] for change in CHANGES for name in present}
    per_turn = -(-options.events // TURNS)
    for _ in range(TURNS):
        for change, name in samples:
            samples[change, name] += run([options.bench_windows, "events", change, window, str(per_turn), *present[name]])
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
    header = ["windows", "change", *(f"{name}: {what} ms" for name in names for what in ("median", "p95"))]
    rows = []
    for crowd, samples in results.items():
        for change, label in CHANGES.items():
            cells = [cell for name in names for cell in (median(samples[change, name]), percentile_95(samples[change, name]))]
            rows.append([str(crowd.windows), label, *(report.milliseconds(cell) for cell in cells)])
    return report.table(header, rows)


def median(times):
    return statistics.median(times) if times else None


def percentile_95(times):
    return statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else None
