// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The race in a browser, by mouse, from its name on the start page to the end. Run by follow_guide.py.

import assert from "node:assert/strict";
import { dice, playOn } from "../browser/hands.mjs";
import { end, story } from "../browser/story.mjs";

await story("a game that was added by the guide is played in a browser", {}, async (mara) => {
  await mara.goto("/");
  await mara.page.getByRole("button", { name: /The race/ }).first().click();
  await mara.page.waitForURL("**/table/*");
  const told = await playOn(mara, { random: dice(5) });
  assert.ok(told.presses >= 4, `a race takes some turns, not ${told.presses}`);
  const view = await mara.must("GET", `/api/tables/${mara.table}`);
  assert.equal(view.phase, "over");
  assert.equal(view.game, "race");
});

await end();
