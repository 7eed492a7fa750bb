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
import { checkGerman, moves, openTableMenu, recordOf } from "./local.mjs";
import { browser, end, story, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const STORY_MS = 3600000;
const KILLS = thorough ? 50 : 2;
/** Bytes that a browser keeps for the page where it has little room. */
const ROOM = 1_000_000;
/** The most that is put there at once to fill it. */
const PART = 65_536;
const files = await serveFiles(writeSite(), "/some/where/");
const site = { base: files.base.slice(0, -1) };

const alone = (name, wishes, action) => test(name, () => visit(browser, site, wishes, action), STORY_MS);

/** Makes a table on the start page. */
async function playNow(visitor, game, button = "Play now") {
  await visitor.goto("/");
  await visitor.page.getByRole("button", { name: new RegExp(`${button}.*: ${game}`) }).click();
  await visitor.page.waitForURL(/\/table\/local-/);
  await look(visitor);
}

/** In the short run so many presses, in the long one until the end. */
const PRESSES = thorough ? Infinity : 6;
/** In the short run the other game is played in cut.test.mjs. */
const GAMES = ["Pulsar 2849", "Beyond the Sun"].slice(0, thorough ? 2 : 1);

for (const game of GAMES)
  await alone(`${game} without a server, loaded again in the middle`, { downloads: true }, async (visitor) => {
    await playNow(visitor, game);
    const random = dice(7);
    let reloaded = 0;
    const told = await playOn(visitor, {
      random,
      stop: (_, told) => told.presses >= PRESSES,
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
    assert.ok(reloaded > 0 && told.over === (PRESSES === Infinity));
    if (told.over) await visitor.page.keyboard.press("Escape");
    const record = await recordOf(visitor);
    const file = join(folder, `local-${game.length}.record`);
    writeFileSync(file, record); // it names the digest of its last state
    orrery("replay", file);
    if (told.over) orrery("verify", file);
    assert.deepEqual(files.strays, [], "nothing was asked of a server");
  });

/** In the page: tells how far the engine has acknowledged the game, in its answers and in what it says by itself. */
function overhear() {
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(...wishes) {
      super(...wishes);
      this.addEventListener("message", ({ data }) => {
        const version = data?.value?.version ?? data?.value?.view?.version ?? data?.news?.view?.version;
        if (version !== undefined) window.acknowledge(version);
      });
    }
  };
}

const versionOf = async ({ page }) => Number(await page.locator("[data-part=bar]").getAttribute("data-version"));

/** Kills the process of the page, and opens another page. */
async function crash(visitor) {
  const died = visitor.page.waitForEvent("crash");
  const session = await visitor.context.newCDPSession(visitor.page);
  session.send("Page.crash").catch(() => {}); // nobody is left to answer
  await died;
  await visitor.page.close();
  visitor.page = await visitor.newPage();
}

await alone(`a tab that crashes ${KILLS} times loses nothing that was acknowledged`, { crashes: true }, async (visitor) => {
  let acknowledged = 0;
  await visitor.context.exposeFunction("acknowledge", (version) => (acknowledged = Math.max(acknowledged, version)));
  await visitor.context.addInitScript(overhear);
  const newGame = async () => {
    await visitor.goto("/"); // the last game says nothing more
    acknowledged = 0;
    await playNow(visitor, "Pulsar 2849");
  };
  await newGame();
  const random = dice(11);
  let changes = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const presses = Math.floor(random() * 3);
    const before = acknowledged;
    const { over } = await playOn(visitor, { random, stop: (_, told) => told.presses >= presses });
    if (over) await newGame();
    const table = visitor.page.url();
    await pressOne(visitor);
    await visitor.page.waitForTimeout(Math.floor(random() * 300));
    await crash(visitor);
    const wanted = acknowledged;
    changes += Number(wanted !== before);
    await visitor.page.goto(table);
    await look(visitor);
    const found = await versionOf(visitor);
    assert.ok(wanted > 0 && found >= wanted, `crash ${kill + 1}: ${wanted} changes were acknowledged, ${found} are there`);
  }
  console.log(`# ${KILLS} crashes, after ${changes} of them more was acknowledged than before`);
  assert.ok(changes > KILLS / 2);
});

async function pressOne({ page }) {
  const choice = await page.evaluate(() => window.eyes.choices());
  const one = [...choice.moves, ...choice.things].find((each) => each.reachable && each.at);
  if (one) await page.mouse.click(one.at.x, one.at.y);
}

/** The browser gives the page little room from now on. Resolves to what takes that back. */
async function narrow({ context, page }) {
  const storage = await context.newCDPSession(page);
  await storage.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: ROOM });
  return () => storage.detach();
}

/** In the page: fills that room to the last bytes. */
async function fill(most) {
  const opening = indexedDB.open("filler", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("all", { autoIncrement: true });
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const put = (size) =>
    new Promise((resolve) => {
      const writing = opening.result.transaction("all", "readwrite", { durability: "strict" });
      writing.objectStore("all").put(crypto.getRandomValues(new Uint8Array(size))); // nothing that could be packed
      writing.oncomplete = () => resolve(true);
      writing.onabort = () => resolve(false);
    });
  for (let size = most; size >= 1; size = Math.floor(size / 4)) while (await put(size));
  opening.result.close();
}

await alone("a browser without room says so at a move, and the game can still be exported", { downloads: true }, async (visitor) => {
  await visitor.goto("/");
  const makeRoom = await narrow(visitor);
  await playNow(visitor, "Pulsar 2849");
  const before = await moves(visitor);
  await visitor.page.evaluate(fill, PART);
  await pressOne(visitor);
  await visitor.page.getByText("This browser has no room left").first().waitFor();
  assert.equal(await moves(visitor), before);
  assert.match(await recordOf(visitor), /^orrery record/);
  await makeRoom();
  await visitor.page.reload();
  await look(visitor);
  assert.equal(await moves(visitor), before, "there is room again, and nothing is lost");
});

const FULL = "Dieser Browser hat keinen Platz mehr";

await alone("a full browser in German on a phone: at a new table and at the computer's move", { language: "de", width: 360, height: 740, downloads: true }, async (visitor) => {
  const { page } = visitor;
  await visitor.goto("/");
  const play = page.getByRole("button", { name: /^Jetzt spielen.*Pulsar 2849/ });
  await play.waitFor();
  const makeRoom = await narrow(visitor);
  await page.evaluate(fill, PART);
  await play.click();
  await page.getByRole("alert").getByText(FULL).waitFor();
  await checkGerman(visitor, "no room for a new table");
  const empty = () => page.evaluate(() => new Promise((resolve) => (indexedDB.deleteDatabase("filler").onsuccess = resolve)));
  await empty();

  const release = files.hold(/thinker/); // the computer waits until there is no room
  await visitor.goto("/?/new/noughts");
  await page.getByRole("combobox", { name: "Platz 1" }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: "Platz 2" }).selectOption("me");
  await page.getByRole("radio", { name: "Platz 1 beginnt" }).check();
  await page.getByRole("button", { name: "Partie beginnen" }).click();
  await page.waitForURL(/local-/);
  await page.locator("[data-part=bar]").waitFor();
  await page.evaluate(fill, PART);
  release();
  await page.getByText(FULL).first().waitFor();
  await checkGerman(visitor, "no room for the computer's move");
  assert.match(await recordOf(visitor, "de"), /^orrery record/);
  await empty();
  await makeRoom();
  await page.reload();
  await look(visitor); // the computer has moved, since there is room again
});

/** In the page: the tables that are kept go by rules of another version. */
function changeRules() {
  const opening = indexedDB.open("orrery");
  return new Promise((resolve) => {
    opening.onsuccess = () => {
      const writing = opening.result.transaction("tables", "readwrite");
      const all = writing.objectStore("tables");
      all.getAll().onsuccess = ({ target }) => {
        for (const one of target.result) all.put({ ...one, head: one.head.replace(/^rules \d+$/m, "rules 999") });
      };
      writing.oncomplete = () => (opening.result.close(), resolve());
    };
  });
}

await alone("a game by rules that the page does not know is told of, and what is kept of it can be had", { downloads: true }, async (visitor) => {
  const { page } = visitor;
  await playNow(visitor, "Pulsar 2849");
  await pressOne(visitor);
  const table = page.url();
  await visitor.goto("/");
  await page.evaluate(changeRules);
  await page.goto(table);
  await page.getByRole("heading", { name: /^This game goes by rules that this version of Orrery does not know/ }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the record" }).click()]);
  assert.match(await readFile(await download.path(), "utf8"), /^game pulsar-2849\nrules 999\n[^]*\nmove /m);
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
