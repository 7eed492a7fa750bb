// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// From an empty browser to a running game against computer players: at most two clicks, no account. And how much
// had to be loaded for it, and how long a move takes from the click to the drawing.

import assert from "node:assert/strict";
import { LANGUAGES } from "../server/languages.mjs";
import { dice, look, playOn } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";

const CLICKS_MAX = 2;
const KIB_MAX = 300;
/** Texts in a language other than English, which is in the code. */
const TEXTS_KIB = 25;
const GAMES = { "Beyond the Sun": "beyond-the-sun", "Pulsar 2849": "pulsar-2849" };

/** In the short run the other game is begun so in keyboard.test.mjs. */
for (const [title, game] of Object.entries(GAMES).slice(0, thorough ? 2 : 1))
  await story(`${title} runs after at most ${CLICKS_MAX} clicks`, {}, async (somebody) => {
    let clicks = 0;
    const page = await somebody.goto("/");
    const button = page.getByRole("button", { name: new RegExp(`^Play now.*${title}`) });
    await button.click();
    clicks++;
    await page.waitForURL("**/table/*");
    const seen = await look(somebody);
    assert.ok(!seen.over && clicks <= CLICKS_MAX);
    const view = await somebody.must("GET", `/api/tables/${somebody.table}`);
    assert.equal(view.game, game);
    assert.equal(view.phase, "running");
    assert.deepEqual(view.seats.map((seat) => seat.kind), ["person", ...view.seats.slice(1).map(() => "computer")]);
    assert.equal((await somebody.must("GET", "/api/me")).account, false);
  });

await story("what is reconstructed says so: on the start page, on the boards, on its card", {}, async (somebody) => {
  const page = await somebody.goto("/");
  await page.getByText(/our reconstruction, marked °, and can be corrected/).waitFor();
  await page.getByRole("button", { name: /^Play now.*Beyond/ }).click();
  await look(somebody);
  const name = page.locator("h3 .reconstructed").first();
  assert.match(await name.evaluate((one) => getComputedStyle(one, "::after").content), /°/);
  const { x, y } = await name.boundingBox(); // the place to press lies over the name
  await page.mouse.click(x + 2, y + 2, { button: "right" });
  const card = page.getByRole("dialog");
  await card.getByText(/^(Reconstructed\. Own the printed game\?|Printed: )/).waitFor();
  assert.doesNotMatch(await card.innerText(), /\bdata\/|\.cards\b/, "no file where people read");
});

// In the short run without texts, and with those of one language: all are loaded in the same way.
for (const language of thorough ? LANGUAGES : LANGUAGES.slice(0, 2)) {
  const most = KIB_MAX + (language === "en" ? 0 : TEXTS_KIB);
  await story(`the page needs at most ${most} KiB for the first game, in ${language}`, { language }, async (somebody) => {
    const network = await somebody.context.newCDPSession(somebody.page);
    const told = new Set(); // answers of the server that are no files of the page
    const bytes = { files: 0, answers: 0 };
    network.on("Network.responseReceived", ({ requestId, response }) => /\/(api|reference)\//.test(response.url) && told.add(requestId));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      bytes[told.has(requestId) ? "answers" : "files"] += encodedDataLength;
    });
    await network.send("Network.enable");
    await somebody.goto("/");
    const button = somebody.page.locator("button.play:not(:disabled)").filter({ hasText: "Beyond" });
    await button.waitFor();
    await somebody.page.waitForLoadState("networkidle");
    const start = bytes.files;
    await button.click();
    await look(somebody);
    await somebody.page.waitForLoadState("networkidle");
    const kib = (number) => (number / 1024).toFixed(0);
    console.log(`# transferred in KiB: start page ${kib(start)}, with a table ${kib(bytes.files)}, and ${kib(bytes.answers)} of answers`);
    assert.ok(bytes.files / 1024 <= most, `${bytes.files} bytes`);
  });
}

const MOVES = thorough ? 20 : 6;

await story("each move is drawn", { name: "Mara" }, async (mara) => {
  const { table } = await mara.must("POST", "/api/tables", { game: "pulsar-2849", players: 2, seats: ["me", "random"], start: true });
  await mara.goto(`/table/${table}`);
  await look(mara);
  await mara.page.evaluate(() => {
    // from the press until the version has changed and the next picture was drawn; what follows without a press is the
    // computer's move. By the clock on the wall: the page's own goes on by itself with each message (visitor.mjs)
    window.times = [];
    let pressed = null;
    addEventListener("pointerdown", () => (pressed = Date.now()), true);
    const drawn = () => {
      const from = pressed;
      pressed = null;
      if (from !== null) requestAnimationFrame(() => setTimeout(() => window.times.push(Date.now() - from)));
    };
    new MutationObserver(drawn).observe(document.querySelector("[data-part=bar]"), { attributeFilter: ["data-version"] });
  });
  const times = () => mara.page.evaluate(() => window.times);
  await playOn(mara, { random: dice(3), stop: async () => (await times()).length >= MOVES });
  const sorted = (await times()).slice(0, MOVES).sort((a, b) => a - b);
  assert.equal(sorted.length, MOVES);
  console.log(`# from click to drawn: median ${sorted[MOVES / 2].toFixed(0)} ms (the goal is 100), slowest ${sorted[MOVES - 1].toFixed(0)} ms`);
});

await end();
