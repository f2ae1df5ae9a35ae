// What somebody's code threw, as a fault of the protocol. One expression without outside names, as it runs in any world.
(error, clone) => {
  const fault = (thrown) => {
    const { name, message } = thrown;
    return { kind: "script", message: name && message ? `${name}: ${message}` : name || message, thrown };
  };
  const text = (value) => {
    try {
      return value === undefined || value === null ? "" : String(value);
    } catch {
      return "";
    }
  };
  const isError =
    typeof error === "object" && error !== null &&
    (error instanceof Error || /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(error)));
  if (isError) return fault({ name: text(error.name), message: text(error.message), stack: text(error.stack) });
  let value;
  try {
    value = clone(error);
  } catch {
    // What cannot be cloned is told as text alone.
  }
  return fault({ name: "", message: text(error), stack: "", ...(value === undefined ? {} : { value }) });
}
