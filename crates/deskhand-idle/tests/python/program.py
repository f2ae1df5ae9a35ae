"""Uses every function of the module, also in ways that it is not meant for."""

import os
import threading

import deskhand_idle
from asker import Asker, answer


def names(work):
    return [(each["kind"], each["name"], each["count"]) for each in work["work"]]


assert deskhand_idle.socket() is None
deskhand_idle.install()
deskhand_idle.install()
assert os.path.exists(deskhand_idle.socket())
assert answer()["idle"]

with deskhand_idle.task("save"), deskhand_idle.timer("blink"), deskhand_idle.request("mail"):
    deskhand_idle.busy()
    assert deskhand_idle.is_busy()
    told = names(answer())
    assert told == [("task", "save", 1), ("timer", "blink", 1), ("network", "mail", 1), ("task", "", 1)], told
    waiting = Asker(30_000)
    deskhand_idle.idle()
assert waiting.answer()["idle"]

for wrong in ["x" * 1_000_000, "\0", "\ud800", None, 7]:
    with deskhand_idle.task(wrong):
        assert not answer()["idle"]
    deskhand_idle.timer_fired(wrong)
    deskhand_idle.request_ended(wrong)
deskhand_idle.idle()


def many():
    for _ in range(500):
        with deskhand_idle.task("thread"):
            pass


threads = [threading.Thread(target=many) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not deskhand_idle.is_busy()

probes = []
asked = threading.Semaphore(0)


def ask(ran_dry):
    probes.append(ran_dry)
    asked.release()


deskhand_idle.set_probe(ask)
waiting = Asker(30_000)
assert asked.acquire(timeout=30)
probes[-1]()
assert waiting.answer()["idle"]
deskhand_idle.set_probe(lambda ran_dry: ran_dry())
assert answer(30_000)["idle"]

child = os.fork()
if child == 0:
    assert deskhand_idle.socket() is None
    deskhand_idle.install()
    assert answer(30_000)["idle"]
    deskhand_idle.uninstall()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0

# A question that is under way while Python ends must not hold it up.
deskhand_idle.set_probe(lambda ran_dry: None)
hanging = Asker(30_000)
print("all is well")
