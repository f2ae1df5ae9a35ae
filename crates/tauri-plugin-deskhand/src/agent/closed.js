// Closed shadow trees. Nothing leads from a host to its closed shadow root, but something in the tree leads to it: a
// node that both worlds know is put there for a moment when the tree is made (see attach.js).

const closedRoots = new WeakMap();

const marked = (event) => {
  event.stopImmediatePropagation();
  const [mark] = event.composedPath();
  mark.addEventListener(KEYS.attach, () => {
    const root = mark.getRootNode();
    if (root instanceof ShadowRoot) closedRoots.set(root.host, root);
  });
};
window.addEventListener(KEYS.mark, marked, true);
window.dispatchEvent(new Event(KEYS.meet));

// For everything in this world they are open.
const openRoot = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
Object.defineProperty(Element.prototype, "shadowRoot", {
  configurable: true,
  enumerable: true,
  get() {
    return openRoot.call(this) ?? closedRoots.get(this) ?? null;
  },
});
