// Whether an element lies outside of what its ancestors let be seen.

// Answers for many elements of a document, and computes what concerns their ancestors once.
class Overflow {
  #clips = new Map();
  #boundaries = new Map();
  #states = new Map();

  // "none", "scroll" (it can be scrolled to) or "hidden".
  of(element) {
    return remembered(this.#states, element, () => this.#compute(element));
  }

  #compute(element) {
    const box = boxOf(element);
    const root = element.ownerDocument.documentElement;
    let { fixed, container } = clippedBy(element, root);
    while (container !== null) {
      const { clip, next } = remembered(this.#clips, container, () => ({
        clip: clipOf(container, root),
        next: clippedBy(container, root),
      }));
      if (clip.x !== "visible" || clip.y !== "visible") {
        const { around, scroll } = this.#boundary(container, root);
        if (around.width === 0 || around.height === 0) return "hidden";
        const state = overflowIn(box, around, clip, scroll, fixed ? root : null);
        if (state === "scroll") return this.of(container) === "hidden" ? "hidden" : "scroll";
        if (state === "hidden") return "hidden";
      }
      fixed = fixed || next.fixed;
      container = next.container;
    }
    return "none";
  }

  #boundary(container, root) {
    return remembered(this.#boundaries, container, () => ({
      around: boxOf(container),
      scroll: scrollOf(container, root),
    }));
  }
}

function isCutOff(element) {
  return new Overflow().of(element) === "hidden";
}

function overflowIn(box, around, clip, scroll, fixedTo) {
  const before = { x: box.right < around.left, y: box.bottom < around.top };
  if (isCut(before, clip, (style) => style === "hidden")) return "hidden";
  if (isCut(before, clip, (style) => style !== "visible")) {
    // To the left of or above everything that scrolling can reach?
    const lost = { x: box.right < around.left - scroll.x, y: box.bottom < around.top - scroll.y };
    return isCut(lost, clip, (style) => style !== "visible") ? "hidden" : "scroll";
  }
  const after = { x: box.left >= around.left + around.width, y: box.top >= around.top + around.height };
  if (isCut(after, clip, (style) => style === "hidden")) return "hidden";
  if (isCut(after, clip, (style) => style !== "visible")) {
    // What is fixed does not scroll with the document. That the right edge is held against the height is Selenium's
    // slip, but its clients ask by their own copy of these rules, and two answers would be worse.
    const lost =
      fixedTo !== null && (box.left >= fixedTo.scrollWidth - scroll.x || box.right >= fixedTo.scrollHeight - scroll.y);
    return lost ? "hidden" : "scroll";
  }
  return "none";
}

function isCut(outside, clip, cuts) {
  return (outside.x && cuts(clip.x)) || (outside.y && cuts(clip.y));
}

// The nearest ancestor that can cut something off an element.
function clippedBy(element, root) {
  const { position } = styleOf(element);
  if (position === "fixed") return { fixed: true, container: element === root ? null : root };
  let container = drawnIn(element);
  while (container !== null && !canCut(container, position, root)) container = drawnIn(container);
  return { fixed: false, container };
}

function canCut(container, position, root) {
  if (container === root) return true;
  const style = styleOf(container);
  if (style.display.startsWith("inline") || style.display === "contents") return false;
  return !(position === "absolute" && style.position === "static");
}

// How overflow is treated, where the root takes over what the body says and always scrolls at least.
function clipOf(element, root) {
  const { body } = element.ownerDocument;
  let source = element;
  if (styleOf(root).overflow === "visible") {
    if (element === body) return { x: "visible", y: "visible" };
    if (element === root && body) source = body;
  }
  const { overflowX, overflowY } = styleOf(source);
  const scrolls = (style) => (element === root && style === "visible" ? "auto" : style);
  return { x: scrolls(overflowX), y: scrolls(overflowY) };
}

// Whether a person can scroll what overflows.
function isScrolled(clip) {
  return clip === "auto" || clip === "scroll";
}

function scrollOf(element, root) {
  if (element !== root) return { x: element.scrollLeft, y: element.scrollTop };
  const view = root.ownerDocument.defaultView;
  return { x: view.scrollX, y: view.scrollY };
}
