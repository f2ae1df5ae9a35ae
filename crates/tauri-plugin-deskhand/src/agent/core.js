// The middle of the agent: takes commands from the application, carries them out here or passes them on to a frame, and
// answers with {done} or {fault}. One agent lives in every document, in a world of its own.

class Fault extends Error {
  constructor(kind, message, thrown) {
    super(message);
    this.kind = kind;
    this.thrown = thrown;
  }
}

// What went wrong, in the words of the protocol. Everything that is not a Fault of ours was thrown by somebody's code.
function answerFor(error) {
  if (error instanceof Fault) {
    const fault = { kind: error.kind, message: error.message };
    if (error.thrown) fault.thrown = error.thrown;
    return { fault };
  }
  return { fault: faultOfThrown(error, cloneOwn) };
}

const randomId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

// Tells this document from all others.
const documentId = randomId();

// The browsing context that this document is in: the view, or the frame as its parent calls it. A frame that nobody sent
// a command to yet asks its parent, where it may.
let context = null;

// The view, as every command says. A view that a page opens shares its scripts with that page's, so they cannot know it.
let view = null;

function contextId() {
  if (window.parent === window) return view;
  if (context === null) {
    try {
      context = window.parent[KEYS.name].idOfChild(window);
    } catch {
      throw new Fault("failed", "The frame of this document is not known yet");
    }
  }
  return context;
}

// What can be asked of this document. Other files add to it.
const members = { __proto__: null };

const answerWith = (done) => ({ done: done === undefined ? null : done });

const isPromise = (value) => typeof value?.then === "function";

// Answers with a promise only where there is something to wait for: most is done at once, and every wait is a detour.
// Pages are asked a few times and left, so that all this is interpreted: each step saved is a good part of an answer.
function obeyHere(command) {
  try {
    view = command.view;
    if (command.context !== undefined) context = command.context;
    const member = members[command.member];
    if (member === undefined) throw new Fault("invalid", `The agent has no ${command.member}`);
    const done = member(command.args ?? {});
    return done instanceof Promise ? awaitHere(done) : answerWith(done);
  } catch (error) {
    return answerFor(error);
  }
}

async function awaitHere(done) {
  try {
    return answerWith(await done);
  } catch (error) {
    return answerFor(error);
  }
}

const obey = (command) => (command.path?.length ? relay(command) : obeyHere(command));
