"""From samples of WebDriver sessions to the tables that a person reads."""

import report
from webdriver_drivers import NATIVE, OURS, PRIVATE
from webdriver_operations import (
    ATTRIBUTE,
    CLICK,
    EXECUTE,
    FIND,
    FIND_100,
    KEYS,
    NEW_SESSION,
    PARTLY,
    SCREENSHOT,
    TEXT,
)

ROWS = (NEW_SESSION, FIND, TEXT, PARTLY, ATTRIBUTE, EXECUTE, CLICK, KEYS, SCREENSHOT, FIND_100)
# The project's aims: never slower than the best peer; of input, than the best one whose input pages trust.
BEST_OF_ALL = (NEW_SESSION, FIND, TEXT, PARTLY, ATTRIBUTE, EXECUTE, SCREENSHOT)
BEST_OF_TRUSTED = (CLICK, KEYS)
FASTER_THAN_NATIVE = {FIND: 1.5, TEXT: 1.5, EXECUTE: 1.5}


def best_peer(results, operation):
    """The quickest peer that does the same: whose input is trusted, where ours is."""
    medians = {
        name: samples.median(operation)
        for name, samples in results.items()
        if name not in (OURS, PRIVATE) and (operation not in BEST_OF_TRUSTED or samples.is_trusted(operation))
    }
    known = {name: median for name, median in medians.items() if median is not None}
    return min(known.items(), key=lambda pair: pair[1], default=(None, None))


def targets(results, operation):
    """Each aim of this row as text, with what became of it."""
    # Input that the page does not trust is not what is aimed at, however quick it is.
    is_right = operation not in BEST_OF_TRUSTED or results[OURS].is_trusted(operation)
    ours = results[OURS].median(operation) if is_right else None
    native = results[NATIVE].median(operation) if NATIVE in results else None
    _, best = best_peer(results, operation)
    aims = []
    if operation in BEST_OF_ALL + BEST_OF_TRUSTED:
        aims.append(("no slower than the best", best, 1.0))
    if operation in FASTER_THAN_NATIVE:
        aims.append((f"{FASTER_THAN_NATIVE[operation]}x {NATIVE}", native, FASTER_THAN_NATIVE[operation]))
    return [f"{aim}: {verdict(peer, ours, least)}" for aim, peer, least in aims]


def verdict(peer, ours, least):
    if peer is None:
        return "nobody to compare with"
    return "met" if ours and peer / ours >= least else "NOT met"


def cell(samples, operation):
    if operation in samples.faults:
        return "fails"
    mark = "" if samples.is_trusted(operation) else " (untrusted)"
    return report.milliseconds(samples.median(operation)) + mark


def times_table(results):
    names = [name for name in results if name != PRIVATE]
    header = ["operation", *names, "best peer", "vs the best", f"vs {NATIVE}", "target"]
    rows = []
    for operation in ROWS:
        ours = results[OURS].median(operation)
        name, best = best_peer(results, operation)
        native = results[NATIVE].median(operation) if NATIVE in results else None
        cells = [cell(results[driver], operation) for driver in names]
        ratios = [name or "-", ratio(best, ours), ratio(native, ours)]
        rows.append([operation, *cells, *ratios, "; ".join(targets(results, operation)) or "-"])
    if PRIVATE in results:
        private = report.milliseconds(results[PRIVATE].median(NEW_SESSION))
        rows.append([f"{NEW_SESSION}, private desktop", private, *["-"] * (len(header) - 2)])
    return report.table(header, rows)


def ratio(peer, ours):
    return f"{peer / ours:.2f}x" if peer and ours else "-"


def remarks(results):
    """What the checks remarked about answers."""
    lines = []
    for name, samples in results.items():
        lines += [f"- {name}: the connection broke during {where}" for where in samples.breakdowns]
        lines += [f"- {name}: {operation} fails: {fault}" for operation, fault in samples.faults.items()]
        for operation in BEST_OF_TRUSTED:
            overtaken = samples.overtaken(operation)
            if overtaken:
                lines.append(f"- {name}: {operation} was answered before the page had seen all of it, {overtaken:.0%} of the times")
    return "\n".join(lines) or "- none"
