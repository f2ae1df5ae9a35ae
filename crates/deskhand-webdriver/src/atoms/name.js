// The name that assistive technology is told, as "Accessible Name and Description Computation" (accname) says.

function computedLabel(element) {
  return squeezed(new Naming().of(element));
}

function squeezed(text) {
  return text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
}

// Roles that are named by what is in them.
const NAMED_BY_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio " +
    "row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref"
  ).split(" "),
);

// One computation. Each node counts once.
class Naming {
  #seen = new Set();

  // `within`: on the way through something that gives a name. `referred`: by aria-labelledby. `hidden`: through
  // something hidden that was referred to, where everything counts.
  of(element, { within = false, referred: byReference = false, hidden = false } = {}) {
    if (this.#seen.has(element)) return "";
    const isRoot = !within;
    if (within && !hidden && !byReference && isKeptFrom(element)) return "";
    const way = { within: true, referred: byReference, hidden };

    if (!byReference || isRoot) {
      const labels = referred(element, "aria-labelledby");
      if (labels.length > 0) {
        const named = this.#byLabels(element, labels);
        if (named.trim() !== "") return named;
      }
    }
    this.#seen.add(element);
    const role = computedRole(element);
    if (within) {
      const value = this.#embeddedValue(element, role);
      if (value !== null) return value;
    }
    const label = element.getAttribute("aria-label") ?? "";
    if (label.trim() !== "") return label;
    if (role === "none" && isHtml(element, "img")) return "";
    const native = this.#native(element, way);
    if (native !== null && native.trim() !== "") return native;
    if (within || NAMED_BY_CONTENT.has(role) || isHtml(element, "summary")) {
      const content = this.#content(element, way);
      if (content.trim() !== "") return content;
      // Space between words can stand in an element of its own.
      if (within && content !== "") return content;
    }
    return tooltip(element);
  }

  #byLabels(element, labels) {
    const before = new Set(this.#seen);
    const seen = new Set(before);
    const texts = labels.map((label) => {
      // Something can be its own label.
      this.#seen = new Set([...before].filter((node) => node !== label));
      const text = this.of(label, { within: true, referred: true, hidden: isInsideHidden(label) });
      for (const node of this.#seen) seen.add(node);
      return squeezed(text);
    });
    seen.delete(element);
    this.#seen = seen;
    return texts.join(" ");
  }

  // What a control in the middle of a text stands for: what is set in it.
  #embeddedValue(element, role) {
    if (isInput(element, "button", "submit", "reset", "image", "checkbox", "radio", "hidden", "file")) return null;
    switch (role) {
      case "textbox":
      case "searchbox":
        return isHtml(element, "input", "textarea") ? element.value : element.textContent;
      case "combobox":
      case "listbox":
        return this.#chosen(element);
      case "meter":
      case "progressbar":
      case "scrollbar":
      case "slider":
      case "spinbutton":
        return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? valueOf(element);
      default:
        return null;
    }
  }

  #chosen(element) {
    if (isHtml(element, "select")) return Array.from(element.selectedOptions, (option) => option.label).join(" ");
    if (isHtml(element, "input")) return element.value;
    const lists = [element, ...referred(element, "aria-owns"), ...referred(element, "aria-controls")];
    const chosen = lists.flatMap((list) => Array.from(list.querySelectorAll('[role="option"][aria-selected="true"]')));
    if (chosen.length === 0) return computedRole(element) === "combobox" ? element.textContent : "";
    return chosen.map((option) => this.of(option, { within: true, hidden: true })).join(" ");
  }

  // What the markup has for naming such an element; null when it has nothing.
  #native(element, way) {
    if (!isHtml(element)) return titleOfSvg(element);
    if (isInput(element, "button", "submit", "reset")) {
      return this.#byLabelElements(element) ?? (element.value || defaultValue(element));
    }
    if (isInput(element, "image")) {
      const own = element.alt || element.title || element.getAttribute("value");
      return this.#byLabelElements(element) ?? (own || "Submit");
    }
    if (element.labels) return this.#byLabelElements(element);
    switch (element.localName) {
      case "img":
      case "area":
        return element.getAttribute("alt");
      case "fieldset":
        return this.#byChild(element, "legend", way);
      case "table":
        return this.#byChild(element, "caption", way);
      case "figure":
        return this.#byChild(element, "figcaption", way);
      case "optgroup":
        return element.label;
      case "option":
        return element.hasAttribute("label") ? element.label : null;
      default:
        return null;
    }
  }

  #byLabelElements(element) {
    const labels = Array.from(element.labels ?? []);
    if (labels.length === 0) return null;
    const texts = labels.map((label) => squeezed(this.of(label, { within: true, hidden: false }))).filter(Boolean);
    return texts.length === 0 ? null : texts.join(" ");
  }

  #byChild(element, name, way) {
    const child = Array.from(element.children).find((candidate) => isHtml(candidate, name));
    return child ? this.of(child, { ...way, referred: false }) : null;
  }

  #content(element, way) {
    const parts = [pseudoText(element, "::before")];
    const visible = way.hidden || isVisible(element);
    const { textTransform } = styleOf(element);
    for (const child of toldChildren(element)) {
      if (child.nodeType === Node.TEXT_NODE) {
        if (visible) parts.push(transformed(child.nodeValue, textTransform));
      } else if (isElement(child)) {
        parts.push(this.#child(child, { ...way, referred: false }));
      }
    }
    parts.push(pseudoText(element, "::after"));
    return parts.join("");
  }

  // What does not stand in the line stands apart.
  #child(child, way) {
    if (isHtml(child, "br")) return " ";
    if (isSlotInShadow(child)) return this.#content(child, way);
    const text = this.of(child, way);
    const { display } = styleOf(child);
    return ["inline", "contents"].includes(display) || isHtml(child, "img") ? text : ` ${text} `;
  }
}

// What is in an element once what others own has gone to them.
function toldChildren(element) {
  const own = Array.from(drawnChildren(element)).filter((child) => !isOwned(child));
  return [...own, ...owned(element)];
}

// What is hidden neither owns nor is owned.
function owned(element) {
  if (!element.hasAttribute("aria-owns") || isInsideHidden(element)) return [];
  return referred(element, "aria-owns").filter((node) => node.checkVisibility() && !isWithin(element, node));
}

function isOwned(node) {
  if (!isElement(node) || !node.id) return false;
  const owners = node.getRootNode().querySelectorAll(`[aria-owns~="${CSS.escape(node.id)}"]`);
  return Array.from(owners).some((owner) => owned(owner).includes(node));
}

// Whether an element is kept from everybody, or from assistive technology. One that is only invisible is not: parts of
// it can be visible.
function isKeptFrom(element) {
  if (element.getAttribute("aria-hidden") === "true") return true;
  if (isHtml(element, "option", "optgroup", "area", "slot")) return false;
  if (isHtml(element, "script", "style", "template", "noscript")) return true;
  return styleOf(element).display === "none" || isFolded(element);
}

function isFolded(element) {
  const parent = element.parentElement;
  return isHtml(parent, "details") && !parent.open && !isSummary(element);
}

function isVisible(element) {
  return isHtml(element, "option", "optgroup") || styleOf(element).visibility === "visible";
}

function isInsideHidden(element) {
  for (let at = element; at; at = drawnIn(at)) if (isKeptFrom(at)) return true;
  return !isVisible(element);
}

function valueOf(element) {
  return "value" in element ? String(element.value) : element.textContent;
}

function defaultValue(input) {
  return { submit: "Submit", reset: "Reset" }[input.type] ?? "";
}

function titleOfSvg(element) {
  const title = Array.from(element.children).find((child) => child.localName === "title");
  return title?.textContent ?? element.getAttribute("xlink:title");
}

function tooltip(element) {
  if (said(element, "title")) return element.getAttribute("title");
  const hasPlaceholder = isHtml(element, "textarea") || isInput(element, ...TYPEABLE);
  if (hasPlaceholder && said(element, "placeholder")) return element.placeholder;
  return element.getAttribute("aria-placeholder") ?? "";
}

// What a style puts before or after the content, or the words that it gives for it.
function pseudoText(element, which) {
  const style = element.ownerDocument.defaultView.getComputedStyle(element, which);
  const { content, display } = style;
  if (!content || content === "none" || content === "normal" || display === "none") return "";
  const parts = content.match(/"(?:[^"\\]|\\.)*"|attr\([^)]*\)|\/|[^\s"/]+/g) ?? [];
  const slash = parts.indexOf("/");
  const words = parts.slice(slash + 1).map((part) => {
    if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(.)/g, "$1");
    const attribute = /^attr\(\s*([^\s,)]+)/.exec(part);
    return attribute ? element.getAttribute(attribute[1]) ?? "" : "";
  });
  const text = words.join("");
  return display === "inline" ? text : ` ${text} `;
}
