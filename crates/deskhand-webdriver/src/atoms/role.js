// The role that assistive technology is told, as WAI-ARIA and the mapping of HTML to it (HTML-AAM) say.

function computedRole(element) {
  return givenRole(element) ?? ownRole(element);
}

// Every role that an author may give, but for those that need a name.
const ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader " +
    "combobox comment complementary contentinfo definition deletion dialog document emphasis feed figure form " +
    "generic grid gridcell group heading image insertion link list listbox listitem log main mark marquee math " +
    "menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph progressbar " +
    "radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader " +
    "separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel " +
    "term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object " +
    "graphics-symbol doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry " +
    "doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits " +
    "doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote " +
    "doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak " +
    "doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna " +
    "doc-subtitle doc-tip doc-toc"
  ).split(" "),
);
const SAME_AS = { img: "image", presentation: "none", directory: "list" };

// What an author says that it is; null when that does not count.
function givenRole(element) {
  for (const token of (element.getAttribute("role") ?? "").split(/[\t\n\f\r ]+/)) {
    const lower = token.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const role = Object.hasOwn(SAME_AS, lower) ? SAME_AS[lower] : lower;
    if (!ROLES.has(role)) continue;
    if ((role === "region" || role === "form") && !hasAuthorName(element)) continue;
    // What can have the focus, or says more about itself, is there for everybody.
    if (role === "none" && mustBeTold(element)) return null;
    return role;
  }
  return null;
}

const GLOBAL_STATES =
  "atomic braillelabel brailleroledescription busy controls current describedby description details dropeffect " +
  "flowto grabbed hidden keyshortcuts label labelledby live owns relevant roledescription";

function mustBeTold(element) {
  return canHaveFocus(element) || GLOBAL_STATES.split(" ").some((state) => said(element, `aria-${state}`));
}

function canHaveFocus(element) {
  const takesIt = element.hasAttribute("tabindex") || element.tabIndex >= 0 || element.isContentEditable === true;
  return takesIt && !isDisabled(element);
}

function hasAuthorName(element) {
  return hasAriaName(element) || said(element, "title");
}

function hasAriaName(element) {
  const refers = referred(element, "aria-labelledby").some((node) => node.textContent.trim() !== "");
  return refers || said(element, "aria-label");
}

function said(element, attribute) {
  return (element.getAttribute(attribute) ?? "").trim() !== "";
}

// The elements that an attribute refers to by id, in the tree that the element is in.
function referred(element, attribute) {
  const ids = (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean);
  const root = element.getRootNode();
  return ids.map((id) => root.getElementById?.(id)).filter(Boolean);
}

// Roles that depend on nothing but the name of the element.
const OF_HTML = {
  address: "group", article: "article", blockquote: "blockquote", button: "button", caption: "caption",
  code: "code", datalist: "listbox", dd: "definition", del: "deletion", details: "group", dfn: "term",
  dialog: "dialog", dir: "list", dt: "term", em: "emphasis", fieldset: "group", figcaption: "caption",
  figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
  hgroup: "group", hr: "separator", html: "document", ins: "insertion", main: "main", mark: "mark",
  math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
  option: "option", output: "status", p: "paragraph", progress: "progressbar", s: "deletion", search: "search",
  strong: "strong", sub: "subscript", sup: "superscript", table: "table", textarea: "textbox", time: "time",
  ul: "list",
};
const OF_INPUT = {
  button: "button", checkbox: "checkbox", email: "textbox", image: "button", number: "spinbutton",
  password: "textbox", radio: "radio", range: "slider", reset: "button", search: "searchbox", submit: "button",
  tel: "textbox", text: "textbox", url: "textbox",
};
const OF_SVG = { svg: "graphics-document", image: "image", foreignObject: "generic" };
// Elements that are not there for anybody, and those that are there but have no role.
const NOT_TOLD = "base head link meta noscript param script source style template title track".split(" ");
const WITHOUT_ROLE = ["audio", "canvas", "embed", "iframe", "object", "video"];

// What it is by itself.
function ownRole(element) {
  if (!isHtml(element)) return ownForeignRole(element);
  const name = element.localName;
  const decide = Object.hasOwn(CONTEXTUAL, name) ? CONTEXTUAL[name] : null;
  if (decide) return decide(element);
  if (Object.hasOwn(OF_HTML, name)) return OF_HTML[name];
  if (NOT_TOLD.includes(name)) return "none";
  return WITHOUT_ROLE.includes(name) ? "" : "generic";
}

function ownForeignRole(element) {
  const name = element.localName;
  if (name === "math") return "math";
  if (name === "a" && (element.hasAttribute("href") || element.hasAttribute("xlink:href"))) return "link";
  if (Object.hasOwn(OF_SVG, name)) return OF_SVG[name];
  // Shapes are there for those who are told what they are.
  if (!titleOfSvg(element)?.trim() && !hasAuthorName(element)) return "none";
  return name === "g" ? "group" : "graphics-symbol";
}

const SECTIONS = ["article", "aside", "nav", "section"];
const SECTION_ROLES = ["article", "complementary", "navigation", "region"];

// Whether it belongs to a part of the page, not to the page.
function isInSection(element, names, roles) {
  for (let at = drawnIn(element); at; at = drawnIn(at)) {
    const given = (at.getAttribute("role") ?? "").trim().toLowerCase();
    if (given ? roles.includes(given) : isHtml(at, ...names)) return true;
  }
  return false;
}

function pageOr(pageRole, sectionRole) {
  return (element) =>
    isInSection(element, [...SECTIONS, "main"], [...SECTION_ROLES, "main"]) ? sectionRole : pageRole;
}

const linkRole = (element) => (element.hasAttribute("href") ? "link" : "generic");
const CONTEXTUAL = {
  a: linkRole,
  area: linkRole,
  aside: (element) =>
    isInSection(element, SECTIONS, SECTION_ROLES) && !hasAuthorName(element) ? "generic" : "complementary",
  footer: pageOr("contentinfo", "sectionfooter"),
  header: pageOr("banner", "sectionheader"),
  form: (element) => (hasAuthorName(element) ? "form" : "generic"),
  img: imageRole,
  input: inputRole,
  li: (element) => (isListItem(element) ? "listitem" : "generic"),
  section: (element) => (hasAuthorName(element) ? "region" : "generic"),
  select: (element) => (element.multiple || element.size > 1 ? "listbox" : "combobox"),
  summary: (element) => (isSummary(element) ? "button" : "generic"),
  tbody: (element) => tableRole(element, "rowgroup"),
  thead: (element) => tableRole(element, "rowgroup"),
  tfoot: (element) => tableRole(element, "rowgroup"),
  tr: (element) => tableRole(element, "row"),
  td: (element) => tableRole(element, "cell"),
  th: (element) => tableRole(element, headerRole(element)),
};

function imageRole(element) {
  const decorative = element.getAttribute("alt") === "" && !hasAriaName(element);
  return decorative && !canHaveFocus(element) ? "none" : "image";
}

function inputRole(element) {
  if (element.type === "hidden") return "none";
  if (element.type === "checkbox" && element.hasAttribute("switch")) return "switch";
  const role = Object.hasOwn(OF_INPUT, element.type) ? OF_INPUT[element.type] : "";
  return ["textbox", "searchbox"].includes(role) && element.list && element.type !== "password" ? "combobox" : role;
}

function isListItem(element) {
  for (let at = drawnIn(element); at; at = drawnIn(at)) {
    const role = computedRole(at);
    if (role === "list") return true;
    if (role !== "generic") break;
  }
  const owners = element.id ? element.getRootNode().querySelectorAll("[aria-owns]") : [];
  const lists = Array.from(owners).filter((owner) => computedRole(owner) === "list");
  return lists.some((list) => referred(list, "aria-owns").includes(element));
}

function isSummary(element) {
  const { parentElement } = element;
  if (!isHtml(parentElement, "details")) return false;
  return Array.from(parentElement.children).find((child) => isHtml(child, "summary")) === element;
}

// The parts of a table are what the table is.
function tableRole(element, role) {
  const table = element.closest("table");
  const of = table ? computedRole(table) : "none";
  if (of === "none" || of === "generic") return "generic";
  return role === "cell" && (of === "grid" || of === "treegrid") ? "gridcell" : role;
}

function headerRole(element) {
  const scope = (element.getAttribute("scope") ?? "").toLowerCase();
  if (scope.startsWith("row")) return "rowheader";
  if (scope.startsWith("col")) return "columnheader";
  const row = element.parentElement;
  const besideData = row !== null && Array.from(row.children).some((cell) => isHtml(cell, "td"));
  return besideData && !isHtml(row.parentElement, "thead") ? "rowheader" : "columnheader";
}
