// Frames of this document, as far as what is in them has to be reached by a pointer.

// Brings a point of a frame's viewport into view and answers where in this document's viewport it is. A frame cannot
// do that itself: scrolling ends at documents of another origin.
function pointOfFrame(frame, point) {
  const element = typeof frame === "number" ? frameAt(frame) : frame;
  if (!element) refuse("no such window", "The frame is nowhere in the document around it.");
  const here = () => fromFrame(element, point);
  if (!isReachable(here()) || !isAt(element, here())) scrollToPoint(element, here);
  const found = here();
  const at = `(${Math.floor(found.x)}, ${Math.floor(found.y)})`;
  if (!isReachable(found)) {
    refuse("element not interactable", `It is in ${named(element)} at ${at}, which cannot be scrolled into view.`);
  }
  const over = coveredBy(element, found);
  if (over !== null) {
    refuse("element click intercepted", `It is in ${named(element)} at ${at}, where ${named(over)} covers the frame.`);
  }
  if (!isAt(element, found)) {
    refuse("element not interactable", `It is in ${named(element)} at ${at}, where nothing of the frame can be seen.`);
  }
  return found;
}

// The element of the frame with this number; null where there is none.
function frameAt(index) {
  return index < window.length ? frameElementOf(window[index]) : null;
}

function frameElementOf(child, root = document) {
  for (const element of root.querySelectorAll("*")) {
    if (isHtml(element, "iframe", "frame") && element.contentWindow === child) return element;
    const found = element.shadowRoot && frameElementOf(child, element.shadowRoot);
    if (found) return found;
  }
  return null;
}

// From the viewport of a frame, which is inside of its borders and paddings and may be scaled, to that around it.
function fromFrame(element, { x, y }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = styleOf(element);
  const scale = (shown, laidOut) => (shown > 0 && laidOut > 0 ? shown / laidOut : 1);
  return {
    x: left + scale(width, element.offsetWidth) * (element.clientLeft + (parseFloat(paddingLeft) || 0) + x),
    y: top + scale(height, element.offsetHeight) * (element.clientTop + (parseFloat(paddingTop) || 0) + y),
  };
}

// Scrolls everything around an element that a person could scroll, from the inside out, where the point is not in it.
// `here` tells where the point is by now.
function scrollToPoint(element, here) {
  const root = document.documentElement;
  let { fixed, container } = clippedBy(element, root);
  while (container !== null && !fixed) {
    const clip = clipOf(container, root);
    const around = container === root ? reachable() : boxOf(container);
    const { x, y } = here();
    (container === root ? window : container).scrollBy({
      left: toMiddle(x, around.left, around.right, clip.x),
      top: toMiddle(y, around.top, around.bottom, clip.y),
      behavior: "instant",
    });
    ({ fixed, container } = clippedBy(container, root));
  }
}

function toMiddle(at, from, to, clip) {
  const outside = at < from || at >= to;
  return outside && isScrolled(clip) ? at - (from + to) / 2 : 0;
}
