// Goes into the page's world before the page does, under a random name, and runs somebody's functions there: brings nodes
// in and out by events that the agent beside the page understands. The names of the events are random, too, and all of
// it happens at once, so the page has no part in it.
(keys) => {
  if (Object.hasOwn(globalThis, keys.run)) return;
  const { parse, stringify } = JSON;

  class Fault extends Error {
    constructor(kind, message) {
      super(message);
      this.kind = kind;
    }
  }
  const faultFrom = ({ kind, message }) => new Fault(kind, message);
  const tell = (name, detail) => window.dispatchEvent(new CustomEvent(name, { detail }));

  // Asks the agent for something by text. It answers by an event on the window: a text, or a node.
  const ask = (question) => {
    let answer;
    const hearText = (event) => {
      answer = parse(event.detail);
    };
    const hearNode = (event) => {
      answer = { done: event.composedPath()[0] };
    };
    window.addEventListener(keys.answer, hearText);
    window.addEventListener(keys.give, hearNode, true);
    tell(keys.ask, stringify(question));
    window.removeEventListener(keys.answer, hearText);
    window.removeEventListener(keys.give, hearNode, true);
    if (!answer) throw new Fault("failed", "The agent beside this page does not answer");
    if (answer.fault) throw faultFrom(answer.fault);
    return answer.done;
  };

  const stale = { element: "stale_node", shadow: "detached_shadow" };
  const referToNode = (node, kind) => {
    let answer;
    const hear = (event) => {
      event.stopImmediatePropagation();
      answer = parse(event.detail);
    };
    node.addEventListener(keys.answer, hear);
    node.dispatchEvent(new CustomEvent(keys.show, { composed: true }));
    node.removeEventListener(keys.answer, hear);
    if (!answer) throw new Fault(stale[kind], `This ${kind} is not in the document any more`);
    if (answer.fault) throw faultFrom(answer.fault);
    return answer.done;
  };

  const referToWindow = (value) => {
    if (value === window) return ask({ window: "self" });
    if (value === window.top) return ask({ window: "top" });
    if (value === window.parent) return ask({ window: "parent" });
    for (let index = 0; index < window.length; index += 1) {
      if (window[index] === value) return ask({ window: index });
    }
    if (value.closed) throw new Fault("stale_node", "This window is closed");
    throw new Fault("unsupported", "The window of another view cannot be handed over");
  };
  const windowFrom = (place) => (place === "self" ? window : place === "top" ? window.top : window[place]);

  const clone = keys.makeClone({ referToNode, referToWindow, fail: (kind, message) => new Fault(kind, message) });
  const revive = keys.makeRevive({
    elementKey: keys.element, shadowKey: keys.shadow, frameKey: keys.frame, windowKey: keys.window,
    node: (reference, kind) => ask({ node: reference, kind }),
    frame: (id) => windowFrom(ask({ frame: id })),
    view: (id) => windowFrom(ask({ view: id })),
  });

  const run = async (text, callee) => {
    const { number, view, args } = parse(text);
    tell(keys.begin, stringify({ number, view }));
    try {
      return { done: clone(await callee.apply(window, revive(args))) };
    } catch (error) {
      if (error instanceof Fault) return { fault: { kind: error.kind, message: error.message } };
      const thrown = keys.describeThrown(error, clone);
      const message = thrown.name && thrown.message ? `${thrown.name}: ${thrown.message}` : thrown.name || thrown.message;
      return { fault: { kind: "script", message, thrown } };
    } finally {
      tell(keys.end, String(number));
    }
  };
  Object.defineProperty(globalThis, keys.run, { value: run });
}
