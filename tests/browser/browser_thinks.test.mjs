// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server that computes no hints and no analyses (--jobs 0): the engine in the browser does, and the server has nothing
// to do but to note who had a hint.

import assert from "node:assert/strict";
import { ask } from "../server/client.mjs";
import { pause } from "../server/person.mjs";
import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { finishedTable } from "./tables.mjs";
import { look } from "./hands.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const LONG_MS = 600000;
const LOOK_MS = 50;

/** The last free cell is for the visitor to mark, too. */
const SETTINGS = { pace: "instant", recap: false, sound: false, forced: false };

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

/** Waits until the visitor has to move, or the game is over; says which. */
async function turn(visitor, table) {
  for (;;) {
    const view = await visitor.must("GET", `/api/tables/${table}`);
    if (view.phase === "over" || (view.awaited === 1 && view.confirming === null)) return view;
    await pause(LOOK_MS);
  }
}

/** Makes the move that a hint calls the best. */
async function moveByHint(visitor, words) {
  const { page } = visitor;
  await page.getByRole("button", { name: words.hint, exact: true }).click();
  await page.getByRole("region", { name: words.hint }).getByRole("listitem").first().waitFor();
  const best = await page.locator(".target.advised.best").getAttribute("data-thing");
  await page.keyboard.press("Escape");
  await page.locator(`[data-thing="${best}"]`).first().click();
  await page.getByRole("button", { name: words.confirm }).click();
}

for (const [language, words] of Object.entries(WORDS)) {
  if (language !== "de" && !thorough) continue;
  const size = language === "en" ? {} : { width: 360, height: 740, touch: true };
  await test(`${language}: noughts to the end with a hint for each move, then the analysis`, () =>
    visit(browser, idle, { name: "Mara", language, settings: SETTINGS, ...size }, async (mara) => {
      const plan = { game: "noughts", options: { start: "first" }, seats: ["me", "random"], start: true };
      const { table } = await mara.must("POST", "/api/tables", plan);
      await mara.goto(`/table/${table}`);
      await look(mara);
      const asked = listen(mara);
      for (let now = await turn(mara, table); now.phase !== "over"; ) {
        const { moves } = now;
        await moveByHint(mara, words);
        while (now.moves === moves) now = await turn(mara, table);
      }
      const analysis = await openAnalysis(mara, words);
      assert.equal(await analysis.getByRole("row").count(), 3);
      await analysis.getByRole("region", { name: words.costliest }).waitFor();
      assert.deepEqual(asked.filter((one) => /hint|POST .*analysis/.test(one)), [], "the server computes nothing");
      await hasRested();
    }), LONG_MS);
}

if (thorough) await test("a big game: the analysis with its progress", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    const table = await finishedTable(mara, "beyond-the-sun", 2);
    await mara.goto(`/table/${table}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
    const analysis = mara.page.getByRole("dialog", { name: "Analysis" });
    await analysis.locator("progress[value]").waitFor();
    await analysis.locator("path.chance").first().waitFor(); // a minute
    await hasRested();
  }), LONG_MS);

const withoutEngine = () => delete globalThis.WebAssembly;
const slider = ({ page }) => page.locator("input[type=range]");
const told = ({ page }) => page.locator("main").innerText();

await test("the history of a game that is over comes from the engine, the same as from the server", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    const table = await finishedTable(mara, "pulsar-2849", 2);
    const moments = [];
    mara.page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => JSON.parse(String(payload)).do === "moment" && moments.push(payload)),
    );
    await mara.goto(`/table/${table}#100`);
    await mara.until(() => document.querySelector("input[type=range]")?.value === "100");
    let at = "100";
    for (let before = -1; before !== moments.length; at = await slider(mara).inputValue()) {
      before = moments.length; // until the engine has the game, the server is asked
      await slider(mara).press("ArrowLeft");
      await mara.until((old) => document.querySelector("input[type=range]")?.value !== old, at);
    }
    assert.ok(moments.length > 0);
    await visit(browser, idle, { name: "Mara" }, async (other) => {
      await other.context.addInitScript(withoutEngine);
      await other.goto(`/table/${table}#${at}`);
      await other.until((value) => document.querySelector("input[type=range]")?.value === value, at);
      assert.equal(await told(other), await told(mara));
    });
  }), LONG_MS);

await test("without an engine in the browser the server says that it computes nothing", () =>
  visit(browser, idle, { name: "Mara" }, async (mara) => {
    mara.forgives = /409/;
    await mara.context.addInitScript(withoutEngine);
    const table = await finishedTable(mara, "noughts", 2);
    await mara.goto(`/table/${table}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
    await mara.page.getByRole("dialog", { name: "Analysis" }).getByText("computes no hints and no analyses").waitFor();
  }), LONG_MS);

await idle.stop();
await end();
