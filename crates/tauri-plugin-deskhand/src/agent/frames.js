// Commands for frames go down from window to window as messages, which no page sees: the agent's listener is the first
// on every window and stops them. Ids of frames are given out by the agent of the parent.

const children = new Map();
const childIds = new WeakMap();
const awaited = new Map();
let lastMessage = 0;
let watching = null;

// How long the document of a frame may take to say that it has a command, before it is taken for one without scripts;
// and one that most likely is.
const DEAF_AFTER_MS = 1500;
const SANDBOXED_AFTER_MS = 100;
const WATCH_EVERY_MS = 25;

function idOfChild(child) {
  let id = childIds.get(child);
  if (id === undefined) {
    for (const [known, other] of children) if (other.closed) children.delete(known);
    id = `frame-${randomId()}`;
    childIds.set(child, id);
    children.set(id, child);
  }
  return id;
}

// The window of a frame is closed once its element is out of the document.
const childFor = (id) => {
  const child = children.get(id);
  if (!child || child.closed || child.parent !== window) {
    throw new Fault("no_frame", `There is no frame ${id} any more`);
  }
  return child;
};

const refusal = (kind, message) => ({ fault: { kind, message } });

// The element says what the document in it was loaded with, if nobody has changed it since.
function saysNoScripts(child) {
  const element = elementOf(child);
  return element?.hasAttribute("sandbox") === true && !element.sandbox.contains("allow-scripts");
}

const seemsDeaf = (child, waited) =>
  waited > DEAF_AFTER_MS || (waited > SANDBOXED_AFTER_MS && saysNoScripts(child));

async function relay(command) {
  try {
    const [id, ...path] = command.path;
    const child = childFor(id);
    // document.open() takes all listeners from a window. Where this agent may reach the other one, it puts them back.
    try {
      child[KEYS.name]?.listen();
    } catch {
      // Of another origin.
    }
    const number = (lastMessage += 1);
    const order = { ...command, path, context: id };
    return await new Promise((resolve) => {
      awaited.set(number, { child, id, order, resolve, taken: false, since: performance.now() });
      child.postMessage([KEYS.secret, "do", number, order], "*");
      watching ??= setInterval(watch, WATCH_EVERY_MS);
    });
  } catch (error) {
    return answerFor(error);
  }
}

function settle(number, answer) {
  const entry = awaited.get(number);
  if (!entry) return;
  awaited.delete(number);
  if (awaited.size === 0 && watching !== null) {
    clearInterval(watching);
    watching = null;
  }
  entry.resolve(answer);
}

// Looks after commands whose frame went away or never listens.
function watch() {
  for (const [number, { child, id, taken, since }] of [...awaited]) {
    if (child.closed) settle(number, refusal("no_frame", `The frame ${id} is not there any more`));
    else if (!taken && seemsDeaf(child, performance.now() - since)) {
      settle(number, refusal("unsupported", "The document of this frame runs no scripts (sandbox), so nothing can be asked of it"));
    }
  }
}

// A new document is in a frame. What its predecessor had taken is lost; what nobody took is sent once more, because it
// may have been on its way to either.
function greeted(child) {
  for (const [number, entry] of [...awaited]) {
    if (entry.child !== child) continue;
    if (entry.taken) settle(number, refusal("interrupted", "The frame went to another document"));
    else child.postMessage([KEYS.secret, "do", number, entry.order], "*");
  }
}

const takenHere = new Set();

async function take(source, number, order) {
  if (takenHere.has(number)) return;
  takenHere.add(number);
  source.postMessage([KEYS.secret, "taken", number], "*");
  const answer = await obey(order);
  source.postMessage([KEYS.secret, "done", number, answer], "*");
}

function hear(event) {
  const { data, source } = event;
  if (!Array.isArray(data) || data[0] !== KEYS.secret) return;
  event.stopImmediatePropagation();
  const [, what, number, content] = data;
  if (what === "do" && source === window.parent) void take(source, number, content);
  else if (what === "taken" && awaited.has(number)) awaited.get(number).taken = true;
  else if (what === "done" && awaited.get(number)?.child === source) settle(number, content);
  else if (what === "hello") greeted(source);
}

const frameElements = new Set(["IFRAME", "FRAME"]);

members.enterFrame = ({ index, node }) => {
  let child;
  if (node !== undefined) {
    const element = nodeFor(node, "element");
    if (!frameElements.has(element.nodeName.toUpperCase())) throw new Fault("no_frame", "This element shows no frame");
    child = element.contentWindow;
  } else {
    child = index < window.length ? window[index] : null;
  }
  if (!child) throw new Fault("no_frame", node === undefined ? `There is no frame ${index}` : "This frame shows nothing");
  return idOfChild(child);
};
