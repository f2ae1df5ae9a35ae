"""How long it takes to list all windows."""

import json
import statistics
import subprocess
import sys
import time

import report

# The project's aim: a list in a connected process against a wmctrl process.
TARGET = 10

# Lists of the connected process in one turn: they are so short that a few of them tell more about the machine than about the list.
LISTS_PER_TURN = 10


class Connected:
    """Deskhand in a process that stays connected."""

    name = "deskhand, connected"

    def __init__(self, program):
        self.process = subprocess.Popen([program, "list"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first_ms = self.list()

    def turn(self):
        times = []
        for _ in range(LISTS_PER_TURN):
            time.sleep(0.005)  # each finds the process asleep, as a client's list would
            times.append(self.list())
        return times

    def list(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.windows = answer["windows"]
        return answer["ms"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Program:
    """A tool that is a process of its own for every list, from its start to its end."""

    def __init__(self, name, *command, count=lambda text: len(text.splitlines())):
        self.name = name
        self.command = command
        self.count = count
        self.turn()

    def turn(self):
        start = time.monotonic()
        done = subprocess.run(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60)
        ms = (time.monotonic() - start) * 1000
        self.windows = self.count(done.stdout)
        return [ms]

    def close(self):
        pass


def tools(options):
    return [
        Connected(options.bench_windows),
        Program("deskhand windows", options.deskhand, "windows", "--json", count=lambda text: len(json.loads(text)["windows"])),
        Program("wmctrl", "wmctrl", "-lpG"),
        Program("xdotool", "xdotool", "search", "--onlyvisible", "--name", "."),
        Program("true", "true"),
    ]


def measure(crowd, options):
    """Medians by tool. Another tool begins in every round, so that none is always the one that warms the caches up."""
    present = tools(options)
    samples = {tool.name: [] for tool in present}
    for round_number in range(options.rounds):
        shift = round_number % len(present)
        for tool in present[shift:] + present[:shift]:
            samples[tool.name] += tool.turn()
    for tool in present:
        if tool.windows != crowd.windows and tool.name != "true":
            print(f"{crowd.label}: {tool.name} found {tool.windows} windows", file=sys.stderr)
        tool.close()
    medians = {name: statistics.median(times) for name, times in samples.items()}
    return {**medians, "first": present[0].first_ms}


def table(results):
    """One row per crowd: medians, ratios, target."""
    columns = {
        "deskhand, connected": "deskhand, connected ms",
        "first": "its first list ms",
        "deskhand windows": "deskhand windows ms",
        "wmctrl": "wmctrl ms",
        "xdotool": "xdotool ms",
        "true": "empty process ms",
    }
    header = ["windows", *columns.values(), "vs wmctrl", "vs xdotool", "target vs wmctrl"]
    rows = []
    for crowd, times in results.items():
        ours, wmctrl, xdotool = times["deskhand, connected"], times["wmctrl"], times["xdotool"]
        rows.append(
            [
                crowd.label,
                *(report.milliseconds(times[column]) for column in columns),
                report.ratio_text(wmctrl, ours),
                report.ratio_text(xdotool, ours),
                f"{TARGET}x {'met' if wmctrl / ours >= TARGET else 'NOT met'}",
            ]
        )
    return report.table(header, rows)


def contents_text(results):
    """What the contents of the windows change about Deskhand's own time."""
    ours = {(crowd.windows, crowd.widgets): times["deskhand, connected"] for crowd, times in results.items()}
    lines = []
    for (windows, widgets), full in ours.items():
        empty = ours.get((windows, 0))
        if widgets and empty:
            lines.append(f"- {windows} windows: {report.milliseconds(empty)} ms empty, {report.milliseconds(full)} ms with {widgets:,} widgets each, {full / empty:.2f}x")
    return "\n".join(lines)
