"""Input into a window that is covered and has no focus, on a desktop that somebody else is using.

test_background.py runs this inside `deskhand run`, where the current desktop is one of our own.
"""

import json
import subprocess

from support import DESKHAND, DriverTest, ROOT, below, until

COVER = ROOT / "fixtures/gtk3.py"


def deskhand(*words):
    return subprocess.run([DESKHAND, *words], check=True, capture_output=True, text=True).stdout


def windows():
    """The windows of this desktop, from back to front."""
    return json.loads(deskhand("windows", "--json"))["windows"]


def titled(title):
    return [window for window in windows() if window["title"] == title]


def active_window():
    """What the window manager calls active, asked of X11 itself."""
    said = subprocess.run(["xprop", "-root", "_NET_ACTIVE_WINDOW"], check=True, capture_output=True, text=True)
    return said.stdout.strip().rpartition(" ")[2]


class Background(DriverTest):
    capabilities = {"desktop": "current"}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cover = subprocess.Popen(
            ["/usr/bin/python3", COVER, "--title", "In front"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cover.wait)
        cls.addClassCleanup(cover.terminate)
        [front] = until("the window in front", lambda: titled("In front"))
        deskhand("window", "maximize", front["id"])
        deskhand("window", "focus", front["id"])
        until("the cover to be active", lambda: titled("In front")[0]["focused"])
        until("the cover to be in front", lambda: windows()[-1]["id"] == front["id"])
        cls.active = active_window()

    def tearDown(self):
        self.assertEqual(active_window(), self.active, "the active window changed")

    def test_clicks_are_trusted_and_take_no_focus(self):
        self.open("events.html")
        self.find("#press").click()
        self.assertEqual([entry["trusted"] for entry in self.log("click", "press")], [True])

    def test_keys_are_trusted_and_take_no_focus(self):
        self.open("events.html")
        self.find("#keys").send_keys("covered")
        self.assertEqual(self.find("#keys").get_property("value"), "covered")
        self.assertEqual({entry["trusted"] for entry in self.log("keydown", "keys")}, {True})

    def test_dialogs_and_pictures_take_no_focus(self):
        self.open("dialogs.html")
        self.find("#confirm").click()
        self.driver.switch_to.alert.accept()
        self.assertEqual(self.find("#answer").text, "true")
        self.assertTrue(self.driver.get_screenshot_as_png().startswith(b"\x89PNG"))

    def test_the_application_is_a_descendant_of_the_server(self):
        # On the current desktop nothing else would end it with the server.
        self.assertTrue([words for words in below(self.server.process.pid).values() if "fixture-tauri" in words])
