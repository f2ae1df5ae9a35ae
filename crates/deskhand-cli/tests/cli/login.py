"""A window that asks for a password, and whose texts would be markup if they were not escaped."""

import argparse

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

parser = argparse.ArgumentParser(description="Asks for a password")
parser.add_argument("--title", default="Login")
title = parser.parse_args().title

status = Gtk.Label(label="status: ready")
user, password = Gtk.Entry(), Gtk.Entry(visibility=False)
for entry, name in ((user, "User"), (password, "Password")):
    entry.get_accessible().set_name(name)
hostile = Gtk.Button(label="<script>document.title='gone'</script>")
hostile.connect("clicked", lambda _: status.set_label("status: \"<b onclick='x'>&amp;"))

column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=12)
for child in (status, user, password, hostile):
    column.add(child)
window = Gtk.Window(title=title, default_width=420)
window.add(column)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
