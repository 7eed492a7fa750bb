// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What every table has: names for everyone at it, who is there, what is to come, hints that everyone sees, keys for undo
// and redo, what a watcher reads, and buttons that wait while the connection is lost.

import assert from "node:assert/strict";
import { test } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { browser, end, server, story, thorough } from "./story.mjs";
import { BIG, MIDDLE, tableInTheMiddle } from "./tables.mjs";
import { visit } from "./visitor.mjs";

const bar = ({ page }) => page.locator("[data-part=bar]");
const free = ({ page }) => page.locator("[data-thing^='cell:'].legal").first();
const marks = ({ page }) => page.locator("[data-thing^='cell:'].legal").count();
const seat = ({ page }, number) => page.getByRole("list").filter({ has: page.getByRole("button", { name: /Stand up|Free the seat/ }) }).getByRole("listitem").nth(number - 1);
const noughts = { game: "noughts", options: { start: "first" }, start: true };

await test("the lobby: a name is asked for, hints are off, and who comes and goes is seen at once", () =>
  visit(browser, server, {}, async (ada) => {
    await ada.goto("/new/noughts");
    const hints = ada.page.getByRole("checkbox", { name: "Hints" });
    assert.equal(await hints.isChecked(), true, "for one who plays alone");
    await ada.page.getByLabel("Name at seat 1").fill("Ada");
    await ada.page.getByRole("combobox", { name: "Seat 2" }).selectOption("open");
    assert.equal(await hints.isChecked(), false, "not where others play");
    await hints.check();
    await ada.page.getByRole("button", { name: "Create table" }).click();
    const link = await ada.page.getByLabel("Invitation link").inputValue();
    await seat(ada, 1).getByText("Ada").waitFor();
    await visit(browser, server, {}, async (bob) => {
      await bob.page.goto(link);
      await bob.page.getByLabel("Your name").fill("Bob");
      await bob.page.getByRole("button", { name: /Sit here/ }).click();
      await seat(ada, 2).getByText("is here").waitFor();
      await bob.page.goto(`${server.base}/about`);
      await seat(ada, 2).getByText("away").waitFor();
      await bob.page.goto(link);
      await seat(ada, 2).getByText("is here").waitFor();
      await ada.page.getByRole("button", { name: "Start the game" }).click();
      await Promise.all([bar(ada).waitFor(), bar(bob).waitFor()]);
      const { awaited } = await ada.must("GET", `/api/tables/${ada.table}`);
      const [first, second] = awaited === 1 ? [ada, bob] : [bob, ada];
      await bar(second).getByText(/(Ada|Bob) is marking a free cell\./).waitFor();
      await first.page.keyboard.press("h");
      await first.page.locator(".advice").first().waitFor();
      await second.page.getByTitle("hints: 1").waitFor();
    });
    await ada.page.locator(".name.away").waitFor();
  }));

await story("people at one screen have names, and change shapes", { name: "Mara" }, async (mara) => {
  await mara.goto("/new/noughts");
  const second = mara.page.getByRole("combobox", { name: "Seat 2" });
  await second.selectOption("me");
  const names = [1, 2].map((number) => mara.page.getByLabel(`Name at seat ${number}`));
  await names[0].fill("Berta");
  await names[1].fill("Berta");
  await mara.page.getByText("Two players have the same name.").waitFor();
  assert.equal(await mara.page.getByRole("button", { name: "Start the game" }).isDisabled(), true);
  await names[1].fill("Ada");
  await mara.page.getByRole("button", { name: "Seat 1: change shape and colour with the next seat" }).click();
  assert.deepEqual(await Promise.all(names.map((name) => name.inputValue())), ["Ada", "Berta"]);
  await mara.page.getByRole("button", { name: "Start the game" }).click();
  await bar(mara).waitFor();
  const { seats, hints } = await mara.must("GET", `/api/tables/${mara.table}`);
  assert.deepEqual([seats[0].name, seats[1].name, hints], ["Ada", "Berta", false]);
});

await story("Ctrl+Z takes back, Ctrl+Y makes it again; so does Cmd", { name: "Mara" }, async (mara) => {
  const { table } = await mara.must("POST", "/api/tables", { ...noughts, seats: ["me", "random"] });
  await mara.goto(`/table/${table}`);
  await look(mara);
  const undo = mara.page.getByRole("button", { name: /^Undo/ });
  assert.match(await undo.innerText(), /U$/, "the key is on the button");
  for (const [back, again] of [["Control+z", "Control+y"], ["Meta+z", "Meta+Shift+Z"]]) {
    await free(mara).click();
    await mara.page.locator("[data-confirm]").waitFor();
    await mara.page.keyboard.press(back);
    await free(mara).waitFor();
    assert.equal(await marks(mara), 9);
    await mara.page.keyboard.press(again);
    await mara.page.locator("[data-confirm]").waitFor();
    await mara.page.keyboard.press(back);
    await free(mara).waitFor();
  }
});

await story("one's own panel says what is to come, as the rules count it", { name: "Mara", theme: "light" }, async (mara) => {
  for (const game of BIG) {
    const table = await tableInTheMiddle(mara, game, 3, MIDDLE[game]);
    await mara.goto(`/table/${table}`);
    await look(mara);
    const view = await mara.must("GET", `/api/tables/${table}`);
    const { total } = (view.projected ?? view.score)[0];
    const outlook = mara.page.locator("[data-outlook='1']");
    assert.match(await outlook.locator(".hidden").innerText(), new RegExp(`ended now: ${total} points.*Next production: `));
    assert.match(await outlook.innerText(), new RegExp(`^${total}\\b`));
    assert.equal(await mara.page.locator("[data-outlook]").count(), 1, "only one's own");
    await outlook.click();
    const dialog = mara.page.getByRole("dialog");
    await dialog.waitFor();
    assert.equal(await dialog.getByRole("row", { name: /If the game ended now/ }).count(), view.projected ? 1 : 0);
    await mara.page.keyboard.press("Escape");
    const [panel] = await mara.page.locator("[data-part=players] section").evaluateAll((all) => all.map((one) => one.ariaLabel));
    if (game === "pulsar-2849") assert.equal(panel, "Mara", "one's own comes first");
  }
  // the last table is one of Pulsar: a hint tells a whole action, and why
  await mara.page.keyboard.press("h");
  const best = mara.page.locator("[data-part=hint]").getByRole("listitem").first();
  await best.getByText(/over the next best|About as good/).waitFor();
  const { result } = (await mara.must("POST", `/api/tables/${mara.table}/hint?lang=de`, { seat: 1 }));
  const [first] = result.moves;
  const shown = (await best.innerText()).toLowerCase();
  for (const step of first.whole?.en ?? [first.text.en]) assert.ok(shown.includes(step.toLowerCase()), step);
  assert.ok(result.moves.some(({ whole }) => whole?.en.length > 1 && whole.de.length === whole.en.length), "actions of several moves");
});

/** Much longer than a connection may say nothing. */
const SILENT_MS = 60000;

/** In the page: it has heard nothing for that long. That it finds out by asking is seen in together.test.mjs; while it asks, a
 *  browser that is told to be offline uses up a whole core. */
function silence(ms) {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}

await story("a watcher reads what others do; buttons wait while the connection is lost", { name: "Ada" }, async (ada) => {
  const { table } = await ada.must("POST", "/api/tables", { ...noughts, seats: ["me", "random"] });
  await ada.goto(`/table/${table}`);
  await look(ada);
  await visit(browser, server, { language: "de" }, async (watcher) => {
    await watcher.goto(`/table/${table}`);
    await watcher.page.getByText("Ada markiert ein freies Feld.").waitFor();
    await watcher.page.getByText("Du schaust zu.").waitFor();
  });
  ada.forgives = /ERR_INTERNET_DISCONNECTED|WebSocket/;
  await free(ada).click();
  const confirm = ada.page.locator("[data-confirm]");
  await confirm.waitFor();
  await ada.context.setOffline(true);
  if (!thorough) await ada.page.evaluate(silence, SILENT_MS);
  await ada.page.locator("[data-part=bar].waits").waitFor();
  await ada.page.getByText("Offline: what you choose is sent later.").waitFor();
  await confirm.click();
  await confirm.getByText("Waiting …").waitFor();
  assert.equal(await confirm.isDisabled(), true);
  await ada.context.setOffline(false);
  await confirm.waitFor({ state: "detached" });
  await ada.page.locator("[data-part=bar]:not(.waits)").waitFor();
});

await end();
