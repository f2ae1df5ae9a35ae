"""What is measured of a WebDriver session, and how its answers are checked."""

import base64
import http.client
import statistics
import struct
import time

import webdriver_client as client

PREPARE = """
const crowd = document.createElement("p");
for (let number = 0; number < 100; number += 1) {
  const one = document.createElement("i");
  one.className = "hundred";
  one.textContent = ".";
  crowd.append(one);
}
document.body.append(crowd);
const partly = document.createElement("p");
partly.id = "partly";
partly.innerHTML = "Shown <span hidden>and hidden </span><b>to all</b>";
document.body.prepend(partly);
"""

# What the page has seen of the last operation; it forgets it, so that every sample finds the same page.
TAKE = """
const field = document.getElementById("search");
const seen = {
  value: field.value,
  clicks: window.log.filter((entry) => entry.kind === "click").map((entry) => entry.trusted),
  typed: window.log.filter((entry) => entry.kind === "input").map((entry) => entry.trusted),
};
field.value = "";
window.log.length = 0;
document.getElementById("log").textContent = "";
return seen;
"""

NEW_SESSION = "new session to first find"
SIZE = (1000, 700)
TYPED = "abcde"
WARM_UP = 3
REST = 1.0
"""Seconds until a new page has been painted, which with some drivers goes on long after the first find."""
SHORT = 2
"""Sessions per round that end with their first find, beside the one with all operations: only one sample comes of each."""
BREAK = 0.5
"""Seconds between two sessions, until what is left of the application before has ended."""


class Wrong(Exception):
    """The driver did something else than it was asked to do."""


class Desk:
    """A session on the page, with the elements that operations need."""

    def __init__(self, session):
        self.session = session
        session.execute(PREPARE)
        self.button, self.field, self.paragraph, self.partly = (
            session.find(css) for css in ("#button", "#search", "#editable", "#partly")
        )
        time.sleep(REST)

    def seen(self, is_over):
        """What the page saw, once that is all of it, and whether it was when the page was first asked."""
        taken = self.session.execute(TAKE)
        was_there = is_over(taken)
        deadline = time.monotonic() + 2
        while not is_over(taken):
            must(time.monotonic() < deadline, taken)
            more = self.session.execute(TAKE)
            taken = {key: taken[key] + more[key] for key in taken}
        return taken, was_there


class Operation:
    """One command, timed, and what must have come of it, which is looked at when the clock has stopped."""

    def __init__(self, name, samples, act, check):
        self.name, self.samples, self.act, self.check = name, samples, act, check

    def measure(self, desk):
        """Milliseconds of each sample, and what the checks remarked."""
        times, remarks = [], []
        for number in range(WARM_UP + self.samples):
            start = time.perf_counter()
            answer = self.act(desk)
            taken = (time.perf_counter() - start) * 1000
            remark = self.check(desk, answer)
            if number >= WARM_UP:
                times.append(taken)
                remarks.append(remark)
        return times, remarks


def is_element(_desk, answer):
    must(isinstance(answer, str) and answer, answer)


def says(expected):
    return lambda _desk, answer: must(answer == expected, answer)


def is_picture(_desk, answer):
    picture = base64.b64decode(answer)
    must(picture.startswith(b"\x89PNG"), picture[:8])
    size = struct.unpack(">II", picture[16:24])
    must(size == SIZE, "a picture of {} by {}".format(*size))


def was_clicked(desk, _answer):
    seen, was_there = desk.seen(lambda taken: taken["clicks"])
    must(len(seen["clicks"]) == 1, seen)
    return {"trusted": all(seen["clicks"]), "was there": was_there}


def was_typed(desk, _answer):
    # How many events that takes is not looked at: some drivers set the value at once.
    seen, was_there = desk.seen(lambda taken: len(taken["value"]) >= len(TYPED))
    must(seen["value"] == TYPED, seen)
    return {"trusted": all(seen["typed"]), "was there": was_there}


def are_hundred(_desk, answer):
    must(len(set(answer)) == 100, len(answer))


def must(is_right, answer):
    if not is_right:
        raise Wrong(f"answered {answer}")


FIND, TEXT, ATTRIBUTE, EXECUTE = "find", "text", "attribute", "execute"
PARTLY = "text, a part of it hidden"
CLICK, KEYS, SCREENSHOT, FIND_100 = "click", "5 keys", "screenshot", "find 100 elements"

OPERATIONS = [
    Operation(FIND, 20, lambda desk: desk.session.find("#button"), is_element),
    Operation(TEXT, 20, lambda desk: desk.session.text(desk.paragraph), says("Edit me")),
    Operation(PARTLY, 20, lambda desk: desk.session.text(desk.partly), says("Shown to all")),
    Operation(ATTRIBUTE, 20, lambda desk: desk.session.attribute(desk.field, "name"), says("search")),
    Operation(EXECUTE, 20, lambda desk: desk.session.execute("return arguments[0] + 1", 41), says(42)),
    Operation(CLICK, 8, lambda desk: desk.session.click(desk.button), was_clicked),
    Operation(KEYS, 8, lambda desk: desk.session.keys(desk.field, TYPED), was_typed),
    Operation(SCREENSHOT, 6, lambda desk: desk.session.screenshot(), is_picture),
    Operation(FIND_100, 8, lambda desk: desk.session.find_all(".hundred"), are_hundred),
]


def first_find(driver):
    """A new session whose page is there, and the milliseconds until its first element was found."""
    start = time.perf_counter()
    session = driver.begin()
    while True:
        try:
            session.find("#button")
            break
        except client.Refusal:
            # Some drivers answer before there is a page.
            if time.perf_counter() - start > client.PATIENCE:
                raise
            time.sleep(0.002)
    return session, (time.perf_counter() - start) * 1000


class Samples:
    """What was measured of one driver."""

    def __init__(self):
        self.times, self.remarks, self.faults, self.breakdowns = {}, {}, {}, []

    def add(self, operation, times, remarks=()):
        self.times.setdefault(operation, []).extend(times)
        self.remarks.setdefault(operation, []).extend(remark for remark in remarks if remark)

    def median(self, operation):
        """None where nothing was measured, or where something else happened than what was asked for."""
        times = self.times.get(operation)
        return statistics.median(times) if times and operation not in self.faults else None

    def is_trusted(self, operation):
        return all(remark["trusted"] for remark in self.remarks.get(operation, []))

    def overtaken(self, operation):
        """Part of the samples in which the answer came before the page had seen all."""
        remarks = self.remarks.get(operation, [])
        return sum(not remark["was there"] for remark in remarks) / len(remarks) if remarks else 0


def visit(driver, samples, operations):
    """One round of one driver. A session that breaks down in the middle is begun anew."""
    for _ in range(SHORT):
        session(driver, samples, [])
    session(driver, samples, operations)


def session(driver, samples, operations):
    """A session with these operations in it."""
    under_way = NEW_SESSION
    time.sleep(BREAK)
    try:
        begun, taken = first_find(driver)
        samples.add(NEW_SESSION, [taken])
        desk = Desk(begun) if operations else None
        for operation in operations:
            under_way = operation.name
            try:
                samples.add(operation.name, *operation.measure(desk))
            except (Wrong, client.Refusal) as fault:
                samples.faults.setdefault(operation.name, str(fault))
        driver.end(begun)
    except (OSError, http.client.HTTPException) as broken:
        samples.breakdowns.append(f"{under_way}: {broken}")
        driver.stop()
        driver.start()
