"""The accessibility bus, as far as the driver needs it: who is there, and how many calls go to whom."""

import threading
import time

from gi.repository import Gio, GLib

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"


def connect():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    (address,) = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, -1
    )
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags)


def call(bus, name, path, interface, method, arguments=None):
    return bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000).unpack()


def bus_daemon(bus, method, arguments=None):
    return call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)


def wait_for_application(bus, pid, seconds=30):
    """The bus name of the application with this pid, once it has a window. Looks at its root only: no tree is read."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for name, path in call(bus, "org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]:
            try:
                if bus_daemon(bus, "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0] != pid:
                    continue
                count = GLib.Variant("(ss)", (ACCESSIBLE, "ChildCount"))
                if call(bus, name, path, "org.freedesktop.DBus.Properties", "Get", count)[0] > 0:
                    return name
            except GLib.Error:
                continue  # it is only just arriving, or has just left
        time.sleep(0.05)
    raise TimeoutError(f"no window of process {pid} on the accessibility bus after {seconds} s")


class CallCounter:
    """Counts the method calls that newly arrived connections send to one application.

    A connection that has become a monitor can do nothing else, so it is one of its own, with its own main loop.
    """

    def __init__(self, application_name):
        self._application_name = application_name
        self._count = 0

    def __enter__(self):
        known = connect()
        self._old_senders = set(bus_daemon(known, "ListNames")[0])
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop(self._context)
        self._context.push_thread_default()
        self._monitor = connect()
        self._context.pop_thread_default()
        self._monitor.add_filter(self._on_message)
        rules = GLib.Variant("(asu)", (["type='method_call'"], 0))
        call(self._monitor, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor", rules)
        self._thread = threading.Thread(target=self._loop.run, daemon=True)
        self._thread.start()
        return self

    def _on_message(self, _connection, message, is_incoming):
        if message.get_message_type() == Gio.DBusMessageType.METHOD_CALL and is_incoming:
            if message.get_destination() == self._application_name and message.get_sender() not in self._old_senders:
                self._count += 1
            return None  # a monitor must not answer
        return message

    def __exit__(self, *_):
        time.sleep(0.2)  # what the bus has still in its queue for the monitor
        self._loop.quit()
        self._thread.join()
        self._monitor.close_sync()

    @property
    def count(self):
        return self._count
