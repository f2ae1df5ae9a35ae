"""Desktops full of windows: what is on the screen while the tools are measured."""

import dataclasses
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass(frozen=True)
class Crowd:
    windows: int
    widgets: int

    @property
    def label(self):
        return f"{self.windows} windows, {f'{self.widgets:,} widgets each' if self.widgets else 'empty'}"


CROWDS = (Crowd(13, 0), Crowd(13, 1000), Crowd(200, 0), Crowd(200, 1000))


class Started:
    """The windows of a crowd, on the screen and at rest."""

    def __init__(self, crowd):
        self.crowd = crowd
        command = ["/usr/bin/python3", str(HERE / "crowd.py"), str(crowd.windows), str(crowd.widgets)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        if self.process.stdout.readline().strip() != "ready":
            sys.exit(f"{self.crowd.label}: its process did not get ready")
        self.wait_until_listed()
        self.wait_until_idle()
        return self

    def __exit__(self, kind, *_):
        code = self.process.poll()
        if code is not None and kind is None:
            sys.exit(f"{self.crowd.label}: its process ended during the measurement with code {code}: these results would mean nothing")
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.wait_until_gone()

    def wait_until_listed(self):
        self.wait(lambda: len(listed()) == self.crowd.windows, "are all listed")

    def wait_until_idle(self):
        """Its process may still be drawing, and would compete with the tools for the processor."""

        def is_idle():
            before = self.cpu_ticks()
            time.sleep(0.5)
            return self.cpu_ticks() == before

        self.wait(is_idle, "come to rest")

    def wait_until_gone(self):
        self.wait(lambda: not listed(), "are gone")

    def wait(self, condition, what):
        deadline = time.monotonic() + 60
        while not condition():
            if time.monotonic() > deadline:
                sys.exit(f"{self.crowd.label}: it takes too long until they {what}")
            time.sleep(0.05)

    def cpu_ticks(self):
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return int(user) + int(system)

    def window(self):
        """The number of the window in front, as Deskhand writes numbers."""
        return hex(int(listed()[-1], 16))


def listed():
    """The numbers of all windows, as the window manager tells them; none while it has not told any yet."""
    done = subprocess.run(["wmctrl", "-l"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [line.split()[0] for line in done.stdout.splitlines()]
