// References to windows: that of the view, and those of frames.

function referToWindow(value) {
  if (value === window && window.parent === window) return { [KEYS.window]: view };
  if (value.closed) throw new Fault("stale_node", "This window is closed");
  if (value === window) return { [KEYS.frame]: contextId() };
  if (value === window.top) return { [KEYS.window]: view };
  if (value.parent === value) throw new Fault("unsupported", "The window of another view cannot be handed over");
  return { [KEYS.frame]: idOfChild(value) };
}

function frameFor(id) {
  if (id === context && window.parent !== window) return window;
  const frame = children.get(id);
  if (!frame || frame.closed) throw new Fault("no_frame", `There is no frame ${id} here`);
  return frame;
}

function viewFor(id) {
  if (id !== view) throw new Fault("no_view", `There is no window ${id} here`);
  return window.top;
}
