#!/usr/bin/python3
"""A GTK 4 window with one text field; prints the field's text as JSON whenever it changes."""

import json

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

Gtk.init()
loop = GLib.MainLoop()
window = Gtk.Window(title="Field GTK 4", default_width=400, default_height=200)
field = Gtk.TextView()
text = field.get_buffer()
text.connect("changed", lambda _: print(json.dumps(text.props.text), flush=True))
window.set_child(field)
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
