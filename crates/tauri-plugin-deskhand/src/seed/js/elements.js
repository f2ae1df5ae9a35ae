// What the endpoints for elements ask of a document. An expression whose value is an object with functions, which is
// called beside the page.
(() => {
  "use strict";

  const TYPED_NOWHERE = /^(color|date|datetime-local|month|range|time|week)$/;
  const NO_TEXT = /^(button|checkbox|file|hidden|image|radio|reset|submit)$/;

  const ROLES = {
    a: "link", address: "group", article: "article", aside: "complementary", button: "button", caption: "caption",
    code: "code", datalist: "listbox", dd: "definition", details: "group", dialog: "dialog", dt: "term",
    fieldset: "group", figure: "figure", footer: "contentinfo", form: "form", h1: "heading", h2: "heading",
    h3: "heading", h4: "heading", h5: "heading", h6: "heading", header: "banner", hr: "separator", img: "img",
    li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
    option: "option", output: "status", p: "paragraph", progress: "progressbar", section: "region",
    summary: "button", table: "table", tbody: "rowgroup", td: "cell", textarea: "textbox", tfoot: "rowgroup",
    th: "columnheader", thead: "rowgroup", tr: "row", ul: "list",
  };
  const INPUT_ROLES = {
    button: "button", checkbox: "checkbox", email: "textbox", image: "button", number: "spinbutton", radio: "radio",
    range: "slider", reset: "button", search: "searchbox", submit: "button", tel: "textbox", text: "textbox",
    url: "textbox",
  };

  function implicitRole(element) {
    const tag = element.localName;
    if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "generic";
    if (tag === "input") return INPUT_ROLES[element.type] || "textbox";
    if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "img" && element.getAttribute("alt") === "") return "presentation";
    if ((tag === "section" || tag === "form") && !label(element)) return "generic";
    return ROLES[tag] || "generic";
  }

  function textOf(element) {
    return (element.innerText === undefined ? element.textContent : element.innerText).trim();
  }

  // Roles that are named by what is inside of them.
  const NAMED_INSIDE = /^(button|cell|checkbox|columnheader|heading|link|option|radio|row|tab|menuitem|treeitem|tooltip)$/;

  function label(element) {
    const told = (element.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean)
      .map((id) => element.getRootNode().getElementById(id)).filter(Boolean).map(textOf).join(" ").trim();
    const own = (element.getAttribute("aria-label") || "").trim();
    if (told || own) return told || own;
    const labels = element.labels ? Array.from(element.labels, textOf).join(" ").trim() : "";
    if (labels) return labels;
    if (element.localName === "input" && /^(button|submit|reset)$/.test(element.type) && element.value) return element.value;
    if (element.getAttribute("alt")) return element.getAttribute("alt");
    const role = element.getAttribute("role") || (/^(section|form)$/.test(element.localName) ? "" : implicitRole(element));
    if (NAMED_INSIDE.test(role) && textOf(element)) return textOf(element);
    return element.getAttribute("title") || element.getAttribute("placeholder") || "";
  }

  function isDisplayed(element) {
    if (element.localName === "option" || element.localName === "optgroup") {
      const list = element.closest("select, datalist");
      return list ? isDisplayed(list) : false;
    }
    if (element.localName === "input" && element.type === "hidden") return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const hasSize = (each) => Array.from(each.getClientRects()).some((box) => box.width > 0 && box.height > 0);
    return hasSize(element) || Array.from(element.children).some(isDisplayed)
      || (element.textContent.trim() !== "" && element.getClientRects().length > 0);
  }

  function isEnabled(element) {
    return !element.matches(":disabled");
  }

  // The part of an element that can be seen in its viewport, once it has been scrolled there.
  function visibleBox(element) {
    const inView = () => {
      for (const box of element.getClientRects()) {
        const left = Math.max(0, box.left), top = Math.max(0, box.top);
        const right = Math.min(innerWidth, box.right), bottom = Math.min(innerHeight, box.bottom);
        if (right > left && bottom > top) return { x: left, y: top, width: right - left, height: bottom - top };
      }
      return null;
    };
    const before = inView();
    const whole = element.getBoundingClientRect();
    if (before && before.width >= Math.min(whole.width, innerWidth) && before.height >= Math.min(whole.height, innerHeight)) {
      return before;
    }
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return inView();
  }

  function at(x, y) {
    let found = document.elementFromPoint(x, y);
    while (found && found.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  }

  function contains(outer, inner) {
    for (let each = inner; each; each = each.parentNode || each.host) if (each === outer) return true;
    return false;
  }

  function described(element) {
    return `<${element.localName}${element.id ? ` id="${element.id}"` : ""}>`;
  }

  function tell(element, ...types) {
    for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  }

  function chooseOption(option) {
    const list = option.closest("select");
    if (!list || option.matches(":disabled") || list.matches(":disabled")) throw new Error("element not interactable: the option is disabled");
    list.focus();
    const was = option.selected;
    option.selected = list.multiple ? !was : true;
    if (option.selected !== was) tell(list, "input", "change");
  }

  return {
    find(using, value, root) {
      const from = root || document;
      if (using !== "xpath") return Array.from(from.querySelectorAll(value));
      const found = document.evaluate(value, from, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      const nodes = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at));
      return nodes.filter((node) => node.nodeType === 1);
    },
    text: textOf,
    attribute: (element, name) => element.getAttribute(name),
    style: (element, name) => getComputedStyle(element).getPropertyValue(name),
    tag: (element) => element.tagName.toLowerCase(),
    rect(element) {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    },
    displayed: isDisplayed,
    enabled: isEnabled,
    selected: (element) => Boolean(element.selected || element.checked),
    role: (element) => (element.getAttribute("role") || "").trim().split(/\s+/)[0] || implicitRole(element),
    label,
    shadow: (element) => element.shadowRoot,
    active() {
      let element = document.activeElement;
      while (element && element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
      return element || document.body;
    },
    source: () => document.documentElement.outerHTML,
    title: () => document.title,
    address: () => location.href,

    // Chooses an option, or says where the pointer has to go to hit the element.
    aim(element) {
      if (element.localName === "option") {
        chooseOption(element);
        return null;
      }
      const box = visibleBox(element);
      if (!box) throw new Error(`element not interactable: ${described(element)} has no place in the page`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const hit = at(x, y);
      if (hit && !contains(element, hit)) {
        throw new Error(`element click intercepted: ${described(hit)} covers ${described(element)}`);
      }
      return { x, y };
    },

    // Where the middle of an element is now.
    middle(element) {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },

    // Brings an element into view and says where it is then.
    reveal(element) {
      const box = visibleBox(element);
      if (!box) throw new Error(`element not interactable: ${described(element)} has no place in the page`);
      return box;
    },

    // Makes an element ready for keys; true when the text was taken over as a value instead, as nobody types dates.
    ready(element, text) {
      if (element.localName === "input" && TYPED_NOWHERE.test(element.type)) {
        element.focus();
        element.value = text;
        tell(element, "input", "change");
        return true;
      }
      if (element !== element.getRootNode().activeElement) element.focus();
      if (element !== element.getRootNode().activeElement && element !== document.body) {
        throw new Error(`element not interactable: ${described(element)} cannot have the focus`);
      }
      if ((element.localName === "input" && !NO_TEXT.test(element.type)) || element.localName === "textarea") {
        const end = element.value.length;
        // Some kinds of input have no caret that a script could move.
        try { element.setSelectionRange(end, end); } catch { element.select(); getSelection().collapseToEnd(); }
      } else if (element.isContentEditable) {
        getSelection().selectAllChildren(element);
        getSelection().collapseToEnd();
      }
      return false;
    },

    clear(element) {
      const editable = element.isContentEditable;
      if (!editable && !/^(input|textarea)$/.test(element.localName)) throw new Error("invalid element state: there is nothing to clear");
      if (!isEnabled(element) || element.readOnly) throw new Error("invalid element state: the element cannot be changed");
      element.focus();
      if (editable) element.innerHTML = "";
      else if (element.value !== "") {
        element.value = "";
        tell(element, "input", "change");
      }
      element.blur();
    },

    files(element, files) {
      if (element.localName !== "input" || element.type !== "file") throw new Error("invalid argument: the element is no file input");
      const chosen = new DataTransfer();
      if (element.multiple) for (const file of element.files) chosen.items.add(file);
      for (const { name, data, mime } of files) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        chosen.items.add(new File([bytes], name, { type: mime }));
      }
      element.files = chosen.files;
      tell(element, "input", "change");
    },
  };
})()
