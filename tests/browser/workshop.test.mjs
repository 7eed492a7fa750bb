// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The workshop: an owner of the printed game compares cards, corrects one, makes a mistake, finds everything again after
// a reload, takes the set away and brings it back, and plays a turn in which the new value counts.

import assert from "node:assert/strict";
import { join } from "node:path";
import { folder } from "../server/person.mjs";
import { violations } from "./axe.mjs";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG } from "./tables.mjs";

const CARD = "/workshop/beyond-the-sun#technology%20I-R";
const PHONE = { width: 360, height: 780, touch: true };

async function open(visitor, path = CARD) {
  const page = await visitor.goto(path);
  await page.locator("footer [aria-keyshortcuts=Enter]").waitFor();
  return page;
}

const row = (page, key) => page.locator(`[data-value="${key}"]`).first();
const textOf = (page, key) => row(page, key).locator(".text input");
const sentence = (page, language) => page.locator(`dd[lang=${language}]`);
const compared = (page) => page.locator("#box-title");
const says = (visitor, selector, text) =>
  visitor.until(([selector, text]) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text)), [selector, text]);

/** The first turn of a table whose technologies are the workshop's: whoever researches this one gains its ore. */
async function researchIt(visitor, gain) {
  const { page } = visitor;
  await look(visitor);
  const { state } = await visitor.must("GET", `/api/tables/${visitor.table}`);
  const slot = Object.keys(state.slot).find((one) => state.slot[one] === "I-R");
  await page.locator('.move[data-move^="act basic-1."]').first().click();
  const research = page.locator(`.move[data-move$=" ${slot}"]`).first();
  await research.waitFor();
  await research.click();
  await visitor.until(async ([table, ore]) => (await (await fetch(`/api/tables/${table}`)).json()).state.ore["1"] === ore, [visitor.table, state.ore["1"] + gain]);
}

await story("an owner corrects a technology and plays with it", { name: "Mara", downloads: true }, async (mara) => {
  const page = await open(mara);
  await page.getByLabel("Compared by").fill("Mara");
  await page.getByLabel("Compared by").blur();

  // its cost by a chip, its effect as text: the drawing and both texts follow
  const [, cost, steps] = (await textOf(page, "space").inputValue()).match(/^pay (\d+) (ore: .*jump \d.*)$/);
  const more = Number(cost) + 1;
  const dearer = `pay ${more} ${steps}`;
  await row(page, "space").getByRole("spinbutton").first().fill(String(more));
  await says(mara, "dd[lang=en]", `pay ${more} ore`);
  await says(mara, "dd[lang=de]", `${more} Erz zahlen`);
  assert.equal(await textOf(page, "space").inputValue(), dearer);
  await textOf(page, "immediate").fill("gain 4 ore");
  await says(mara, "dd[lang=en]", "gain 4 ore");
  await says(mara, "dd[lang=de]", "4 Erz");
  await says(mara, "[data-value=immediate] .chip", "ore");
  await says(mara, ".stage .pays", String(more));
  await says(mara, ".stage .row", "+4");
  await says(mara, "[data-value=immediate] .said", "corrected");

  // a mistake: said at the field, with the word that was meant; the card stays as it was
  const wrong = dearer.replace("jump", "jmp");
  await textOf(page, "space").fill(wrong);
  await says(mara, "[data-value=space] .problem", "“jmp” does not fit here. Did you mean “jump”?");
  assert.match(await sentence(page, "en").innerText(), /, then jump with/);
  assert.match(await page.locator("[data-card='technology I-R']").innerText(), /has an error/);

  // nothing is lost by a reload, not even the mistake
  await page.reload();
  await says(mara, "[data-value=space] .problem", "Did you mean “jump”?");
  assert.equal(await textOf(page, "space").inputValue(), wrong);
  assert.equal(await textOf(page, "immediate").inputValue(), "gain 4 ore");
  await textOf(page, "space").press("Enter");
  await mara.until(() => document.querySelector("[data-value=space] .problem") === null);
  assert.equal(await textOf(page, "space").inputValue(), dearer);

  // random games in the background
  await mara.until(() => document.querySelector("[data-trial=fine]") !== null);

  // taken away and brought back as another set, which is the same
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.equal(download.suggestedFilename(), "beyond-the-sun-my-copy.zip");
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Card set: my-copy" }).waitFor();
  await says(mara, "dd[lang=en]", "gain 4 ore");
  await page.getByRole("button", { name: "Compare sets" }).click();
  const table = page.locator("dialog[open]");
  await table.getByText("1 component differs").waitFor();
  assert.equal(await table.locator("tbody tr").count(), 2);
  await table.getByLabel("From").selectOption({ label: "My copy" });
  await table.getByText("No value differs.").waitFor();
  await page.keyboard.press("Escape");

  // and played with
  await page.getByRole("button", { name: "Play with this set" }).click();
  await page.getByRole("button", { name: "Remove the computer of seat 3" }).click();
  await page.getByRole("button", { name: "Play now" }).click();
  await researchIt(mara, 4);
  await page.keyboard.press("?");
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByText("This table is played with a card set of its own: my-copy.").waitFor();
});

await story("an uploaded file that is wrong says where", { name: "Mara" }, async (mara) => {
  const page = await open(mara);
  const bad = { name: "guilds.cards", mimeType: "text/plain", buffer: Buffer.from("guild GU-1\n    name  Guild\n") };
  await page.locator("input[type=file]").setInputFiles(bad);
  await says(mara, "[role=alert]", "guilds.cards, line 1");
  await page.locator("input[type=file]").setInputFiles({ ...bad, name: "gilds.cards" });
  await says(mara, "[role=alert]", "This game has no card file “gilds.cards”");
});

await story("an hour with the box, by keyboard alone", { name: "Mara" }, async (mara) => {
  const page = await open(mara);
  const title = page.locator("#card-title");
  const before = await title.innerText();
  const ours = async () => Number((await page.getByRole("button", { name: /^Reconstructed \d+/ }).innerText()).match(/\d+/)[0]);
  const oursBefore = await ours();
  await page.keyboard.press("j");
  assert.notEqual(await title.innerText(), before);
  await page.keyboard.press("k");
  assert.equal(await title.innerText(), before);
  await page.keyboard.press("1"); // the name alone
  await says(mara, "[data-value=name] .said", "as printed");
  await page.keyboard.press("Enter"); // all the rest
  await mara.until((before) => document.querySelector("#card-title").textContent !== before, before);
  assert.match(await compared(page).innerText(), /^1 of 174/);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.match(await compared(page).innerText(), /^0 of 174/);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  assert.match(await compared(page).innerText(), /^1 of 174/);

  // a reload forgets nothing of that
  await page.reload();
  await page.locator("footer [aria-keyshortcuts=Enter]").waitFor();
  await says(mara, "#box-title", "1 of 174");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await says(mara, "#box-title", "0 of 174");
  await page.keyboard.press("Control+Shift+z");
  await page.reload();
  await page.locator("footer [aria-keyshortcuts=Enter]").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await says(mara, "#box-title", "1 of 174");

  // a step more, found by typing
  await textOf(page, "immediate").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.type("gain");
  await page.keyboard.press("Enter");
  await says(mara, "dd[lang=en]", "gain 1 ore");
  assert.equal(await ours(), oursBefore - 1);
});

await story("what is said about values is in the file, and by whom", { name: "Mara" }, async (mara) => {
  const page = await open(mara);
  await page.getByLabel("Compared by").fill("Mara #1");
  await page.getByLabel("Compared by").blur();
  await row(page, "name").getByRole("button", { name: "As printed" }).click();
  await row(page, "level").getByRole("button", { name: "II", exact: true }).click();
  await mara.until(() => document.querySelector("[data-value=level] .problem, [data-value=level] .said")?.textContent.match(/corrected|error|fehl/));
  const kept = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith("orrery.workshop.beyond-the-sun."))[1]);
  assert.match(JSON.parse(kept).files["technologies.cards"], /source\.name +confirmed by "Mara #1"/);
});

const ROOMS = [["wide, in German", { theme: "dark", language: "de" }], ["narrow", { ...PHONE, theme: "light" }]];

for (const [number, game] of BIG.entries())
  for (const [what, wishes] of thorough ? ROOMS : [ROOMS[number]])
    await story(`axe finds nothing in the workshop of ${game}, ${what}`, { name: "Mara", ...wishes }, async (mara) => {
      const page = await open(mara, `/workshop/${game}`);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await violations(page), [], "the card");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
      if (what !== "narrow") return;
      for (const tab of ["List", "Compare sets", "Set"]) {
        await page.getByRole("navigation", { name: "Parts of the workshop" }).getByRole("button", { name: tab, exact: tab === "Set" }).click();
        assert.deepEqual(await violations(page), [], tab);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${tab}: nothing sticks out`);
      }
    });

await story("a narrow screen: a finger compares and corrects", { name: "Mara", ...PHONE }, async (mara) => {
  const page = await open(mara);
  await row(page, "space").getByRole("spinbutton").first().fill("3");
  await says(mara, "dd[lang=de]", "3 Erz zahlen");
  await page.locator("footer [aria-keyshortcuts=Enter]").tap();
  await mara.until(() => !document.querySelector("#card-title").textContent.includes("Narrow Beam Lasers"));
  await page.getByRole("button", { name: "Set", exact: true }).tap();
  await page.getByText("1 value differs from the default").waitFor();
});

await story("every component is drawn", { name: "Mara" }, async (mara) => {
  for (const game of BIG) {
    const page = await open(mara, `/workshop/${game}`);
    const kinds = await page.locator(".shelf").count();
    for (let i = 0; i < kinds; i++) {
      const shelf = page.locator(".shelf").nth(i);
      if ((await shelf.getAttribute("aria-expanded")) === "false") await shelf.click();
      const first = page.locator(".shelf").nth(i).locator("xpath=following-sibling::ul[1]").locator(".row").first();
      await first.click();
      await mara.until((name) => document.querySelector("#card-title").textContent === name, await first.locator(".title").innerText());
      await page.locator(".stage .picture > *").first().waitFor();
    }
  }
});

await story("a component is drawn where it is in play, and whole", { name: "Mara" }, async (mara) => {
  const drawn = async (game, card, selector) => {
    const page = await open(mara, `/workshop/${game}#${encodeURIComponent(card)}`);
    const found = page.locator(`.stage .picture ${selector}`);
    await found.first().waitFor();
    return found.count();
  };
  assert.equal(await drawn("beyond-the-sun", "place SOL", "svg .here"), 1);
  assert.equal(await drawn("beyond-the-sun", "place SOL", "svg g[transform]"), 9);
  assert.equal(await drawn("beyond-the-sun", "place-two SOL", "svg g[transform]"), 7);
  await says(mara, "[data-value=edges] [aria-pressed=true]", "left shipyard");
  assert.equal(await drawn("beyond-the-sun", "advanced FA-UN", "article p.dim"), 2);
  assert.equal(await drawn("pulsar-2849", "location D101", "svg circle.here"), 1);
  assert.ok((await drawn("pulsar-2849", "system S1", "svg circle")) > 0);
  assert.equal(await mara.page.locator(".stage .picture .closed").count(), 0);
});

await end();
