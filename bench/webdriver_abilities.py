#!/usr/bin/python3
"""Tries with every WebDriver server for Tauri what suites of tests need, and prints who can do it. See README.md.

Start it on a desktop that nothing else uses: `deskhand run -- /usr/bin/python3 bench/webdriver_abilities.py`.
"""

import base64
import pathlib
import sys
import tempfile
import time

import report
import webdriver_client as client
import webdriver_drivers
import webdriver_options

PATIENCE = 8
"""Seconds for an answer: who takes longer hangs."""

ABILITIES = []


def ability(name, page=webdriver_drivers.Server.page):
    """A function that fails when a driver cannot do this on this page."""

    def note(act):
        ABILITIES.append((name, page, act))
        return act

    return note


@ability("a page is there when a session is")
def begins(_driver, session):
    session.find("#button")


@ability("two sessions at once, each with its own application")
def two_sessions(driver, session):
    other = driver.begin_beside()
    try:
        await_element(other, "#button")
        await_element(session, "#button")
        other.execute("window.isOther = true")
        must(session.execute("return window.isOther === true") is False, "both sessions drive the same page")
    finally:
        other.end()


@ability("clicks are trusted")
def trusted(_driver, session):
    session.click(await_element(session, "#button"))
    seen = await_value(session, "return window.log.filter((entry) => entry.kind === 'click').map((entry) => entry.trusted)")
    must(seen == [True], f"isTrusted is {seen}")


@ability("a navigation is waited for")
def navigates(_driver, session):
    await_element(session, "#button")
    session.post("url", {"url": "tauri://localhost/shadow.html"})
    session.find("#slotted")


@ability("an element stays the same when another comes before it")
def identity(_driver, session):
    label = await_element(session, "label")
    session.execute("const one = document.createElement('label'); one.textContent = 'new'; document.body.prepend(one)")
    must(session.text(label).strip() == "Text", f"another element: {session.text(label)}")


@ability("a removed element is stale")
def stale(_driver, session):
    paragraph = await_element(session, "#editable")
    session.execute("document.getElementById('editable').remove()")
    refused(lambda: session.text(paragraph), "stale element reference")


@ability("elements as arguments of scripts")
def arguments(_driver, session):
    button = await_element(session, "#button")
    answer = session.execute("return arguments[0].id", {client.ELEMENT: button})
    must(answer == "button", answer)


@ability("promises of scripts are waited for")
def promises(_driver, session):
    await_element(session, "#button")
    answer = session.execute("return new Promise((resolve) => setTimeout(resolve, 50, 7))")
    must(answer == 7, answer)


@ability("script timeout")
def script_timeout(_driver, session):
    await_element(session, "#button")
    session.post("timeouts", {"script": 300})
    refused(lambda: session.post("execute/async", {"script": "", "args": []}), "script timeout")


@ability("implicit wait")
def implicit(_driver, session):
    await_element(session, "#button")
    session.post("timeouts", {"implicit": 3000})
    session.execute(
        "setTimeout(() => { const late = document.createElement('p'); late.id = 'late'; document.body.append(late); }, 300)"
    )
    session.find("#late")


@ability("shadow roots", "shadow.html")
def shadow(_driver, session):
    host = await_element(session, "#host")
    (root,) = session.get(f"element/{host}/shadow").values()
    inside = session.post(f"shadow/{root}/element", client.by("#where"))[client.ELEMENT]
    must(session.text(inside) == "outer shadow", session.text(inside))


@ability("frames of another origin", "frames.html")
def foreign_frame(_driver, session):
    frame = await_element(session, "#data")
    session.post("frame", {"id": {client.ELEMENT: frame}})
    inside = session.text(await_element(session, "#where"))
    must(inside == "data", f"in the frame it says {inside}")


@ability("dialogs", "dialogs.html")
def dialogs(_driver, session):
    session.click(await_element(session, "#confirm"))
    must(session.get("alert/text") == "Are you sure?", session.get("alert/text"))
    session.post("alert/accept", {})
    answer = await_value(session, "return document.getElementById('answer').textContent")
    must(answer == "true", answer)


@ability("file inputs", "files.html")
def files(_driver, session):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("from a file")
        file.flush()
        session.keys(await_element(session, "#single"), file.name)
        # The page says what it has read in the file: a name alone does not prove that there is one behind it.
        read = await_value(session, "return document.getElementById('read').textContent")
        must(read == f"{pathlib.Path(file.name).name}: from a file", f"the page read {read!r}")


@ability("a new window with an empty page")
def new_window(_driver, session):
    await_element(session, "#button")
    new = session.post("window/new", {"type": "window"})["handle"]
    must(new != session.get("window"), "the handle is that of the window that was there")
    session.post("window", {"handle": new})
    address = session.execute("return document.URL")
    must(address == "about:blank", f"it shows {address}")


@ability("print")
def prints(_driver, session):
    await_element(session, "#button")
    document = base64.b64decode(session.post("print", {}))
    must(document.startswith(b"%PDF"), document[:20])


class Unable(Exception):
    """What happened instead."""


def must(is_so, otherwise):
    if not is_so:
        raise Unable(otherwise)


def refused(act, code):
    try:
        answer = act()
    except client.Refusal as refusal:
        must(refusal.code == code, f"the error is {refusal.code}")
    else:
        raise Unable(f"no error, but {answer!r}")


def await_element(session, css):
    """Some drivers answer before there is a page, which is an ability of its own."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return session.find(css)
        except client.Refusal:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def await_value(session, script):
    """What a script returns, once that is something."""
    deadline = time.monotonic() + 2
    while not (value := session.execute(script)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return value


def attempt(driver, page, act):
    """None when it was done, or what happened instead."""
    driver.page = page
    driver.start()
    try:
        session = driver.begin()
        session.connection.http.sock.settimeout(PATIENCE)
        act(driver, session)
        return None
    except (Unable, client.Refusal) as why:
        return str(why)
    except TimeoutError:
        return f"no answer within {PATIENCE} s"
    except OSError as error:
        return f"the connection broke: {error}"
    finally:
        driver.stop()


def main():
    options = webdriver_options.parser(__doc__).parse_args()
    drivers = [driver for driver in webdriver_drivers.drivers(options) if driver.name != webdriver_drivers.PRIVATE]
    rows, notes = [], []
    for name, page, act in ABILITIES:
        cells = []
        for driver in drivers:
            why_not = attempt(driver, page, act)
            cells.append("no" if why_not else "yes")
            if why_not:
                notes.append(f"- {name}, {driver.name}: {why_not}")
        rows.append([name, *cells])
        print(f"{name}: {', '.join(cells)}", file=sys.stderr)
    print(report.table(["", *(driver.name for driver in drivers)], rows), *notes, sep="\n")


if __name__ == "__main__":
    main()
