// Tells the application which events of a person's hands have been handled here.
//
// A later call of a function can overtake input that waits in the browser's queue, so that only the page itself knows
// when an event was handled. The listeners come first, at the window, and report with the next task: by then the page's
// own listeners and what the browser does by default have run, and a navigation that came of it has begun.
//
// A task can wait until a whole frame is drawn. Keys that do nothing but type are reported when they arrive: whatever the
// page is asked after that comes when it is done with them.

const reporter = window.webkit?.messageHandlers?.deskhandArrivals;
const handled = [];
const nextTask = new MessageChannel();
nextTask.port1.onmessage = () => reporter?.postMessage(handled.shift());

function report(type) {
  handled.push(type);
  nextTask.port2.postMessage(null);
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
  if (event.type === "wheel") afterFrames(() => report("wheel"));
  else if (onlyTypes(event)) reporter?.postMessage(event.type);
  else report(event.type);
}

function listenForInput() {
  const types = [
    "pointerdown", "pointermove", "pointerup", "keydown", "keyup", "wheel", "touchstart", "touchmove", "touchend",
    "touchcancel", "dragover", "dragend",
  ];
  for (const type of types) window.addEventListener(type, arrived, { capture: true, passive: true });
}
