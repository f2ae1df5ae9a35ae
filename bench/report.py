"""From samples to the table that a person reads."""

import os
import platform
import statistics
import subprocess


def median(samples):
    return statistics.median(sample["ms"] for sample in samples) if samples else None


def milliseconds(value):
    if value is None:
        return "-"
    if value < 0.1:
        return f"{value:.3f}"
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def ratio_text(peer, ours):
    return f"{peer / ours:.1f}x" if peer and ours else "-"


def target_text(application, operation, xa11y, ours):
    target = application.targets.get(operation)
    if target is None:
        return "-"
    if not (xa11y and ours):
        return f"{target}x"
    return f"{target}x {'met' if xa11y / ours >= target else 'NOT met'}"


def times_table(results, tools):
    """One row per application and operation: medians, ratios to Deskhand, target."""
    peers = [tool for tool in tools if tool != "deskhand"]
    header = ["application", "operation", "nodes", *(f"{tool} ms" for tool in tools), *(f"vs {peer}" for peer in peers), "target vs xa11y"]
    rows = []
    for (application, operation), by_tool in results.items():
        medians = {tool: median(by_tool[tool].samples) for tool in tools}
        ours = medians.get("deskhand")
        nodes = max((sample.get("nodes") or 0 for run in by_tool.values() for sample in run.samples), default=0)
        rows.append(
            [
                application.label,
                operation,
                str(nodes or "-"),
                *(milliseconds(medians[tool]) for tool in tools),
                *(ratio_text(medians[peer], ours) for peer in peers),
                target_text(application, operation, medians.get("xa11y"), ours),
            ]
        )
    return table(header, rows)


def calls_table(results, tools):
    """Method calls per operation, and how far Deskhand is from the time its round trips alone take."""
    header = ["application", "operation", *(f"{tool} calls" for tool in tools), "round trips", "one trip ms", "floor ms", "times the floor", "path"]
    rows = []
    for (application, operation), by_tool in results.items():
        counts = [calls_text(tool, by_tool[tool].calls) for tool in tools]
        rows.append([application.label, operation, *counts, *floor_cells(by_tool.get("deskhand"))])
    return table(header, rows)


def calls_text(tool, calls):
    if calls is None:
        return "-"
    # libatspi asks over the bus only for the address of the direct connection that carries everything else.
    is_elsewhere = tool != "deskhand" and calls <= 2
    return "direct" if is_elsewhere else str(calls)


def floor_cells(ours):
    if ours is None or not ours.samples or ours.one_trip_ms is None:
        return ["-"] * 5
    trips = statistics.median(sample["round_trips"] for sample in ours.samples)
    floor = trips * ours.one_trip_ms
    return [
        f"{trips:.0f}",
        f"{ours.one_trip_ms:.3f}",
        milliseconds(floor),
        f"{median(ours.samples) / floor:.1f}" if floor else "-",
        ours.samples[-1].get("path", "-"),
    ]


def table(header, rows):
    """A Markdown table that is also good to read as plain text."""
    widths = [max(len(row[index]) for row in [header, *rows]) for index in range(len(header))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in [header, *rows]]
    lines.insert(1, " | ".join("-" * width for width in widths))
    return "\n".join(f"| {line} |" for line in lines)


def machine():
    with open("/proc/cpuinfo") as cpuinfo:
        model = next((line.split(":", 1)[1].strip() for line in cpuinfo if line.startswith("model name")), platform.machine())
    release = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return f"{model}, {os.cpu_count()} cores, {release}, Linux {platform.release()}"


def versions(packages):
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}, ", *packages], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return query.stdout.rstrip(", ")
