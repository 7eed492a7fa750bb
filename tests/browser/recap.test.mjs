// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What others did: shown action by action at the viewer's pace, told when the viewer's turn comes, replayed on request;
// cards that come up, and what a round brought.

import assert from "node:assert/strict";
import { Client } from "../server/client.mjs";
import { end, story } from "./story.mjs";
import { finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";

const settings = (pace) => ({ pace, recap: true });
const bar = "[data-part=bar]";
const isMine = () => document.querySelector("[data-part=bar]")?.classList.contains("mine") === true;
const told = ({ page }) => page.locator(`${bar} h2`).innerText();
const slider = ({ page }) => page.getByRole("slider", { name: "Moment of the game" });
const at = async (visitor) => Number(await slider(visitor).inputValue());
const present = async (visitor) => Number(await slider(visitor).getAttribute("max"));
const recap = ({ page }) => page.getByRole("region", { name: "Since your turn" });
const numbers = ({ page }) => page.evaluate(() => [...new Set([...document.querySelectorAll("main .marks")].map((one) => one.textContent.trim()))]);

/** The numbers that can be seen beside the players at the top. */
const besidePlayers = ({ page }) =>
  page.evaluate(() => [...document.querySelectorAll("header li .number")].filter((one) => window.eyes.shown(one)).map((one) => one.textContent).sort());

/** Numbers that the edge of a board cuts off. */
const cutNumbers = ({ page }) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main .panel .marks b")].filter((one) => {
      const [box, panel] = [one, one.closest(".panel")].map((element) => element.getBoundingClientRect());
      return box.left < panel.left || box.top < panel.top;
    }).length,
  );

/** Skips what others do until the viewer is asked or a card lies over the table. Looked at and pressed in one go: Escape would also
 *  close the card, or the recap. */
const skipOthers = (visitor) =>
  visitor.until(() => {
    if (document.querySelector("dialog[open]") !== null || document.querySelector("[data-part=bar]").classList.contains("mine")) return true;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    return false;
  });

/** Presses the first thing in the bar until someone else is waited for or a card lies over the table. */
async function endTurn(visitor) {
  for (;;) {
    const before = await visitor.until(() => {
      const bar = document.querySelector("[data-part=bar]");
      if (document.querySelector("dialog[open]") !== null || !bar.classList.contains("mine")) return "over";
      if (bar.querySelector(".move:disabled, .group:disabled") !== null) return null;
      const one = bar.querySelector("[data-confirm]:enabled, [data-do]:enabled") ?? bar.querySelector(".move:enabled, .group:enabled");
      one?.click();
      return one && bar.dataset.version;
    });
    if (before === "over") return;
    await visitor.until((version) => {
      const bar = document.querySelector("[data-part=bar]");
      return bar.dataset.version !== version || bar.querySelector(".chosen") !== null || !bar.classList.contains("mine");
    }, before);
  }
}

await story("step by step, each press shows one action; then the recap tells them all", { name: "Mara", settings: settings("step") }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "beyond-the-sun", 4, MIDDLE["beyond-the-sun"])}`);
  await mara.until(isMine);
  await endTurn(mara);
  const opponents = (await mara.must("GET", `/api/tables/${mara.table}`)).seats.filter((seat) => !seat.yours).map((seat) => seat.name);
  const seen = [];
  let marked = 0;
  while (!(await mara.page.evaluate(isMine))) {
    const before = await present(mara);
    seen.push(await told(mara));
    marked += await mara.page.locator(".target.last").count();
    await mara.page.keyboard.press("x");
    await mara.until((before) => Number(document.querySelector("input[type=range]").max) > before || document.querySelector("[data-part=bar]").classList.contains("mine"), before);
  }
  assert.ok(marked > 0, "what actions were about is marked");
  assert.ok(seen.length >= opponents.length, `an action with each press: ${seen.length}`);
  assert.deepEqual(seen.filter((one) => !opponents.some((name) => one.startsWith(name))), [], "each is told with its subject");

  const entries = recap(mara).locator("li").filter({ has: mara.page.locator("b.number") });
  assert.equal(await entries.count(), opponents.length, "an entry for each opponent");
  assert.deepEqual(await entries.locator("b.number").allInnerTexts(), ["1", "2", "3"]);
  assert.ok((await numbers(mara)).length > 0, "the numbers stand on the boards");
  assert.equal(await cutNumbers(mara), 0, "in full");
  assert.deepEqual(await besidePlayers(mara), ["1", "2", "3"], "and beside the players");

  const now = await present(mara);
  await entries.first().locator("button").first().click();
  await mara.until((now) => Number(document.querySelector("input[type=range]").value) < now, now);
  await mara.page.keyboard.press("Escape");
  await mara.until(isMine);

  await mara.page.keyboard.press("r");
  await mara.page.getByRole("button", { name: "Stop" }).first().waitFor();
  const first = await at(mara);
  assert.ok(first < now, "the replay begins after the viewer's turn");
  await mara.page.keyboard.press("x");
  await mara.until((first) => Number(document.querySelector("input[type=range]").value) > first, first);
  await mara.page.keyboard.press("Escape");
  await mara.until(isMine);

  await recap(mara).waitFor();
  await mara.page.keyboard.press("Escape");
  await recap(mara).waitFor({ state: "detached" });
  assert.ok((await numbers(mara)).length > 0, "the numbers stay until the viewer acts");
  await endTurn(mara);
  assert.deepEqual(await numbers(mara), [], "then they go");
});

await story("on a phone the numbers stand at the players, too", { name: "Mara", settings: settings("step"), width: 360, height: 780, touch: true }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "beyond-the-sun", 4, MIDDLE["beyond-the-sun"])}`);
  await mara.until(isMine);
  await endTurn(mara);
  while (!(await mara.page.evaluate(isMine))) {
    const version = await mara.page.evaluate(() => document.querySelector("[data-part=bar] h2").textContent);
    await mara.page.keyboard.press("x");
    await mara.until((before) => document.querySelector("[data-part=bar] h2").textContent !== before, version);
  }
  await mara.until(() => document.querySelector("header li .number") !== null);
  assert.deepEqual(await besidePlayers(mara), ["1", "2", "3"]);
});

/** The points at the end of the last round; others may have gone on since. */
async function pointsAtRoundEnd(visitor) {
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  const { scores } = await client.must({ do: "scores", table: visitor.table });
  await client.close();
  return scores.at(-2);
}

await story("a production card tells each player's income by source", { name: "Mara", settings: settings("calm") }, async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, "pulsar-2849", 4, MIDDLE["pulsar-2849"])}`);
  await mara.until(isMine);
  for (;;) {
    await endTurn(mara);
    await skipOthers(mara);
    if (await mara.page.locator("dialog[open]").count()) break;
  }
  const card = mara.page.getByRole("dialog");
  await card.getByRole("row").nth(4).waitFor();
  const heads = await card.getByRole("columnheader").allInnerTexts();
  for (const head of ["Engineering track", "Transmitters", "Gyrodynes", "Technologies", "This round", "Total"]) assert.ok(heads.some((one) => one.trim() === head), head);
  assert.equal(await mara.page.locator("[data-confirm]").count(), 0, "nothing of it can be taken back any more");
  const ended = await pointsAtRoundEnd(mara);
  assert.match(await card.getByRole("heading").first().innerText(), new RegExp(`end of round ${ended.round}$`, "i"));
  const totals = (await card.locator("td.total").allInnerTexts()).map(Number).sort((a, b) => a - b);
  assert.deepEqual(totals, ended.totals.sort((a, b) => a - b));
  assert.ok((await card.locator(".dice svg").count()) >= 9, "the dice of the next round");
  await mara.page.keyboard.press("Enter");
  await card.waitFor({ state: "detached" });
  await skipOthers(mara);
  await recap(mara).getByRole("button", { name: "What everyone produced" }).click();
  await card.waitFor();
  await mara.page.keyboard.press("Escape");
  await mara.until(isMine);
});

/** A table at the first moment at which an event asks the first seat. */
async function tableAtEvent(visitor) {
  const whole = await finishedTable(visitor, "beyond-the-sun", 4);
  const client = new Client(visitor.server.base, visitor.token);
  await client.open;
  for (let moves = 30; ; moves++) {
    const { moment } = await client.must({ do: "moment", table: whole, moves });
    if (moment.actor !== 1 || !moment.progress.event?.asks) continue;
    await client.close();
    const { text: record } = await visitor.ask("GET", `/api/tables/${whole}/record?moves=${moves}`);
    const { table } = await visitor.must("POST", "/api/import", { record, seats: ["me", "heuristic", "heuristic", "heuristic"], start: true });
    return { table, event: moment.progress.event };
  }
}

for (const phone of [false, true])
  await story(`an event is a card, and its question carries its name${phone ? ", on a phone" : ""}`, { name: "Mara", settings: settings("instant"), ...(phone ? { width: 360, height: 780, touch: true } : {}) }, async (mara) => {
    const { table, event } = await tableAtEvent(mara);
    await mara.goto(`/table/${table}`);
    await mara.until(isMine);
    const card = mara.page.locator(`[data-reveal="${event.card}"]`);
    await card.waitFor();
    const name = (await card.locator("h3").innerText()).replace("°", "");
    assert.ok((await told(mara)).startsWith(`${name}: `), await told(mara));
    assert.match(await card.innerText(), /You choose now/);
    assert.match(await card.innerText(), /turned it up/);
    const covered = await mara.page.evaluate(() => {
      const { things, moves, groups } = window.eyes.choices();
      return [...things, ...moves, ...groups].filter((one) => !one.reachable).map((one) => one.name);
    });
    assert.deepEqual(covered, [], "it covers nothing that is asked for");
  });

await end();
