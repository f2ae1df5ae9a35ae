// Where the frames of this document are, so that points in a frame become points of this document's viewport.

function elementOf(child) {
  try {
    if (child.frameElement) return child.frameElement;
  } catch {
    // Of another origin: it is looked for.
  }
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (frameElements.has(element.nodeName.toUpperCase()) && element.contentWindow === child) return element;
      const found = element.shadowRoot && find(element.shadowRoot);
      if (found) return found;
    }
    return null;
  };
  return find(document);
}

// The corner of the frame's viewport, and how many pixels of this document make one of the frame's.
members.originOfFrame = ({ id }) => {
  const element = elementOf(childFor(id));
  if (!element) throw new Fault("no_frame", `The frame ${id} is nowhere in this document`);
  const { left, top, width, height } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const scale = (shown, laidOut) => (shown > 0 && laidOut > 0 ? shown / laidOut : 1);
  const across = scale(width, element.offsetWidth);
  const down = scale(height, element.offsetHeight);
  return {
    x: left + across * (element.clientLeft + (parseFloat(paddingLeft) || 0)),
    y: top + down * (element.clientTop + (parseFloat(paddingTop) || 0)),
    across,
    down,
  };
};

// The address that this document has its cookies from.
members.address = () => document.URL;
