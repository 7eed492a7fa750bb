// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server that computes no hints and no analyses (--jobs 0): the engine in the browser does, and the server has nothing
// to do but to note who had a hint.

import assert from "node:assert/strict";
import { ask } from "../server/client.mjs";
import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { finishedTable } from "./tables.mjs";
import { look } from "./hands.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const LONG_MS = 600000;

const idle = await startServer(program, { args: ["--jobs", "0"] });

const WORDS = {
  en: { analysis: "Analysis", hint: "Hint", confirm: "Confirm", costliest: "The costliest decisions" },
  de: { analysis: "Analyse", hint: "Tipp", confirm: "Bestätigen", costliest: "Die teuersten Entscheidungen" },
  fr: { analysis: "Analyse", hint: "Conseil", confirm: "Confirmer", costliest: "Les décisions les plus coûteuses" },
};

/** Nothing was begun, and nothing waits. */
async function hasRested() {
  const { text } = await ask(idle.base, "GET", "/metrics");
  for (const name of ["jobs_taken_total", "jobs_waiting", "jobs_working"]) assert.match(text, new RegExp(`^orrery_${name} 0$`, "m"));
}

/** What the page asks of the server from now on. */
function listen(visitor) {
  const asked = [];
  visitor.page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return asked;
}

async function openAnalysis({ page }, words) {
  await page.getByRole("dialog").getByRole("button", { name: words.analysis }).click();
  const analysis = page.getByRole("dialog", { name: words.analysis });
  await analysis.locator("path.chance").first().waitFor();
  return analysis;
}

for (const [language, words] of Object.entries(WORDS)) {
  const size = language === "en" ? {} : { width: 360, height: 740, touch: true };
  await test(`${language}: noughts to the end with a hint for each move, then the analysis`, () =>
    visit(browser, idle, { name: "Mara", language, ...size }, async (mara) => {
      const { table } = await mara.must("POST", "/api/tables", { game: "noughts", options: { start: "first" }, seats: ["me", "random"], start: true });
      await mara.goto(`/table/${table}`);
      await look(mara);
      const asked = listen(mara);
      const phase = async () => (await mara.must("GET", `/api/tables/${table}`)).phase;
      for (let moves = -1; (await phase()) !== "over"; ) {
        await mara.until((before) => document.querySelector("[data-part=hint]") === null && !document.querySelector("dialog") && document.querySelector(".target.legal, .target[data-status=legal], .target") && before < 99, moves);
        const before = (await mara.must("GET", `/api/tables/${table}`)).moves;
        await mara.page.getByRole("button", { name: words.hint, exact: true }).click();
        const best = mara.page.getByRole("region", { name: words.hint }).getByRole("listitem").first();
        await best.waitFor();
        const { move } = { move: await mara.page.locator(".target.advised.best").getAttribute("data-thing") };
        await mara.page.keyboard.press("Escape");
        await mara.page.locator(`[data-thing="${move}"]`).first().click();
        await mara.page.getByRole("button", { name: words.confirm }).click();
        while ((await mara.must("GET", `/api/tables/${table}`)).moves === before) await new Promise((resolve) => setTimeout(resolve, 50));
        while (await mara.must("GET", `/api/tables/${table}`).then((seen) => seen.phase !== "over" && seen.awaited !== 1)) await new Promise((resolve) => setTimeout(resolve, 50));
        moves = before;
      }
      const analysis = await openAnalysis(mara, words);
      assert.equal(await analysis.getByRole("row").count(), 3);
      await mara.page.screenshot({ path: `/tmp/bt_${language}.png` });
      assert.deepEqual(asked.filter((one) => /hint|POST .*analysis/.test(one)), [], "the server computes nothing");
      await hasRested();
    }), LONG_MS);
}

await test("a big game: the analysis with its progress, and its moments without the server", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    const table = await finishedTable(mara, "beyond-the-sun", 2);
    await mara.goto(`/table/${table}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
    const analysis = mara.page.getByRole("dialog", { name: "Analysis" });
    await analysis.locator("progress[value]").waitFor();
    if (!thorough) return; // the whole takes a minute
    await analysis.locator("path.chance").first().waitFor();
    const sent = [];
    mara.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
    await analysis.getByRole("region", { name: "The costliest decisions" }).getByRole("link").first().click();
    await mara.until(() => document.querySelector("input[type=range]") !== null);
    await hasRested();
  }), LONG_MS);

await test("history of a game that is over comes from the engine, the same as the server's", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    const table = await finishedTable(mara, "pulsar-2849", 2);
    const frames = [];
    mara.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(JSON.parse(String(payload)))));
    await mara.goto(`/table/${table}#100`);
    await mara.until(() => document.querySelector("input[type=range]")?.value === "100");
    const text = () => mara.page.locator("main").innerText();
    const seen = await text();
    const moments = () => frames.filter((one) => one.do === "moment").length;
    const back = () => mara.page.keyboard.press("ArrowLeft");
    // Until the engine has the game the server is asked; then it is not.
    for (let before = -1; before !== moments(); ) {
      before = moments();
      await mara.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
      const at = await mara.page.locator("input[type=range]").inputValue();
      await mara.page.locator("input[type=range]").focus();
      await back();
      await mara.until((old) => document.querySelector("input[type=range]")?.value !== old, at);
    }
    assert.ok(moments() > 0 && seen.length > 0);
    await hasRested();
  }), LONG_MS);

await test("without an engine in the browser the server says that it computes nothing", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    mara.forgives = /409/;
    await mara.context.addInitScript(() => delete globalThis.WebAssembly);
    const table = await finishedTable(mara, "noughts", 2);
    await mara.goto(`/table/${table}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
    await mara.page.getByRole("dialog", { name: "Analysis" }).getByText("computes no hints and no analyses").waitFor();
  }), LONG_MS);

await idle.stop();
await end();
