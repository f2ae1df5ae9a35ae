// Frames of this document, as far as what is in them has to be reached by a pointer or seen.

// Brings a point of a frame's viewport into view and answers where in this document's viewport it is. A frame cannot
// do that itself: scrolling ends at documents of another origin.
function pointOfFrame(frame, point) {
  const element = elementOfFrame(frame);
  const here = () => fromFrame(element, point);
  if (!isReachable(here()) || !isAt(element, here())) scrollToBox(element, here);
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
  return { x: found.x, y: found.y };
}

// The same of a part of a frame's viewport: answers which part of this document's viewport shows it.
function boxOfFrame(frame, box) {
  const element = elementOfFrame(frame);
  scrollToBox(element, () => fromFrame(element, box));
  return shownPart(fromFrame(element, box));
}

// The element of a frame that is told by it, or by its number.
function elementOfFrame(frame) {
  const element = typeof frame === "number" ? frameAt(frame) : frame;
  return element ?? refuse("no such window", "The frame is nowhere in the document around it.");
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
function fromFrame(element, { x, y, width = 0, height = 0 }) {
  const box = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = styleOf(element);
  const scaled = (shown, laidOut) => (shown > 0 && laidOut > 0 ? shown / laidOut : 1);
  const scale = { x: scaled(box.width, element.offsetWidth), y: scaled(box.height, element.offsetHeight) };
  return new DOMRect(
    box.left + scale.x * (element.clientLeft + (parseFloat(paddingLeft) || 0) + x),
    box.top + scale.y * (element.clientTop + (parseFloat(paddingTop) || 0) + y),
    scale.x * width,
    scale.y * height,
  );
}

// Scrolls everything around an element that a person could scroll, from the inside out, where a box, or a point, is not
// wholly in it. `here` tells where the box is by now.
function scrollToBox(element, here) {
  const root = document.documentElement;
  let { fixed, container } = clippedBy(element, root);
  while (container !== null && !fixed) {
    const clip = clipOf(container, root);
    const around = container === root ? reachable() : boxOf(container);
    const box = here();
    (container === root ? window : container).scrollBy({
      left: isScrolled(clip.x) ? toMiddle(box.left, box.right, around.left, around.right) : 0,
      top: isScrolled(clip.y) ? toMiddle(box.top, box.bottom, around.top, around.bottom) : 0,
      behavior: "instant",
    });
    ({ fixed, container } = clippedBy(container, root));
  }
}

// How far to scroll so that something is in the middle of what it sticks out of; or at its beginning, where there is not
// enough room.
function toMiddle(start, end, from, to) {
  if (start >= from && start < to && end <= to) return 0;
  return end - start > to - from ? start - from : (start + end - from - to) / 2;
}
