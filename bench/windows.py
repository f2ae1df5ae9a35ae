#!/usr/bin/python3
"""Lists windows with every tool, times events, and prints the comparison. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/windows.py`.
"""

import argparse
import os
import pathlib
import sys

import crowds
import report
import window_events
import window_lists

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
PACKAGES = ("xvfb", "openbox", "libgtk-3-0", "wmctrl", "xdotool")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="lists per tool and crowd")
    parser.add_argument("--events", type=int, default=100, help="changes per listener, change and crowd")
    parser.add_argument("--deskhand", default=str(ROOT / "target/release/deskhand"))
    parser.add_argument("--bench-windows", default=str(ROOT / "target/release/examples/bench_windows"))
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / ".venv", help="Python environment that holds grpcio")
    parser.add_argument("--only", type=int, help="measure only crowds of this many windows")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results-windows.md")
    return parser.parse_args()


def main():
    options = arguments()
    load = os.getloadavg()[0]
    lists, events = {}, {}
    for crowd in crowds.CROWDS:
        if options.only not in (None, crowd.windows):
            continue
        print(f"measuring {crowd.label} …", file=sys.stderr)
        with crowds.Started(crowd) as started:
            lists[crowd] = window_lists.measure(crowd, options)
            if not crowd.widgets and options.events:
                events[crowd] = window_events.measure(started.window(), options)
    text = "\n\n".join(
        [
            "# Results of `make bench`: windows",
            f"Machine: {report.machine()}; load average at the start {load:.1f}. Versions: {report.versions(PACKAGES)}.",
            f"Listing all windows, medians of {options.rounds} turns, in milliseconds; all but the connected one are a process per list:",
            window_lists.table(lists),
            "What the contents of the windows change for a list of the connected process:",
            window_lists.contents_text(lists),
            f"From the change of a window to the event at the client, median / 95th percentile of {options.events} changes, in milliseconds:",
            window_events.table(events),
        ]
    )
    print(text)
    options.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
