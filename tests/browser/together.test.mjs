// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Several people: at one table in two browsers, cut off and back again, watching, and at one browser.

import assert from "node:assert/strict";
import { Client } from "../server/client.mjs";
import { test } from "../server/tap.mjs";
import { byMouse, dice, look, playOn } from "./hands.mjs";
import { browser, end, server, story } from "./story.mjs";
import { visit } from "./visitor.mjs";

const EVIL = `<img src=x onerror="document.title='caught'"><b>`;
const cells = (visitor) => visitor.page.locator("[data-thing^='cell:']");
const bar = (visitor) => visitor.page.locator("[data-part=bar]");
const version = async (visitor) => Number(await bar(visitor).getAttribute("data-version"));
const free = (visitor) => visitor.page.locator("[data-thing^='cell:'].legal").first();

/** Waits until the other one has seen as much. */
async function level(one, other) {
  const wanted = await version(one);
  await other.until((wanted) => Number(document.querySelector("[data-part=bar]").dataset.version) >= wanted, wanted);
}

/** One move and its confirmation. */
async function turn(visitor) {
  await free(visitor).click();
  await visitor.page.locator("[data-confirm]").click();
  await visitor.page.locator("[data-confirm]").waitFor({ state: "detached" });
}

/** The chat in the drawer beside the board. */
async function openChat({ page }) {
  await page.getByRole("tab", { name: /^Chat/ }).click();
  return page.getByRole("complementary", { name: "Log and chat" });
}

async function say({ page }, text) {
  await page.getByLabel("Write a message").fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** Two people who have met by the link: Ada begins. */
async function meet(ada, bob) {
  await ada.goto("/new/noughts");
  await ada.page.getByRole("combobox", { name: "Seat 2" }).selectOption("open");
  await ada.page.getByRole("button", { name: "Create table" }).click();
  await ada.page.waitForURL("**/table/*");
  const link = await ada.page.getByLabel("Invitation link").inputValue();
  await bob.page.goto(link);
  await bob.page.getByLabel("Your name").fill(`Bob ${EVIL}`);
  await bob.page.getByRole("button", { name: /Sit here/ }).click();
  await ada.page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([bar(ada).waitFor(), bar(bob).waitFor()]);
}

const both = (action) =>
  visit(browser, server, { name: "Ada", hurried: false }, (ada) => visit(browser, server, { hurried: false }, (bob) => action(ada, bob)));

/** Who is asked, and who waits. */
const inOrder = async (ada, bob) => ((await ada.must("GET", `/api/tables/${ada.table}`)).awaited === 1 ? [ada, bob] : [bob, ada]);

await test("two browsers meet by a link; moves and chat arrive; HTML stays text", () =>
  both(async (ada, bob) => {
    await meet(ada, bob);
    assert.match(await ada.page.getByRole("list", { name: "Players" }).first().innerText(), /Bob <img/);
    const [first, second] = await inOrder(ada, bob);
    await turn(first);
    await level(first, second);
    await turn(second);
    await level(second, first);
    await openChat(ada);
    await say(ada, `hello ${EVIL}`);
    await bob.page.keyboard.press("l");
    const preview = bob.page.getByRole("button", { name: /^Ada hello/ });
    await preview.waitFor();
    assert.match(await bob.page.getByRole("button", { name: "Chat" }).innerText(), /^1/, "one message is unread");
    await preview.click();
    await preview.waitFor({ state: "detached" });
    const lines = (await openChat(bob)).getByRole("log");
    await lines.getByText("hello <img", { exact: false }).waitFor();
    await say(bob, "and you");
    await ada.page.getByRole("log").getByText("and you").waitFor();
    for (const one of [ada, bob]) {
      assert.equal(await one.page.locator("img[src=x], b:has(> img)").count(), 0);
      assert.notEqual(await one.page.title(), "caught");
    }
  }));

await test("who is cut off reads so, and has everything when back; so has who reloads", () =>
  both(async (ada, bob) => {
    bob.forgives = /ERR_INTERNET_DISCONNECTED|WebSocket/;
    await meet(ada, bob);
    if ((await inOrder(ada, bob))[0] === bob) await turn(bob);
    const start = Date.now();
    await bob.context.setOffline(true);
    const banner = bob.page.getByRole("status").filter({ hasText: "Connection lost" });
    await banner.waitFor();
    console.log(`# the banner came after ${((Date.now() - start) / 1000).toFixed(1)} s`);
    await turn(ada);
    await bob.context.setOffline(false);
    await banner.waitFor({ state: "hidden" });
    await level(ada, bob);
    assert.equal(await cells(bob).count(), 9);
    const texts = (one) => cells(one).evaluateAll((all) => all.map((cell) => cell.querySelector(".spoken").textContent.replace(/,.*/, "")));
    assert.deepEqual(await texts(bob), await texts(ada));
    await bob.page.reload();
    await bar(bob).waitFor();
    assert.deepEqual(await texts(bob), await texts(ada));
    await turn(bob);
    await level(bob, ada);
  }));

await story("a watcher sees everything and can do nothing", { name: "Ada" }, async (ada) => {
  const { table } = await ada.must("POST", "/api/tables", { game: "noughts", seats: ["me", "heuristic"], options: { start: "first" }, start: true });
  await ada.goto(`/table/${table}`);
  await visit(browser, server, {}, async (watcher) => {
    await watcher.goto(`/table/${table}`);
    await bar(watcher).waitFor();
    await turn(ada);
    await look(ada);
    await level(ada, watcher);
    assert.equal(await watcher.page.locator(".target.legal, .move, [data-confirm]").count(), 0);
    assert.equal(await watcher.page.getByRole("button", { name: "Undo" }).count(), 0);
    assert.equal(await watcher.page.locator(".target.blocked").count(), 0);
  });
});

/** A table of Ada's with the deal of a game that she has played. */
async function dealAgain(ada) {
  const made = await ada.must("POST", "/api/tables", { game: "noughts", seats: ["me", "random"], start: true });
  const line = new Client(server.base, ada.token);
  await line.open;
  await line.must({ do: "watch", table: made.table }); // else nobody does, and the game stands still
  await line.must({ do: "hand-over", table: made.table, seat: 1, player: "random" });
  let phase = "";
  while (phase !== "over") ({ phase } = await ada.must("GET", `/api/tables/${made.table}`));
  await line.close();
  return (await ada.must("POST", `/api/tables/${made.table}/rematch`, { same_chance: true, seats: ["me", "open"] })).table;
}

await test("a stranger is told that the deal is known, and asked before sitting down", () =>
  both(async (ada, bob) => {
    const link = `/table/${await dealAgain(ada)}`;
    await ada.goto(link);
    await bob.goto(link);
    for (const { page } of [ada, bob]) await page.getByRole("heading", { name: "Same deal as an earlier game" }).waitFor();
    const sit = bob.page.getByRole("button", { name: /Sit here/ });
    const answer = (name) => bob.page.getByRole("dialog").getByRole("button", { name }).click();
    await sit.click();
    await answer("Do not sit down");
    await bob.page.getByRole("dialog").waitFor({ state: "detached" });
    await sit.click();
    await answer("I agree, sit down");
    await ada.page.getByRole("button", { name: "Start the game" }).click();
    for (const visitor of [ada, bob]) {
      await bar(visitor).waitFor();
      await visitor.page.getByRole("button", { name: "Same deal" }).click();
      await visitor.page.getByRole("dialog").getByRole("link", { name: "Look at the earlier game" }).waitFor();
    }
  }));

await story("the clock of the browser is set: those at the table show what they did", { name: "Ada", hurried: false }, async (ada) => {
  const clock = { kind: "live", time: 600000, increment: 0 };
  const { table } = await ada.must("POST", "/api/tables", { game: "noughts", seats: ["me", "me"], start: true, clock });
  await ada.goto(`/table/${table}`);
  const timers = ada.page.getByRole("timer");
  await timers.first().waitFor();
  for (const hours of [1, -1]) {
    await ada.page.evaluate((hours) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 3600000 * hours;
    }, hours);
    await ada.page.waitForTimeout(1200); // all have been drawn anew
    for (const text of await timers.allInnerTexts()) assert.match(text, /^(9:[3-5]\d|10:00)$/);
  }
});

await story("two people at one browser hand it over, play to the end, and again", { name: "Ada" }, async (ada) => {
  const { table } = await ada.must("POST", "/api/tables", { game: "noughts", seats: ["me", "me"], start: true });
  await ada.goto(`/table/${table}`);
  let handed = 0;
  const told = await playOn(ada, {
    random: dice(5),
    press: byMouse,
    before: async (seen) => {
      if (!seen.handOver) return false;
      handed++;
      await ada.page.getByRole("button", { name: /^I am/ }).click();
      await ada.page.getByRole("dialog").waitFor({ state: "hidden" });
      return true;
    },
  });
  assert.ok(told.over && handed >= 4, `handed over ${handed} times`);
  await ada.page.getByRole("dialog").getByRole("button", { name: "Rematch" }).click();
  await ada.page.waitForURL((url) => !url.pathname.includes(table));
  const view = await ada.must("GET", `/api/tables/${ada.table}`);
  assert.equal(view.follows, table);
  assert.equal(view.phase, "running", "nobody else has to come");
  assert.ok(view.seats.every((seat) => seat.yours), "the same people sit there");
});

// What the page has planned is asked, not how long it took: that depends on what else the machine does.
await story("when the server starts again, the page knocks within a second", { name: "Ada" }, async (ada) => {
  await ada.page.addInitScript(() => {
    const later = window.setTimeout;
    let due = null; // how long what runs now has waited
    window.setTimeout = (action, ms, ...rest) =>
      later(() => {
        due = ms ?? 0;
        action(...rest);
        due = null;
      }, ms);
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
      constructor(...words) {
        super(...words);
        window.sockets.push({ socket: this, due });
      }
    };
  });
  await ada.goto("/new/noughts");
  await ada.page.getByRole("combobox", { name: "Seat 2" }).selectOption("open");
  await ada.page.getByRole("button", { name: "Create table" }).click();
  await ada.page.getByLabel("Invitation link").waitFor();
  const before = await ada.page.evaluate(() => {
    window.sockets.at(-1).socket.onclose(new CloseEvent("close", { code: 1012 })); // as the server says it
    return window.sockets.length;
  });
  await ada.until((before) => window.sockets.length > before, before);
  const { due } = await ada.page.evaluate((at) => ({ due: window.sockets[at].due }), before);
  assert.ok(due > 0 && due <= 1000, `it knocks after ${due} ms`);
});

await end();
