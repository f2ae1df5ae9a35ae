// The object that tauri-plugin-webdriver-automation has in every page, for scripts that know it. Nothing of ours uses it.
(() => {
  "use strict";

  if ("__WEBDRIVER__" in window) return;
  const cache = Object.create(null);
  const shadow = Object.create(null);
  const connected = (element) => (element && element.isConnected ? element : null);
  const parts = {
    // Answers come back by themselves: there is nobody to tell.
    resolve() {},
    findElement: (selector, index) => document.querySelectorAll(selector)[index] || null,
    findElementByXPath: (path, index = 0) => document
      .evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null).snapshotItem(index),
    findElementInShadow: (id) => connected(shadow[id]),
    getActiveElement() {
      const element = document.activeElement;
      if (!element || element === document.body || element === document.documentElement) return null;
      const all = Array.from(document.querySelectorAll(element.localName));
      return { selector: element.localName, index: all.indexOf(element) };
    },
    cache,
    cookies: Object.create(null),
    __shadowCache: shadow,
  };
  const object = Object.create(null);
  for (const [name, value] of Object.entries(parts)) Object.defineProperty(object, name, { value, enumerable: true });
  Object.defineProperty(window, "__WEBDRIVER__", { value: object });
})();
