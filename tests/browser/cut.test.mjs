// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server was visited once and is gone, as on a plane. Whatever needs no other person works on: whole games against the
// computer (in the short run some turns), tables with options and several people, guides, the workshop, records, analyses.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder, orrery } from "../server/person.mjs";
import { program } from "../server/tap.mjs";
import { cutOff } from "./cut.mjs";
import { dice, look, playOn } from "./hands.mjs";
import { checkGerman, moves, openTableMenu, recordOf } from "./local.mjs";
import { end, thorough } from "./story.mjs";
import { PATIENCE_MS } from "./visitor.mjs";

const PRESSES = thorough ? Infinity : 6;
/** Between looks at the log. */
const LOOK_MS = 50;
const RELOAD_EVERY = thorough ? 40 : 4;

const atLocalTable = (visitor) => visitor.page.waitForURL(/\/table\/local-/);

/** Sets up a table of two on the setup page. */
async function setUp(visitor, game, second) {
  const { page } = visitor;
  await visitor.goto(`/new/${game}`);
  await page.getByRole("radio", { name: "In this browser" }).waitFor();
  assert.ok(await page.getByRole("radio", { name: "In this browser" }).isChecked(), "there is no other place");
  await page.getByText("The server is not responding.").waitFor();
  const two = page.getByRole("radio", { name: "2", exact: true });
  if ((await two.count()) > 0) await two.check({ force: true });
  const seat = page.getByRole("combobox", { name: "Seat 2" });
  assert.equal(await seat.locator("option[value=open]").count(), 0, "nobody can come");
  await seat.selectOption({ label: second });
  return page.getByRole("button", { name: "Start the game" });
}

/** Loads the page again now and then: nothing is lost. */
function reloading(visitor) {
  const told = { reloads: 0, last: 0 };
  told.before = async (_, { presses }) => {
    if (presses % RELOAD_EVERY !== 0 || presses === told.last) return false;
    [told.last, told.reloads] = [presses, told.reloads + 1];
    const before = await moves(visitor);
    await visitor.page.reload();
    await look(visitor);
    assert.ok((await moves(visitor)) >= before, `${before} moves had been shown`); // computers do not wait for the page
    return true;
  };
  return told;
}

/** In the short run the other game is played in local.test.mjs. */
const GAMES = [["beyond-the-sun", "Beyond the Sun"], ["pulsar-2849", "Pulsar 2849"]].slice(0, thorough ? 2 : 1);

for (const [game, title] of GAMES)
  await cutOff(`${title} against Navigator without a network`, { downloads: true }, async (visitor) => {
    await (await setUp(visitor, game, "Computer: Navigator")).click();
    await atLocalTable(visitor);
    await look(visitor);
    await openTableMenu(visitor);
    await visitor.page.getByText("computer player: Navigator").waitFor();
    await visitor.page.keyboard.press("Escape");
    const reloads = reloading(visitor);
    const told = await playOn(visitor, { random: dice(7), before: reloads.before, stop: (_, told) => told.presses >= PRESSES });
    assert.equal(told.over, thorough);
    assert.ok(reloads.reloads > 0);
    if (told.over) await visitor.page.keyboard.press("Escape");
    const file = join(folder, `cut-${game}.record`);
    writeFileSync(file, await recordOf(visitor));
    orrery("replay", file);
    if (told.over) orrery("verify", file);
    console.log(`# ${title}: ${await moves(visitor)} moves, ${told.presses} presses, loaded again ${reloads.reloads} times`);
  });

/** The record of a game of noughts that two people play like this, the first one begins. */
function noughts(...cells) {
  const file = join(folder, `cut-${cells.join("")}.record`);
  const input = cells.map((cell) => `mark ${cell}\n\n`).join("");
  execFileSync(program, ["play", "noughts", "--option", "start=first", "--with", "person,person", "--save", file], { input });
  return readFileSync(file, "utf8");
}

const text = ({ page }, selector) => page.locator(selector).first().innerText();
const says = (visitor, selector, text) =>
  visitor.until(([selector, text]) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text)), [selector, text]);

if (thorough) await cutOff("a guide without a network", {}, async (visitor) => {
  const { page } = visitor;
  await visitor.goto("/guide/beyond-the-sun");
  await page.locator("[data-part=guide].placed").waitFor();
  const said = [await text(visitor, "[data-part=guide] .said")];
  for (const step of [1, 2]) {
    await page.locator("[data-next]").click();
    await visitor.until((step) => document.querySelector("[data-part=guide] progress")?.value === step, step);
    said.push(await text(visitor, "[data-part=guide] .said"));
  }
  assert.equal(new Set(said).size, 3, "each step says something else");
  assert.match(await page.evaluate(() => JSON.parse(localStorage["orrery.guide.beyond-the-sun"]).table), /^local-/);
  await page.reload();
  await says(visitor, "[data-part=guide] .said", said[2].split("\n")[0]);
});

await cutOff("the workshop without a network: a corrected card is checked, tried and played with", {}, async (visitor) => {
  const { page } = visitor;
  await visitor.goto("/workshop/beyond-the-sun#technology%20I-R");
  const immediate = page.locator('[data-value="immediate"]').first().locator(".text input");
  await immediate.fill("gain 4 oar");
  await says(visitor, "[data-value=immediate] .problem", "Did you mean “ore”?");
  await immediate.fill("gain 4 ore");
  await says(visitor, "dd[lang=en]", "gain 4 ore");
  const name = (await page.locator("[data-card='technology I-R']").innerText()).split("\n")[0];
  await visitor.until(() => document.querySelector("[data-trial=fine]") !== null);
  await page.getByRole("button", { name: "Play with this set" }).click();
  await page.getByRole("button", { name: "Remove the computer of seat 3" }).click();
  await page.getByRole("button", { name: "Play now" }).click();
  await atLocalTable(visitor);
  await look(visitor);
  await page.locator('.move[data-move^="act basic-1."]').first().click();
  await page.locator(".target.legal", { hasText: name }).first().click();
  await says(visitor, "[aria-label='What happened'] .action", name);
  const told = () => page.getByRole("group", { name: "What happened" }).innerText();
  const gain = new RegExp(`You researched\\s+${name}\\s+\\+4\\s+\\+4 ore`); // the corrected value counts
  // the line grows with the moves
  for (const end = Date.now() + PATIENCE_MS; !gain.test(await told()); await page.waitForTimeout(LOOK_MS)) assert.ok(Date.now() < end, await told());
  await openTableMenu(visitor);
  await page.getByText("This table is played with a card set of its own: My copy.").waitFor();
});

await cutOff("two people at one screen without a network: undo, history, a game to its end, a rematch", {}, async (visitor) => {
  const { page } = visitor;
  const start = await setUp(visitor, "noughts", "Another person at this screen");
  await page.getByLabel("Name at seat 1").fill("Ada");
  await page.getByLabel("Name at seat 2").fill("Bob");
  await start.click();
  await atLocalTable(visitor);
  await look(visitor);
  const players = await text(visitor, "[aria-label='Players']");
  assert.ok(players.includes("Ada") && players.includes("Bob"), players);

  const version = () => page.locator("[data-part=bar]").getAttribute("data-version");
  const began = await moves(visitor);
  await page.locator("[data-thing='cell:a1'].legal").click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  const marked = await version();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.locator("[data-thing='cell:a1'].legal").waitFor();
  assert.notEqual(await version(), marked);
  assert.equal(await moves(visitor), began, "the move is taken back");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator("[data-confirm]").click();
  await page.getByRole("button", { name: /^I am (Ada|Bob)/ }).click();
  assert.equal(await moves(visitor), began + 1);

  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.getByText("The beginning of the game.").first().waitFor();
  assert.equal(await page.locator(".target.legal").count(), 0, "nothing can be done in the past");
  await page.getByRole("button", { name: "Back to now" }).click();
  await look(visitor);

  let handed = 0;
  const handOver = async (seen) => {
    if (!seen.handOver) return false;
    handed++;
    await page.getByRole("button", { name: /^I am (Ada|Bob)/ }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    return true;
  };
  const told = await playOn(visitor, { random: dice(5), before: handOver });
  assert.ok(told.over && handed > 2);
  const over = page.url();
  await page.getByRole("button", { name: "Rematch" }).first().click();
  await page.waitForURL((address) => /\/table\/local-/.test(address.pathname) && address.href !== over);
  await look(visitor);
  const again = await text(visitor, "[aria-label='Players']");
  assert.ok(again.includes("Ada") && again.includes("Bob"), again);
});

if (thorough) await cutOff("a record is opened and analysed without a network", {}, async (visitor) => {
  const { page } = visitor;
  await visitor.goto("/replay");
  await page.getByLabel("Text of the record").fill(noughts("a1", "b2", "b1", "a3", "c1")); // seat 2 does not see c1
  await page.getByText("played to the end").waitFor();
  await page.getByRole("button", { name: "Open it" }).click();
  await atLocalTable(visitor);
  await page.getByRole("dialog").getByRole("button", { name: "Analysis" }).click();
  const analysis = page.getByRole("dialog", { name: "Analysis" });
  await analysis.locator("path.chance").first().waitFor();
  const costliest = analysis.getByRole("region", { name: "The costliest decisions" }).getByRole("link").first();
  assert.match(await costliest.innerText(), /move 4[^]*played\s+mark a3[^]*better\s+mark c1/);
  await costliest.click();
  await page.getByRole("heading", { name: /Better: mark c1/ }).waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await visitor.until(() => document.querySelector(".target.legal") !== null);
});

await cutOff("in German on a phone without a network", { language: "de", width: 360, height: 740, touch: true }, async (visitor) => {
  const { page } = visitor;
  await page.reload();
  await page.getByText("Der Server antwortet nicht. Bis er wieder da ist, laufen neue Partien in diesem Browser.").waitFor();
  await checkGerman(visitor, "start");
  await visitor.goto("/account");
  await page.locator("main").waitFor();
  await checkGerman(visitor, "account");
  await visitor.goto("/new/pulsar-2849");
  await page.getByRole("radio", { name: "In diesem Browser" }).waitFor();
  await checkGerman(visitor, "set up");
  await page.getByRole("button", { name: "Partie beginnen" }).tap();
  await atLocalTable(visitor);
  await look(visitor);
  await checkGerman(visitor, "table");
  await page.getByRole("button", { name: "Menü", exact: true }).tap();
  await page.getByRole("tab", { name: "Tisch" }).tap();
  await page.getByRole("button", { name: "Auf dem Server weiterspielen" }).tap();
  await page.getByRole("alert").getByText("Der Server antwortet nicht.").waitFor();
  await page.getByRole("button", { name: "Diese Partie löschen" }).tap();
  const sure = page.getByRole("button", { name: /^Wirklich löschen/ });
  await sure.waitFor();
  await checkGerman(visitor, "menu of the table");
  await sure.tap();
  await visitor.page.getByRole("heading", { level: 1, name: "Orrery" }).waitFor();
  assert.equal(await page.getByText("Deine Tische").count(), 0, "it is gone");
});

await end();
