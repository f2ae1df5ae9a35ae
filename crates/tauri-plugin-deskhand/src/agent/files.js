// File inputs. The browser fills them: it is asked to open its file chooser, which the application answers.

// The input that waits for files, with those that it has and keeps.
let choosing = null;

const isChoosing = (event) => choosing !== null && event.composedPath()[0] === choosing.input;

// Comes before the page hears of the choice: an input for several files has its old ones, too.
function filesArrived(event) {
  if (!isChoosing(event) || choosing.kept.length === 0) return;
  const all = new DataTransfer();
  for (const file of [...choosing.kept, ...choosing.input.files]) all.items.add(file);
  choosing.input.files = all.files;
  choosing.kept = [];
}

// The same files as before are no choice to the browser; to the page they are one.
function filesUnchanged(event) {
  if (!isChoosing(event)) return;
  event.stopImmediatePropagation();
  for (const type of ["input", "change"]) event.target.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}

function listenForFiles() {
  window.addEventListener("input", filesArrived, true);
  window.addEventListener("cancel", filesUnchanged, true);
}

members.chooseFiles = ({ node }) => {
  const input = nodeFor(node, "element");
  if (input.localName !== "input" || input.type !== "file") throw new Fault("invalid", "This element is no file input");
  if (input.disabled) throw new Fault("invalid", "This file input is disabled");
  return new Promise((resolve, reject) => {
    choosing = { input, kept: input.multiple ? [...input.files] : [] };
    // The page's own listeners have run by the next task.
    input.addEventListener("change", () => setTimeout(resolve, 0, null), { once: true });
    try {
      input.showPicker();
    } catch (error) {
      reject(error);
    }
  }).finally(() => {
    choosing = null;
  });
};
