// How arguments come into a page: what was said as JSON, with references in it, at any depth, turned into what they
// refer to. One expression without outside names, as it runs in any world.
({ elementKey, shadowKey, frameKey, windowKey, node, frame, view }) => {
  const revive = (value) => {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) value[index] = revive(value[index]);
      return value;
    }
    if (value === null || typeof value !== "object") return value;
    if (Object.hasOwn(value, elementKey)) return node(value[elementKey], "element");
    if (Object.hasOwn(value, shadowKey)) return node(value[shadowKey], "shadow");
    if (Object.hasOwn(value, frameKey)) return frame(value[frameKey]);
    if (Object.hasOwn(value, windowKey)) return view(value[windowKey]);
    for (const key of Object.keys(value)) {
      Object.defineProperty(value, key, {
        value: revive(value[key]), enumerable: true, configurable: true, writable: true,
      });
    }
    return value;
  };
  return revive;
}
