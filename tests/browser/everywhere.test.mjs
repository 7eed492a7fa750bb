// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Everything that a visitor can open, opened once and looked at by all who have something to say: good eyes (on the screen of a
// small laptop no text is smaller than 12 px, whatever enlarges or reduces it, and nothing on the boards is cut off), a German reader
// (no English text is left) and axe-core (nothing keeps anyone out, in the dark and on paper). The short run goes over the smaller
// screen in German, whose words are longer, and sees each page in one of the colours, the next in the other; the long one also over
// tables in all languages.

import assert from "node:assert/strict";
import { LANGUAGES, said } from "../server/languages.mjs";
import { violationsInColours } from "./axe.mjs";
import { cutOff, tooSmall } from "./flaws.mjs";
import { byMouse, look } from "./hands.mjs";
import { inEnglish } from "./reader.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

const SCREENS = [[1280, 720], [1366, 768]];
const PAGES = ["new", "how-to-play", "rules", "cards", "guide"];
const CARDS = { "beyond-the-sun": "/workshop/beyond-the-sun#technology%20II-RR", "pulsar-2849": "/workshop/pulsar-2849" };

/** The same as that of the other game but for its words, or looked at by axe-core elsewhere. */
const ALIKE = ["/rules/beyond-the-sun", "/cards/pulsar-2849", "/guide/beyond-the-sun", "/how-to-play/beyond-the-sun", "/how-to-play/pulsar-2849"];

/** The pace with the longest name, so that the bar above the boards has least room. */
const WIDEST = { pace: "step", recap: false };

let pages = 0;

/** Opens a page in the colours that the one before was not seen in. */
async function open(visitor, path) {
  await visitor.page.emulateMedia({ colorScheme: ["dark", "light"][pages++ % 2] });
  await visitor.goto(path);
}

async function openWhole(visitor, path) {
  await open(visitor, path);
  await visitor.page.locator("main").first().waitFor();
  await visitor.page.waitForLoadState("networkidle");
}

/** A story that looks at many things. `see` looks at one, `judge` also has axe-core judge a part of it, all of it if none is named;
 *  what is wrong is told in the end. */
const tour = (name, wishes, action) =>
  story(name, wishes, async (visitor) => {
    const flaws = [];
    const tell = (what, found) => flaws.push(...found.map((one) => `${what}: ${one}`));
    async function see(what) {
      tell(what, [...(await tooSmall(visitor)), ...(await cutOff(visitor))]);
      if (wishes.language !== "en") tell(what, await inEnglish(visitor, wishes.language));
    }
    async function judge(what, part) {
      await see(what);
      tell(what, await violationsInColours(visitor, part, thorough));
    }
    await action(visitor, see, judge);
    assert.deepEqual(flaws, []);
  });

/** Names of players in the bar above the boards that end in dots. */
const shortened = ({ page }) => page.evaluate(() => [...document.querySelectorAll("header li .name")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText));

/** What can be pressed in the bar above the boards and lies over something else that can. */
const overlapping = ({ page }) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("header :is(button, input, select)")].filter(window.eyes.shown).map((one) => [one.ariaLabel ?? one.tagName, one.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return all.flatMap(([name, box], i) => all.slice(i + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} meets ${other}`));
  });

async function closeDialog({ page }) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** Presses something that is not possible, if there is such a thing just now. */
async function askWhyNot(visitor, language, judge) {
  const { page } = visitor;
  const blocked = await page.evaluate(() => window.eyes.find(".target.blocked"));
  if (!blocked?.at) return;
  await byMouse(page, blocked.at);
  await page.getByRole("dialog", { name: said(language, "Why not?") }).waitFor();
  await judge("why not", "[role=dialog]");
  await page.keyboard.press("Escape");
}

async function seeMenu({ page }, look) {
  await page.keyboard.press("?");
  const tabs = page.getByRole("dialog").getByRole("tab");
  await tabs.first().waitFor();
  for (const tab of await tabs.all()) {
    await tab.click();
    await look(`menu, ${await tab.innerText()}`, "dialog[open]");
  }
}

async function seeWorkshop(visitor, game, language, see) {
  const { page } = visitor;
  await open(visitor, CARDS[game]);
  await page.locator("footer [aria-keyshortcuts=Enter]").waitFor();
  await see("workshop");
  for (const text of ["Card set:", "Compare sets", "Play with this set"]) {
    const name = said(language, text);
    await page.locator("header").getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    await see(`workshop, ${name}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
}

/** A table from its first move to its last. What is the same at each table but for its words is judged at that of the first game. */
async function seeTable(visitor, game, language, see, judge) {
  const { page } = visitor;
  const judgeOnce = thorough || game === BIG[0] ? judge : see;
  await open(visitor, `/table/${await tableInTheMiddle(visitor, game, 4, 0, () => true)}`);
  await look(visitor);
  await see("the start");
  await open(visitor, `/table/${await tableInTheMiddle(visitor, game, 4, MIDDLE[game])}`);
  await look(visitor);
  await judge("beside the log");
  assert.deepEqual(await shortened(visitor), []);
  await askWhyNot(visitor, language, judge);
  await page.getByRole("tab", { name: said(language, "Chat") }).click();
  await judgeOnce("chat", "aside");
  await page.getByRole("tab", { name: said(language, "Log") }).click();
  await page.keyboard.press("[");
  await page.getByRole("button", { name: said(language, "Back to now") }).click({ trial: true });
  await judgeOnce("the past", "[data-part=bar]");
  await page.getByRole("button", { name: said(language, "Back to now") }).click();
  await look(visitor);
  await page.keyboard.press("l");
  await page.locator("aside").waitFor({ state: "detached" });
  await see("without the log");
  await seeMenu(visitor, judgeOnce);
  await open(visitor, `/table/${await finishedTable(visitor, game, 4)}`);
  await page.locator("dialog[open] .place").first().waitFor();
  await judgeOnce("the end", "dialog[open]");
  await closeDialog(visitor);
  await (thorough ? judge : see)("the boards in the end");
  assert.deepEqual(await overlapping(visitor), [], "whatever the names");
}

const wishesFor = ([width, height], language) => ({ name: "Mara", width, height, language });
const whereIs = ([width, height], language) => `at ${width} × ${height}, ${language}`;

async function seeTables(screen, language) {
  for (const game of BIG)
    await tour(`a table of ${game} ${whereIs(screen, language)}`, { ...wishesFor(screen, language), settings: WIDEST }, (mara, see, judge) => seeTable(mara, game, language, see, judge));
}

async function seePages(screen, language) {
  const wishes = wishesFor(screen, language);
  const where = whereIs(screen, language);

  await tour(`pages ${where}`, wishes, async (mara, see, judge) => {
    const { table } = await mara.must("POST", "/api/tables", { game: BIG[0], players: 4, seats: ["me", "open", "heuristic", "open"] });
    for (const path of ["/", "/account", "/replay", `/table/${table}`]) {
      await openWhole(mara, path);
      await judge(path);
    }
  });

  for (const game of BIG)
    await tour(`pages of ${game} ${where}`, wishes, async (mara, see, judge) => {
      for (const path of PAGES.map((page) => `/${page}/${game}`)) {
        await openWhole(mara, path);
        await (thorough || !ALIKE.includes(path) ? judge : see)(path);
      }
      await seeWorkshop(mara, game, language, see);
    });

  await tour(`hints and analyses ${where}`, wishes, async (mara, see, judge) => {
    await open(mara, `/table/${await tableInTheMiddle(mara, "noughts", 2, MIDDLE.noughts)}`);
    await look(mara);
    await mara.page.keyboard.press("h");
    await mara.page.locator(".advice.best").waitFor();
    await judge("hint");
    await open(mara, `/table/${await finishedTable(mara, "noughts", 2)}`);
    await mara.page.getByRole("dialog").getByRole("button", { name: said(language, "Analysis") }).click();
    await mara.page.locator("path.chance").first().waitFor();
    await judge("analysis", "dialog");
  });
}

for (const screen of thorough ? SCREENS : SCREENS.slice(0, 1)) {
  for (const language of thorough ? LANGUAGES : ["de"]) await seeTables(screen, language);
  for (const language of thorough ? ["en", "de"] : ["de"]) await seePages(screen, language);
}

await end();
