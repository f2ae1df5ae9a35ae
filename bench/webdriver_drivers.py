"""The WebDriver servers that are compared, and how a session of each is begun and ended."""

import contextlib
import os
import signal
import subprocess

import webdriver_client as client

class Server:
    """A driver that starts the application itself when a session is asked for."""

    page = "forms.html"
    """The page of the fixture that is shown."""

    def __init__(self, name, command, capabilities, environment=()):
        self.name = name
        self.command = command
        self.capabilities = capabilities
        self.environment = dict(environment)

    def start(self):
        self.port, behind = client.free_port(), client.free_port()
        command = [str(part).format(port=self.port, behind=behind) for part in self.command]
        self.process = launch(command, self.page, self.environment)
        client.await_port(self.port, self.process)
        if "{behind}" in self.command:
            # It listens before the server that it passes everything on to, and breaks connections until then.
            client.await_port(behind, self.process)

    def begin(self):
        """The clock of a new session runs during this."""
        return client.Session(client.Connection(self.port), self.capabilities)

    def begin_beside(self):
        """Another session, while there is one."""
        return self.begin()

    def end(self, session):
        session.end()
        session.connection.close()

    def stop(self):
        finish(self.process)


class Inside:
    """A server in the application: a session begins with the start of the application, here as with the others."""

    page = Server.page

    def __init__(self, name, application):
        self.name = name
        self.application = application

    def start(self):
        self.process = None

    def begin(self):
        self.port = client.free_port()
        self.process = launch([str(self.application)], self.page, {"TAURI_WEBDRIVER_PORT": str(self.port)})
        client.await_port(self.port, self.process)
        return client.Session(client.Connection(self.port), {})

    def begin_beside(self):
        return client.Session(client.Connection(self.port), {})

    def end(self, session):
        session.end()
        session.connection.close()
        self.stop()

    def stop(self):
        if self.process:
            finish(self.process)
            self.process = None


def launch(command, page, environment):
    return subprocess.Popen(
        command,
        env={**os.environ, "DESKHAND_FIXTURE_PAGE": page, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # A group of its own, which the applications that it starts are in as well.
        start_new_session=True,
    )


def finish(process):
    """Ends a server, and the applications that it leaves behind."""
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(10)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


OURS = "deskhand"
PRIVATE = "deskhand, private desktop"
NATIVE = "WebKitWebDriver"


def drivers(options):
    """Those that were asked for, ours first."""
    return [driver for driver in all_drivers(options) if options.only is None or driver.name in (OURS, *options.only)]


def all_drivers(options):
    peers, applications = options.peers / "bin", options.peers / "tauri/release"

    def ours(name, desktop):
        application = {
            "tauri:options": {"binary": str(options.fixture)},
            "deskhand:options": {"desktop": desktop},
            # The others answer before their first page has loaded, some before it has begun. Ours would wait for its images.
            # Whether the page is there, the first search finds out with all of them.
            "pageLoadStrategy": "none",
        }
        return Server(name, [options.deskhand, "webdriver", "--port", "{port}"], application)

    plain = applications / "bench-plain"
    return [
        ours(OURS, "current"),
        ours(PRIVATE, "private"),
        Server(
            NATIVE,
            ["WebKitWebDriver", "--port={port}"],
            {"webkitgtk:browserOptions": {"binary": str(plain), "args": []}},
            {"TAURI_WEBVIEW_AUTOMATION": "true"},
        ),
        Server(
            "tauri-driver",
            [peers / "tauri-driver", "--port", "{port}", "--native-port", "{behind}"],
            {"tauri:options": {"application": str(plain)}},
        ),
        Server(
            "tauri-wd",
            [peers / "tauri-wd", "--port", "{port}", "--log-level", "error"],
            {"tauri:options": {"binary": str(applications / "bench-automation")}},
        ),
        Inside("tauri-plugin-webdriver", applications / "bench-webdriver"),
    ]
