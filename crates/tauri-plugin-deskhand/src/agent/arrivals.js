// Tells the application which events of a person's hands have been handled here.
//
// A later call of a function can overtake input that waits in the browser's queue, so that only the page itself knows
// when an event was handled. The listeners come first, at the window, and report with the next task: by then the page's
// own listeners and what the browser does by default have run.

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

function arrived(event) {
  if (!event.isTrusted) return;
  if (event.type === "wheel") afterFrames(() => report("wheel"));
  else report(event.type);
}

function listenForInput() {
  const types = [
    "pointerdown", "pointermove", "pointerup", "keydown", "keyup", "wheel", "touchstart", "touchmove", "touchend",
    "touchcancel", "dragover", "dragend",
  ];
  for (const type of types) window.addEventListener(type, arrived, { capture: true, passive: true });
}
