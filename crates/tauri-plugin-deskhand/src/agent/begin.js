// The root of the document when the agent was put to work.
let root = null;

// Puts the agent to work. Called again where document.open() took the listeners away, and the root with them.
function listen() {
  root = document.documentElement;
  window.addEventListener("message", hear, true);
  window.addEventListener(KEYS.ask, asked, true);
  window.addEventListener(KEYS.show, shown, true);
  window.addEventListener(KEYS.begin, begun, true);
  window.addEventListener(KEYS.end, ended, true);
  listenForInput();
  listenForFiles();
}

// Answers that are still to come, by the number that the application was given instead.
const later = new Map();
let lastLater = 0;

const agent = {
  listen, idOfChild, referToNode, members,
  obey: (text) => {
    if (root === null || root !== document.documentElement) listen();
    const answer = obey(JSON.parse(text));
    return answer instanceof Promise ? answer.then((told) => JSON.stringify(told)) : JSON.stringify(answer);
  },
  // The same for whoever cannot wait: a number stands for an answer that is still to come.
  hear: (text) => {
    const answer = agent.obey(text);
    if (typeof answer === "string") return answer;
    later.set((lastLater += 1), answer);
    return lastLater;
  },
  outcome: (number) => {
    const answer = later.get(number) ?? null;
    later.delete(number);
    return answer;
  },
};

Object.defineProperty(globalThis, KEYS.name, { value: agent });
listen();
if (window.parent !== window) window.parent.postMessage([KEYS.secret, "hello"], "*");
