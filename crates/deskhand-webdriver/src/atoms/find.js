// Searching a document, what is below an element, or a shadow tree.

// How many milliseconds a document that is still being read has got until something is said not to be in it.
const READING = 50;

function isBeingRead() {
  return document.readyState === "loading";
}

// Finds the first element or all, as a list, and waits for one for so many milliseconds.
function find(from, using, value, all, wait) {
  const root = from ?? document;
  const search = () => searched(root, using, value, all);
  const found = search();
  if (found.length > 0 || (wait <= 0 && !isBeingRead())) return found;
  return waitFor(search, root, wait, using.endsWith("link text"));
}

function searched(root, using, value, all) {
  switch (using) {
    case "css selector":
      return bySelector(root, value, all);
    case "link text":
      return byLinkText(root, all, (text) => text === value);
    case "partial link text":
      return byLinkText(root, all, (text) => text.includes(value));
    case "tag name":
      return byTagName(root, value, all);
    case "xpath":
      return byXPath(root, value, all);
    default:
      return refuse("invalid argument", `${using} is not a way to find elements.`);
  }
}

function firstOf(list, all) {
  return all ? Array.from(list) : Array.prototype.slice.call(list, 0, 1);
}

function bySelector(root, selector, all) {
  try {
    if (all) return Array.from(root.querySelectorAll(selector));
    const first = root.querySelector(selector);
    return first === null ? [] : [first];
  } catch (error) {
    return refuse("invalid selector", `${JSON.stringify(selector)} is not a CSS selector: ${error.message}`);
  }
}

function byLinkText(root, all, matches) {
  const found = [];
  for (const link of root.querySelectorAll("a")) {
    if (!matches(visibleText(link).trim())) continue;
    found.push(link);
    if (!all) break;
  }
  return found;
}

function byTagName(root, name, all) {
  if (root.getElementsByTagName) return firstOf(root.getElementsByTagName(name), all);
  // Shadow roots cannot be asked for a name.
  const matches = (element) =>
    name === "*" || qualifiedName(element) === (isHtml(element) ? name.toLowerCase() : name);
  return firstOf(Array.from(root.querySelectorAll("*")).filter(matches), all);
}

function byXPath(root, expression, all) {
  const found = [];
  try {
    const type = all ? XPathResult.ORDERED_NODE_SNAPSHOT_TYPE : XPathResult.FIRST_ORDERED_NODE_TYPE;
    const result = evaluated(root, expression, type);
    if (all) for (let at = 0; at < result.snapshotLength; at++) found.push(result.snapshotItem(at));
    else if (result.singleNodeValue) found.push(result.singleNodeValue);
  } catch (error) {
    refuse("invalid selector", `${JSON.stringify(expression)} is not an XPath that gives nodes: ${error.message}`);
  }
  const other = found.find((node) => !isElement(node));
  if (other) {
    const kind = other.nodeName.toLowerCase();
    refuse("invalid selector", `${JSON.stringify(expression)} gives ${kind}, which is not an element.`);
  }
  return found;
}

function evaluated(root, expression, type) {
  const owner = root.ownerDocument ?? root;
  // Inside of XML, names without a prefix are in no namespace; prefixes are those of the document.
  const prefixes = owner.createNSResolver ? owner.createNSResolver(owner.documentElement ?? owner) : null;
  if (!(root instanceof ShadowRoot)) return owner.evaluate(expression, root, prefixes, type, null);
  // WebKit takes no shadow root as the node to begin with, but for an element in it the root of absolute paths is the
  // shadow root. What is relative to the shadow root is therefore the same as what is absolute.
  const within = root.firstElementChild ?? owner.createDocumentFragment().appendChild(owner.createElement("div"));
  const relative = /^\s*(?:[.@*\w]|::)/.test(expression) && !/^\s*[\w-]+\s*\(/.test(expression);
  const path = relative ? expression.replace(/^\s*/, "/") : expression;
  return owner.evaluate(path, within, prefixes, type, null);
}

// Repeats a search whenever something has changed, until it finds something or the time is over.
function waitFor(search, root, wait, looksAtStyle) {
  return new Promise((resolve, reject) => {
    const pause = 10;
    const begin = performance.now();
    let last = begin;
    let again = 0;
    const isOver = () => last >= begin + wait && (last >= begin + READING || !isBeingRead());
    const stop = (settle, value) => {
      watch.disconnect();
      document.removeEventListener("readystatechange", look);
      for (const timer of [again, ...ends]) clearTimeout(timer);
      clearInterval(poll);
      settle(value);
    };
    const look = () => {
      again = 0;
      last = performance.now();
      try {
        refuseGone(root);
        const found = search();
        if (found.length > 0 || isOver()) stop(resolve, found);
      } catch (error) {
        stop(reject, error);
      }
    };
    // A page that changes all the time is not searched all the time.
    const changed = () => {
      if (again) return;
      const since = performance.now() - last;
      if (since >= pause) look();
      else again = setTimeout(look, pause - since);
    };
    const watch = new MutationObserver(changed);
    watch.observe(root.getRootNode(), { subtree: true, childList: true, attributes: true, characterData: true });
    // Told as soon as a document has been read, before it is laid out. Of its changes an observer hears after that.
    document.addEventListener("readystatechange", look);
    const ends = [wait, READING].map((end) => setTimeout(look, Math.min(end, 0x7fffffff)));
    // A root that leaves its document with an ancestor, and a text that a style begins to show, are not told of.
    const poll = setInterval(look, looksAtStyle ? 50 : 250);
  });
}

function refuseGone(root) {
  if (root.isConnected) return;
  if (root instanceof ShadowRoot) refuse("detached shadow root", "The shadow root left the document.");
  refuse("stale element reference", `${named(root)} left the document.`);
}
