// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole games by mouse: what is lit on the boards is pressed, else the bar.

import assert from "node:assert/strict";
import { keepRecord, orrery } from "../server/person.mjs";
import { startServer } from "../server/server.mjs";
import { finish, program, test } from "../server/tap.mjs";
import { dice, playOn } from "./hands.mjs";
import { openBrowser, visit } from "./visitor.mjs";

const GAME_MS = 90000;
const server = await startServer(program);
const browser = await openBrowser();

for (const game of ["noughts", "beyond-the-sun", "pulsar-2849"])
  await test(`a whole game of ${game} by mouse`, () =>
    visit(browser, server, { name: "Mara" }, async (mara) => {
      const { table } = await mara.must("POST", "/api/tables", { game, players: 2, seats: ["me", "heuristic"], start: true });
      await mara.goto(`/table/${table}`);
      const start = Date.now();
      const told = await playOn(mara, { random: dice(1) });
      console.log(`# ${game}: ${told.presses} presses, ${told.things} of them on the boards, ${((Date.now() - start) / 1000).toFixed(1)} s`);
      assert.deepEqual([...told.covered], [], "everything that can be done can be pressed");
      const { file } = await keepRecord(mara, table);
      orrery("replay", file);
    }), GAME_MS);

await browser.close();
await server.stop();
finish();
