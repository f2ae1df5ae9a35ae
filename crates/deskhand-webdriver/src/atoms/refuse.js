// Ends a function with an error of the protocol.
function refuse(code, message) {
  throw { webdriver: code, message };
}

// How an element is called in a message.
function named(element) {
  const shown = ["id", "class", "name", "type"]
    .filter((name) => element.getAttribute(name))
    .map((name) => ` ${name}="${element.getAttribute(name).trim().slice(0, 60)}"`);
  return `<${qualifiedName(element)}${shown.join("")}>`;
}
