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
import { moves, openTableMenu, recordOf } from "./local.mjs";
import { end, thorough } from "./story.mjs";

const PRESSES = thorough ? Infinity : 8;
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
    assert.equal(await moves(visitor), before);
    return true;
  };
  return told;
}

for (const [game, title] of [["beyond-the-sun", "Beyond the Sun"], ["pulsar-2849", "Pulsar 2849"]])
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

await end();
