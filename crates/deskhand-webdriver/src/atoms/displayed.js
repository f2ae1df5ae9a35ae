// Whether an element is displayed, by the rules of Selenium: what a person could get to see, if need be by scrolling.

function isDisplayed(element) {
  return new Sight().shows(element);
}

// One look at the document. Remembers what it has seen, because ancestors are asked about again and again.
class Sight {
  #rendered = new Map();
  #sized = new Map();
  #overflow = new Overflow();

  // Opacity does not count for text and for the select that an option is in.
  shows(element, { opacity = true } = {}) {
    if (isHtml(element, "body")) return true;
    if (isHtml(element, "option", "optgroup")) {
      const select = element.closest("select");
      return select !== null && this.shows(select, { opacity: false });
    }
    if (isHtml(element, "map", "area")) return this.#showsMap(element, opacity);
    if (isInput(element, "hidden") || isHtml(element, "noscript")) return false;
    return (
      (hasVisibleBox(element) || (this.#visible(element) && this.#isRendered(element))) &&
      !(opacity && isTransparent(element)) &&
      this.#hasSize(element) &&
      !this.#isHiddenByOverflow(element)
    );
  }

  #showsMap(element, opacity) {
    const { image, rect } = mapped(element);
    return image !== null && rect.width > 0 && rect.height > 0 && this.shows(image, { opacity });
  }

  #visible(element) {
    const { visibility } = styleOf(element);
    return visibility !== "hidden" && visibility !== "collapse";
  }

  // Whether no ancestor keeps it from being laid out.
  #isRendered(element) {
    return remembered(this.#rendered, element, () => {
      const style = styleOf(element);
      if (style.display === "none" || style.contentVisibility === "hidden") return false;
      const parent = drawnIn(element);
      if (parent === null) return element === element.ownerDocument.documentElement;
      if (isHtml(parent, "details") && !parent.open && !isHtml(element, "summary")) return false;
      return this.#isRendered(parent);
    });
  }

  // Whether it, or something that sticks out of it, takes room.
  #hasSize(element) {
    return remembered(this.#sized, element, () => {
      const { width, height } = boxOf(element);
      if (width > 0 && height > 0) return true;
      // A straight line has no area.
      const stroke = element.localName === "path" ? parseFloat(styleOf(element).strokeWidth) : 0;
      if (stroke > 0 && (width > 0 || height > 0)) return true;
      if (!this.#visible(element) || !this.#isRendered(element) || styleOf(element).overflow === "hidden") return false;
      return Array.from(drawnChildren(element)).some((child) =>
        child.nodeType === Node.TEXT_NODE ? !isLayoutSpace(child.nodeValue) : isElement(child) && this.#hasSize(child),
      );
    });
  }

  #isHiddenByOverflow(element) {
    return (
      this.#overflow.of(element) === "hidden" &&
      Array.from(drawnChildren(element)).every(
        (child) => !isElement(child) || this.#isHiddenByOverflow(child) || !this.#hasSize(child),
      )
    );
  }
}

// What the engine can tell at once: nothing hides an element that has a box. One without can still be displayed, by its
// children.
function hasVisibleBox(element) {
  return element.checkVisibility({ visibilityProperty: true }) && styleOf(element).contentVisibility !== "hidden";
}

// White space that only sets out the source.
function isLayoutSpace(text) {
  return text.trim() === "" && /[\n\r\t]/.test(text);
}

function isTransparent(element) {
  for (let at = element; at; at = drawnIn(at)) if (parseFloat(styleOf(at).opacity) === 0) return true;
  return false;
}

// The box that counts for an element: of the root, the viewport.
function boxOf(element) {
  const { documentElement, defaultView } = element.ownerDocument;
  if (element === documentElement) return new DOMRect(0, 0, defaultView.innerWidth, defaultView.innerHeight);
  if (isHtml(element, "area")) return mapped(element).rect;
  return element.getBoundingClientRect();
}
