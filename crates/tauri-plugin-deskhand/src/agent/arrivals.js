// Tells the application which events of a person's hands have been handled here.
//
// A later call of a function can overtake input that waits in the browser's queue, so that only the page itself knows
// when an event was handled. The listeners come first, at the window, and report some tasks later: by then the page's
// own listeners and what the browser does by default have run, and a navigation that came of it has begun.
//
// Keys that do nothing but type are reported when they arrive: whatever the page is asked after that comes when it is done
// with them.

const reporter = window.webkit?.messageHandlers?.deskhandArrivals;

// To submit a form, the browser takes a task to begin and another one to go. A third comes after both.
const TASKS = 3;
const settling = [];
let tasksLeft = 0;

function reportSettled(type) {
  settling.push(type);
  const isWaiting = tasksLeft > 0;
  tasksLeft = TASKS;
  if (!isWaiting) nextTask();
}

// Messages between ports take the way through another process. Timers do not, and come before the next frame is drawn.
function nextTask() {
  setTimeout(() => {
    tasksLeft -= 1;
    if (tasksLeft > 0) nextTask();
    else report(settling.splice(0));
  }, 0);
}

// Each report is answered by the browser, which takes longer than a key does. Where the application has said how many
// events it waits for, it is told of them together, and of some of them only when that takes long.
const OVERDUE_MS = 50;
const handled = [];
let expected = 0;
let overdue = 0;

members.expect = ({ count }) => {
  expected = count;
  if (count === 0 && handled.length > 0) tell();
};

function report(types) {
  handled.push(...types);
  if (handled.length >= expected) tell();
  else if (overdue === 0) overdue = setTimeout(tell, OVERDUE_MS);
}

// The types of events, whether those are all that were expected, and whether all of the page was there by then.
function tell() {
  clearTimeout(overdue);
  overdue = 0;
  const told = handled.splice(0);
  if (expected > 0) {
    expected = Math.max(0, expected - told.length);
    if (expected === 0) told.push("all");
  }
  if (window.parent === window && document.readyState === "complete") told.push("whole");
  reporter?.postMessage(told.join(" "));
}

// A wheel is handled once the page has scrolled. Another thread does that, and the page knows after its next frame; one
// that is out of sight draws none.
function afterFrames(done) {
  const timer = setTimeout(done, 100);
  const drawn = () => {
    clearTimeout(timer);
    done();
  };
  requestAnimationFrame(() => requestAnimationFrame(drawn));
}

// Return and the space bar press buttons, and what is held with others may do anything.
const onlyTypes = (event) =>
  event instanceof KeyboardEvent && event.key.length === 1 && event.key !== " " &&
  !event.altKey && !event.ctrlKey && !event.metaKey;

function arrived(event) {
  if (!event.isTrusted) return;
  if (event.type === "wheel") afterFrames(() => reportSettled("wheel"));
  else if (onlyTypes(event)) report([event.type]);
  else reportSettled(event.type);
}

function listenForInput() {
  const types = [
    "pointerdown", "pointermove", "pointerup", "keydown", "keyup", "wheel", "touchstart", "touchmove", "touchend",
    "touchcancel", "dragover", "dragend",
  ];
  for (const type of types) window.addEventListener(type, arrived, { capture: true, passive: true });
}
