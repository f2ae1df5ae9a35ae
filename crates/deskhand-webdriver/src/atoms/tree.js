// The document as it is drawn: shadow trees in the place of their hosts' children, and slotted nodes in their slots.

const HTML = "http://www.w3.org/1999/xhtml";

function isElement(node) {
  return node !== null && node.nodeType === Node.ELEMENT_NODE;
}

// Whether this is an element of HTML, with one of these names if any are given.
function isHtml(node, ...names) {
  return isElement(node) && node.namespaceURI === HTML && (names.length === 0 || names.includes(node.localName));
}

function isInput(node, ...types) {
  return isHtml(node, "input") && (types.length === 0 || types.includes(node.type));
}

function qualifiedName(element) {
  return element.prefix ? `${element.prefix}:${element.localName}` : element.localName;
}

function isSlotInShadow(node) {
  return isHtml(node, "slot") && node.getRootNode() instanceof ShadowRoot;
}

// The element that a node is drawn in. Null for the root, and for what is drawn nowhere because its parent has a shadow
// tree without a slot for it.
function drawnIn(node) {
  if (node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  if (!isElement(parent)) return null;
  if (parent.shadowRoot) return null;
  // What a slot shows by itself gives way to what is put into it.
  if (isSlotInShadow(parent) && parent.assignedNodes().length > 0) return null;
  return parent;
}

// What is drawn in an element, in this order.
function drawnChildren(element) {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (isSlotInShadow(element)) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

// Whether one node is, or is drawn inside of, an element.
function isWithin(node, element) {
  for (let at = node; at; at = drawnIn(at)) if (at === element) return true;
  return false;
}

// They follow what becomes of the element, and making one takes longer than asking it.
const styles = new WeakMap();

function styleOf(element) {
  let style = styles.get(element);
  if (style === undefined) {
    style = element.ownerDocument.defaultView.getComputedStyle(element);
    styles.set(element, style);
  }
  return style;
}

function remembered(known, key, compute) {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key);
}

// What has the focus in the tree that a node is in.
function focusedBeside(node) {
  return node.getRootNode().activeElement ?? null;
}
