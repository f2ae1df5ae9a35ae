"""xa11y (PyPI) in one process that stays: find a button and press it, again and again, by the calls its documentation shows."""

import argparse
import json
import time

import xa11y

WARMING = 1
"""Turns that do not count."""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pid", type=int)
    parser.add_argument("role")
    parser.add_argument("name")
    parser.add_argument("samples", type=int)
    parser.add_argument("rest", type=int, help="milliseconds between two samples, as long as Deskhand's side waits")
    options = parser.parse_args()
    application = xa11y.App.by_pid(options.pid)
    selector = f'{options.role}[name="{options.name}"]'
    for turn in range(WARMING + options.samples):
        start = time.perf_counter()
        application.locator(selector).press()
        elapsed = (time.perf_counter() - start) * 1000
        if turn >= WARMING:
            print(json.dumps({"operation": "find-press", "ms": round(elapsed, 4)}), flush=True)
        time.sleep(options.rest / 1000)


if __name__ == "__main__":
    main()
