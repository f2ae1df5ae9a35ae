// The root of the document when the agent was put to work.
let root = null;

// Puts the agent to work. Called again where document.open() took the listeners away, and the root with them.
function listen() {
  root = document.documentElement;
  window.addEventListener("message", hear, true);
  window.addEventListener(KEYS.ask, asked, true);
  window.addEventListener(KEYS.show, shown, true);
  window.addEventListener(KEYS.begin, begun, true);
  listenForInput();
  listenForFiles();
}

// Answers that are still to come, by the numbers that the application was given instead. No other document has the same.
const later = new Map();
let lastLater = crypto.getRandomValues(new Uint32Array(1))[0] * 2 ** 20;

function promised(answer) {
  later.set((lastLater += 1), answer.then(JSON.stringify));
  return lastLater;
}

const agent = {
  listen, idOfChild, referToNode, members,
  // Answers a command at once; a number stands for an answer that is still to come.
  hear: (text) => {
    if (root === null || root !== document.documentElement) listen();
    const answer = obey(JSON.parse(text));
    return answer instanceof Promise ? promised(answer) : JSON.stringify(answer);
  },
  // The command that is given most, on the shortest way: to call a function of a library that this document has.
  // `elements` says which of the arguments are references.
  call: (here, id, name, elements, args) => {
    if (root === null || root !== document.documentElement) listen();
    try {
      view = here;
      for (let at = 0; at < elements.length; at += 1) args[elements[at]] = nodeFor(args[elements[at]], "element");
      const done = callMember({ id }, name, args);
      if (typeof done === "string") return `{"done":${JSON.stringify(done)}}`;
      return done instanceof Promise ? promised(awaitHere(done)) : JSON.stringify(answerWith(done));
    } catch (error) {
      return JSON.stringify(answerFor(error));
    }
  },
  // After a navigation the application asks whether a call that it still waits for is one of this document.
  knows: (number) => later.has(number),
  outcome: async (number) => {
    const answer = (await later.get(number)) ?? null;
    later.delete(number);
    return answer;
  },
  // For the application that asks and waits in one question. Until then it knows the call by a number of its own, which is
  // negative.
  whole: (number, said) => {
    if (typeof said !== "number") return said;
    later.set(number, later.get(said));
    later.delete(said);
    return agent.outcome(number);
  },
};

Object.defineProperty(globalThis, KEYS.name, { value: agent });
listen();
if (window.parent !== window) window.parent.postMessage([KEYS.secret, "hello"], "*");
