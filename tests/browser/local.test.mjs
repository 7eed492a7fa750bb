// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Without a server: tables of this browser, with the engine in a worker. Games are played against the computer while
// nothing else can be asked; the page is loaded again, and killed, in the middle; nothing that was shown is lost. Then what
// only makes sense with a server: a game goes there and comes back.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folder, keepRecord, orrery } from "../server/person.mjs";
import { test } from "../server/tap.mjs";
import { serveFiles, writeSite } from "./files.mjs";
import { dice, look, playOn } from "./hands.mjs";
import { browser, end, story, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const STORY_MS = 3600000;
const KILLS = thorough ? 50 : 3;
const files = await serveFiles(writeSite(), "/some/where/");
const site = { base: files.base.slice(0, -1) };

const alone = (name, wishes, action) => test(name, () => visit(browser, site, wishes, action), STORY_MS);
const moves = async ({ page }) => Number(await page.getByRole("slider", { name: "Moment of the game" }).getAttribute("max"));

/** Makes a table on the start page. */
async function playNow(visitor, game, button = "Play now") {
  await visitor.goto("/");
  await visitor.page.getByRole("button", { name: new RegExp(`${button}.*: ${game}`) }).click();
  await visitor.page.waitForURL(/\/table\/local-/);
  await look(visitor);
}

async function openTableMenu({ page }) {
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("tab", { name: "Table" }).click();
}

/** The record as a person gets it. */
async function recordOf(visitor) {
  await openTableMenu(visitor);
  const [download] = await Promise.all([
    visitor.page.waitForEvent("download"),
    visitor.page.getByRole("link", { name: "Download the record" }).first().click(),
  ]);
  return readFile(await download.path(), "utf8");
}

/** In the short run so many presses, in the long one until the end. */
const GAMES = [
  { game: "Beyond the Sun", presses: thorough ? Infinity : 10 },
  { game: "Pulsar 2849", presses: thorough ? Infinity : 10 },
];

for (const { game, presses } of GAMES)
  await alone(`${game} without a server, loaded again in the middle`, { downloads: true }, async (visitor) => {
    await playNow(visitor, game);
    const random = dice(7);
    let reloaded = 0;
    const told = await playOn(visitor, {
      random,
      stop: (_, told) => told.presses >= presses,
      before: async (seen, told) => {
        if (told.presses % (thorough ? 40 : 5) !== 4 || reloaded === told.presses) return false;
        reloaded = told.presses;
        const before = await moves(visitor);
        await visitor.page.reload();
        await look(visitor);
        assert.ok((await moves(visitor)) >= before, `${before} moves had been shown`); // computers do not wait for the page
        return true;
      },
    });
    assert.ok(reloaded > 0 && told.over === (presses === Infinity));
    if (told.over) await visitor.page.keyboard.press("Escape");
    const record = await recordOf(visitor);
    const file = join(folder, `local-${game.length}.record`);
    writeFileSync(file, record); // it names the digest of its last state
    orrery("replay", file);
    if (told.over) orrery("verify", file);
    assert.deepEqual(files.strays, [], "nothing was asked of a server");
  });

await alone(`a tab that is killed ${KILLS} times loses nothing that was shown`, {}, async (visitor) => {
  await playNow(visitor, "Pulsar 2849");
  const address = visitor.page.url();
  const random = dice(11);
  for (let kill = 0; kill < KILLS; kill++) {
    const killAfter = Math.floor(random() * 300);
    const presses = Math.floor(random() * 3);
    const { over } = await playOn(visitor, { random, stop: (_, told) => told.presses >= presses });
    if (over) await playNow(visitor, "Pulsar 2849");
    const table = over ? visitor.page.url() : address;
    const choice = await visitor.page.evaluate(() => window.eyes.choices());
    const one = [...choice.things, ...choice.moves].find((each) => each.reachable && each.at);
    if (one) await visitor.page.mouse.click(one.at.x, one.at.y);
    await visitor.page.waitForTimeout(killAfter);
    const before = await moves(visitor);
    await visitor.page.close({ runBeforeUnload: false });
    visitor.page = await visitor.newPage();
    await visitor.page.goto(table);
    await look(visitor);
    assert.ok((await moves(visitor)) >= before, `kill ${kill + 1}: ${before} moves had been shown`);
  }
});

const hostOf = ({ page }) => page.workers().find((worker) => /host/.test(worker.url()));

/** From now on the browser keeps nothing more: it aborts as one that has no room. (Windows of tests have no quota of their own.) */
function fill() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    const request = put.apply(this, args);
    Object.defineProperty(this.transaction, "error", { value: new DOMException("no room", "QuotaExceededError") });
    this.transaction.abort();
    return request;
  };
}

await alone("a browser without room says so, and the game can still be exported", { downloads: true }, async (visitor) => {
  await playNow(visitor, "Pulsar 2849");
  const before = await moves(visitor);
  await hostOf(visitor).evaluate(fill);
  const choice = await visitor.page.evaluate(() => window.eyes.choices());
  const one = [...choice.moves, ...choice.things].find((each) => each.reachable && each.at);
  await visitor.page.mouse.click(one.at.x, one.at.y);
  await visitor.page.getByText("This browser has no room left").first().waitFor();
  assert.equal(await moves(visitor), before);
  assert.match(await recordOf(visitor), /^orrery record/);
  await visitor.page.reload();
  await look(visitor);
  assert.equal(await moves(visitor), before, "there is room again, and nothing is lost");
});

await story("from this browser to the server and back", { name: "Mara", downloads: true }, async (mara) => {
  await playNow(mara, "Pulsar 2849", "Play in this browser \\(offline\\)");
  await playOn(mara, { random: dice(3), stop: (_, told) => told.presses >= 4 });
  const played = await moves(mara);
  await openTableMenu(mara);
  await mara.page.getByRole("button", { name: "Continue on the server" }).click();
  await mara.page.waitForURL((address) => /\/table\/(?!local-)/.test(address.pathname));
  await look(mara);
  assert.equal((await mara.must("GET", `/api/tables/${mara.table}`)).imported, played);
  const there = await moves(mara);
  orrery("replay", (await keepRecord(mara, mara.table)).file);
  await openTableMenu(mara);
  await mara.page.getByRole("button", { name: "Continue in this browser" }).click();
  await mara.page.waitForURL(/\/table\/local-/);
  await look(mara);
  assert.ok((await moves(mara)) >= there);
});

await files.stop();
await end();
