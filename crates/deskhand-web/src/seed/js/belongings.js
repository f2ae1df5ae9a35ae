// Files and cookies, as far as a script of the page can handle them.
//
// An expression: a function of the agent, to which it adds operations.
(function (agent) {
  "use strict";

  let parcels = new Map();

  function bytesOf(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }

  Object.assign(agent.operations, {
    // Takes in a piece of a file, in base64. The plugin refuses requests of more than two megabytes.
    parcel(request) {
      if (!parcels.has(request.parcel)) parcels.set(request.parcel, []);
      parcels.get(request.parcel).push(bytesOf(request.piece));
    },

    // Gives a file input what was taken in. Nothing of that is kept, also when the input does not take it.
    files(request, target) {
      const taken = parcels;
      parcels = new Map();
      const input = agent.lookUp(request.node, target, false);
      if (input.localName !== "input" || input.type !== "file") {
        throw agent.fault("invalid", "The element is no file input.");
      }
      if (!input.multiple && request.files.length > 1) {
        throw agent.fault("invalid", "The file input takes one file.");
      }
      const chosen = new target.DataTransfer();
      if (input.multiple) for (const file of input.files) chosen.items.add(file);
      for (const { name, kind, parcel } of request.files) {
        chosen.items.add(new target.File(taken.get(parcel) || [], name, { type: kind }));
      }
      input.files = chosen.files;
      for (const type of ["input", "change"]) {
        input.dispatchEvent(new target.Event(type, { bubbles: true, composed: type === "input" }));
      }
    },

    // What the page itself sees of its cookies: names and values.
    cookies(request, target) {
      const text = target.document.cookie;
      return text === "" ? [] : text.split("; ").map((each) => {
        const at = each.indexOf("=");
        return at < 0 ? { name: "", value: each } : { name: each.slice(0, at), value: each.slice(at + 1) };
      });
    },

    // Sets a cookie from its text.
    cookie(request, target) {
      target.document.cookie = request.text;
    },

    // Takes cookies away. A script cannot see what path and domain they are for, so all that may be are tried.
    uncookie(request, target) {
      const { hostname, pathname } = target.location;
      const labels = hostname.split(".");
      const domains = [""].concat(labels.map((_, at) => `; domain=${labels.slice(at).join(".")}`));
      const folders = pathname.split("/");
      const paths = folders.flatMap((_, at) => [`${folders.slice(0, at).join("/")}/`, folders.slice(0, at + 1).join("/")]);
      for (const name of request.names) {
        for (const domain of domains) {
          for (const path of paths) {
            target.document.cookie = `${name}=; max-age=0; path=${path}${domain}`;
          }
        }
      }
    },
  });
})
