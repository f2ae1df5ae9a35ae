// The text that a person sees, by the rules of Selenium.

function visibleText(element) {
  const simple = simpleText(element);
  if (simple !== null) return simple;
  const reading = new Reading();
  reading.element(element);
  return reading.text();
}

// Words with one space between them: the rules below would not change a character.
const PLAIN = /^[^\s\u200b\u200e\u200f]+(?: [^\s\u200b\u200e\u200f]+)*$/;

// Elements whose text follows from more than their own box.
const PECULIAR = new Set(["area", "body", "details", "input", "map", "noscript", "optgroup", "option", "slot"]);

// Where elements were hit last, which most still are.
const hits = new WeakMap();

function isHit(element) {
  const last = hits.get(element);
  if (last !== undefined && document.elementFromPoint(last.x, last.y) === element) return true;
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  if (document.elementFromPoint(point.x, point.y) !== element) return false;
  hits.set(element, point);
  return true;
}

// The text of an element that is to be seen where it stands and has no other in it, as most have that are asked for theirs;
// null for all others. It is what the rules below come to, at a tenth of the steps.
function simpleText(element) {
  if (element.firstElementChild !== null || PECULIAR.has(element.localName)) return null;
  const text = element.textContent;
  if (!PLAIN.test(text) || element.shadowRoot !== null) return null;
  // What is hit is neither hidden nor cut off.
  if (!isHit(element)) return null;
  const { textTransform, contentVisibility } = styleOf(element);
  return textTransform === "none" && contentVisibility !== "hidden" ? text : null;
}

// Displays that do not begin a line. What Selenium does not count among them does, an inline flex box for one.
const IN_LINE = new Set([
  "inline", "inline-block", "inline-table", "none", "table-cell", "table-column", "table-column-group", "contents",
]);

// Reads elements and collects lines.
class Reading {
  #sight = new Sight();
  #lines = [""];

  text() {
    // No-break spaces also stand for spaces that are kept (see `shownText`): they are let go last.
    return trimmed(this.#lines.map(trimmed).join("\n")).replace(/\u00a0/g, " ");
  }

  element(element) {
    if (isHtml(element, "br")) {
      this.#lines.push("");
      return;
    }
    const style = styleOf(element);
    const { display } = style;
    const isCell = isHtml(element, "td") || display === "table-cell";
    // WebKit lays out the options of a select in a list of its own, and has no display for them.
    const isOption = isHtml(element, "option", "optgroup");
    const isBlock = isOption || (!isHtml(element, "td") && !IN_LINE.has(display));
    if (isBlock) this.#breakLine();

    // Hidden elements can have children that are shown, but no text of their own.
    const isClosed = isHtml(element, "details") && !element.open;
    const shown = !isClosed && (isSlotInShadow(element) || this.#sight.shows(element, { opacity: false }));
    for (const child of drawnChildren(element)) {
      if (isElement(child)) this.element(child);
      else if (child.nodeType === Node.TEXT_NODE && shown) this.#write(shownText(child.nodeValue, style));
    }

    if (isCell && this.#line && !this.#line.endsWith(" ")) this.#line += " ";
    if (isBlock) this.#breakLine();
  }

  get #line() {
    return this.#lines[this.#lines.length - 1];
  }

  set #line(text) {
    this.#lines[this.#lines.length - 1] = text;
  }

  #breakLine() {
    if (this.#line.trim() !== "") this.#lines.push("");
  }

  #write(text) {
    this.#line += this.#line.endsWith(" ") && text.startsWith(" ") ? text.slice(1) : text;
  }
}

function trimmed(text) {
  return text.replace(/^[^\S\u00a0]+|[^\S\u00a0]+$/g, "");
}

// The text of a node as its style shows it, with no-break spaces for spaces that are kept.
function shownText(source, style) {
  let text = source.replace(/[\u200b\u200e\u200f]/g, "").replace(/\r\n?/g, "\n");
  const { whiteSpace } = style;
  if (whiteSpace === "normal" || whiteSpace === "nowrap") text = text.replace(/\n/g, " ");
  const keepsSpaces = whiteSpace === "pre" || whiteSpace === "pre-wrap" || whiteSpace === "break-spaces";
  text = keepsSpaces
    ? text.replace(/[ \f\t\v\u2028\u2029]/g, "\u00a0")
    : text.replace(/[ \f\t\v\u2028\u2029]+/g, " ");
  return transformed(text, style.textTransform);
}

function transformed(text, transform) {
  switch (transform) {
    case "uppercase":
      return text.toUpperCase();
    case "lowercase":
      return text.toLowerCase();
    case "capitalize":
      return text.replace(/(?<![\p{L}\p{M}\p{N}_'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
    default:
      return text;
  }
}
