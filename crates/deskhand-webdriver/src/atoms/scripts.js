// Scripts of the client, before they run.

// Tells whether a text is the body of an async function; throws when it is that of no function at all.
function needsAsync(body) {
  const isBodyOf = (kind) => {
    try {
      return new kind(body) !== null;
    } catch {
      return false;
    }
  };
  const AsyncFunction = (async () => {}).constructor;
  // "await (ready)" is a call of a function of that name elsewhere.
  const awaits = /\bawait\s*[([{`"']/.test(body) || !isBodyOf(Function);
  if (awaits && isBodyOf(AsyncFunction)) return true;
  try {
    new Function(body);
  } catch (error) {
    if (error.name === "SyntaxError") throw error;
    // Without a world beside the page, its policy may forbid to compile anything: then the word has to do.
    return /\bawait\s/.test(body);
  }
  return false;
}
