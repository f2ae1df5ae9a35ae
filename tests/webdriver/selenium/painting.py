"""What the display server has of a window that is driven: painting waits while a page is at its input, and not for long.

test_painting.py runs this inside `deskhand run`, where the current desktop is one of our own.
"""

import subprocess

from pictures import Picture
from support import DESKHAND, DriverTest

RED, GREEN = (255, 0, 0), (0, 255, 0)

# The first key or click changes the colour of the page; frames are counted from the first key on.
WATCH = """
document.documentElement.style.background = "#ff0000";
for (const kind of ["keydown", "click"]) {
  addEventListener(kind, () => { document.documentElement.style.background = "#00ff00"; }, { once: true });
}
document.body.style.background = "transparent";
window.framesDrawn = 0;
const count = () => { window.framesDrawn += 1; requestAnimationFrame(count); };
addEventListener("keydown", () => requestAnimationFrame(count), { once: true });
"""

# A page that is at every key for ten milliseconds.
SLOW = """
addEventListener("keydown", () => {
  const end = performance.now() + 10;
  while (performance.now() < end);
});
"""


def colour():
    """That of the page at the lower edge of its window, as it is on the screen."""
    taken = subprocess.run([DESKHAND, "screenshot", "--window", "Deskhand fixture"], check=True, capture_output=True)
    picture = Picture(taken.stdout)
    return picture.at(picture.width - 40, picture.height - 2)


class Painting(DriverTest):
    capabilities = {"desktop": "current"}

    def setUp(self):
        self.open("events.html")
        self.driver.execute_script(WATCH)
        self.until("a red window", lambda: colour() == RED)

    def test_what_keys_change_is_painted(self):
        self.find("#keys").send_keys("a")
        self.until("a green window", lambda: colour() == GREEN)

    def test_what_a_click_changes_is_painted(self):
        self.find("#press").click()
        self.until("a green window", lambda: colour() == GREEN)

    def test_frames_are_drawn_while_a_text_is_typed_that_takes_its_time(self):
        self.driver.execute_script(SLOW)
        self.find("#keys").send_keys("b" * 100)
        self.assertGreater(self.driver.execute_script("return window.framesDrawn"), 10)
