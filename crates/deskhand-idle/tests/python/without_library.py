"""Nothing but the installation fails when the library is missing."""

import deskhand_idle

try:
    deskhand_idle.install()
except OSError as error:
    assert "deskhand-idle" in str(error), error
else:
    raise AssertionError("there is no library")
with deskhand_idle.task("save"), deskhand_idle.timer("blink"), deskhand_idle.request("mail"):
    assert not deskhand_idle.is_busy()
deskhand_idle.busy()
deskhand_idle.idle()
deskhand_idle.set_probe(print)
deskhand_idle.detach()
deskhand_idle.uninstall()
assert deskhand_idle.socket() is None
print("all is well")
