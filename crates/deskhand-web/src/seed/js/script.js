// The body of the function that the plugin runs: finds or installs the agent and hands it the request. The plugin calls
// it with the request and, last, with the function that answers. Code that a page will not compile becomes part of this
// text, hence the long names.
var deskhandRequest = arguments[0];
var deskhandDone = arguments[arguments.length - 1];
var deskhandTell = function (answer) {
  // An answer that nobody waits for any more would break the plugin down for good.
  if (Date.now() > deskhandRequest.expires) return;
  // Tauri's own way out: when its requests fail, it posts messages instead. Those arrive exactly once, also from a page
  // that is about to go. A request that a navigation cuts off is sent a second time, and the plugin breaks down on that.
  var deskhandFetch = window.fetch;
  window.fetch = function () { return Promise.reject(new Error("not used while this page is driven")); };
  try { deskhandDone(JSON.stringify(answer)); } finally { window.fetch = deskhandFetch; }
};
var deskhandKey = Symbol.for("deskhand.page");
if (!window[deskhandKey]) {
  var deskhandInstall = /*AGENT*/null;
  if (!deskhandInstall) { deskhandTell({ missing: null }); return; }
  Object.defineProperty(window, deskhandKey, { value: deskhandInstall(deskhandRequest.view), configurable: true });
}
if (deskhandRequest.collect) window[deskhandKey].collect(deskhandRequest, deskhandTell);
else window[deskhandKey].begin(deskhandRequest, deskhandTell, /*RAW*/null);
