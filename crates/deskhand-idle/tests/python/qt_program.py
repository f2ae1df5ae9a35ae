"""A Qt event loop with work in its queue that nobody declared: the answer must come after all of it."""

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
    QtCore.QTimer.singleShot(0, lambda: step(0))
    QtCore.QTimer.singleShot(0, lambda: step(0))
    deskhand_idle.request_began("work")
    threading.Thread(target=work).start()
    threading.Thread(target=ask, args=[Asker(30_000)]).start()
    application.exec()
    assert found == [(True, 3)], found
    print("all is well")
