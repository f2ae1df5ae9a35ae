"""A web site on loopback: the pages of the fixture by HTTP, and what only a server can do."""

import contextlib
import functools
import http.server
import threading
import time
import urllib.parse

from support import DEADLINE, ROOT


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        wanted = dict(urllib.parse.parse_qsl(address.query))
        if address.path == "/slow":
            time.sleep(float(wanted["seconds"]))
            self.page(f"<title>Slow</title><p id=after>after {wanted['seconds']}</p>")
        elif address.path == "/halves":
            # An engine looks at so much before it believes that it is a page.
            self.page(f"<title>Halves</title><!--{' ' * 4096}--><p id=first>first</p>")
            self.server.second_half.wait(DEADLINE)
            self.write("<p id=second>second</p>")
        elif address.path == "/set":
            self.page("<title>Set</title>", [
                ("Set-Cookie", "plain=1; Path=/"),
                ("Set-Cookie", "secret=2; Path=/; HttpOnly; SameSite=Strict"),
            ])
        elif address.path == "/told":
            self.page(f"<title>Told</title><p id=cookies>{self.headers.get('Cookie', '')}</p>")
        elif address.path == "/moved":
            self.send_response(302)
            self.send_header("Location", wanted["to"])
            self.end_headers()
        else:
            super().do_GET()

    def page(self, body, headers=()):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.write(f"<!doctype html><meta charset=utf-8>{body}")

    def write(self, text):
        # A browser that did not wait for a slow page has gone.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Site:
    def __init__(self):
        handler = functools.partial(Handler, directory=str(ROOT / "fixtures/tauri/ui"))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        # Until then /halves sends but the first of them.
        self.server.second_half = threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def stop(self):
        self.server.second_half.set()
        self.server.shutdown()
        self.server.server_close()
