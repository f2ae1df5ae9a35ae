// Which node a reference refers to: `<context>.<document>.<number>`. A node keeps its number for as long as its document
// lives. No reference keeps a node alive that is in no document and that nobody else has: it is stale for good.

const references = new WeakMap();
const nodes = new Map();
const collected = new FinalizationRegistry((reference) => nodes.delete(reference));
let lastNumber = 0;

const nodeKeys = { element: KEYS.element, shadow: KEYS.shadow };
const missing = { element: "no_node", shadow: "no_shadow" };
const stale = { element: "stale_node", shadow: "detached_shadow" };

const kindOfNode = (node) => (node.nodeType === 1 ? "element" : "shadow");

// A node that was taken out of its document, or that was moved to another one.
const isAway = (node) => !node.isConnected || node.ownerDocument !== document;

function referToNode(node) {
  const kind = kindOfNode(node);
  if (isAway(node)) {
    if (node.isConnected) return referElsewhere(node, kind);
    throw new Fault(stale[kind], `This ${kind} is not in the document any more`);
  }
  let reference = references.get(node);
  if (reference === undefined) {
    reference = `${contextId()}.${documentId}.${(lastNumber += 1)}`;
    references.set(node, reference);
    nodes.set(reference, new WeakRef(node));
    collected.register(node, reference);
  }
  return { [nodeKeys[kind]]: reference };
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
  const node = nodes.get(reference)?.deref();
  if (node === undefined) throw lost(reference, kind);
  if (kindOfNode(node) !== kind) throw new Fault(missing[kind], `There is no ${kind} ${reference} here`);
  if (isAway(node)) throw new Fault(stale[kind], `The ${kind} ${reference} is not in the document any more`);
  return node;
}

// Why there is nothing for a reference.
function lost(reference, kind) {
  const parts = typeof reference === "string" ? /^([^.]+)\.([^.]+)\.([1-9][0-9]{0,14})$/.exec(reference) : null;
  if (!parts || parts[1] !== contextId()) return new Fault(missing[kind], `There is no ${kind} ${reference} here`);
  if (parts[2] !== documentId) {
    return new Fault(stale[kind], `The document that ${kind} ${reference} was in is gone`);
  }
  if (Number(parts[3]) > lastNumber) return new Fault(missing[kind], `There is no ${kind} ${reference} here`);
  return new Fault(stale[kind], `The ${kind} ${reference} is not in the document any more`);
}
