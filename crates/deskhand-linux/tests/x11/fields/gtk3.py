#!/usr/bin/python3
"""A GTK 3 window with one text field; prints the field's text as JSON whenever it changes."""

import json

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="Field GTK 3", default_width=400, default_height=200)
field = Gtk.TextView()
text = field.get_buffer()
text.connect("changed", lambda _: print(json.dumps(text.props.text), flush=True))
window.add(field)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
