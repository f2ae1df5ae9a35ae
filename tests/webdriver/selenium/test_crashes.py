"""What dies must be told, and must not disturb others."""

import os
import signal
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path

from selenium.common.exceptions import InvalidSessionIdException, SessionNotCreatedException, WebDriverException

from support import DEADLINE, FIXTURE, Server, alive, below, until

# Longer than the client waits for an answer: who gets one did not get it from a timeout.
FOR_EVER = 3600
NEVER = "return new Promise(() => {})"


class Crashes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.other = self.server.session()
        self.addCleanup(self.other.quit)
        self.before = set(below(self.server.process.pid))

    def session(self):
        driver = self.server.session()
        driver.set_script_timeout(FOR_EVER)
        return driver

    def mine(self, part):
        """The processes with this in their command line that came since the test began."""
        return [
            number for number, words in below(self.server.process.pid).items()
            if part in words.split(" ")[0] and number not in self.before
        ]

    def other_is_untouched(self):
        self.other.get("tauri://localhost/forms.html")
        self.assertEqual(self.other.title, "Forms")

    def failure(self, act):
        with self.assertRaises(WebDriverException) as raised:
            act()
        return raised.exception

    def test_a_killed_application_is_told_at_once_and_ends_its_session_alone(self):
        driver = self.session()
        [application] = self.mine(FIXTURE.name)
        os.kill(application, signal.SIGKILL)
        self.failure(lambda: driver.execute_script(NEVER))
        with self.assertRaises(InvalidSessionIdException):
            _ = driver.title
        self.other_is_untouched()

    def test_a_command_under_way_ends_when_its_application_is_killed(self):
        driver = self.session()
        [application] = self.mine(FIXTURE.name)
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -9 {application}"])
        self.addCleanup(killer.wait)
        self.failure(lambda: driver.execute_script(NEVER))
        self.other_is_untouched()

    def test_a_killed_web_process_is_told_and_the_session_can_still_be_ended(self):
        driver = self.session()
        [page] = until("a web process", lambda: self.mine("WebKitWebProcess"))
        os.kill(page, signal.SIGKILL)
        error = self.failure(lambda: driver.execute_script(NEVER))
        self.assertTrue(error.msg, "an error without a sentence")
        driver.quit()
        self.other_is_untouched()
        until("the end of the application", lambda: not self.mine(FIXTURE.name))

    def test_a_killed_client_disturbs_nobody(self):
        client = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("client.py"), self.server.url], stdout=subprocess.PIPE, text=True)
        number = client.stdout.readline().strip()
        client.stdout.close()
        client.kill()
        client.wait()
        self.other_is_untouched()
        # Its session outlives it, as sessions do, and anyone who knows its number can end it.
        ending = urllib.request.Request(f"{self.server.url}/session/{number}", method="DELETE")
        with urllib.request.urlopen(ending, timeout=DEADLINE) as answer:
            self.assertEqual(answer.status, 200)
        until("the end of its application", lambda: not self.mine(FIXTURE.name))

    def test_an_application_that_ends_at_its_start_is_told_with_how_it_ended(self):
        with self.assertRaises(SessionNotCreatedException) as raised:
            self.server.session(arguments=["--exit", "3"])
        self.assertRegex(raised.exception.msg, r"\b3\b")
        self.other_is_untouched()

    def test_an_application_that_is_not_there_is_told_by_name(self):
        with self.assertRaises(SessionNotCreatedException) as raised:
            self.server.session(binary="/nowhere/to-be-found")
        self.assertIn("/nowhere/to-be-found", raised.exception.msg)


class Endings(unittest.TestCase):
    def test_nothing_is_left_when_the_server_is_told_to_end(self):
        for ending in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(ending.name):
                server = Server()
                self.addCleanup(server.process.stdout.close)
                drivers = [server.session() for _ in range(2)]
                started = below(server.process.pid)
                self.assertGreater(len([words for words in started.values() if FIXTURE.name in words]), 1)
                server.process.send_signal(ending)
                server.process.wait(30)
                until("the end of everything", lambda: not alive(started))
                for driver in drivers:
                    self.assertRaises(Exception, driver.quit)

    def test_nothing_is_left_when_the_server_is_killed(self):
        server = Server()
        self.addCleanup(server.process.stdout.close)
        server.session()
        started = below(server.process.pid)
        server.process.kill()
        server.process.wait()
        until("the end of everything", lambda: not alive(started))
