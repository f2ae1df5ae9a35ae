// Choosing an option, which a person does in a list that the page does not know of.

function selectOption(option) {
  const select = option.closest("select");
  if (select === null) refuse("element not interactable", `${named(option)} is in no select element.`);
  const point = centre(select);
  press(select, "mouseover", point);
  press(select, "mousemove", point);
  press(select, "mousedown", point);
  select.focus({ preventScroll: true });
  if (isHtml(option, "option") && !isDisabled(option)) choose(select, option);
  press(select, "mouseup", point);
  press(select, "click", point);
}

function choose(select, option) {
  const before = option.selected;
  option.selected = select.multiple ? !before : true;
  if (option.selected !== before) tellChanged(select);
}

// Tells the page of an event without what WebKit does about it: it would unfold the list, or choose in it what lies at
// that point. The listeners of the target itself come first, and see an event that nobody has prevented.
function press(target, type, { x, y }) {
  const init = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y };
  const prevent = (event) => event.preventDefault();
  target.addEventListener(type, prevent);
  target.dispatchEvent(new MouseEvent(type, { ...init, detail: type === "click" ? 1 : 0 }));
  target.removeEventListener(type, prevent);
}

function tellChanged(target) {
  target.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  target.dispatchEvent(new Event("change", { bubbles: true }));
}
