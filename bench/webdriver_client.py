"""A WebDriver client with nothing between it and the wire: one kept connection, one command at a time."""

import http.client
import json
import socket
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30
"""Seconds for an answer, or for a server to listen."""


class Refusal(Exception):
    """The server answered with an error, or with nothing that is an answer."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


class Connection:
    """To one server. `http.client` switches Nagle's algorithm off by itself."""

    def __init__(self, port):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def call(self, method, path, body=None):
        """The value that the server answers."""
        payload = None if body is None else json.dumps(body).encode()
        headers = {} if payload is None else {"Content-Type": "application/json; charset=utf-8"}
        self.http.request(method, path, payload, headers)
        with self.http.getresponse() as response:
            status, text = response.status, response.read()
        try:
            value = json.loads(text)["value"]
        except (ValueError, KeyError, TypeError):
            raise Refusal(f"{status} {text[:200]!r}") from None
        if status != 200:
            error = value if isinstance(value, dict) else {}
            raise Refusal(f"{status} {error.get('error')}: {error.get('message')}", error.get("error"))
        return value

    def close(self):
        self.http.close()


class Session:
    """One application under a driver."""

    def __init__(self, connection, capabilities):
        self.connection = connection
        answer = connection.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.path = f"/session/{answer['sessionId']}"

    def end(self):
        self.connection.call("DELETE", self.path)

    def get(self, what):
        return self.connection.call("GET", f"{self.path}/{what}")

    def post(self, what, body):
        return self.connection.call("POST", f"{self.path}/{what}", body)

    def find(self, css):
        return self.post("element", by(css))[ELEMENT]

    def find_all(self, css):
        return [one[ELEMENT] for one in self.post("elements", by(css))]

    def text(self, element):
        return self.get(f"element/{element}/text")

    def attribute(self, element, name):
        return self.get(f"element/{element}/attribute/{name}")

    def execute(self, script, *arguments):
        return self.post("execute/sync", {"script": script, "args": arguments})

    def click(self, element):
        self.post(f"element/{element}/click", {})

    def keys(self, element, text):
        self.post(f"element/{element}/value", {"text": text, "value": list(text)})

    def screenshot(self):
        return self.get("screenshot")


def by(css):
    return {"using": "css selector", "value": css}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def await_port(port, process):
    """Returns as soon as somebody listens there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            raise Refusal(f"{process.args[0]} ended with {process.returncode} before it listened")
        time.sleep(0.002)
    raise Refusal(f"{process.args[0]} does not listen on port {port}")
