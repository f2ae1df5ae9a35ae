#!/usr/bin/python3
"""A GTK 3 window that prints the clipboard's text as JSON and then replaces it by the same text in capitals."""

import json

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk


def on_text(clipboard, text):
    print(json.dumps(text), flush=True)
    clipboard.set_text(text.upper(), -1)


window = Gtk.Window(title="Clipboard")
window.connect("destroy", Gtk.main_quit)
window.connect("map-event", lambda *_: Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).request_text(on_text))
window.show_all()
Gtk.main()
