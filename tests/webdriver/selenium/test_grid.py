"""Selenium Grid: a hub, and two nodes that relay to two servers of ours, as docs/grid.md tells."""

import json
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

from selenium import webdriver
from support import DESKHAND, FIXTURE, ROOT, Server, alive, below, options, until

#: Java takes its time, more so on a busy machine.
PATIENCE = 120.0


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Grid:
    """A hub, its nodes, and where they write what they do."""

    def __init__(self):
        (self.jar,) = (ROOT / "tests/webdriver/grid/node_modules").glob("*/jar/selenium-server-*.jar")
        self.folder = tempfile.TemporaryDirectory()
        self.processes = []
        self.url = f"http://127.0.0.1:{free_port()}"
        self.events = [
            word for option in ("--publish-events", "--subscribe-events")
            for word in (option, f"tcp://127.0.0.1:{free_port()}")
        ]
        self.run("hub", "--port", self.url.rpartition(":")[2])

    def run(self, role, *arguments):
        log = open(Path(self.folder.name) / f"{len(self.processes)}-{role}.log", "w")
        with log:
            self.processes.append(subprocess.Popen(
                ["java", "-jar", self.jar, role, "--host", "127.0.0.1", *self.events, *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            ))

    def add_node(self, server):
        """A node beside this server, configured as the server itself says."""
        port = server.url.rpartition(":")[2]
        config = subprocess.run(
            [DESKHAND, "webdriver", "--port", port, "--max-sessions", "1", "--grid-config"],
            check=True, capture_output=True, text=True,
        ).stdout
        file = Path(self.folder.name) / f"node-{port}.toml"
        file.write_text(config)
        self.run("node", "--config", str(file), "--port", str(free_port()))

    def nodes(self):
        """The nodes that take sessions."""
        try:
            with urllib.request.urlopen(f"{self.url}/status", timeout=5) as answer:
                nodes = json.load(answer)["value"].get("nodes", [])
        except OSError:
            return []
        return [node for node in nodes if node["availability"] == "UP"]

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.folder.cleanup()


class GridTest(unittest.TestCase):
    def test_sessions_go_to_both_nodes_and_end(self):
        servers = [Server("--max-sessions", "1") for _ in range(2)]
        for server in servers:
            self.addCleanup(server.stop)
        grid = Grid()
        self.addCleanup(grid.stop)
        for server in servers:
            grid.add_node(server)
        until("two nodes have come to the hub", lambda: len(grid.nodes()) == 2, PATIENCE)

        seen, started = {}, {}

        def note_processes():
            for server in servers:
                started.update(below(server.process.pid))

        both = threading.Barrier(2, action=note_processes)

        def drive(number):
            driver = webdriver.Remote(grid.url, options=options())
            try:
                # Neither ends before the other has begun: one node alone has no room for two.
                both.wait(PATIENCE)
                driver.execute_script("window.mine = arguments[0]", number)
                both.wait(PATIENCE)
                title = driver.find_element("css selector", "h1").text
                seen[number] = (title, driver.execute_script("return window.mine"))
            finally:
                driver.quit()

        threads = [threading.Thread(target=drive, args=(number,)) for number in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(seen, {number: ("Deskhand fixture", number) for number in (1, 2)})
        applications = [words for words in started.values() if FIXTURE.name in words.split(" ")[0]]
        self.assertEqual(len(applications), 2)
        until("the end of every process of theirs", lambda: not alive(started))


if __name__ == "__main__":
    unittest.main()
