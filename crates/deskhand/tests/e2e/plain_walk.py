"""Walks the tree of one application node by node, by nothing but GLib's D-Bus: a second opinion on what is in it.

Prints depth and name of every node, as JSON lines. Usage: plain_walk.py PID
"""

import json
import sys

from gi.repository import Gio, GLib

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"


def call(bus, name, path, interface, method, arguments=None):
    reply = bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, -1, None)
    return reply.unpack()


def accessibility_bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    (address,) = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def application(bus, pid):
    (children,) = call(bus, "org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")
    for name, path in children:
        arguments = GLib.Variant("(s)", (name,))
        bus_daemon = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        if call(bus, *bus_daemon, "GetConnectionUnixProcessID", arguments) == (pid,):
            return name, path
    raise SystemExit(f"no application with pid {pid}")


def walk(bus, name, path, depth):
    arguments = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
    (title,) = call(bus, name, path, "org.freedesktop.DBus.Properties", "Get", arguments)
    print(json.dumps([depth, title]))
    (children,) = call(bus, name, path, ACCESSIBLE, "GetChildren")
    for child_name, child_path in children:
        if not child_path.endswith("/null"):
            walk(bus, child_name, child_path, depth + 1)


if __name__ == "__main__":
    bus = accessibility_bus()
    walk(bus, *application(bus, int(sys.argv[1])), 0)
