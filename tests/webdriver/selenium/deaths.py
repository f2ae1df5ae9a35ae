"""What a session can lose by a kill -9: its application, its web process, its client. Each is told, and nothing stays."""

import itertools
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from selenium.common.exceptions import InvalidSessionIdException, WebDriverException

from support import DEADLINE, FIXTURE, alive, below, processes, until

#: Longer than the client waits for an answer: who gets one did not get it from a timeout.
FOR_EVER = 3600
NEVER = "return new Promise(() => {})"

numbers = itertools.count()


def marked_page():
    """A page that only one application shows, and so is the way to find that application among others."""
    return f"index.html?mark-{next(numbers)}."


def application_of(server, page):
    """The process that shows this page."""
    [found] = [
        number for number, words in below(server.process.pid).items()
        if FIXTURE.name in words.split(" ")[0] and page in words
    ]
    return found


def household(server, application):
    """The processes that the server started for this application: itself, its own, and its desktop."""
    living = processes()
    eldest = application
    while living[eldest][0] != server.process.pid:
        eldest = living[eldest][0]
    return {eldest: living[eldest][1], **below(eldest, living)}


def doomed(server):
    """A session, and the process of its application."""
    page = marked_page()
    driver = server.session(page=page)
    driver.set_script_timeout(FOR_EVER)
    return driver, application_of(server, page)


def gone(household):
    until("the end of the application, its processes and its desktop", lambda: not alive(household))


def of_application(test, server):
    driver, application = doomed(server)
    its = household(server, application)
    os.kill(application, signal.SIGKILL)
    test.assertRaises(WebDriverException, driver.execute_script, NEVER)
    with test.assertRaises(InvalidSessionIdException):
        _ = driver.title
    gone(its)


def of_web_process(test, server):
    driver, application = doomed(server)
    its = household(server, application)
    [page] = [number for number, words in its.items() if "WebKitWebProcess" in words.split(" ")[0]]
    os.kill(page, signal.SIGKILL)
    with test.assertRaises(WebDriverException) as raised:
        driver.execute_script(NEVER)
    test.assertTrue(raised.exception.msg, "an error without a sentence")
    driver.quit()
    gone(its)


def of_client(test, server):
    page = marked_page()
    client = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("client.py"), server.url, page], stdout=subprocess.PIPE, text=True)
    session = client.stdout.readline().strip()
    application = application_of(server, page)
    its = household(server, application)
    client.stdout.close()
    client.kill()
    client.wait()
    # The session outlives its client, as sessions do, and anyone who knows its number can end it.
    test.assertTrue(alive([application]))
    ending = urllib.request.Request(f"{server.url}/session/{session}", method="DELETE")
    with urllib.request.urlopen(ending, timeout=DEADLINE) as answer:
        test.assertEqual(answer.status, 200)
    gone(its)
