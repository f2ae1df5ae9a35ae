#!/usr/bin/python3
"""Many windows of one process, each with as many widgets as wanted. Prints `ready` when all of them are on the screen.

    crowd.py WINDOWS WIDGETS
"""

import sys

import gi

gi.require_version("Gtk", "3.0")

from gi.repository import GLib, Gtk

COLUMNS = 20


def window(number, widgets, on_shown):
    window = Gtk.Window(title=f"Crowd {number}", default_width=240, default_height=160)
    grid = Gtk.Grid()
    for index in range(widgets):
        grid.attach(Gtk.Label(label=f"Label {index}"), index % COLUMNS, index // COLUMNS, 1, 1)
    scrolled = Gtk.ScrolledWindow()
    scrolled.add(grid)
    window.add(scrolled)
    window.connect("map-event", on_shown)
    return window


def main():
    windows, widgets = (int(argument) for argument in sys.argv[1:])
    left = windows

    def count(*_):
        nonlocal left
        left -= 1
        if left == 0:
            # When nothing else is left to do: the widgets have their places and are drawn.
            GLib.idle_add(print, "ready", priority=GLib.PRIORITY_LOW)

    for number in range(windows):
        window(number, widgets, count).show_all()
    Gtk.main()


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    main()
