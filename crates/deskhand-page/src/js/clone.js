// How values leave a page, as WebDriver 2 says ("JSON clone"). One expression without outside names, as it runs in any
// world: it is given what turns a node or a window into a reference, and what makes an error of the protocol.
({ referToNode, referToWindow, fail }) => {
  const nodeType = Object.getOwnPropertyDescriptor(Node.prototype, "nodeType").get;
  const typeOfNode = (value) => {
    try {
      return nodeType.call(value);
    } catch {
      return 0;
    }
  };
  const isWindow = (value) => {
    try {
      return value.window === value && value.self === value && typeof value.closed === "boolean";
    } catch {
      return false;
    }
  };
  const collections = new Set([
    "Arguments", "Array", "DOMTokenList", "FileList", "HTMLAllCollection", "HTMLCollection", "HTMLFormControlsCollection",
    "HTMLOptionsCollection", "NodeList", "RadioNodeList",
  ]);
  const isCollection = (value) =>
    Array.isArray(value) || collections.has(Object.prototype.toString.call(value).slice(8, -1));

  const namesOf = (value) => {
    const names = [];
    for (const name in value) names.push(name);
    return names;
  };

  const clone = (value, seen) => {
    if (value === undefined || value === null) return null;
    switch (typeof value) {
      case "boolean":
      case "string":
        return value;
      case "number":
        return Number.isFinite(value) ? value : null;
      case "bigint":
      case "symbol":
        throw fail("script", `A ${typeof value} cannot be handed over`);
    }
    // document.all calls itself undefined, but is a collection. That something is no node is told by an exception, which
    // takes longer than all else here: what most values are needs none.
    const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    const type = isPlain ? 0 : typeOfNode(value);
    if (type === 1) return referToNode(value, "element");
    if (type === 11 && value.host) return referToNode(value, "shadow");
    if (!isPlain && isWindow(value)) return referToWindow(value);
    if (seen.includes(value)) throw fail("script", "The value refers to itself");
    const within = [...seen, value];
    if (isCollection(value)) {
      const copy = [];
      for (let index = 0; index < value.length; index += 1) copy.push(clone(value[index], within));
      return copy;
    }
    if (typeof value.toJSON === "function") return clone(value.toJSON(), within);
    const copy = {};
    // Of a node that is no element only what it has by itself: what all nodes have leads everywhere.
    const names = type === 0 ? namesOf(value) : Object.keys(value);
    for (const key of names) {
      Object.defineProperty(copy, key, {
        value: clone(value[key], within), enumerable: true, configurable: true, writable: true,
      });
    }
    return copy;
  };
  return (value) => clone(value, []);
}
