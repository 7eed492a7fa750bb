// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Games by mouse: what is lit on the boards is pressed, else the bar. On the way something is taken back and done again, and
// something that is not possible is asked for its reason. In the short run the first rounds of each game, and the last ones of one:
// a whole game is played by keyboard.

import assert from "node:assert/strict";
import { keepRecord, orrery } from "../server/person.mjs";
import { byMouse, dice, look, playOn } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { newTable, tableInTheMiddle } from "./tables.mjs";
import { PATIENCE_MS } from "./visitor.mjs";

/** What can be done, without the version of the table. */
const choices = (seen) => JSON.parse(seen.signature).slice(1);

/** Takes the last move back and makes it again: everything is as it was. */
async function undoAndRedo(visitor, seen) {
  const { page } = visitor;
  const moves = () => page.getByRole("slider", { name: "Moment of the game" }).getAttribute("max");
  const before = await moves();
  await page.getByRole("button", { name: "Undo" }).click();
  const undone = await look(visitor, seen.signature);
  assert.ok(Number(await moves()) < Number(before), "a move is gone");
  await page.getByRole("button", { name: "Redo" }).click();
  const redone = await look(visitor, undone.signature);
  assert.deepEqual(choices(redone), choices(seen));
  assert.equal(await moves(), before);
}

/** Presses something that is not possible: it says why, and by which rule. */
async function askWhyNot({ page }, blocked) {
  const reason = page.getByRole("dialog", { name: "Why not?" });
  for (let tries = 4; tries >= 0; tries--) {
    await byMouse(page, blocked.at);
    const told = reason.waitFor({ timeout: tries > 0 ? 4000 : PATIENCE_MS }).then(() => true);
    if (await (tries > 0 ? told.catch(() => false) : told)) break; // a machine that does much else may lose a press
  }
  assert.match(await reason.getByRole("link").first().innerText(), /^Rule [A-Z]+(-[A-Z]+)*-\d+/);
  await page.keyboard.press("Escape");
  await reason.waitFor({ state: "detached" });
}

/** The moves of Beyond the Sun after which a few rounds are left. */
const LATE = thorough ? 480 : 520;
/** Until everything has been tried. */
const FIRST = thorough ? 20 : 12;

/** Good players end a game of Beyond the Sun: three of them sooner than one. */
const GAMES = [
  { game: "beyond-the-sun", players: 4, name: "first rounds of beyond-the-sun", presses: FIRST, begin: newTable },
  { game: "beyond-the-sun", players: 4, name: "last rounds of beyond-the-sun", presses: Infinity, begin: (mara, game, players) => tableInTheMiddle(mara, game, players, LATE) },
  { game: "pulsar-2849", players: 2, name: "first rounds of pulsar-2849", presses: FIRST, begin: newTable },
];
const WHOLE = [
  { game: "beyond-the-sun", players: 4, name: "a game of beyond-the-sun", presses: Infinity, begin: newTable },
  { game: "pulsar-2849", players: 2, name: "a game of pulsar-2849", presses: Infinity, begin: newTable },
];

for (const { game, players, name, presses, begin } of thorough ? [...GAMES, ...WHOLE] : GAMES)
  await story(`${name} by mouse`, { name: "Mara" }, async (mara) => {
    const table = await begin(mara, game, players);
    await mara.goto(`/table/${table}`);
    const open = new Set(begin === newTable ? ["undo", "why"] : []);
    const start = Date.now();
    const told = await playOn(mara, {
      random: dice(1),
      stop: (_, told) => told.presses >= presses,
      before: async (seen) => {
        const { undo, blocked, both } = await mara.page.evaluate((open) => ({
          undo: open.includes("undo") ? window.eyes.find("[aria-keyshortcuts~=u]") : null,
          blocked: open.includes("why") ? window.eyes.find(".target.blocked") : null,
          both: document.querySelector(".target.blocked.chosen")?.outerHTML ?? null,
        }), [...open]);
        assert.equal(both, null, "what is chosen is possible");
        if (undo?.at) {
          open.delete("undo");
          await undoAndRedo(mara, seen);
          return true;
        }
        if (blocked?.at) {
          open.delete("why");
          await askWhyNot(mara, blocked);
          return true;
        }
        return false;
      },
    });
    console.log(`# ${name}: ${told.presses} presses, ${told.things} of them on the boards, ${((Date.now() - start) / 1000).toFixed(1)} s`);
    assert.deepEqual([...open], [], "everything was tried");
    assert.deepEqual([...told.covered], [], "everything that can be done can be pressed");
    assert.ok(told.things > told.presses / 4, "most is pressed on the boards");
    if (presses < Infinity) return;
    assert.equal(await mara.page.locator("dialog[open] .place").count(), players);
    const { file } = await keepRecord(mara, table);
    assert.match(orrery("replay", file), /all legal/);
  });

await end();
