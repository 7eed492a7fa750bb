// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How to play: the page of each game, from wherever one may look for it, in both languages, wide and narrow, with the
// keyboard alone. And the rules behind it, which tell players nothing about how they were made.

import assert from "node:assert/strict";
import { LANGUAGES, said } from "../server/languages.mjs";
import { violations } from "./axe.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, newTable } from "./tables.mjs";

const nameIn = (language) => said(language, "How to play");
const TITLES = { "beyond-the-sun": "Beyond the Sun", "pulsar-2849": "Pulsar 2849" };
/** Pictures of a page: the table at a glance, what is done in a turn, what can be done, how cards are read. */
const PICTURES_MIN = 8;

/** The page has come, whole: title, chapters, pictures with their words, all icons. */
async function read(page, game, language) {
  await page.locator("main h1").filter({ hasText: TITLES[game] }).waitFor();
  assert.equal(await page.locator("header [aria-current=page]").innerText(), nameIn(language));
  const said = await page.locator("main .picture[role=img]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(said.length >= PICTURES_MIN, `${said.length} pictures`);
  assert.ok(said.every((words) => words.length > 10), said.join(" | "));
  const drawn = await page.locator("main .picture[role=img]").evaluateAll((all) => all.map((one) => one.querySelectorAll("svg").length));
  assert.ok(drawn.every((count) => count > 0), "every picture shows something");
  assert.ok((await page.locator("main li svg").count()) > 20, "icons with their words");
  // pictures are to be looked at: nothing in them takes the focus or a press
  assert.equal(await page.locator("main .picture[role=img] :is(a, button, [tabindex='0'])").count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "nothing is wider than the screen");
  const text = await page.locator("main").innerText();
  assert.doesNotMatch(text, /\{\w+\}|\*\*|undefined|NaN|\[[A-E]\]/);
  assert.doesNotMatch(text, /\b(BTS|PUL)-[A-Z]+-\d+/, "no numbers of rules");
}

// One game in each language, the next one in the next; each game in all of them and from both places only if everything is
// wanted.
for (const [number, game] of BIG.entries())
  for (const [at, language] of LANGUAGES.entries()) {
    if (number !== at % BIG.length && !thorough) continue;
    const first = (number === 0) === (at === 0);
    const theme = first ? "dark" : "light";
    if (first || thorough) await story(`how to play ${game} from the start page, ${language}`, { name: "Mara", language, theme }, async (mara) => {
      const page = await mara.goto("/");
      await page.locator("article").filter({ hasText: TITLES[game] }).getByRole("link", { name: nameIn(language) }).click();
      await page.waitForURL(`**/how-to-play/${game}`);
      await read(page, game, language);
      assert.deepEqual(await violations(page), []);
    });

    if (!first || thorough) await story(`how to play ${game} from the table on a phone, ${language}`, { name: "Mara", language, theme, width: 360, height: 780, touch: true }, async (mara) => {
      await mara.goto(`/table/${await newTable(mara, game)}`);
      await mara.page.getByRole("button", { name: said(language, "Menu"), exact: true }).tap();
      await mara.page.getByRole("tab", { name: said(language, "Help") }).tap();
      await mara.page.getByText(said(language, "Icons"), { exact: true }).tap();
      assert.ok((await mara.page.locator("dialog li svg").count()) > 20, "the icons are here too");
      const link = mara.page.getByRole("dialog").getByRole("link", { name: nameIn(language) });
      // a page of its own: the game goes on behind it
      const [opened] = await Promise.all([mara.context.waitForEvent("page"), link.tap()]);
      await read(opened, game, language);
      assert.deepEqual(await violations(opened), []);
    });
  }

await story("how to play by the keyboard, and on to the rules and back", { name: "Mara" }, async (mara) => {
  const { page } = mara;
  await mara.goto("/new/pulsar-2849");
  const press = async (name) => {
    const link = page.getByRole("link", { name, exact: true }).first();
    await link.waitFor();
    for (let i = 0; i < 60 && !(await link.evaluate((one) => one === document.activeElement)); i++) await page.keyboard.press("Tab");
    assert.ok(await link.evaluate((one) => one === document.activeElement), `${name} is reached by Tab`);
    await page.keyboard.press("Enter");
  };
  await press("How to play");
  await read(page, "pulsar-2849", "en");
  await press("All rules, numbered");
  await page.waitForURL("**/rules/pulsar-2849");
  await page.locator("main li").first().waitFor();
  await press("New to the game? How to play");
  await read(page, "pulsar-2849", "en");
});

await story("how to play noughts, and no such game", { name: "Mara" }, async (mara) => {
  await mara.goto("/how-to-play/noughts");
  await mara.page.locator("main article").waitFor();
  await mara.goto("/how-to-play/chess");
  await mara.page.getByRole("heading", { name: "There is no such game." }).waitFor();
});

await story("the language changes on the page", { name: "Mara" }, async (mara) => {
  await mara.goto("/how-to-play/beyond-the-sun");
  await read(mara.page, "beyond-the-sun", "en");
  await mara.page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await mara.page.getByText("Engstrahl-Laser").first().waitFor();
  await read(mara.page, "beyond-the-sun", "de");
});

for (const game of BIG)
  for (const language of ["en", "de"]) // those in which they are written
    await story(`rules of ${game} without working notes, ${language}`, { name: "Mara", language }, async (mara) => {
      await mara.goto(`/rules/${game}`);
      await mara.page.locator("main li").first().waitFor();
      const text = await mara.page.locator("main").innerText();
      assert.doesNotMatch(text, /\bscans?\b|lost picture|values lost|corrupt|\.cards|the source|überliefert|Vorlage|verlorene Bild/i);
    });

await story("what dead ends give, when a table is set up", { name: "Mara" }, async (mara) => {
  await mara.goto("/new/pulsar-2849");
  await mara.page.getByText("every new claim or station there draws an exploration tile").waitFor();
});

await end();
