// Calls of functions, in this world and in the page's.

const cloneOwn = makeClone({ referToNode, referToWindow, fail: (kind, message) => new Fault(kind, message) });
const reviveOwn = makeRevive({
  elementKey: KEYS.element, shadowKey: KEYS.shadow, frameKey: KEYS.frame, windowKey: KEYS.window,
  node: nodeFor, frame: frameFor, view: viewFor,
});

const libraries = new Map();

function libraryFor({ id, source }) {
  if (!libraries.has(id)) {
    if (source === undefined || source === null) {
      throw new Fault("library_missing", `This document was not handed the library ${id} yet`);
    }
    libraries.set(id, (0, eval)(`(${source}\n)`));
  }
  return libraries.get(id);
}

function functionOf(code) {
  if (code.body !== undefined) return new Function(code.body);
  const { library, name } = code.member;
  const value = libraryFor(library);
  if (typeof value[name] !== "function") throw new Fault("invalid", `The library ${library.id} has no function ${name}`);
  return value[name].bind(value);
}

members.call = ({ world, code, args }, { number }) => {
  if (world === "page") return callInPage(code, args, number);
  const value = functionOf(code).apply(window, reviveOwn(args));
  return isPromise(value) ? Promise.resolve(value).then(cloneOwn) : cloneOwn(value);
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
