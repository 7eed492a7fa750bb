// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What is one choice is one button, what is no choice is made by itself, and what ends a question has a key of its own;
// late mats of Beyond the Sun fit at every width, and what pointing tells covers nothing that could be chosen instead.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../server/client.mjs";
import { folder } from "../server/person.mjs";
import { program } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { finishedTable, recorded } from "./tables.mjs";

const MOMENTS_MAX = 400;

// ---- games to begin with -------------------------------------------------------------------------

/** A table that continues a record after so many moves, with the visitor on a seat. */
async function continued(visitor, record, moves, seat, players) {
  const whole = (await visitor.must("POST", "/api/import", { record })).table;
  const { text } = await visitor.ask("GET", `/api/tables/${whole}/record?moves=${moves}`);
  const seats = Array.from({ length: players }, (_, i) => (i + 1 === seat ? "me" : "heuristic"));
  return (await visitor.must("POST", "/api/import", { record: text, seats, start: true })).table;
}

/** All moments of a recorded game from `from` on, until `found` says so. */
async function moments(visitor, game, players, from, found) {
  const table = await finishedTable(visitor, game, players);
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  const all = [];
  for (let at = from; at < MOMENTS_MAX; at++) {
    const { moment } = await client.must({ do: "moment", table, moves: at, legal: true });
    all.push({ at, ...moment });
    const answer = found(all);
    if (answer !== undefined) {
      await client.close();
      return answer;
    }
  }
  throw new Error("there is no such moment");
}

/** The decision after which the seat has only one move: chance follows that one, or the seat decides again. */
const beforeForced = (visitor, game, players, chance) =>
  moments(visitor, game, players, 20, (all) => {
    const [decides, forced, next] = all.slice(-3);
    const isOwn = next !== undefined && decides.actor === 1 && forced.actor === 1 && decides.legal.length > 1;
    if (!isOwn || forced.legal.length !== 1 || next.actor !== (chance ? "dealer" : 1)) return undefined;
    return { at: decides.at, move: forced.last.move, forced: next.last };
  });

/** A turn of research of the first seat without chance in it: where it begins, and the moves that it took. */
const researchTurn = (visitor) =>
  moments(visitor, "beyond-the-sun", 4, 20, (all) => {
    const last = all.at(-1);
    const turn = all.findLastIndex((one, i) => i < all.length - 1 && one.turn !== 1) + 1;
    const own = all.slice(turn);
    const isWhole = last.turn !== 1 && own.length > 2 && own.slice(0, -1).every((one) => one.actor === 1);
    const moves = own.slice(1).map((one) => one.last);
    const isForced = own.slice(1, -1).some((one) => one.legal.length === 1);
    return isWhole && isForced && moves[0].kind === "act" && moves[1].kind === "slot" ? { at: own[0].at, moves } : undefined;
  });

/** A game with advanced mats in which a seat comes to four systems: up to there, and which seat it is. */
function lateGame() {
  const run = (...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  for (const digit of "b123456789acdef") {
    const file = join(folder, `late-${digit}.record`);
    const wishes = ["--players", "4", "--option", "mats=advanced", "--with", "heuristic", "--seed", digit.repeat(64)];
    run("play", "beyond-the-sun", ...wishes, "--save", file);
    const count = Number(/(\d+) moves, all legal/.exec(run("replay", file, "--quiet"))[1]);
    for (let moves = count - 60; moves < count - 4; moves += 8) {
      const seat = /^systems (\d) =( \S+){4}/m.exec(run("replay", file, "--at", String(moves)))?.[1];
      if (seat !== undefined) return { record: readFileSync(file, "utf8"), moves, seat: Number(seat) };
    }
  }
  throw new Error("no seat comes to four systems");
}

// ---- what is on the page -------------------------------------------------------------------------

const moveButton = ({ page }, notation) => page.locator(`[data-part=bar] .move[data-move="${notation}"]`);
const movesMade = async ({ page }) => Number(await page.getByRole("slider", { name: "Moment of the game" }).getAttribute("max"));
const bar = ({ page }) => page.locator("[data-part=bar]").innerText();

/** Makes a move of the bar or of the list behind it. */
async function choose(visitor, notation) {
  if ((await moveButton(visitor, notation).count()) === 0) await visitor.page.locator("[data-part=bar] .more").click();
  await visitor.page.locator(`.move[data-move="${notation}"]`).click();
}

/** Waits until the table has come to so many moves and asks again. */
async function settled(visitor, moves) {
  await visitor.until((moves) => Number(document.querySelector("input[type=range]")?.max) === moves, moves);
  return look(visitor);
}

/** What is drawn outside of its mat, at each of these widths. */
const outside = ({ page }, widths) =>
  page.evaluate(async (widths) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const mats = window.eyes.all(".mats > .mat");
    const before = mats.map((mat) => mat.style.width);
    const found = [];
    for (const width of widths) {
      for (const mat of mats) mat.style.width = `${width}px`;
      await drawn();
      for (const mat of mats) {
        const box = mat.getBoundingClientRect();
        for (const thing of window.eyes.all(".target, .total, .faction", mat)) {
          const { left, top, right, bottom } = thing.getBoundingClientRect();
          const isOut = left < box.left - 1 || top < box.top - 1 || right > box.right + 1 || bottom > box.bottom + 1;
          if (isOut) found.push(`${width} px: ${thing.dataset.thing ?? thing.className} ${Math.round(right - box.right)} ${Math.round(bottom - box.bottom)}`);
        }
      }
    }
    mats.forEach((mat, i) => (mat.style.width = before[i]));
    return found;
  }, widths);

/** What is told when something is pointed at, and how much of what could be chosen instead it covers. */
async function pointAt({ page }, selector) {
  await page.mouse.move(2, 2);
  await page.locator(".place > div > :is(.hint, .why)").waitFor({ state: "detached" });
  const at = await page.evaluate((selector) => window.eyes.find(selector).at, selector);
  await page.mouse.move(at.x, at.y);
  const told = page.locator(".place > div > :is(.hint, .why)");
  await told.waitFor();
  return told.evaluate((told, at) => {
    const box = told.getBoundingClientRect();
    const covers = window.eyes.all(".target.legal").filter((one) => {
      const other = one.getBoundingClientRect();
      const isHere = other.left <= at.x && other.right >= at.x && other.top <= at.y && other.bottom >= at.y;
      return !isHere && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
    });
    return { text: told.innerText, covers: covers.map((one) => one.dataset.thing) };
  }, at);
}

// ---- stories -------------------------------------------------------------------------------------

await story("late mats fit at every width, and pointing tells what things do", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const late = lateGame();
  await mara.goto(`/table/${await continued(mara, late.record, late.moves, late.seat, 4)}`);
  await look(mara);
  assert.match(await page.locator(".mats section").first().getAttribute("aria-label"), /Mara/, "one's own mat comes first");
  await mara.until(() => window.eyes.all(".mats .holdings").length === 4);
  assert.deepEqual(await outside(mara, [380, 271, 235, 219]), []);

  const told = {
    "[data-thing^='innovation:']": /^.+\n(While|Once).*\./,
    "[data-thing^='column:']": /^Column [A-E] of the supply\nCubes: \d+\. Growth takes one of them/,
    "[data-thing='place:Y2']": /Shipyard: whoever controls it can build ships here\./,
    "[data-thing^='slot:']": /\.\s/,
    "[data-thing^='achievement:']": /Points of its slots/,
    "[data-thing^='space:GU-']": /Guild space/,
  };
  for (const [selector, text] of Object.entries(told)) {
    const { text: said, covers } = await pointAt(mara, selector);
    assert.match(said, text, selector);
    assert.deepEqual(covers, [], `${selector} covers nothing that could be chosen`);
  }
});

await story("equal spaces are one button, and a turn of research takes as many presses as it has choices", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const turn = await researchTurn(mara);
  await mara.goto(`/table/${await continued(mara, recorded("beyond-the-sun", 4), turn.at, 1, 4)}`);
  await look(mara);
  const rows = await page.evaluate(() => {
    const legal = window.eyes.all("[data-part=bar] .move").map((one) => one.dataset.move.replace(/\.\d+$/, ""));
    const free = window.eyes.all(".row .cover :is(.pill, .free)").map((one) => one.textContent.trim());
    return { legal, free, unlimited: window.eyes.all(".row .cover[data-thing^='space:basic-4']").length };
  });
  assert.deepEqual(rows.legal, [...new Set(rows.legal)], "no two buttons of a row at the same price");
  assert.ok(rows.free.some((one) => /\d free$/.test(one)), rows.free.join());
  assert.equal(rows.unlimited, 1, "a space without limit is one button too");

  let presses = 0;
  for (const move of turn.moves) {
    if ((await movesMade(mara)) >= move.number) continue; // it was made by itself
    const thing = page.locator(`.target.legal[data-thing="${move.things[0]}"]`);
    await (move.kind === "act" ? thing : moveButton(mara, move.move)).first().click();
    presses++;
    const next = turn.moves.filter((one) => one.number > move.number && one.kind === "slot").at(-1)?.number ?? move.number;
    await settled(mara, next);
  }
  await page.locator("[data-confirm]").click();
  presses++;
  console.log(`# a turn of research: ${turn.moves.length + 1} presses before, ${presses} now`);
  assert.ok(presses < turn.moves.length + 1);
});

/** In the short run one game: which moves have no alternative is known without it. */
for (const [game, players] of [["beyond-the-sun", 4], ["pulsar-2849", 2]].slice(0, thorough ? 2 : 1))
  await story(`a move without an alternative is made by itself at ${game}`, { name: "Mara" }, async (mara) => {
    const { page } = mara;
    const { at, move, forced } = await beforeForced(mara, game, players, false);
    const table = await continued(mara, recorded(game, players), at, 1, players);
    await mara.goto(`/table/${table}`);
    const before = await look(mara);
    await choose(mara, move);
    await settled(mara, at + 2);
    await page.locator("[data-part=bar]", { hasText: `Only one possibility: ${forced.text}` }).waitFor();

    await page.keyboard.press("u"); // back to the decision, and there it stays
    await settled(mara, at);
    // the bar may still be finding out how many buttons have room
    const choices = JSON.stringify(JSON.parse(before.signature).slice(1));
    await mara.until((choices) => JSON.stringify(JSON.parse(window.eyes.signature()).slice(1)) === choices, choices);
    await page.keyboard.press("Shift+U"); // and again to what came of it
    await settled(mara, at + 2);
    await page.keyboard.press("u");
    await settled(mara, at);

    await page.evaluate(() => localStorage.setItem("orrery.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("orrery.settings")), forced: false })));
    await mara.goto(`/table/${table}`);
    await look(mara);
    await choose(mara, move);
    await settled(mara, at + 1);
    // whoever does not want that is asked
    await mara.until(() => document.querySelectorAll("[data-part=bar] .move").length === 1);
    assert.doesNotMatch(await bar(mara), /Only one possibility/);
    await page.keyboard.press("u");
    await settled(mara, at);
  });

await story("nothing is turned up before the player has decided, and ends have a key of their own", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const { at, move } = await beforeForced(mara, "beyond-the-sun", 4, true);
  await mara.goto(`/table/${await continued(mara, recorded("beyond-the-sun", 4), at, 1, 4)}`);
  await look(mara);
  await choose(mara, move);
  await settled(mara, at + 1);
  const preview = page.locator("[data-part=bar] .move");
  assert.equal(await preview.count(), 1, "the slot is offered");
  assert.match(await preview.getAttribute("data-move"), /^slot /);
  await page.keyboard.press("u");
  await settled(mara, at);

  assert.match(await bar(mara), /\d+ blocked: point at one to see why/);
  for (const blocked of await page.evaluate(() => window.eyes.all(".goal .target.blocked").slice(0, 2).map((one) => window.eyes.spot(one))))
    await page.mouse.move(blocked.x, blocked.y);
  await page.mouse.move(2, 2);
  await mara.until(() => !/blocked/.test(document.querySelector("[data-part=bar] h2").innerText));
  await page.reload();
  await look(mara);
  assert.doesNotMatch(await bar(mara), /blocked/, "it has been understood");

  await page.keyboard.press("Escape");
  await page.locator(".row .cover", { hasText: "Growth and mining" }).click();
  await settled(mara, at + 1);
  await moveButton(mara, "produce trade").click();
  await settled(mara, at + 2);
  const keys = await page.evaluate(() => window.eyes.all("[data-part=bar] .move").map((one) => [one.dataset.move, one.getAttribute("aria-keyshortcuts")]));
  assert.equal(new Map(keys).get("done"), "e", JSON.stringify(keys));
  assert.ok(keys.length > 1 && keys.every(([move, key]) => (move === "done") === (key === "e")), JSON.stringify(keys));
  await page.keyboard.press("e");
  await page.locator("[data-confirm]").waitFor();
});

/** A moment at which a seat goes on with its turn after another one answered the event that it had turned up. */
const afterAnswers = (visitor) =>
  moments(visitor, "beyond-the-sun", 4, 20, (all) => {
    const { actor, turn, at } = all.at(-1);
    if (typeof actor !== "number" || actor !== turn) return undefined;
    const since = all.slice(all.findLastIndex((one) => one.last.actor === actor));
    const event = since.findIndex((one) => one.last.events.some(({ kind, seat }) => kind === "event" && seat === actor));
    const isAnswered = event >= 0 && since.slice(event + 1).some(({ last }) => typeof last.actor === "number");
    return isAnswered ? { at, seat: actor } : undefined;
  });

await story("the event that one has turned up stays in sight while one goes on; systems are called by their names", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  const turnedUp = await afterAnswers(mara);
  await mara.goto(`/table/${await continued(mara, recorded("beyond-the-sun", 4), turnedUp.at, turnedUp.seat, 4)}`);
  await look(mara);
  await page.getByText("You turned it up").waitFor();

  const jump = await moments(mara, "beyond-the-sun", 4, 20, (all) => {
    const { actor, legal, at } = all.at(-1);
    return actor === 1 && legal.filter((move) => move.kind === "jump").length > 2 ? { at, legal } : undefined;
  });
  for (const move of jump.legal) assert.doesNotMatch(move.text, /[AB] slot/, "not by their place");
  await mara.goto(`/table/${await continued(mara, recorded("beyond-the-sun", 4), jump.at, 1, 4)}`);
  await look(mara);
  await page.mouse.move(2, 2);
  assert.match(await bar(mara), /^Your turn, Mara\nJump \(\d moves? left\)/);
  for (const said of await page.locator("[data-part=bar] :is(.move, .group) > span:last-child").allInnerTexts())
    assert.match(said, /^[A-Z]/, "buttons begin with a capital letter");
});

await story("a disc in the place of a star lies on the achievement, and all slots stay in their frame", { name: "Mara" }, async (mara) => {
  const { table } = await mara.must("POST", "/api/import", { record: recorded("beyond-the-sun", 4, "08".repeat(32)) });
  await mara.goto(`/table/${table}`);
  await mara.page.getByRole("dialog").locator(".place").first().waitFor();
  await mara.page.keyboard.press("Escape");
  assert.ok((await mara.page.locator(".goal .claim .disc").count()) > 0, "this game ends with discs on achievements");
  const wide = await mara.page.evaluate(() =>
    window.eyes.all(".goal").filter((goal) => window.eyes.all(".slots > *", goal).some((slot) => slot.getBoundingClientRect().right > goal.getBoundingClientRect().right)).length);
  assert.equal(wide, 0);
  const beyond = await mara.page.evaluate(() => {
    const edge = document.querySelector("[data-thing='slot:A']").getBoundingClientRect().left;
    return window.eyes.all(".kept .name").filter((name) => name.getBoundingClientRect().right > edge).map((name) => name.innerText);
  });
  assert.deepEqual(beyond, [], "events end before the next column");
});

await end();
