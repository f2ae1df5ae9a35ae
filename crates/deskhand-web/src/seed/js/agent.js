// Stands in a page that is driven through tauri-plugin-webdriver-automation, and gives it what that plugin has not:
// references that are stable, calls in frames, and answers that outlast a request. It lives among the page's globals,
// because that plugin knows no other place.
//
// An expression: a function of the view's name, and of how values come in and go out, whose value is the agent.
(function (view, values) {
  "use strict";

  const { makeClone, makeRevive, faultOfThrown } = values;

  const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
  const SHADOW = "shadow-6066-11e4-a52e-4f735466cecf";
  const FRAME = "frame-075b-4da1-b6ba-e579c2d3230a";
  const WINDOW = "window-fcc6-11e5-b4f8-330a88ab9d7f";
  // Pages that test with fake timers replace these.
  const later = window.setTimeout.bind(window);
  const never = window.clearTimeout.bind(window);
  // The getter of one realm reads the nodes of every realm, and refuses what is no node.
  const readNodeType = Object.getOwnPropertyDescriptor(Node.prototype, "nodeType").get;

  const contexts = new Map([[window, view]]);
  const books = new WeakMap();
  const jobs = new Map();
  const KEPT = 16;
  let newest = 0;

  // What is thrown here and is an answer by itself. A page may throw something that looks the same.
  const faults = new WeakSet();

  function fault(kind, message, more) {
    const answer = { fault: Object.assign({ kind, message }, more) };
    faults.add(answer);
    return answer;
  }

  function random() {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // --- Documents and nodes -------------------------------------------------------------------------------------------

  function contextOf(target) {
    if (!contexts.has(target)) contexts.set(target, `f${random()}`);
    return contexts.get(target);
  }

  function bookOf(document) {
    if (!books.has(document)) {
      books.set(document, { id: random(), nodes: [], numbers: new WeakMap(), libraries: new Map() });
    }
    return books.get(document);
  }

  function nodeType(value) {
    try {
      return readNodeType.call(value);
    } catch {
      return 0;
    }
  }

  function isShadow(value) {
    return nodeType(value) === 11 && "host" in value;
  }

  function referTo(node) {
    const home = node.ownerDocument.defaultView;
    if (!home || !node.isConnected) {
      throw isShadow(node)
        ? fault("detached_shadow", "The shadow root is not in a document that is shown.")
        : fault("stale_node", "The element is not in a document that is shown.");
    }
    const book = bookOf(node.ownerDocument);
    if (!book.numbers.has(node)) book.numbers.set(node, book.nodes.push(node) - 1);
    return `${contextOf(home)}.${book.id}.${book.numbers.get(node)}`;
  }

  function lookUp(reference, target, wantsShadow) {
    const [unknown, gone, what] = wantsShadow
      ? ["no_shadow", "detached_shadow", "shadow root"]
      : ["no_node", "stale_node", "element"];
    const parts = /^(.+)\.([0-9a-f]{16})\.(\d{1,9})$/.exec(reference);
    if (!parts || parts[1] !== contextOf(target)) {
      throw fault(unknown, `No ${what} of this document is known as ${reference}.`);
    }
    const book = bookOf(target.document);
    if (parts[2] !== book.id) throw fault(gone, `The document of the ${what} ${reference} is gone.`);
    const node = book.nodes[Number(parts[3])];
    if (!node || isShadow(node) !== wantsShadow) {
      throw fault(unknown, `No ${what} of this document is known as ${reference}.`);
    }
    if (!node.isConnected || node.ownerDocument !== target.document) {
      throw fault(gone, `The ${what} ${reference} is no longer in the document.`);
    }
    return node;
  }

  // --- Frames --------------------------------------------------------------------------------------------------------

  function reach(target) {
    let document = null;
    try {
      document = target.document;
    } catch {
      // Another origin: told below.
    }
    if (!document) {
      throw fault("unsupported", "A frame of another origin.");
    }
    return target;
  }

  function frameOf(id, parent) {
    for (const [target, known] of contexts) {
      if (known === id && target !== window && !target.closed && target.parent === parent) return target;
    }
    throw fault("no_frame", `The frame ${id} is not there any more.`);
  }

  function enter(frames) {
    return frames.reduce((target, id) => reach(frameOf(id, target)), window);
  }

  // --- Values --------------------------------------------------------------------------------------------------------

  const close = makeClone({
    referToNode: (node, kind) => ({ [kind === "shadow" ? SHADOW : ELEMENT]: referTo(node) }),
    referToWindow: (value) => (value === window ? { [WINDOW]: view } : { [FRAME]: contextOf(value) }),
    fail: fault,
  });

  function windowOf(id) {
    if (id !== view) throw fault("no_view", `The window ${id} is not this one.`);
    return window;
  }

  const openFor = (target) => makeRevive({
    elementKey: ELEMENT, shadowKey: SHADOW, frameKey: FRAME, windowKey: WINDOW,
    node: (reference, kind) => lookUp(reference, target, kind === "shadow"),
    frame: (id) => frameOf(id, target),
    view: windowOf,
  });

  const answerTo = (error) => (faults.has(error) ? error : { fault: faultOfThrown(error, close) });

  // --- Dialogs: the plugin answers them itself and keeps what they said ----------------------------------------------

  function dialog() {
    const kept = window.__WEBDRIVER__.__dialog;
    if (!kept || !kept.open) return null;
    const told = { kind: kept.type, text: String(kept.text) };
    if (kept.type === "prompt") told.default_text = String(kept.defaultValue || "");
    return told;
  }

  // `standing` says that nothing was begun.
  function standStillForDialog(standing) {
    const told = dialog();
    if (told) throw fault("dialog_open", `A dialog is open: ${told.text}`, { dialog: told, standing });
  }

  // --- Code ----------------------------------------------------------------------------------------------------------

  const WANTS_RAW = {};

  // Compiles in the realm of the document. Where the page forbids that, the code has to come as part of the script.
  function compiled(raw, compile, target) {
    if (raw) return raw(target);
    try {
      return compile();
    } catch (error) {
      if (error instanceof target.SyntaxError) throw error;
      throw WANTS_RAW;
    }
  }

  function functionOf(code, target, raw) {
    if (code.body !== undefined) return compiled(raw, () => new target.Function(code.body), target);
    const { library, name } = code.member;
    const libraries = bookOf(target.document).libraries;
    if (!libraries.has(library.id)) {
      if (typeof library.source !== "string") {
        throw fault("library_missing", `The document was not handed the library ${library.id}.`);
      }
      libraries.set(library.id, compiled(raw, () => (0, target.eval)(`(${library.source}\n)`), target));
    }
    const value = libraries.get(library.id);
    if (typeof value[name] !== "function") {
      throw fault("invalid", `The library ${library.id} has no function ${name}.`);
    }
    return value[name].bind(value);
  }

  const operations = {
    // Calls a function in the document.
    call(request, target, raw) {
      standStillForDialog(true);
      const values = openFor(target)(request.args);
      const result = functionOf(request.code, target, raw).apply(target, values);
      return Promise.resolve(result).then((value) => {
        standStillForDialog(false);
        return close(value);
      });
    },

    // Finds a frame of the document.
    enter(request, target) {
      let child;
      if (request.frame.index !== undefined) {
        child = target.frames[request.frame.index];
        if (!child) throw fault("no_frame", `The document has no frame number ${request.frame.index}.`);
      } else {
        const node = lookUp(request.frame.node, target, false);
        child = /^(iframe|frame)$/i.test(node.tagName) ? node.contentWindow : null;
        if (!child) throw fault("no_frame", "The element shows no frame.");
      }
      return contextOf(reach(child));
    },

    // How far the document has loaded.
    state(request, target) {
      return {
        document: bookOf(target.document).id,
        address: target.location.href,
        ready: target.document.readyState,
      };
    },

    // Leaves for another page. Answers only when this document stays; one that goes takes the answer along.
    leave(request) {
      const { to } = request;
      if (to.to !== undefined) {
        const here = new URL(location.href);
        const there = new URL(to.to, here);
        const inside = there.hash !== "" && there.href.split("#")[0] === here.href.split("#")[0];
        later(() => location.assign(there.href), 0);
        return inside ? new Promise((done) => later(() => done("stayed"), 20)) : new Promise(() => {});
      }
      if (to === "reload") {
        later(() => location.reload(), 0);
        return new Promise(() => {});
      }
      return new Promise((done) => {
        addEventListener("popstate", () => later(() => done("stayed"), 20), { once: true });
        // There may be nowhere to go.
        later(() => done("stayed"), 600);
        later(() => (to === "back" ? history.back() : history.forward()), 0);
      });
    },

    dialog,

    // Puts the dialog away that the plugin has kept.
    forget() {
      const told = dialog();
      if (!told) throw fault("no_dialog", "No dialog is open.");
      window.__WEBDRIVER__.__dialog = { open: false, type: null, text: null, response: null };
      return told;
    },

    // What of the whole document is in view.
    view() {
      return { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };
    },
  };

  // --- Requests ------------------------------------------------------------------------------------------------------

  // Tells the answer of a job, or that there is none yet once the request has been held for long enough.
  function tellWhenDone(number, hold, tell) {
    const job = jobs.get(number);
    never(job.timer);
    if (job.answer) {
      tell(job.answer);
      return;
    }
    job.tell = tell;
    job.timer = later(() => {
      job.tell = null;
      const told = job.stands ? dialog() : null;
      if (told) {
        tell(fault("dialog_open", `A dialog is open: ${told.text}`, { dialog: told }));
      } else {
        tell({ pending: null });
      }
    }, hold);
  }

  function settle(number, answer) {
    const job = jobs.get(number);
    if (!job || job.answer) return;
    job.answer = answer;
    if (job.tell) {
      never(job.timer);
      job.tell(answer);
    }
  }

  // Answers are kept for a while: who asked may have given the request up in which they went out.
  function forgetOld() {
    for (const [number, job] of jobs) if (job.answer && number < newest - KEPT) jobs.delete(number);
  }

  // A page that is put aside may come back, and must not answer then what was asked before.
  addEventListener("pagehide", () => {
    for (const job of jobs.values()) never(job.timer);
    jobs.clear();
  });

  return {
    operations,
    lookUp,
    fault,
    later,

    // Begins a job.
    begin(request, tell, raw) {
      const number = request.job;
      newest = Math.max(newest, number);
      forgetOld();
      jobs.set(number, { stands: request.operation === "call" });
      tellWhenDone(number, request.hold, tell);
      const failed = (error) =>
        settle(number, error === WANTS_RAW ? { wants_raw: null } : answerTo(error));
      try {
        const done = operations[request.operation](request, enter(request.frames), raw);
        Promise.resolve(done).then((value) => settle(number, { done: value === undefined ? null : value }), failed);
      } catch (error) {
        failed(error);
      }
    },

    // Asks again for a job.
    collect(request, tell) {
      if (jobs.has(request.job)) tellWhenDone(request.job, request.hold, tell);
      else tell({ unknown: request.job > newest });
    },
  };
})
