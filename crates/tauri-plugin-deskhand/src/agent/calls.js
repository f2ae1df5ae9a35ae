// Calls of functions, in this world and in the page's.

const cloneOwn = makeClone({ referToNode, referToWindow, fail: (kind, message) => new Fault(kind, message) });
const reviveOwn = makeRevive({
  elementKey: KEYS.element, shadowKey: KEYS.shadow, frameKey: KEYS.frame, windowKey: KEYS.window,
  node: nodeFor, frame: frameFor, view: viewFor,
});

const libraries = new Map();

function libraryFor({ id, source }) {
  if (source === undefined || source === null) {
    throw new Fault("library_missing", `This document was not handed the library ${id} yet`);
  }
  const library = (0, eval)(`(${source}\n)`);
  libraries.set(id, library);
  return library;
}

// What a value is handed over as. Most need no copy, or are a list of elements.
function handOver(value) {
  if (typeof value === "string" || value === null) return value;
  if (Array.isArray(value)) {
    const copy = [];
    for (let index = 0; index < value.length; index += 1) {
      copy.push(value[index] instanceof Element ? referToNode(value[index]) : cloneOwn(value[index]));
    }
    return copy;
  }
  return isPromise(value) ? Promise.resolve(value).then(cloneOwn) : cloneOwn(value);
}

function callMember(library, name, args) {
  const value = libraries.get(library.id) ?? libraryFor(library);
  if (typeof value[name] !== "function") throw new Fault("invalid", `The library ${library.id} has no function ${name}`);
  return handOver(value[name](...args));
}

members.call = ({ world, code, args }) => {
  if (world === "page") return callInPage(code, args);
  if (code.member !== undefined) return callMember(code.member.library, code.member.name, reviveOwn(args));
  return handOver(new Function(code.body).apply(window, reviveOwn(args)));
};

// Functions of the plugin itself, called without the cloning of values that pages get.
members.loaded = ({ until }) =>
  new Promise((resolve) => {
    const reached = () => document.readyState === "complete" || (until === "interactive" && document.readyState !== "loading");
    if (until === "started" || reached()) return resolve(null);
    const check = () => {
      if (!reached()) return;
      document.removeEventListener("readystatechange", check);
      window.removeEventListener("load", check);
      // One turn later the page's own handlers of `load` and `DOMContentLoaded` have run.
      setTimeout(resolve, 0, null);
    };
    document.addEventListener("readystatechange", check);
    window.addEventListener("load", check);
  });

// Answers when this document will not be left after all for where a click leads to: when it is what came of it, when it has
// gone to another part of itself, or after so many milliseconds. When it is left, it does not answer.
members.remains = ({ within }) =>
  new Promise((resolve) => {
    if (performance.now() < within) return resolve(null);
    window.addEventListener("hashchange", () => resolve(null), { once: true });
    setTimeout(resolve, within, null);
  });

members.viewport = () => ({ width: window.innerWidth, height: window.innerHeight });

// Goes to another part of this document; answers whether that is what the address leads to.
members.followFragment = ({ url }) => {
  const withoutFragment = (address) => address.split("#", 1)[0];
  if (withoutFragment(document.URL) !== withoutFragment(url)) return false;
  window.location.href = url;
  return true;
};
