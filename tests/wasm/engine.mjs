// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The engine as the page has it, in Node.js: the page's own code around the module of tools/build wasm.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = new URL("../../", import.meta.url);
const { build } = createRequire(new URL("web/package.json", ROOT))("esbuild");

/** The same as a script that a page can run: what the file exports is in `name`. */
export async function scriptOf(file, name) {
  const entryPoints = [new URL(`web/src/local/${file}`, ROOT).pathname];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "iife", globalName: name, write: false });
  return outputFiles[0].text;
}

/** A file of web/src, as the page has it. */
export async function load(name) {
  const folder = await mkdtemp(join(tmpdir(), "orrery-engine-"));
  const outfile = join(folder, "loaded.mjs");
  await build({ entryPoints: [new URL(`web/src/${name}`, ROOT).pathname], bundle: true, format: "esm", outfile });
  const found = await import(outfile);
  await rm(folder, { recursive: true });
  return found;
}

export const { Engine, Refused } = await load("local/engine.ts");
export const { provide } = await load("local/networks.ts");

export const module = await WebAssembly.compile(await readFile(new URL("build/wasm/src/wasm/orrery.wasm", ROOT)));

/** What the computer players of a game have learned. */
export const networkOf = (game) => readFile(new URL(`data/${game.replaceAll("-", "_")}/network.weights`, ROOT));

/** One that speaks English. Without networks, the page gives it those that a table wants. */
export async function startEngine({ networks = false } = {}) {
  globalThis.crypto ??= (await import("node:crypto")).webcrypto; // Node.js 18
  const engine = await Engine.start(module);
  engine.call("language", "en");
  for (const game of networks ? ["beyond-the-sun", "pulsar-2849"] : []) engine.text("network", game, await networkOf(game));
  return engine;
}
