// Which node a reference refers to: `<context>.<document>.<number>`. A node keeps its number for as long as its document
// lives. No reference keeps a node alive that is in no document and that nobody else has: it is stale for good.

const numbers = new WeakMap();
const nodes = new Map();
const collected = new FinalizationRegistry((number) => nodes.delete(number));
let lastNumber = 0;

const nodeKeys = { element: KEYS.element, shadow: KEYS.shadow };
const missing = { element: "no_node", shadow: "no_shadow" };
const stale = { element: "stale_node", shadow: "detached_shadow" };

const kindOfNode = (node) => (node.nodeType === 1 ? "element" : "shadow");

// A node that was taken out of its document, or that was moved to another one.
const isAway = (node) => !node.isConnected || node.ownerDocument !== document;

function referToNode(node) {
  const kind = kindOfNode(node);
  if (node.isConnected && node.ownerDocument !== document) return referElsewhere(node, kind);
  if (isAway(node)) throw new Fault(stale[kind], `This ${kind} is not in the document any more`);
  let number = numbers.get(node);
  if (number === undefined) {
    number = lastNumber += 1;
    numbers.set(node, number);
    nodes.set(number, new WeakRef(node));
    collected.register(node, number);
  }
  return { [nodeKeys[kind]]: `${contextId()}.${documentId}.${number}` };
}

// A node of another document that this one can reach, such as that of a frame: its own agent knows it.
function referElsewhere(node, kind) {
  try {
    return node.ownerDocument.defaultView[KEYS.name].referToNode(node);
  } catch {
    throw new Fault(stale[kind], `This ${kind} is in a document that is not shown`);
  }
}

function nodeFor(reference, kind) {
  const parts = typeof reference === "string" ? /^([^.]+)\.([^.]+)\.([1-9][0-9]{0,14})$/.exec(reference) : null;
  if (!parts || parts[1] !== contextId()) throw new Fault(missing[kind], `There is no ${kind} ${reference} here`);
  if (parts[2] !== documentId) {
    throw new Fault(stale[kind], `The document that ${kind} ${reference} was in is gone`);
  }
  const number = Number(parts[3]);
  const node = nodes.get(number)?.deref();
  if (number > lastNumber || (node && kindOfNode(node) !== kind)) {
    throw new Fault(missing[kind], `There is no ${kind} ${reference} here`);
  }
  if (!node || isAway(node)) throw new Fault(stale[kind], `The ${kind} ${reference} is not in the document any more`);
  return node;
}
