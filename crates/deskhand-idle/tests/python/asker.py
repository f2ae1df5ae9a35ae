"""One who asks the socket of this process, as a test would."""

import json
import socket

import deskhand_idle


class Asker:
    """A question that is on its way."""

    def __init__(self, wait_ms):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.settimeout(30)
        self.connection.connect(deskhand_idle.socket())
        self.connection.sendall(json.dumps({"deskhand_idle": 1, "wait_ms": wait_ms}).encode() + b"\n")

    def answer(self):
        with self.connection, self.connection.makefile("rb") as lines:
            return json.loads(lines.readline())


def answer(wait_ms=0):
    return Asker(wait_ms).answer()
