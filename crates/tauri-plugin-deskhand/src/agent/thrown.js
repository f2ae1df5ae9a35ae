// What somebody's code threw, as the protocol tells it. Runs in both worlds.
(error, clone) => {
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
  if (isError) return { name: text(error.name), message: text(error.message), stack: text(error.stack) };
  let value;
  try {
    value = clone(error);
  } catch {
    // What cannot be cloned is told as text alone.
  }
  return { name: "", message: text(error), stack: "", ...(value === undefined ? {} : { value }) };
}
