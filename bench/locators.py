#!/usr/bin/python3
"""Finds and presses in applications that are known already, and lets live trees grow. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/locators.py`.
"""

import argparse
import dataclasses
import json
import pathlib
import statistics
import subprocess
import sys

import gi

gi.require_version("Gio", "2.0")

import applications
import bus
import report
import run

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
TARGET = 100
"""Least ratio xa11y : Deskhand of a warm find and press."""
SEED_US = {"first-button": 379, "attribute": 54}
"""What AXTerminator publishes for an M1 MacBook Pro, in microseconds."""
LABELS = {
    "gtk3-widget-factory": True,
    "gtk4-widget-factory, later reads": True,
    "kcalc (Qt 5)": True,
    "designer (Qt 6)": True,
    "Chromium, 250 nodes": False,
}
"""The applications, and whether the target counts for them."""


def lines_of(command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, timeout=600, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def median(samples, operation):
    times = [sample["ms"] for sample in samples if sample["operation"] == operation]
    return statistics.median(times) if times else None


def microseconds(ms):
    return "-" if ms is None else f"{ms * 1000:.0f}" if ms >= 0.01 else f"{ms * 1000:.1f}"


@dataclasses.dataclass
class Warm:
    nodes: int
    ours: list
    xa11y: list


def measure(connection, application, options):
    with run.Started(connection, application) as started:
        pid = started.process.pid
        settle = run.Tool("deskhand", (str(options.reader),), "button")
        nodes = run.wait_until_settled(settle, pid, application)
        button = ["button", application.button]
        ours = lines_of([options.deskhand, "warm", pid, *button, options.samples, application.rest])
        peer = lines_of([options.venv / "bin/python", HERE / "peers/xa11y_warm.py", pid, *button, min(options.samples, 9), application.rest])
        return Warm(nodes, ours, peer)


def target_text(ours, bare, peer):
    """Whether the target is met; where not, whether anybody could meet it who asks before pressing."""
    if peer / ours >= TARGET:
        return f"{TARGET}x met"
    return f"{TARGET}x NOT met" if peer / bare >= TARGET else f"{TARGET}x NOT met, nor by the bare client"


def press_table(results):
    header = ["application", "nodes", "deskhand ms", "bare client ms", "xa11y ms", "ratio", "target", "age of the last full reading ms"]
    rows = []
    for application, warm in results.items():
        ours, bare = median(warm.ours, "find-press"), median(warm.ours, "bare-press")
        peer = median(warm.xa11y, "find-press")
        ages = [sample["reading_age_ms"] for sample in warm.ours if "reading_age_ms" in sample]
        is_judged = LABELS[application.label] and ours and bare and peer
        rows.append(
            [
                application.label,
                str(warm.nodes or "-"),
                *(report.milliseconds(ms) for ms in (ours, bare, peer)),
                report.ratio_text(peer, ours),
                target_text(ours, bare, peer) if is_judged else "-",
                f"{statistics.median(ages):.1f}",
            ]
        )
    return report.table(header, rows)


def look_table(results):
    operations = ("first-button", "first-button-told", "attribute", "attribute-told")
    header = ["application", *(f"{operation} µs" for operation in operations)]
    rows = [[application.label, *(microseconds(median(warm.ours, operation)) for operation in operations)] for application, warm in results.items()]
    rows.append(["AXTerminator, as published", str(SEED_US["first-button"]), "-", str(SEED_US["attribute"]), "-"])
    return report.table(header, rows)


def scale_table(options):
    samples = lines_of([options.deskhand, "scale"])
    columns = [key for key in samples[0] if key != "nodes"]
    header = ["nodes", *columns]
    rows = [[f"{sample['nodes']:,}", *(f"{sample[column]:,}" for column in columns)] for sample in samples]
    return report.table(header, rows)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=21, help="presses per application")
    parser.add_argument("--deskhand", type=pathlib.Path, default=ROOT / "target/release/examples/bench_locators")
    parser.add_argument("--reader", type=pathlib.Path, default=ROOT / "target/release/examples/bench_read")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / ".venv", help="Python environment that holds xa11y")
    parser.add_argument("--only", default="", help="measure only applications whose label contains this")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results-locators.md")
    return parser.parse_args()


def main():
    options = arguments()
    connection = bus.connect()
    results = {}
    for application in applications.APPLICATIONS:
        if application.label in LABELS and options.only in application.label:
            print(f"measuring {application.label} …", file=sys.stderr)
            results[application] = measure(connection, application, options)
    text = "\n\n".join(
        [
            "# Results of `bench/locators.py`",
            f"Medians. Machine: {report.machine()}. Versions: {report.versions(run.PACKAGES)}.",
            "Find a button by role and name and press it, in an application that was read before; beside it what a bare client takes that knows the button already, asks for its name and states, and presses it:",
            press_table(results),
            "Look without acting. `told` answers from the live tree and asks nobody:",
            look_table(results),
            "A live tree of a simulated application, as it grows:",
            scale_table(options),
        ]
    )
    print(text)
    options.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
