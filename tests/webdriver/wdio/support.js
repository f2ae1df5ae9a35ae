// What every test needs: a server of ours, a session on it with the fixture, and a small web site.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { remote } from "webdriverio";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const binaries = process.env.DESKHAND_BINARIES ?? join(root, "target/debug");
export const fixture = join(binaries, "deskhand-fixture-tauri");

// `deskhand webdriver` on a port of its own.
export async function startServer() {
  const program = join(binaries, "deskhand");
  for (const binary of [program, fixture]) {
    if (!existsSync(binary)) {
      throw new Error(`${binary} is missing; run: cargo build -p deskhand-cli -p deskhand-fixture-tauri`);
    }
  }
  const child = spawn(program, ["webdriver", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const port = Number(/:(\d+)\/?$/.exec(line.trim())?.[1]);
  if (!port) throw new Error(`the server did not tell its address but ${line}`);
  return {
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

// A session as WebdriverIO opens it by itself: nothing switched off, nothing asked for but the application.
export function openSession(server, capabilities = {}) {
  return remote({
    hostname: "127.0.0.1",
    port: server.port,
    logLevel: "error",
    connectionRetryCount: 0,
    capabilities: { browserName: "tauri", "tauri:options": { binary: fixture }, ...capabilities },
  });
}

// One server and one session for all tests of a file.
export function session(hooks, capabilities) {
  const own = {};
  hooks.before(async () => {
    own.server = await startServer();
    own.browser = await openSession(own.server, capabilities);
  });
  hooks.after(async () => {
    await own.browser?.deleteSession();
    await own.server?.stop();
  });
  return {
    get browser() { return own.browser; },
    get server() { return own.server; },
    open: (page) => own.browser.url(`tauri://localhost/${page}`),
    async log(kind, target) {
      const entries = await own.browser.execute(() => window.log);
      return entries.filter((entry) => entry.kind === kind && (!target || entry.target === target));
    },
  };
}

const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

// The pages of the fixture by HTTP, and two that are about cookies.
export async function startSite() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://site");
    const send = (status, kind, body, headers = {}) => {
      response.writeHead(status, { "content-type": `${kind}; charset=utf-8`, ...headers }).end(body);
    };
    if (pathname === "/set") {
      send(200, "text/html", "<title>Set</title>", { "set-cookie": ["plain=1; Path=/", "secret=2; Path=/; HttpOnly"] });
    } else if (pathname === "/told") {
      send(200, "text/html", `<title>Told</title><p id="cookies">${request.headers.cookie ?? ""}</p>`);
    } else {
      try {
        send(200, kinds[extname(pathname)] ?? "text/plain", await readFile(join(root, "fixtures/tauri/ui", pathname)));
      } catch {
        send(404, "text/plain", "not found");
      }
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
