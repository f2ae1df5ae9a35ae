// Tells the application which events of a person's hands have been handled here. Runs in every frame, in our own world.
//
// A later call of a function can overtake input that waits in the browser's queue, so that only the page itself knows
// when an event was handled. The listeners come first, at the window, and report with the next task: by then the page's
// own listeners and what the browser does by default have run.
(() => {
  const report = window.webkit?.messageHandlers?.deskhandArrivals;
  if (!report) return;
  const handled = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => report.postMessage(handled.shift());
  const tell = (type) => {
    handled.push(type);
    port2.postMessage(null);
  };
  // A wheel is handled once the page has scrolled, which another thread does: the page knows after its next frame. One
  // that is out of sight draws none.
  const afterFrames = (done) => {
    const timer = setTimeout(done, 100);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    }));
  };
  const arrived = (event) => {
    if (!event.isTrusted) return;
    if (event.type === 'wheel') afterFrames(() => tell('wheel'));
    else tell(event.type);
  };
  const types = [
    'pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'keyup', 'wheel', 'touchstart', 'touchmove',
    'touchend', 'touchcancel', 'dragstart', 'drop', 'dragend',
  ];
  for (const type of types) window.addEventListener(type, arrived, { capture: true, passive: true });
})();
