// What is true of an element, and what it has.

function tagName(element) {
  return qualifiedName(element);
}

function rect(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + window.scrollX, y: top + window.scrollY, width, height };
}

function cssValue(element, property) {
  return styleOf(element).getPropertyValue(property);
}

function activeElement() {
  return document.activeElement ?? refuse("no such element", "Nothing has the focus, and the document has no body.");
}

function shadowRoot(element) {
  return element.shadowRoot ?? refuse("no such shadow root", `${named(element)} has no shadow root.`);
}

function isSelected(element) {
  if (isInput(element, "checkbox", "radio")) return element.checked;
  return isHtml(element, "option") && element.selected;
}

// Nothing in a document of plain XML is enabled.
function isEnabled(element) {
  return ["text/html", "application/xhtml+xml"].includes(document.contentType) && !isDisabled(element);
}

function isDisabled(element) {
  if (element.matches(":disabled")) return true;
  // The page lets such an option be chosen; a person cannot.
  const select = isHtml(element, "option", "optgroup") ? element.closest("select") : null;
  return select !== null && select.matches(":disabled");
}

// What every element of this kind has, as a list of one; an empty list for what only the page can know.
function knownProperty(element, name) {
  return name in element ? [element[name]] : [];
}

// The attributes that say by being there.
const FLAGS_OF_ALL = ["autofocus", "hidden", "inert", "itemscope"];
const FLAGS = {
  __proto__: null,
  audio: ["autoplay", "controls", "loop", "muted"],
  button: ["disabled", "formnovalidate"],
  details: ["open"],
  dialog: ["open"],
  fieldset: ["disabled"],
  form: ["novalidate"],
  iframe: ["allowfullscreen"],
  img: ["ismap"],
  input: ["checked", "disabled", "formnovalidate", "multiple", "readonly", "required"],
  link: ["disabled"],
  menuitem: ["checked", "default", "disabled"],
  ol: ["reversed"],
  optgroup: ["disabled"],
  option: ["disabled", "selected"],
  script: ["async", "defer", "nomodule"],
  select: ["disabled", "multiple", "required"],
  template: ["shadowrootclonable", "shadowrootdelegatesfocus", "shadowrootserializable"],
  textarea: ["disabled", "readonly", "required"],
  track: ["default"],
  video: ["autoplay", "controls", "loop", "muted", "playsinline"],
};

function attribute(element, name) {
  const value = element.getAttribute(name);
  if (value === null || element.namespaceURI !== HTML) return value;
  const flag = name.toLowerCase();
  return FLAGS_OF_ALL.includes(flag) || FLAGS[element.localName]?.includes(flag) ? "true" : value;
}
