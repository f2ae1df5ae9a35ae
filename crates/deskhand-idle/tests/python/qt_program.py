"""A Qt event loop with work in its queue that nobody declared: the answer must come after all of it. Where Qt does not run
on GLib (QT_NO_GLIB=1), that is a promise only for what is in the queue when the question comes."""

import os
import threading

import deskhand_idle
from asker import Asker


def run(QtCore):
    application = QtCore.QCoreApplication([])
    steps = []
    found = []

    def step(left):
        steps.append(left)
        if left:
            QtCore.QTimer.singleShot(0, lambda: step(left - 1))

    class Door(QtCore.QObject):
        """Where other threads come in."""

        step = QtCore.pyqtSignal(int)
        done = QtCore.pyqtSignal()

    door = Door()
    door.step.connect(step)
    door.done.connect(application.quit)

    def work():
        door.step.emit(0)
        deskhand_idle.request_ended("work")

    def ask(waiting):
        found.append((waiting.answer()["idle"], len(steps)))
        door.done.emit()

    deskhand_idle.install()
    deskhand_idle.attach_qt()
    chain = 0 if "QT_NO_GLIB" in os.environ else 50
    QtCore.QTimer.singleShot(0, lambda: step(chain))
    QtCore.QTimer.singleShot(0, lambda: step(chain))
    deskhand_idle.request_began("work")
    threading.Thread(target=work).start()
    threading.Thread(target=ask, args=[Asker(30_000)]).start()
    application.exec()
    assert found == [(True, 2 * (chain + 1) + 1)], found
    print("all is well")
