"""An application says when it is busy, so that tests wait exactly as long as they must.

    import deskhand_idle

    deskhand_idle.install()
    deskhand_idle.attach_glib()          # or attach_qt(), where there is such a main loop

    with deskhand_idle.task("save"):
        ...

One file and no dependencies: it loads the shared library of deskhand-idle, from the path in DESKHAND_IDLE_LIBRARY, from
its own folder, or from where the system keeps libraries. Without the library, or when no socket can be made, install()
raises OSError; everything else may still be called and does nothing.
"""

import atexit
import contextlib
import ctypes
import ctypes.util
import itertools
import os
import sys

__all__ = [
    "attach_glib",
    "attach_qt",
    "busy",
    "detach",
    "idle",
    "install",
    "is_busy",
    "request",
    "request_began",
    "request_ended",
    "set_probe",
    "socket",
    "task",
    "timer",
    "timer_fired",
    "timer_started",
    "uninstall",
]

_FILE = {"darwin": "libdeskhand_idle.dylib"}.get(sys.platform, "libdeskhand_idle.so")
_ASK = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_void_p)
_NO_ASK = ctypes.cast(None, _ASK)

_library = None
_missing = None
# The function that the library calls; it must not be collected while it is set.
_ask = _NO_ASK


def _load():
    """The library; raises OSError when it is not there."""
    global _library, _missing
    if _library is None:
        if _missing is not None:
            raise _missing
        try:
            _library = _declared(ctypes.CDLL(_path()))
        except (OSError, AttributeError) as error:
            _missing = OSError(f"the library of deskhand-idle cannot be loaded: {error}")
            raise _missing from error
    return _library


def _path():
    named = os.environ.get("DESKHAND_IDLE_LIBRARY")
    if named:
        return named
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), _FILE)
    if os.path.exists(beside):
        return beside
    return ctypes.util.find_library("deskhand_idle") or _FILE


def _declared(library):
    name, token = ctypes.c_char_p, ctypes.c_uint64
    for function, result, arguments in [
        ("install", ctypes.c_int, []),
        ("uninstall", None, []),
        ("socket", ctypes.c_size_t, [ctypes.c_char_p, ctypes.c_size_t]),
        ("busy", None, []),
        ("idle", None, []),
        ("task_begin", token, [name]),
        ("task_end", None, [token]),
        ("timer_started", None, [name]),
        ("timer_fired", None, [name]),
        ("request_began", None, [name]),
        ("request_ended", None, [name]),
        ("is_busy", ctypes.c_int, []),
        ("set_probe", None, [_ASK, ctypes.c_void_p]),
        ("ran_dry", None, [token]),
    ]:
        call = getattr(library, "deskhand_idle_" + function)
        call.restype, call.argtypes = result, arguments
    return library


def _call(function, *arguments, otherwise=None):
    """Calls the library if it is there."""
    try:
        library = _load()
    except OSError:
        return otherwise
    return getattr(library, "deskhand_idle_" + function)(*arguments)


def _name(name):
    return str(name).encode("utf-8", "replace")


def install():
    """Lets this user's Deskhand ask this process. Raises OSError when there is no library, or no socket can be made."""
    error = _load().deskhand_idle_install()
    if error:
        raise OSError(error, os.strerror(error))
    # While Python ends, a thread that is not its own must not enter it any more.
    atexit.unregister(_end)
    atexit.register(_end)


def _end():
    detach()
    uninstall()


def uninstall():
    """Stops that."""
    _call("uninstall")


def socket():
    """The path of the socket, or None when nothing is installed."""
    buffer = ctypes.create_string_buffer(4096)
    length = _call("socket", buffer, len(buffer), otherwise=0)
    return os.fsdecode(buffer.value) if length else None


def busy():
    """Counts one more piece of work; idle() ends it."""
    _call("busy")


def idle():
    """Ends one piece of work that busy() began."""
    _call("idle")


@contextlib.contextmanager
def task(name):
    """Work that is under way until the end of the block."""
    token = _call("task_begin", _name(name))
    try:
        yield
    finally:
        if token is not None:
            _call("task_end", token)


@contextlib.contextmanager
def timer(name):
    """A timer that is under way until the end of the block."""
    timer_started(name)
    try:
        yield
    finally:
        timer_fired(name)


@contextlib.contextmanager
def request(name):
    """A request that is under way until the end of the block."""
    request_began(name)
    try:
        yield
    finally:
        request_ended(name)


def timer_started(name):
    """A timer was started; timer_fired() with the same name ends that."""
    _call("timer_started", _name(name))


def timer_fired(name):
    """A timer has fired and what it does is done, or it was cancelled."""
    _call("timer_fired", _name(name))


def request_began(name):
    """A request went out; request_ended() with the same name ends that."""
    _call("request_began", _name(name))


def request_ended(name):
    """A request was answered or given up, and that was dealt with."""
    _call("request_ended", _name(name))


def is_busy():
    """Whether any declared work is under way. The main loop is not asked."""
    return bool(_call("is_busy", otherwise=0))


def set_probe(ask):
    """Makes the main loop part of the answer.

    ask(ran_dry) is called on a thread of the library. It must return at once, having arranged that the main loop calls
    ran_dry() when everything that is in its queue by then is done.
    """
    global _ask

    def asked(ticket, _):
        ask(lambda: _call("ran_dry", ticket))

    # The former one must live until the library has let go of it.
    former, _ask = _ask, _ASK(asked)
    _call("set_probe", _ask, None)
    del former


def detach():
    """Takes the main loop out of it again."""
    global _ask
    _call("set_probe", _NO_ASK, None)
    _ask = _NO_ASK


def attach_glib(context=None):
    """Asks a GLib main loop, the default one unless told otherwise, as deskhand-idle-glib.h does for C."""
    from gi.repository import GLib

    def ask(ran_dry):
        turns = iter((True, False))

        def turn(*_):
            # The first time others of this low priority may have been dispatched in the same turn and may have left
            # something to do; the second time that is done as well.
            again = next(turns)
            if not again:
                ran_dry()
            return again

        source = GLib.Idle()
        source.set_priority(GLib.PRIORITY_LOW)
        source.set_callback(turn)
        source.attach(context)

    set_probe(ask)


def attach_qt(qtcore=None):
    """Asks the Qt event loop of the main thread, which must be the one that calls this. `qtcore` is the QtCore module of the
    binding in use; without it, the one that is loaded already: of PyQt6, PyQt5, PySide6 or PySide2.

    Where Qt runs on GLib, as it usually does on Linux, the event loop is dry when it would wait. Elsewhere it is dry when it
    has come round twice, and a longer chain of timers of no time must be declared.
    """
    if qtcore is None:
        bindings = ("PyQt6", "PyQt5", "PySide6", "PySide2")
        loaded = [sys.modules[f"{name}.QtCore"] for name in bindings if f"{name}.QtCore" in sys.modules]
        if not loaded:
            raise RuntimeError("no Qt binding is loaded; import one first, or pass its QtCore")
        qtcore = loaded[0]
    after_all_else = _low_turns() if _runs_on_glib(qtcore) else _timer_turns(qtcore)

    def ask(ran_dry):
        after_all_else(lambda: dry(ran_dry))

    def dry(ran_dry):
        if _is_a_button_down(qtcore):
            qtcore.QTimer.singleShot(5, lambda: ask(ran_dry))
        else:
            ran_dry()

    set_probe(ask)


def _runs_on_glib(qtcore):
    dispatcher = qtcore.QAbstractEventDispatcher.instance()
    return dispatcher is not None and "Glib" in dispatcher.metaObject().className()


def _low_turns():
    """A function that has the default GLib main loop call something, on its second turn without anything else to do. Qt has
    GLib loaded already; Python need not have a binding for it."""
    glib = ctypes.CDLL("libglib-2.0.so.0")
    turn_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
    glib.g_idle_add_full.argtypes = [ctypes.c_int, turn_type, ctypes.c_void_p, ctypes.c_void_p]
    low_priority = 300
    # What is to be called, and how many turns are left until then.
    waiting, numbers = {}, itertools.count(1)

    @turn_type
    def turn(number):
        callback, left = waiting.pop(number)
        if left:
            waiting[number] = callback, left - 1
            return True
        callback()
        return False

    def after_all_else(callback):
        number = next(numbers)
        waiting[number] = callback, 1
        glib.g_idle_add_full(low_priority, turn, number, None)

    return after_all_else


def _timer_turns(qtcore):
    """The same with nothing but Qt: a timer of no time fires when all events have been dealt with, and those timers that
    were there before have fired."""
    signal = getattr(qtcore, "pyqtSignal", None) or qtcore.Signal

    class Messenger(qtcore.QObject):
        """Lives on the thread of the event loop: what is emitted elsewhere arrives there as an event."""

        asked = signal(object)

        def __init__(self):
            super().__init__()
            self.asked.connect(self.turn)

        def turn(self, callback):
            qtcore.QTimer.singleShot(0, lambda: qtcore.QTimer.singleShot(0, callback))

    messenger = Messenger()
    # The function keeps the messenger alive, which its signal alone would not.
    return lambda callback: messenger.asked.emit(callback)


def _is_a_button_down(qtcore):
    """Whether a button is on its way. What presses a button for accessibility, QAbstractButton.animateClick, only pushes
    it down; a timer of Qt's own lets it go after 100 ms, and only that is the click."""
    widgets = sys.modules.get(qtcore.__name__.rpartition(".")[0] + ".QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return False
    return any(
        isinstance(widget, widgets.QAbstractButton) and widget.isDown() for widget in widgets.QApplication.allWidgets()
    )
