"""A GLib main loop with work in its queue that nobody declared: the answer must come after all of it."""

import threading

from gi.repository import GLib

import deskhand_idle
from asker import Asker

steps = []
loop = GLib.MainLoop()


def step(left):
    steps.append(left)
    if left:
        GLib.idle_add(step, left - 1)
    return False


def work():
    GLib.idle_add(step, 3)
    deskhand_idle.request_ended("work")


def ask(waiting, found):
    found.append((waiting.answer()["idle"], len(steps)))
    GLib.idle_add(loop.quit)


deskhand_idle.install()
deskhand_idle.attach_glib()
found = []
GLib.idle_add(step, 10)
deskhand_idle.request_began("work")
threading.Thread(target=work).start()
threading.Thread(target=ask, args=[Asker(30_000), found]).start()
loop.run()
assert found == [(True, 11 + 4)], found
print("all is well")
