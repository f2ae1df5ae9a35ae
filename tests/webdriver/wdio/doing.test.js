// Actions, dialogs, files, cookies, windows, pictures and paper.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Key } from "webdriverio";
import { picture } from "./png.js";
import { session, startSite } from "./support.js";

const page = session({ before, after });

describe("actions", () => {
  it("click, twice, with the other button and with a key held", async () => {
    await page.open("events.html");
    await page.browser.$("#double").doubleClick();
    assert.deepEqual((await page.log("dblclick", "double")).map((event) => event.trusted), [true]);
    await page.browser.$("#context").click({ button: "right" });
    assert.equal((await page.log("contextmenu", "context")).length, 1);
    await page.browser.action("key").down(Key.Shift).perform(true);
    await page.browser.$("#press").click();
    await page.browser.releaseActions();
    assert.equal((await page.log("click", "press"))[0].shift, true);
  });

  it("type where the focus is", async () => {
    await page.open("events.html");
    await page.browser.$("#keys").click();
    await page.browser.keys(["a", "B", Key.Escape]);
    assert.equal(await page.browser.$("#keys").getValue(), "aB");
    const keys = (await page.log("keydown", "keys")).filter((event) => event.key !== "Shift");
    assert.deepEqual(keys.map((event) => [event.key, event.trusted]), [["a", true], ["B", true], ["Escape", true]]);
  });

  it("drag, hover and turn the wheel", async () => {
    await page.open("events.html");
    await page.browser.$("#handle").dragAndDrop({ x: 80, y: 0 }, { duration: 50 });
    assert.deepEqual((await page.log("slid")).map((event) => [event.left, event.trusted]), [["80px", true]]);
    await page.browser.$("#pointer").moveTo();
    assert.equal((await page.log("pointerover", "pointer"))[0].trusted, true);
    await page.browser.action("wheel").scroll({ origin: page.browser.$("#wheel"), deltaX: 0, deltaY: 60 }).perform();
    assert.equal((await page.log("wheel", "wheel"))[0].trusted, true);
  });
});

describe("dialogs", () => {
  const answered = () => page.browser.$("#answer").getText();

  it("are read, accepted, dismissed and written in", async () => {
    await page.open("dialogs.html");
    await page.browser.$("#alert").click();
    assert.equal(await page.browser.getAlertText(), "Take note");
    await page.browser.acceptAlert();
    await page.browser.$("#confirm").click();
    await page.browser.dismissAlert();
    assert.equal(await answered(), "false");
    await page.browser.$("#prompt").click();
    await page.browser.sendAlertText("Ada");
    await page.browser.acceptAlert();
    assert.equal(await answered(), '"Ada"');
    await assert.rejects(page.browser.getAlertText(), /no such alert/);
  });
});

describe("files", () => {
  it("are chosen and read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "deskhand-files-"));
    try {
      const paths = ["one.txt", "two.txt"].map((name) => join(folder, name));
      for (const path of paths) await writeFile(path, "contents");
      await page.open("files.html");
      const read = page.browser.$("#read");
      await page.browser.$("#single").addValue(paths[0]);
      await page.browser.waitUntil(async () => (await read.getText()) === "one.txt: contents");
      await page.browser.$("#multiple").addValue(paths.join("\n"));
      await page.browser.waitUntil(async () => (await read.getText()) === "one.txt: contents; two.txt: contents");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("cookies", () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  it("are read, set, sent and deleted, the secret ones too", async () => {
    await page.browser.url(`${site.url}/set`);
    const [secret] = await page.browser.getCookies({ name: "secret" });
    assert.deepEqual([secret.value, secret.httpOnly], ["2", true]);
    await page.browser.setCookies({ name: "added", value: "yes" });
    await page.browser.deleteCookies("plain");
    await page.browser.url(`${site.url}/told`);
    assert.deepEqual((await page.browser.$("#cookies").getText()).split("; ").sort(), ["added=yes", "secret=2"]);
    await page.browser.deleteCookies();
    assert.deepEqual(await page.browser.getCookies(), []);
  });
});

describe("windows", () => {
  it("are opened, switched between and closed", async () => {
    await page.open("windows.html");
    await page.browser.$("#open").click();
    await page.browser.waitUntil(async () => (await page.browser.getWindowHandles()).length === 2);
    await page.browser.switchToWindow("second");
    await page.browser.waitUntil(async () => (await page.browser.getTitle()) === "Windows");
    await page.browser.closeWindow();
    await page.browser.switchToWindow("main");
    assert.deepEqual(await page.browser.getWindowHandles(), ["main"]);
  });

  it("are made anew and sized", async () => {
    const { handle } = await page.browser.createWindow("window");
    await page.browser.switchToWindow(handle);
    assert.equal(await page.browser.getUrl(), "about:blank");
    await page.browser.closeWindow();
    await page.browser.switchToWindow("main");
    await page.browser.setWindowRect(30, 40, 820, 640);
    assert.deepEqual(await page.browser.getWindowRect(), { x: 30, y: 40, width: 820, height: 640 });
  });
});

describe("pictures", () => {
  it("show what is there", async () => {
    await page.open("picture.html");
    const whole = picture(await page.browser.takeScreenshot());
    const { x, y } = await page.browser.$("#green").getLocation();
    assert.deepEqual(whole.at(x + 60, y + 40), [0, 255, 0]);
    const { elementId } = await page.browser.$("#blue").getElement();
    const blue = picture(await page.browser.takeElementScreenshot(elementId));
    assert.deepEqual([blue.width, blue.height, ...blue.at(60, 40)], [120, 80, 0, 0, 255]);
  });

  it("go on paper", async () => {
    await page.open("text.html");
    const pdf = Buffer.from(await page.browser.printPage(), "base64");
    assert.equal(pdf.toString("latin1", 0, 5), "%PDF-");
    assert.match(pdf.toString("latin1", pdf.length - 16), /%%EOF/);
  });
});
