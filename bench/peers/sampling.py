"""What every peer's program shares: its arguments, a new process per sample, and one JSON line per sample."""

import argparse
import json
import os
import sys
import time


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--operation", choices=["find-press", "snapshot"], required=True)
    parser.add_argument("--role", required=True, help="role name as this tool spells it")
    parser.add_argument("--name", required=True)
    parser.add_argument("--samples", type=int, default=1)
    return parser.parse_args()


def run(tool, connect):
    """`connect(options)` loads the tool, finds the application and returns the operations by name.

    Each sample runs in a child that is forked before the tool is loaded, so no sample sees what another has cached.
    """
    options = arguments()
    for _ in range(options.samples):
        child = os.fork()
        if child == 0:
            sample(tool, connect, options)
            sys.stdout.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0:
            sys.exit(f"{tool}: a sample failed")


def sample(tool, connect, options):
    try:
        operation = connect(options)[options.operation]
        start = time.perf_counter()
        nodes = operation()
        elapsed = (time.perf_counter() - start) * 1000
    except Exception as error:  # the driver needs a line, whatever the tool raised
        print(f"{tool}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)
    print(json.dumps({"tool": tool, "operation": options.operation, "ms": round(elapsed, 3), "nodes": nodes}))
