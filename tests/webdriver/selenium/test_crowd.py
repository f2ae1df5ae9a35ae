"""Many sessions at once, each on a private desktop of its own, and others that die among them."""

import os
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import deaths
from support import FIXTURE, Server, alive, below, until

SESSIONS = 8
LOADS = int(os.environ.get("DESKHAND_WEBDRIVER_LOADS", "5"))
#: How often, while they load, sessions beside them die of each cause.
DEATHS = max(1, LOADS // 10)
PAGES = [("index.html", "Deskhand fixture"), ("forms.html", "Forms"), ("frames.html", "Frames"), ("text.html", "Text")]


class Crowd(unittest.TestCase):
    def test_eight_sessions_load_pages_while_others_die_and_leave_nothing(self):
        server = Server()
        self.addCleanup(server.stop)
        seen = {}
        # Everybody is there before anybody leaves, so that they are eight indeed.
        together = threading.Barrier(SESSIONS + 1, action=lambda: seen.update(below(server.process.pid)))

        def drive(number):
            driver = server.session()
            try:
                together.wait(120)
                for load in range(LOADS):
                    page, title = PAGES[(number + load) % len(PAGES)]
                    driver.get(f"tauri://localhost/{page}?{number}.{load}")
                    self.assertEqual(driver.title, title)
                    self.assertTrue(driver.current_url.endswith(f"?{number}.{load}"), driver.current_url)
                    driver.execute_script("sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0)")
                return driver.execute_script("return Number(sessionStorage.loads)")
            finally:
                driver.quit()

        def die():
            together.wait(120)
            for _ in range(DEATHS):
                for death in (deaths.of_application, deaths.of_web_process, deaths.of_client):
                    death(self, server)

        with ThreadPoolExecutor(SESSIONS + 1) as crowd:
            dying = crowd.submit(die)
            counted = list(crowd.map(drive, range(SESSIONS)))
            dying.result()
        self.assertEqual(counted, [LOADS] * SESSIONS)
        applications = [words for words in seen.values() if FIXTURE.name in words.split(" ")[0]]
        self.assertEqual(len(applications), SESSIONS)
        # By their numbers: what has lost its parent is nobody's child any more, and still left over.
        until("the end of every process of theirs", lambda: not alive(seen))
