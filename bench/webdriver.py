#!/usr/bin/python3
"""Drives one page with every WebDriver server for Tauri, and prints the comparison. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/webdriver.py`.
"""

import contextlib
import os
import pathlib
import sys
import tomllib

import report
import webdriver_drivers
import webdriver_operations
import webdriver_options
import webdriver_report

HERE = pathlib.Path(__file__).parent
PACKAGES = ("libwebkit2gtk-4.1-0", "webkit2gtk-driver", "xvfb", "openbox")
CRATES = ("tauri", "tauri-plugin-webdriver", "tauri-plugin-webdriver-automation")
"""Of the applications of the peers; the first of ours as well."""


def arguments():
    parser = webdriver_options.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="turns of each driver")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "results-webdriver.md")
    return parser.parse_args()


def measure(drivers, rounds):
    """Samples by driver. Another driver begins in every round, and noise of the machine meets all alike."""
    results = {driver.name: webdriver_operations.Samples() for driver in drivers}
    with contextlib.ExitStack() as running:
        for driver in drivers:
            driver.start()
            running.callback(driver.stop)
        for round_number in range(rounds):
            print(f"round {round_number + 1} of {rounds} …", file=sys.stderr)
            shift = round_number % len(drivers)
            for driver in drivers[shift:] + drivers[:shift]:
                is_about_its_start = driver.name == webdriver_drivers.PRIVATE
                operations = [] if is_about_its_start else webdriver_operations.OPERATIONS
                webdriver_operations.visit(driver, results[driver.name], operations)
    return results


def crate_versions(peers):
    """What cargo installed, and what the applications of the peers are built with."""
    with open(HERE / "peers/tauri/Cargo.lock", "rb") as lock:
        locked = {package["name"]: package["version"] for package in tomllib.load(lock)["package"]}
    with open(peers / ".crates.toml", "rb") as installed:
        programs = [name.rsplit(" ", 1)[0] for name in tomllib.load(installed)["v1"]]
    return ", ".join([*programs, *(f"{crate} {locked[crate]}" for crate in CRATES)])


def main():
    options = arguments()
    load = os.getloadavg()[0]
    results = measure(webdriver_drivers.drivers(options), options.rounds)
    sessions = f"{webdriver_operations.SHORT + 1} of {webdriver_operations.NEW_SESSION}"
    operations = [f"{operation.samples} of {operation.name}" for operation in webdriver_operations.OPERATIONS]
    counts = ", ".join([sessions, *operations])
    text = "\n\n".join(
        [
            "# Results of `make bench`: WebDriver",
            f"Machine: {report.machine()}; load average at the start {load:.1f}. "
            f"Versions: {report.versions(PACKAGES)}, {crate_versions(options.peers)}.",
            f"The same page everywhere, medians in milliseconds of {options.rounds} rounds, in which the drivers take turns; samples per round and driver: {counts}:",
            webdriver_report.times_table(results),
            "What the page told about answers:",
            webdriver_report.remarks(results),
        ]
    )
    print(text)
    options.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
