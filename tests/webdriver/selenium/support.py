"""What every test needs: a server of ours, sessions on it, and the fixture to drive."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions

ROOT = Path(__file__).resolve().parents[3]
BINARIES = Path(os.environ.get("DESKHAND_BINARIES", ROOT / "target/debug"))
DESKHAND = BINARIES / "deskhand"
FIXTURE = BINARIES / "deskhand-fixture-tauri"
DEADLINE = 30.0


def until(what, condition, seconds=DEADLINE):
    """Waits until the condition gives something true, and gives that."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.02)


def options(desktop=None, size=None, page=None, arguments=(), binary=FIXTURE, **capabilities):
    """What to ask of New Session: our fixture at one of its pages, on a private desktop unless told otherwise."""
    wanted = ArgOptions()
    wanted.set_capability("browserName", "tauri")
    shown = ["--page", page] if page else []
    wanted.set_capability("tauri:options", {"binary": str(binary), "args": [*shown, *arguments]})
    ours = {key: value for key, value in (("desktop", desktop), ("size", size)) if value}
    if ours:
        wanted.set_capability("deskhand:options", ours)
    for name, value in capabilities.items():
        wanted.set_capability(name, value)
    return wanted


class Server:
    """`deskhand webdriver` on a port of its own."""

    def __init__(self, *arguments, env=None):
        for binary in (DESKHAND, FIXTURE):
            if not binary.exists():
                raise AssertionError(f"{binary} is missing; run: cargo build -p deskhand-cli -p deskhand-fixture-tauri")
        self.process = subprocess.Popen(
            [DESKHAND, "webdriver", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=env,
        )
        line = self.process.stdout.readline()
        port = re.search(r":(\d+)/?\s*$", line)
        if not port:
            self.process.kill()
            raise AssertionError(f"the server did not tell its address but {line!r}")
        self.url = f"http://127.0.0.1:{port[1]}"

    def session(self, **wanted):
        return webdriver.Remote(command_executor=self.url, options=options(**wanted))

    def stop(self):
        """Ends it as a service manager would, and tells its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server did not end on SIGTERM") from None
        finally:
            self.process.stdout.close()


def on_a_desktop(case, module):
    """Runs the tests of a module on a desktop of our own, which is the current one to them."""
    run = subprocess.run(
        [DESKHAND, "run", "--", sys.executable, "-m", "unittest", "-v", module],
        cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=180,
    )
    case.assertEqual(run.returncode, 0, run.stdout)


class DriverTest(unittest.TestCase):
    """One server and one session for all tests of a class; each test opens the page that it needs."""

    capabilities = {}

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.driver = cls.server.session(**cls.capabilities)
        cls.addClassCleanup(cls.driver.quit)

    def open(self, page):
        self.driver.get(f"tauri://localhost/{page}")

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def log(self, kind=None, target=None):
        """What the page recorded, of one kind or at one target."""
        entries = self.driver.execute_script("return window.log")
        return [
            entry for entry in entries
            if kind in (None, entry["kind"]) and target in (None, entry.get("target"))
        ]

    def until(self, what, condition):
        return until(what, condition)


@contextlib.contextmanager
def session(server, **wanted):
    driver = server.session(**wanted)
    try:
        yield driver
    finally:
        driver.quit()


def processes():
    """Every process that lives: number -> (parent, command line)."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            # The name in parentheses may hold anything, so the fields are counted after its end.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
                found[int(folder.name)] = (int(fields[1]), " ".join(words).strip())
    return found


def below(root, living=None):
    """The processes that descend from one: number -> command line."""
    living = living or processes()
    found, front = {}, [root]
    while front:
        parent = front.pop()
        for number, (its_parent, words) in living.items():
            if its_parent == parent and number not in found:
                found[number] = words
                front.append(number)
    return found


def alive(numbers):
    """Which of these processes still live: number -> command line."""
    living = processes()
    return {number: living[number][1] for number in numbers if number in living}
