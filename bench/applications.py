"""What is started, which button is pressed in it, and how much faster than xa11y Deskhand means to be."""

import dataclasses
import pathlib

PAGE = pathlib.Path(__file__).with_name("page.html")
PROFILE = "{profile}"
"""Stands in a command for an empty folder that is gone when the application is."""

CHROMIUM = (
    "chromium",
    f"--user-data-dir={PROFILE}",
    "--force-renderer-accessibility",
    "--no-sandbox",
    "--test-type",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    f"--app=file://{PAGE}",
)


@dataclasses.dataclass(frozen=True, eq=False)
class Application:
    label: str
    command: tuple
    button: str
    targets: dict
    """Least ratio xa11y : Deskhand, by operation of `run.py`; what has none is not measured there."""
    is_new_for_each_sample: bool = False
    """Measure the first read of the application's life."""
    rest: int = 100
    """Milliseconds until what a press sets in motion is over."""


APPLICATIONS = [
    Application("gtk3-widget-factory", ("gtk3-widget-factory",), "Cash", {"find-press": 30, "snapshot": 8}),
    Application("gtk4-widget-factory, first read", ("gtk4-widget-factory",), "Reset", {"find-press": 9}, is_new_for_each_sample=True),
    Application("gtk4-widget-factory, later reads", ("gtk4-widget-factory",), "Reset", {"find-press": 20, "snapshot": 5}, rest=400),
    Application("kcalc (Qt 5)", ("kcalc",), "1", {"find-press": 6, "snapshot": 5}),
    Application("designer (Qt 6)", ("/usr/lib/qt6/bin/designer",), "Paste", {}),
    Application("Chromium, 250 nodes", CHROMIUM, "Order", {"find-press": 20, "snapshot": 8}),
]
