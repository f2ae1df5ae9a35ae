// Puts the agent to work. Called again where document.open() took the listeners away.
function listen() {
  window.addEventListener("message", hear, true);
  window.addEventListener(KEYS.ask, asked, true);
  window.addEventListener(KEYS.show, shown, true);
  window.addEventListener(KEYS.begin, begun, true);
  window.addEventListener(KEYS.end, ended, true);
  listenForInput();
  listenForFiles();
}

const agent = {
  listen, idOfChild, referToNode, members,
  obey: async (text) => {
    listen();
    return JSON.stringify(await obey(JSON.parse(text)));
  },
};

Object.defineProperty(globalThis, KEYS.name, { value: agent });
listen();
if (window.parent !== window) window.parent.postMessage([KEYS.secret, "hello"], "*");
