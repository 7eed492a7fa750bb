// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Two people without a server: an invitation and an answer go from window to window, then both play. A whole game whose
// chance both sides have made; a big one whose connection breaks because somebody says what they may not, and continues.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folder, orrery } from "../server/person.mjs";
import { said } from "../server/languages.mjs";
import { test } from "../server/tap.mjs";
import { violations } from "./axe.mjs";
import { serveFiles, writeSite } from "./files.mjs";
import { dice, look, playOn } from "./hands.mjs";
import { inEnglish } from "./reader.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const STORY_MS = 1200000;
const files = await serveFiles(writeSite(), "/some/where/");
const site = { base: files.base.slice(0, -1) };

/** Puts the channel where a story can speak on it as no page of ours would. */
function showChannel() {
  const { createDataChannel } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.createDataChannel = function (...args) {
    window.channel = createDataChannel.apply(this, args);
    return window.channel;
  };
}

/** A test with two visitors, the first of whom invites. */
const pair = (name, wishes, action) =>
  test(
    name,
    () =>
      visit(browser, site, { downloads: true }, (host) =>
        visit(browser, site, wishes, async (guest) => {
          await guest.context.addInitScript(showChannel);
          await Promise.race([action(host, guest), host.failure]);
        }),
      ),
    STORY_MS,
  );

const fits = ({ page }) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function checkPage(visitor) {
  assert.deepEqual(await violations(visitor.page), []);
  assert.ok(await fits(visitor), "nothing is wider than the window");
}

/** The invitation goes to the guest, the answer back; both are at the table then. */
async function exchange({ page }, guest, language = "en") {
  await page.getByRole("button", { name: "Create invitation" }).click();
  const invitation = await page.getByLabel("Invitation link").inputValue();
  assert.ok(invitation.startsWith(`${site.base}/?/friend#`) && invitation.length < 1000, invitation);
  await guest.page.goto(invitation);
  await guest.page.getByLabel(said(language, "Your name")).fill("Bea");
  await guest.page.getByRole("button", { name: said(language, "Accept"), exact: true }).click();
  const answer = await guest.page.getByRole("textbox", { name: said(language, "Answer"), exact: true }).inputValue();
  await page.getByLabel("2. Paste your friend's answer here", { exact: false }).fill(answer);
}

async function connect(host) {
  await host.page.getByRole("button", { name: "Connect", exact: true }).click();
}

async function arrive(host, guest) {
  await connect(host);
  await host.page.waitForURL(/\/table\/local-/);
  await guest.page.waitForURL(/\/table\/friend-/);
}

async function invite(host, guest, game, language) {
  await host.goto("/");
  await host.page.getByRole("link", { name: "Play with a friend, no server" }).click();
  await host.page.getByLabel("Your name").fill("Ada");
  await host.page.getByRole("radio", { name: game }).check();
  await exchange(host, guest, language);
}

const moves = async ({ page }) => Number(await page.locator("input[type=range]").first().getAttribute("max"));

/** Both press what they can until the game is over, or so many times together. */
async function playTogether(players, presses, seed) {
  let left = presses;
  const games = players.map((one, i) => playOn(one, { random: dice(seed + i), stop: () => left-- <= 0 }));
  for (const game of games) game.catch(() => {}); // who still waits for the other is left alone
  return presses === Infinity ? Promise.all(games) : Promise.race(games);
}

await pair("a whole game between two browsers, fair to both", { width: 360, height: 740, language: "de" }, async (host, guest) => {
  await invite(host, guest, "Noughts", "de");
  await host.page.getByText("Show it as a QR code").click();
  await host.page.getByRole("img", { name: "QR code of the invitation" }).waitFor();
  await checkPage(host);
  await checkPage(guest);
  assert.deepEqual(await inEnglish(guest, "de"), []);
  await arrive(host, guest);
  const told = await playTogether([host, guest], Infinity, 5);
  assert.ok(told.every(({ over }) => over));
  await guest.page.getByText(said("de", "Chance was fair: every draw was made with your random numbers and the committed seed.")).waitFor();
  const [download] = await Promise.all([host.page.waitForEvent("download"), host.page.getByRole("link", { name: "Download the record" }).first().click()]);
  const record = await readFile(await download.path(), "utf8");
  assert.match(record, /seat 1 person "?Ada"?\nseat 2 person "?Bea"?\n/);
  assert.match(record, /\nshare 0 [0-9a-f]{64}\n/);
  const file = join(folder, "friend.record");
  writeFileSync(file, record);
  orrery("verify", file);
  assert.deepEqual(files.strays, [], "nothing was asked of a server");
});

/** What no page of ours says: each of them ends the connection. */
const HOSTILE = [
  { id: 1, say: { do: "hand-over", seat: 1, player: "random" } },
  "x".repeat(5000),
  ...(thorough ? [{ id: 1, ask: "/forget" }, { hello: { name: "Eve", language: "en" } }, "{", { of: 1 }, 7] : []),
];

const shout = ({ page }, what) => page.evaluate((text) => window.channel.send(`.${text}`), typeof what === "string" ? what : JSON.stringify(what));

await pair("a connection that breaks, and a game that continues", {}, async (host, guest) => {
  await invite(host, guest, "Pulsar 2849");
  await arrive(host, guest);
  await playTogether([host, guest], thorough ? 40 : 8, 3);
  // a seat is one's own, whatever one sends
  const before = await moves(host);
  await shout(guest, { id: 1e6, say: { do: "move", seat: 1, move: "end" } });
  for (const name of ["undo", "confirm"]) await shout(guest, { id: 1e6, say: { do: name, seat: 1 } });
  for (const what of HOSTILE) {
    await shout(guest, what);
    for (const one of [host, guest]) await one.page.getByText("Your friend is not connected. The game waits for them.").waitFor();
    assert.equal(await moves(host), before, "nothing has happened");
    await host.page.getByRole("link", { name: "Connect again" }).click();
    await exchange(host, guest);
    await arrive(host, guest);
    await Promise.race([look(host), look(guest)]);
    assert.deepEqual([await moves(host), await moves(guest)], [before, before], "the game is as it was");
  }
  // the one who invited loads the page again: a new invitation continues
  await host.page.reload();
  await host.page.getByRole("link", { name: "Connect again" }).click();
  await exchange(host, guest);
  await arrive(host, guest);
  await playTogether([host, guest], 4, 8);
  assert.ok((await moves(host)) > before, "and it goes on");
});

await files.stop();
await end();
