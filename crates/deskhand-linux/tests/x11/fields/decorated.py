#!/usr/bin/python3
"""A GTK 3 window that draws its own title bar."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="Decorated", default_width=400, default_height=200)
window.set_titlebar(Gtk.HeaderBar(title="Decorated", show_close_button=True))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
