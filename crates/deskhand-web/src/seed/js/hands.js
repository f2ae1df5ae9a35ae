// Moves, clicks and types by dispatching events. The page can tell them from a person's: the plugin offers nothing else.
//
// An expression: a function of the agent, to which it adds the operation `input`.
(function (agent) {
  "use strict";

  const DOUBLE_CLICK_MS = 500;
  const SETTLED_MS = 30;
  const held = { over: null, down: null, button: -1, clicks: 0, last: 0, where: null };

  // --- Where events go -----------------------------------------------------------------------------------------------

  // The innermost element at a point: through shadow trees, and through frames as far as they can be reached.
  function elementAt(target, x, y) {
    let element = target.document.elementFromPoint(x, y) || target.document.documentElement;
    for (;;) {
      const inner = element.shadowRoot && element.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    let below = null;
    try {
      below = /^(iframe|frame)$/i.test(element.tagName) ? element.contentDocument : null;
    } catch {
      // Another origin: the frame itself is as near as one gets.
    }
    if (!below) return { element, x, y };
    const box = element.getBoundingClientRect();
    return elementAt(below.defaultView, x - box.x - element.clientLeft, y - box.y - element.clientTop);
  }

  function activeIn(target) {
    let element = target.document.activeElement || target.document.body || target.document.documentElement;
    while (element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  function dispatch(element, Kind, type, init) {
    const home = element.ownerDocument.defaultView;
    const event = new home[Kind](type, Object.assign({
      bubbles: true, cancelable: true, composed: true, view: home,
    }, init));
    return element.dispatchEvent(event);
  }

  function keys(modifiers) {
    return {
      shiftKey: modifiers.shift, ctrlKey: modifiers.ctrl, altKey: modifiers.alt, metaKey: modifiers.meta,
    };
  }

  function ancestors(element) {
    const line = [];
    for (let each = element; each; each = each.parentNode || each.host) if (each.nodeType === 1) line.push(each);
    return line;
  }

  // --- Pointers ------------------------------------------------------------------------------------------------------

  function pointerInit(event, spot, button) {
    return Object.assign({
      clientX: spot.x, clientY: spot.y, screenX: spot.x, screenY: spot.y,
      button, buttons: event.buttons, detail: 0,
      pointerId: event.kind === "mouse" ? 1 : event.id + 2, pointerType: event.kind, isPrimary: true,
      width: 1, height: 1, pressure: event.buttons ? 0.5 : 0,
    }, keys(event.modifiers));
  }

  function both(element, pointerType, mouseType, init, more) {
    const going = dispatch(element, "PointerEvent", pointerType, Object.assign({}, init, more));
    return dispatch(element, "MouseEvent", mouseType, Object.assign({}, init, more)) && going;
  }

  function hover(element, init) {
    const before = held.over && held.over.isConnected ? held.over : null;
    if (before === element) return;
    const left = before ? ancestors(before) : [];
    const entered = ancestors(element);
    const quiet = { bubbles: false, cancelable: false };
    if (before) both(before, "pointerout", "mouseout", init, { relatedTarget: element });
    for (const each of left) if (!entered.includes(each)) both(each, "pointerleave", "mouseleave", init, quiet);
    both(element, "pointerover", "mouseover", init, { relatedTarget: before });
    for (const each of entered.slice().reverse()) {
      if (!left.includes(each)) both(each, "pointerenter", "mouseenter", init, quiet);
    }
    held.over = element;
  }

  function takeFocus(element) {
    const line = ancestors(element);
    const label = line.find((each) => each.localName === "label" && each.control);
    if (label) return;
    for (const each of line) {
      each.focus({ preventScroll: true });
      if (each.getRootNode().activeElement === each) return;
    }
    const active = element.ownerDocument.activeElement;
    if (active && active !== element.ownerDocument.body) active.blur();
  }

  function press(spot, event, button) {
    const now = Date.now();
    const again = held.where && held.button === button && now - held.last < DOUBLE_CLICK_MS
      && Math.hypot(held.where.x - spot.x, held.where.y - spot.y) < 5;
    held.clicks = again ? held.clicks + 1 : 1;
    Object.assign(held, { down: spot.element, button, last: now, where: { x: spot.x, y: spot.y } });
    const init = Object.assign(pointerInit(event, spot, button), { detail: held.clicks });
    if (both(spot.element, "pointerdown", "mousedown", init)) takeFocus(spot.element);
    if (button === 2) dispatch(spot.element, "MouseEvent", "contextmenu", init);
  }

  function release(spot, event, button) {
    const init = Object.assign(pointerInit(event, spot, button), { detail: held.clicks });
    both(spot.element, "pointerup", "mouseup", init);
    const line = ancestors(spot.element);
    const common = held.down && ancestors(held.down).find((each) => line.includes(each));
    held.down = null;
    if (!common || !common.isConnected) return;
    dispatch(common, "PointerEvent", button === 0 ? "click" : "auxclick", init);
    if (button === 0 && held.clicks % 2 === 0) dispatch(common, "MouseEvent", "dblclick", init);
  }

  function pointer(target, event) {
    const spot = elementAt(target, event.x, event.y);
    if (event.phase === "move") {
      const init = pointerInit(event, spot, -1);
      hover(spot.element, Object.assign({}, init, { button: 0 }));
      dispatch(spot.element, "PointerEvent", "pointermove", init);
      dispatch(spot.element, "MouseEvent", "mousemove", Object.assign({}, init, { button: 0 }));
    } else if (event.phase === "cancel") {
      held.down = null;
      dispatch(spot.element, "PointerEvent", "pointercancel", pointerInit(event, spot, -1));
    } else if (event.phase.down !== undefined) {
      press(spot, event, event.phase.down);
    } else {
      release(spot, event, event.phase.up);
    }
  }

  function wheel(target, event) {
    const spot = elementAt(target, event.x, event.y);
    const init = Object.assign({
      clientX: spot.x, clientY: spot.y, deltaX: event.across, deltaY: event.down, deltaMode: 0,
    }, keys(event.modifiers));
    if (!dispatch(spot.element, "WheelEvent", "wheel", init)) return;
    const root = spot.element.ownerDocument.scrollingElement;
    for (const each of ancestors(spot.element).concat(root ? [root] : [])) {
      const [x, y] = [each.scrollLeft, each.scrollTop];
      const style = getComputedStyle(each);
      if (each !== root && !/(auto|scroll)/.test(style.overflowX + style.overflowY)) continue;
      each.scrollBy({ left: event.across, top: event.down, behavior: "instant" });
      if (each.scrollLeft !== x || each.scrollTop !== y) return;
    }
  }

  // --- Keys ----------------------------------------------------------------------------------------------------------

  const CODES = {
    Backspace: 8, Tab: 9, Enter: 13, Shift: 16, Control: 17, Alt: 18, Escape: 27, " ": 32, PageUp: 33, PageDown: 34,
    End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Insert: 45, Delete: 46, Meta: 91,
  };
  const LOCATIONS = { standard: 0, left: 1, right: 2, numpad: 3 };

  function isCharacter(key) {
    return Array.from(key).length === 1;
  }

  function isField(element) {
    return element.localName === "textarea"
      || (element.localName === "input" && /^(text|search|url|tel|email|password|number)$/.test(element.type));
  }

  function submit(element) {
    const form = element.form;
    if (!form) return;
    const button = Array.from(form.elements).find((each) => each.type === "submit" || each.type === "image");
    if (button) {
      if (!button.disabled) button.click();
    } else {
      form.requestSubmit();
    }
  }

  function focusNext(target, backwards) {
    const all = Array.from(target.document.querySelectorAll(
      "a[href],area[href],button,input,select,textarea,iframe,summary,[tabindex],[contenteditable]",
    )).filter((each) => each.tabIndex >= 0 && !each.disabled && each.getClientRects().length > 0);
    const ordered = all.filter((each) => each.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex)
      .concat(all.filter((each) => each.tabIndex === 0));
    const here = ordered.indexOf(target.document.activeElement);
    const next = backwards ? (here < 0 ? ordered.length - 1 : here - 1) : here + 1;
    if (ordered[next]) {
      ordered[next].focus();
      if (isField(ordered[next])) ordered[next].select();
    } else if (target.document.activeElement) {
      target.document.activeElement.blur();
    }
  }

  function moveCaret(element, key, shift) {
    let [start, end] = [element.selectionStart, element.selectionEnd];
    if (start === null) return;
    const backwards = element.selectionDirection === "backward";
    const caret = backwards ? start : end;
    const anchor = backwards ? end : start;
    const length = element.value.length;
    let to = { Home: 0, End: length, ArrowLeft: caret - 1, ArrowRight: caret + 1 }[key];
    if (!shift && start !== end && key === "ArrowLeft") to = start;
    if (!shift && start !== end && key === "ArrowRight") to = end;
    to = Math.min(Math.max(to, 0), length);
    if (shift) element.setSelectionRange(Math.min(anchor, to), Math.max(anchor, to), to < anchor ? "backward" : "forward");
    else element.setSelectionRange(to, to);
  }

  function enter(element, edit) {
    if (element.localName === "textarea") edit("insertLineBreak");
    else if (element.isContentEditable) edit("insertParagraph");
    else if (/^(button|a|summary)$/.test(element.localName)) element.click();
    else if (element.localName === "input") submit(element);
  }

  // What the browser itself would do with a key that nobody prevented.
  function byDefault(target, element, event) {
    const { key, modifiers } = { key: event.key.key, modifiers: event.modifiers };
    const edit = (command, text) => element.ownerDocument.execCommand(command, false, text);
    const editable = isField(element) || element.isContentEditable;
    if (modifiers.ctrl || modifiers.meta) {
      const command = { a: "selectAll", c: "copy", x: "cut", v: "paste", z: "undo" }[key.toLowerCase()];
      if (command) edit(command);
    } else if (key === "Tab") {
      focusNext(target, modifiers.shift);
    } else if (key === "Enter") {
      enter(element, edit);
    } else if (editable && isCharacter(key)) {
      edit("insertText", key);
    } else if (editable && key === "Backspace") {
      edit("delete");
    } else if (editable && key === "Delete") {
      edit("forwardDelete");
    } else if (isField(element) && /^(Home|End|ArrowLeft|ArrowRight)$/.test(key)) {
      moveCaret(element, key, modifiers.shift);
    }
  }

  function strike(target, event) {
    const element = activeIn(target);
    const { key, code, location } = event.key;
    const number = CODES[key] || (isCharacter(key) ? key.toUpperCase().codePointAt(0) : 0);
    const init = Object.assign({
      key, code, location: LOCATIONS[location], keyCode: number, which: number,
    }, keys(event.modifiers));
    if (!event.down) {
      const going = dispatch(element, "KeyboardEvent", "keyup", init);
      const presses = /^(button|summary)$/.test(element.localName) || /^(checkbox|radio|button|submit)$/.test(element.type);
      if (going && key === " " && presses) element.click();
      return;
    }
    if (!dispatch(element, "KeyboardEvent", "keydown", init)) return;
    if (isCharacter(key) || key === "Enter") {
      const character = key === "Enter" ? 13 : key.codePointAt(0);
      const typed = Object.assign({}, init, { charCode: character, keyCode: character, which: character });
      if (!dispatch(element, "KeyboardEvent", "keypress", typed)) return;
    }
    byDefault(target, element, event);
  }

  agent.operations.input = (request, target) => {
    for (const event of request.events) {
      if (event.pointer) pointer(target, event.pointer);
      else if (event.wheel) wheel(target, event.wheel);
      else strike(target, event.key);
    }
    // A navigation that a click started has taken this document along by then.
    return new Promise((done) => agent.later(() => done(null), SETTLED_MS));
  };
})
