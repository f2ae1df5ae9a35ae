// Where an element is in the viewport, and whether a pointer can reach it there.

// How much of an edge WebKitGTK gives to a scrollbar that lies over the page, whether it is to be seen or not.
const OVERLAY_SCROLLBAR = 21;

// Scrolls an element into view and answers where to press it; refuses where a pointer does not reach it.
// {x, y}: the point in the viewport. {option: true}: an option, which is not pressed but chosen (see `selectOption`).
function clickPoint(element) {
  if (isInput(element, "file")) {
    refuse("invalid argument", `${named(element)} takes files. Send it their paths as keys instead of clicking it.`);
  }
  const target = pressedInsteadOf(element);
  const point = reached(target);
  return target === element ? point : { ...point, option: true };
}

// Options are drawn by their select.
function pressedInsteadOf(element) {
  return (isHtml(element, "option", "optgroup") && element.closest("select, datalist")) || element;
}

// The point where a pointer reaches an element, which is scrolled to if need be; refuses when there is none.
function reached(element) {
  const seen = centreInView(element);
  if (seen !== null && isReachable(seen) && isWithin(topmostAt(seen), element)) return seen;
  const point = besideScrollbars(element, broughtIntoView(element));
  const over = coveredBy(element, point);
  if (over !== null) {
    refuse(
      "element click intercepted",
      `${named(element)} is not clickable at (${point.x}, ${point.y}): ${named(over)} covers it there.`,
    );
  }
  return point;
}

function broughtIntoView(element) {
  let point = centreInView(element);
  if (point === null || !isAt(element, point)) {
    // A script could scroll to what is cut off for good. A person could not.
    if (isCutOff(element)) refuse("element not interactable", `${named(element)} is hidden by what it overflows.`);
    scrollIntoView(element);
    point = centreInView(element);
    if (point !== null && !isAt(element, point)) {
      // At the edge of what scrolls, its scrollbar is in the way.
      element.scrollIntoView({ behavior: "instant", block: "center", inline: "center" });
      point = centreInView(element);
    }
  }
  if (point === null) refuse("element not interactable", `${named(element)} ${whyNoPoint(element)}.`);
  if (!isAt(element, point)) {
    const why = styleOf(element).pointerEvents === "none" ? "takes no pointer events" : "is not where it can be seen";
    refuse("element not interactable", `${named(element)} ${why}, even after scrolling to it.`);
  }
  return point;
}

// Scrollbars lie over the page and take what is pressed there, unnoticed by the page. An element whose middle is beneath
// one is pressed beside it, and scrolled on only when nothing of it is there.
function besideScrollbars(element, point) {
  if (isReachable(point)) return point;
  const beside = () => {
    const found = centreInView(element, reachable());
    return found !== null && isAt(element, found) ? found : null;
  };
  const found = beside();
  if (found !== null) return found;
  const { right, bottom } = reachable();
  window.scrollBy({
    left: point.x < right ? 0 : window.innerWidth - right,
    top: point.y < bottom ? 0 : window.innerHeight - bottom,
    behavior: "instant",
  });
  return beside() ?? refuse("element click intercepted", `${named(element)} lies beneath a scrollbar of the page.`);
}

function whyNoPoint(element) {
  if (!isDisplayed(element)) return "is not displayed";
  return rectsOf(element).length === 0 ? "has no size" : "cannot be scrolled into view";
}

function scrollIntoView(element) {
  pressedInsteadOf(element).scrollIntoView({ behavior: "instant", block: "end", inline: "nearest" });
}

// Scrolls an element into view, as far as it is not there, and answers which part of the viewport shows it.
function rectInView(element) {
  element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
  // The root is as large as its content here, not as large as the viewport.
  return shownPart(element === document.documentElement ? element.getBoundingClientRect() : boxOf(element));
}

// What the viewport shows of a box: empty where it shows nothing.
function shownPart(rect) {
  const { left, top, right, bottom } = visiblePart(rect) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// The centre of what the viewport shows of an element, without scrolling; of its box where nothing is shown. For
// pointers that are moved to it.
function centre(element) {
  const point = centreInView(element);
  if (point !== null) return point;
  const { left, top, width, height } = boxOf(element);
  return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
}

// How large the viewport is.
function viewport() {
  return { width: window.innerWidth, height: window.innerHeight };
}

// What pointers must know that are moved to elements: how large the viewport is, and the centre of each element.
function actionPoints(elements) {
  return { ...viewport(), points: elements.map(centre) };
}

function rectsOf(element) {
  const rects = isHtml(element, "area", "map") ? [mapped(element).rect] : Array.from(element.getClientRects());
  // An inline element with a block inside has empty pieces around it.
  return rects.filter((rect) => rect.width > 0 && rect.height > 0);
}

// What the viewport shows.
function shown() {
  return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
}

// What of it a pointer reaches: scrollbars are left out.
function reachable() {
  const root = document.documentElement;
  const page = document.scrollingElement ?? root;
  const clip = clipOf(root, root);
  const none = styleOf(root).scrollbarWidth === "none";
  const bar = (inner, client, scrolls) => Math.max(inner - client, scrolls && !none ? OVERLAY_SCROLLBAR : 0);
  const { innerWidth, innerHeight } = window;
  const down = isScrolled(clip.y) && page.scrollHeight > page.clientHeight;
  const across = isScrolled(clip.x) && page.scrollWidth > page.clientWidth;
  return {
    left: 0,
    top: 0,
    right: innerWidth - bar(innerWidth, page.clientWidth, down),
    bottom: innerHeight - bar(innerHeight, page.clientHeight, across),
  };
}

function isReachable({ x, y }) {
  const { left, top, right, bottom } = reachable();
  return x >= left && x < right && y >= top && y < bottom;
}

function visiblePart(rect, within = shown()) {
  const left = Math.max(within.left, rect.left);
  const right = Math.min(within.right, rect.right);
  const top = Math.max(within.top, rect.top);
  const bottom = Math.min(within.bottom, rect.bottom);
  return left < right && top < bottom ? { left, right, top, bottom } : null;
}

// The centre of what the viewport shows of the first piece of an element that is in it.
function centreInView(element, within = shown()) {
  for (const rect of rectsOf(element)) {
    const part = visiblePart(rect, within);
    if (part) return { x: middle(part.left, part.right), y: middle(part.top, part.bottom) };
  }
  return null;
}

// A whole number where one is inside.
function middle(from, to) {
  const exact = (from + to) / 2;
  const whole = Math.floor(exact);
  return whole >= from ? whole : exact;
}

// What lies at a point, the topmost first, down into shadow trees.
function stackAt(point, root = document) {
  return root.elementsFromPoint(point.x, point.y).flatMap((element) => {
    // A shadow tree is asked about its own elements; it answers with those around it, too.
    if (element.getRootNode() !== root) return [];
    return element.shadowRoot ? [...stackAt(point, element.shadowRoot), element] : [element];
  });
}

// The first of them.
function topmostAt(point) {
  let top = document.elementFromPoint(point.x, point.y);
  for (let root = top?.shadowRoot; root; root = top.shadowRoot) {
    const within = root.elementFromPoint(point.x, point.y);
    if (within === null || within.getRootNode() !== root) break;
    top = within;
  }
  return top;
}

// Whether an element, or something in it, lies at a point, covered or not.
function isAt(element, point) {
  return stackAt(point).some((other) => isWithin(other, element));
}

// What a pointer would meet instead of the element; null when it meets it.
function coveredBy(element, point) {
  const [top] = stackAt(point);
  return top && !isWithin(top, element) ? top : null;
}

// Tries at once, and then again as long as it is refused and the time is not over.
function once(wait, element, attempt) {
  try {
    return attempt();
  } catch (refused) {
    if (wait <= 0 || !refused.webdriver) throw refused;
    return new Promise((resolve, reject) => {
      const end = performance.now() + wait;
      const poll = setInterval(() => {
        try {
          refuseGone(element);
          resolve(attempt());
        } catch (again) {
          if (again.webdriver?.startsWith("element ") && performance.now() < end) return;
          reject(again);
        }
        clearInterval(poll);
      }, 20);
    });
  }
}
