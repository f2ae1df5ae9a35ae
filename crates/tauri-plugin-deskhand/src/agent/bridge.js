// The agent's side of what page.js asks.

const childIndex = (child) => {
  for (let index = 0; index < window.length; index += 1) if (window[index] === child) return index;
  return -1;
};

members.frameIndex = ({ frame }) => childIndex(childFor(frame));

function placeOfWindow(frame) {
  if (frame === window) return "self";
  const index = childIndex(frame);
  if (index < 0) throw new Fault("no_frame", "This frame is not a child of the document");
  return index;
}

const windowAt = (place) =>
  place === "self" ? window : place === "top" ? window.top : place === "parent" ? window.parent : window[place];

function answerPage(target, make) {
  let answer;
  try {
    answer = { done: make() };
  } catch (error) {
    answer = answerFor(error);
  }
  target.dispatchEvent(new CustomEvent(KEYS.answer, { detail: JSON.stringify(answer) }));
}

// Events do not tell the page what is in a closed tree, only its host: handing that over would be another element.
function refuseClosed(node) {
  for (let root = node.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    if (root.mode === "closed") {
      throw new Fault("unsupported", "What is in a closed shadow tree cannot be handed to a script of the page");
    }
  }
}

function asked(event) {
  event.stopImmediatePropagation();
  const question = JSON.parse(event.detail);
  view = question.from;
  if (question.node === undefined) {
    answerPage(window, () => {
      if (question.frame !== undefined) return placeOfWindow(frameFor(question.frame));
      if (question.view !== undefined) return viewFor(question.view) === window ? "self" : "top";
      return referToWindow(windowAt(question.window));
    });
    return;
  }
  let node;
  try {
    node = nodeFor(question.node, question.kind);
    refuseClosed(node);
  } catch (error) {
    answerPage(window, () => {
      throw error;
    });
    return;
  }
  node.dispatchEvent(new Event(KEYS.give, { composed: true }));
}

function shown(event) {
  event.stopImmediatePropagation();
  const node = event.composedPath()[0];
  view = event.detail;
  answerPage(node, () => referToNode(node));
}

// The call that a script of ours began last in the page's world.
let lastBegun = null;

const begun = (event) => {
  event.stopImmediatePropagation();
  lastBegun = event.detail;
};

// Somebody's function in the page's world of a frame: by a script element, because only the top document can be reached
// from outside. `code` has been found to be the body of a function and nothing more.
async function callInPage(code, args) {
  if (code.body === undefined) throw new Fault("invalid", "Functions of a library only run in a world of our own");
  new Function(code.body);
  const done = `${KEYS.answer}-${randomId()}`;
  const call = JSON.stringify(JSON.stringify({ view, args }));
  const text = `globalThis[${JSON.stringify(KEYS.run)}](${call},function(){${code.body}\n},${JSON.stringify(done)})`;
  const answer = new Promise((resolve) => {
    window.addEventListener(done, (event) => resolve(JSON.parse(event.detail)), { once: true });
  });
  const script = document.createElementNS("http://www.w3.org/1999/xhtml", "script");
  const nonce = document.querySelector("script[nonce]")?.nonce;
  if (nonce) script.nonce = nonce;
  script.textContent = text;
  (document.head ?? document.documentElement).append(script);
  script.remove();
  if (lastBegun !== done) {
    throw new Fault("unsupported", "The content security policy of this frame keeps scripts from running in its own world");
  }
  const { done: value, fault } = await answer;
  if (fault) throw new Fault(fault.kind, fault.message, fault.thrown);
  return value;
}
