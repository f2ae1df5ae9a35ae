"""What dies must be told, and must not disturb others."""

import signal
import subprocess
import unittest

from selenium.common.exceptions import SessionNotCreatedException, WebDriverException

import deaths
from support import FIXTURE, Server, alive, below, until


class Crashes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.other = self.server.session()
        self.addCleanup(self.other.quit)

    def other_is_untouched(self):
        self.other.get("tauri://localhost/forms.html")
        self.assertEqual(self.other.title, "Forms")

    def test_a_killed_application_is_told_at_once_and_ends_its_session_alone(self):
        deaths.of_application(self, self.server)
        self.other_is_untouched()

    def test_a_command_under_way_ends_when_its_application_is_killed(self):
        driver, application = deaths.doomed(self.server)
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -9 {application}"])
        self.addCleanup(killer.wait)
        self.assertRaises(WebDriverException, driver.execute_script, deaths.NEVER)
        self.other_is_untouched()

    def test_a_killed_web_process_is_told_and_the_session_can_still_be_ended(self):
        deaths.of_web_process(self, self.server)
        self.other_is_untouched()

    def test_a_killed_client_disturbs_nobody(self):
        deaths.of_client(self, self.server)
        self.other_is_untouched()

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
