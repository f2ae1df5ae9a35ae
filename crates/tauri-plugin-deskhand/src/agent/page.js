// Goes into the page's world before the page does, under a random name, and runs somebody's functions there: brings nodes
// in and out by events that the agent beside the page understands. The names of the events are random, too, all of it
// happens at once, and what it is done with is kept from before the page could change it: so the page has no part in it.
(keys) => {
  if (Object.hasOwn(globalThis, keys.run)) return;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { hasOwn } = Object;
  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  const { composedPath, stopImmediatePropagation } = Event.prototype;
  const NewEvent = CustomEvent;
  const detail = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail").get;

  const detailOf = (event) => parse(apply(detail, event, []));
  const tell = (target, name, text) => apply(dispatchEvent, target, [new NewEvent(name, { detail: text, composed: true })]);
  // Calls back with events of this name for as long as something is done.
  const hearing = (target, name, hear, doing) => {
    const listen = (event) => {
      apply(stopImmediatePropagation, event, []);
      hear(event);
    };
    apply(addEventListener, target, [name, listen, true]);
    try {
      doing();
    } finally {
      apply(removeEventListener, target, [name, listen, true]);
    }
  };

  class Fault extends Error {
    constructor(kind, message) {
      super(message);
      this.kind = kind;
    }
  }
  const doneOf = (answer, kind, otherwise) => {
    if (!answer) throw new Fault(kind, otherwise);
    if (answer.fault) throw new Fault(answer.fault.kind, answer.fault.message);
    return answer.done;
  };

  // The view that this page is in. The agent may not have heard of it yet.
  let view = null;

  // Asks the agent for something by text. It answers by an event on the window: a text, or a node.
  const ask = (question) => {
    let answer;
    const hearText = (event) => {
      answer = detailOf(event);
    };
    const hearNode = (event) => {
      answer = { done: apply(composedPath, event, [])[0] };
    };
    hearing(window, keys.answer, hearText, () => {
      hearing(window, keys.give, hearNode, () => tell(window, keys.ask, stringify({ ...question, from: view })));
    });
    return doneOf(answer, "failed", "The agent beside this page does not answer");
  };

  const stale = { element: "stale_node", shadow: "detached_shadow" };
  const referToNode = (node, kind) => {
    let answer;
    const hear = (event) => {
      answer = detailOf(event);
    };
    hearing(node, keys.answer, hear, () => tell(node, keys.show, view));
    return doneOf(answer, stale[kind], `This ${kind} is not in the document any more`);
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

  const faultOf = (error) => {
    if (error instanceof Fault) return { fault: { kind: error.kind, message: error.message } };
    return { fault: keys.faultOfThrown(error, clone) };
  };
  // The answer, or a promise of it where the function has returned one.
  const outcome = (callee, args) => {
    try {
      const value = apply(callee, window, revive(args));
      if (typeof value === "string") return { done: value };
      if (value === null || value === undefined || typeof value.then !== "function") return { done: clone(value) };
      return (async () => {
        try {
          return { done: clone(await value) };
        } catch (error) {
          return faultOf(error);
        }
      })();
    } catch (error) {
      return faultOf(error);
    }
  };
  const isPromise = (answer) => !hasOwn(answer, "done") && !hasOwn(answer, "fault");

  // Answers who called, and by an event of that name where one is given: who put a script into the page cannot wait for it,
  // and sees by another one that it runs.
  const run = (text, callee, name) => {
    const call = parse(text);
    ({ view } = call);
    if (name) tell(window, keys.begin, name);
    const over = (answer) => {
      if (name) tell(window, name, stringify(answer));
      return answer;
    };
    const answer = outcome(callee, call.args);
    return isPromise(answer) ? (async () => over(await answer))() : over(answer);
  };

  // The same for whoever cannot wait: a number stands for an answer that is still to come, and no other document has the
  // same. What is no object is told as a text: the page has no part in making it, and it is a shorter way.
  const later = { __proto__: null };
  let lastLater = crypto.getRandomValues(new Uint32Array(1))[0] * 2 ** 20;
  run.now = (text, callee) => {
    const answer = run(text, callee);
    if (isPromise(answer)) {
      later[(lastLater += 1)] = answer;
      return lastLater;
    }
    const { done } = answer;
    const isObject = done === undefined || (typeof done === "object" && done !== null);
    return isObject ? answer : `{"done":${typeof done === "string" ? stringify(done) : done}}`;
  };
  run.knows = (number) => hasOwn(later, number);
  run.outcome = async (number) => {
    const answer = (await later[number]) ?? null;
    delete later[number];
    return answer;
  };
  Object.defineProperty(globalThis, keys.run, { value: run });
}
