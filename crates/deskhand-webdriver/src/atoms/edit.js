// Getting an element ready to be typed into, and clearing it.

// Inputs that take a value as a whole: what is typed into them depends on the language of the person at the keyboard.
const UNTYPEABLE = ["color", "date", "datetime-local", "month", "time", "week"];
const TYPEABLE = ["email", "number", "password", "search", "tel", "text", "url"];

// Scrolls to an element, gives it the focus and puts the caret at its end, unless it has the focus already. Answers
// what is typed into:
//   {kind: "text"}             a text field or area
//   {kind: "contenteditable"}  text of the document
//   {kind: "nontypeable"}      an input that takes a value as a whole (see `setValue`)
//   {kind: "file", multiple}   a file input, which needs not be seen unless `strictFiles`
//   {kind: "other"}            anything else that can have the focus
function prepareTyping(element, { strictFiles = false, wait = 0 } = {}) {
  const kind = typingKind(element);
  if (kind === "file" && !strictFiles) return { kind, multiple: element.multiple };
  if (visiblePart(boxOf(element)) === null) scrollIntoView(element);
  return once(wait, element, () => {
    takeFocus(element, kind);
    return kind === "file" ? { kind, multiple: element.multiple } : { kind };
  });
}

function typingKind(element) {
  if (isInput(element, "file")) return "file";
  if (isInput(element, ...UNTYPEABLE)) return "nontypeable";
  if (isHtml(element, "textarea") || isInput(element, ...TYPEABLE)) return "text";
  return isEditableText(element) ? "contenteditable" : "other";
}

// Also true of a body in a document that is edited as a whole.
function isEditableText(element) {
  if (element.isContentEditable === true) return true;
  return element.ownerDocument.designMode === "on" && isHtml(element, "body", "html");
}

function takeFocus(element, kind) {
  const target = kind === "contenteditable" ? editingHost(element) : element;
  const { body, documentElement } = element.ownerDocument;
  if (focusedBeside(target) === target) return;
  target.focus({ preventScroll: true });
  if (focusedBeside(target) !== target && target !== body && target !== documentElement) {
    refuse("element not interactable", `${named(element)} ${whyNoFocus(element)}.`);
  }
  // A page without the focus still types into its body.
  if (target === body || target === documentElement) focusedBeside(target)?.blur();
  if (kind === "text") caretToEnd(target);
  if (kind === "contenteditable") caretAfter(element);
}

function whyNoFocus(element) {
  if (isDisabled(element)) return "is disabled";
  return isDisplayed(element) ? "cannot have the focus" : "is not displayed";
}

// The element that has the focus while this one is edited.
function editingHost(element) {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

function caretToEnd(field) {
  const { length } = field.value;
  try {
    field.setSelectionRange(length, length);
  } catch {
    // Numbers and addresses do not tell where their caret is, but it can be moved.
    field.ownerDocument.defaultView.getSelection().modify("move", "forward", "documentboundary");
  }
}

function caretAfter(element) {
  const selection = element.ownerDocument.defaultView.getSelection();
  selection.selectAllChildren(element);
  selection.collapseToEnd();
}

// Gives an input that is not typed into its value as a whole. What is no value for it leaves it empty, as the
// specification wants it.
function setValue(element, text) {
  const before = element.value;
  element.value = text;
  if (element.validity.badInput) {
    refuse("invalid argument", `${JSON.stringify(text)} is not a value for ${named(element)}.`);
  }
  if (element.value !== before) tellChanged(element);
}

// Empties a form control or a text of the document, as a person would: with the focus, which it loses again.
function clear(element, { wait = 0 } = {}) {
  const control = isControl(element);
  if (!control && !isEditableText(element)) refuse("invalid element state", `${named(element)} cannot be edited.`);
  if (control && (isDisabled(element) || element.readOnly)) {
    const why = element.readOnly ? "read-only" : "disabled";
    refuse("invalid element state", `${named(element)} is ${why}.`);
  }
  return once(wait, element, () => {
    broughtIntoView(element);
    if (control) clearControl(element);
    else clearText(element);
    return null;
  });
}

function isControl(element) {
  return isHtml(element, "textarea") || isInput(element, "file", "range", ...TYPEABLE, ...UNTYPEABLE);
}

function clearControl(element) {
  if (element.value === "" && !element.validity.badInput) return;
  const before = element.value;
  element.focus({ preventScroll: true });
  element.value = "";
  if (element.value !== before || element.type === "number") tellChanged(element);
  element.blur();
}

function clearText(element) {
  if (element.childNodes.length === 0) return;
  const host = editingHost(element);
  host.focus({ preventScroll: true });
  element.replaceChildren();
  host.blur();
}
