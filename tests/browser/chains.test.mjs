// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The engine in a browser plays as it does everywhere: the hash chains of random games and of games of every kind of computer
// player (tests/contract/hash_chain.c) are those of native code. What is run is the module that the page has, with the
// networks that it fetches. In the short run one random game of each setup, in the long one a thousand of each game.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { program, test } from "../server/tap.mjs";
import { scriptOf } from "../wasm/engine.mjs";
import { serveFiles, writeSite } from "./files.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const PART = thorough ? 1 : 1000;
const TEST_MS = 1_800_000;

/** In the page: what the module says, with the networks that the program has under these names. */
async function playChains({ engine, networks, part }) {
  const bytes = await (await fetch(engine)).arrayBuffer();
  const running = await globalThis.orreryEngine.Engine.start(await WebAssembly.compile(bytes));
  for (const address of networks) {
    const text = await (await fetch(address)).text();
    running.text("network", /^game (\S+)/m.exec(text)[1], text);
  }
  return running.text("hash_chain", part);
}

await test(`a browser plays the same games as the program, 1 / ${PART} of them`, async () => {
  const folder = writeSite();
  const files = await serveFiles(folder, "/some/where/");
  const native = execFileSync(join(dirname(program), "tests/hash_chain"), [String(PART)], { encoding: "utf8" });
  const assets = readdirSync(join(folder, "assets"));
  const [engine] = assets.filter((name) => name.endsWith(".wasm"));
  const networks = assets.filter((name) => /^network-.*\.txt$/.test(name));
  assert.equal(networks.length, 2);
  await visit(browser, files, {}, async ({ page, server }) => {
    await page.goto(server.base);
    await page.evaluate(`${await scriptOf("engine.ts", "orreryEngine")}; globalThis.orreryEngine = orreryEngine;`);
    const played = await page.evaluate(playChains, { engine: `assets/${engine}`, networks: networks.map((name) => `assets/${name}`), part: PART });
    assert.equal(played, native);
    assert.ok(native.split("\n").length > 100);
  });
  await files.stop();
}, TEST_MS);

await end();
