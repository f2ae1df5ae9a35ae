// Navigation, elements, scripts, frames and shadow roots.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { session, startSite } from "./support.js";

const page = session({ before, after });

describe("navigation", () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  it("follows links and goes back and forward", async () => {
    await page.open("index.html");
    await page.browser.$("=Forms").click();
    assert.equal(await page.browser.getTitle(), "Forms");
    await page.browser.back();
    assert.equal(await page.browser.getTitle(), "Deskhand fixture");
    await page.browser.forward();
    assert.equal(await page.browser.getTitle(), "Forms");
  });

  it("loads a page anew", async () => {
    await page.open("index.html");
    await page.browser.$("#press").click();
    assert.equal(await page.browser.$("#pressed").getText(), "1");
    await page.browser.refresh();
    assert.equal(await page.browser.$("#pressed").getText(), "0");
  });

  it("drives pages by http and knows where it is", async () => {
    await page.browser.url(`${site.url}/text.html`);
    assert.equal(await page.browser.getUrl(), `${site.url}/text.html`);
    assert.match(await page.browser.getPageSource(), /A link to the index/);
  });
});

describe("elements", () => {
  it("are found by selector, text, path and within others", async () => {
    await page.open("text.html");
    for (const selector of ["#link", "=A link to the index", "*=to the", "//a[@id='link']", "a=A link to the index"]) {
      assert.equal(await page.browser.$(selector).getAttribute("id"), "link", selector);
    }
    assert.equal(await page.browser.$("#table").$$("td").length, 4);
    assert.equal(await page.browser.$("#nowhere").isExisting(), false);
  });

  it("tell their text and whether they are displayed", async () => {
    await page.open("text.html");
    assert.equal(await page.browser.$("#breaks").getText(), "first\nsecond");
    assert.equal(await page.browser.$("#upper").getText(), "SHOUT");
    for (const [id, displayed] of [["shown", true], ["none", false], ["invisible", false], ["child-of-none", false]]) {
      assert.equal(await page.browser.$(`#${id}`).isDisplayed(), displayed, id);
    }
  });

  it("take values and keys", async () => {
    await page.open("forms.html");
    const field = page.browser.$("#text");
    await field.setValue("new ü 😀");
    assert.equal(await field.getValue(), "new ü 😀");
    await field.addValue("+");
    assert.equal(await field.getValue(), "new ü 😀+");
    await field.clearValue();
    assert.equal(await field.getValue(), "");
    assert.equal(await page.browser.$("#disabled").isEnabled(), false);
  });

  it("are chosen in lists and boxes", async () => {
    await page.open("forms.html");
    await page.browser.$("#fruit").selectByVisibleText("Cherry");
    assert.equal(await page.browser.$("#fruit").getValue(), "cherry");
    await page.browser.$("#check").click();
    assert.equal(await page.browser.$("#check").isSelected(), true);
    const [fruit, check] = await page.log("change");
    assert.equal(fruit.value, "cherry");
    assert.equal(check.trusted, true);
  });

  it("are waited for", async () => {
    await page.open("waiting.html");
    await page.browser.$("#appear").click();
    await page.browser.$("#latecomer").waitForDisplayed({ timeout: 10000 });
    await page.browser.$("#enable").click();
    await page.browser.$("#locked").waitForEnabled({ timeout: 10000 });
    await page.browser.$("#locked").click();
    assert.deepEqual((await page.log("click", "locked")).map((click) => click.trusted), [true]);
  });

  it("are scrolled to", async () => {
    await page.open("scroll.html");
    await page.browser.$("#bottom").scrollIntoView();
    assert.equal(await page.browser.$("#bottom").isDisplayed({ withinViewport: true }), true);
    await page.browser.$("#bottom").click();
    assert.equal((await page.log("click", "bottom")).length, 1);
  });

  it("have a place and a style", async () => {
    await page.open("picture.html");
    assert.deepEqual(await page.browser.$("#red").getSize(), { width: 120, height: 80 });
    assert.match((await page.browser.$("#red").getCSSProperty("background-color")).value, /255, ?0, ?0/);
  });
});

describe("scripts", () => {
  it("take and give values, elements and promises", async () => {
    await page.open("index.html");
    const heading = await page.browser.$("#heading");
    assert.equal(await page.browser.execute((element) => element.textContent, heading), "Deskhand fixture");
    assert.deepEqual(await page.browser.execute((value) => [value, null, 1.5], { a: "ü" }), [{ a: "ü" }, null, 1.5]);
    assert.equal(await page.browser.execute(async () => (await Promise.resolve(2)) + 1), 3);
    await assert.rejects(page.browser.execute(() => { throw new TypeError("on purpose"); }), /on purpose/);
  });

  it("reach the commands of the application", async () => {
    await page.open("index.html");
    const count = () => page.browser.execute(() => window.__TAURI__.core.invoke("count"));
    const first = await count();
    assert.equal(await count(), first + 1);
  });
});

describe("frames", () => {
  it("are entered to any depth and left again", async () => {
    await page.open("frames.html");
    await page.browser.switchFrame(page.browser.$("#outer"));
    await page.browser.switchFrame(page.browser.$("#inner"));
    assert.equal(await page.browser.$("#where").getText(), "inner");
    await page.browser.$("#press").click();
    assert.equal(await page.browser.$("#press").getText(), "pressed, trusted true");
    await page.browser.switchToParentFrame();
    assert.equal(await page.browser.$("#where").getText(), "outer");
    await page.browser.switchFrame(null);
    assert.equal(await page.browser.$("#where").getText(), "top");
  });

  it("of another origin are driven too", async () => {
    await page.open("frames.html");
    await page.browser.switchFrame(page.browser.$("#elsewhere"));
    await page.browser.$("#press").click();
    assert.equal(await page.browser.$("#log").getText(), "pressed, trusted true");
    await page.browser.switchFrame(null);
  });
});

describe("shadow roots", () => {
  it("are looked into, one in the other", async () => {
    await page.open("shadow.html");
    const outer = page.browser.$("#host");
    assert.equal(await outer.shadow$("#where").getText(), "outer shadow");
    await outer.shadow$("#nested-host").shadow$("#press").click();
    assert.deepEqual((await page.log("click")).map((click) => [click.target, click.trusted]), [["inner press", true]]);
  });
});
