// Tells the application which events of a person's hands have been handled here.
//
// A later call of a function can overtake input that waits in the browser's queue, so that only the page itself knows
// when an event was handled. The listeners come first, at the window, and report some tasks later: by then the page's
// own listeners and what the browser does by default have run, and a navigation that came of it has begun.
//
// Keys that do nothing but type, and moves with no button held, are reported when they arrive: whatever the page is asked
// after that comes when it is done with them.

const reporter = window.webkit?.messageHandlers?.deskhandArrivals;

// To submit a form, the browser takes a task to begin and another one to go. A third comes after both.
const TASKS = 3;
const handled = [];
let tasksLeft = 0;

function report(type) {
  handled.push(type);
  const isWaiting = tasksLeft > 0;
  tasksLeft = TASKS;
  if (!isWaiting) nextTask();
}

// Messages between ports take the way through another process. Timers do not, and come before the next frame is drawn.
function nextTask() {
  setTimeout(() => {
    tasksLeft -= 1;
    if (tasksLeft > 0) nextTask();
    else tell(handled.splice(0));
  }, 0);
}

// The types of events, and whether all of the page was there by then.
function tell(types) {
  const isWhole = window.parent === window && document.readyState === "complete";
  reporter?.postMessage(`${types.join(" ")}${isWhole ? " whole" : ""}`);
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

const onlyMoves = (event) => event.type === "pointermove" && event.buttons === 0;

function arrived(event) {
  if (!event.isTrusted) return;
  if (event.type === "wheel") afterFrames(() => report("wheel"));
  else if (onlyTypes(event) || onlyMoves(event)) reporter?.postMessage(event.type);
  else report(event.type);
}

function listenForInput() {
  const types = [
    "pointerdown", "pointermove", "pointerup", "keydown", "keyup", "wheel", "touchstart", "touchmove", "touchend",
    "touchcancel", "dragover", "dragend",
  ];
  for (const type of types) window.addEventListener(type, arrived, { capture: true, passive: true });
}
