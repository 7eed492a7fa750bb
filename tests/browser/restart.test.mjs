// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A server that starts itself again under a game: the page says so, comes back by one try that it makes at once, and the game
// continues. How long the server takes is not the page's: tests/server/restart.test.mjs adds both up.

import assert from "node:assert/strict";
import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { browser, end } from "./story.mjs";
import { newTable } from "./tables.mjs";
import { visit } from "./visitor.mjs";

/** The page may wait so long before its first try (CLIENT_MS of tests/server/restart.test.mjs). */
const CLIENT_MS = 320;
const RESTARTS = 1012;

/** In the page: its sockets, how each ended, and for how long it wanted to wait when it heard of that. */
function noteSockets() {
  window.sockets = [];
  const wait = setTimeout;
  let ended = null;
  window.setTimeout = (action, ms, ...more) => {
    ended?.waits.push(ms);
    return wait(action, ms, ...more);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      const socket = { code: null, waits: [] };
      window.sockets.push(socket);
      this.addEventListener("close", ({ code }) => {
        socket.code = code;
        ended = socket;
        wait(() => (ended = null), 0);
      });
    }
  };
}

await test("the page comes back by itself, at once and by one try", async () => {
  const server = await startServer(program);
  await visit(browser, server, { name: "Ada" }, async (ada) => {
    const { page } = ada;
    await page.addInitScript(noteSockets);
    const table = await newTable(ada, "noughts");
    await ada.goto(`/table/${table}`);
    await look(ada);
    for (let restarts = 1; restarts <= 3; restarts++) {
      server.process.kill("SIGUSR2");
      await ada.until((count) => window.sockets.length > count, restarts);
      await page.getByRole("status").filter({ hasText: "The server is restarting" }).waitFor({ state: "detached" });
      const sockets = await page.evaluate(() => window.sockets);
      assert.equal(sockets.length, restarts + 1, "one try is enough");
      const { code, waits } = sockets[restarts - 1];
      assert.equal(code, RESTARTS);
      assert.ok(waits.length > 0 && Math.max(...waits) <= CLIENT_MS, `it waits ${waits} ms`);
    }
    const before = Number(await page.locator("[data-part=bar]").getAttribute("data-version"));
    await page.locator("[data-thing^='cell:'].legal").first().click();
    await ada.until((version) => Number(document.querySelector("[data-part=bar]").dataset.version) > version, before);
  });
  await server.stop();
});

await end();
