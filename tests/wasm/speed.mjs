// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How fast the engine is as WebAssembly, compared with this machine's own code: both run in turn, several times, and the
// best of each counts, since whatever else the machine does only makes them slower. Only reports.
//
//     tools/build release tests/speed && tools/build wasm src/wasm/speed.wasm
//     node tests/wasm/speed.mjs build/release/tests/speed [MILLISECONDS [ROUNDS]]

import { spawnSync } from "node:child_process";

const [native, ms = "1000", rounds = "5"] = process.argv.slice(2);
const RUN = new URL("run.mjs", import.meta.url).pathname;
const MODULE = new URL("../../build/wasm/src/wasm/speed.wasm", import.meta.url).pathname;

/** The figures of one run. */
function measure(command, game) {
  const ran = spawnSync(command[0], [...command.slice(1), game, ms], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${command.join(" ")}: ${ran.stderr}`);
  return Object.fromEntries(ran.stdout.trim().split("\n").map((line) => line.split(" ")).map(([name, count]) => [name, Number(count)]));
}

for (const game of ["noughts", "beyond-the-sun", "pulsar-2849"]) {
  const best = { native: {}, wasm: {} };
  for (let round = 0; round < Number(rounds); round++)
    for (const [kind, command] of Object.entries({ native: [native], wasm: ["node", RUN, MODULE] }))
      for (const [name, count] of Object.entries(measure(command, game))) best[kind][name] = Math.max(best[kind][name] ?? 0, count);
  for (const name of Object.keys(best.native))
    console.log(`${game} ${name}/s: native ${best.native[name]}, wasm ${best.wasm[name]}, ratio ${(best.wasm[name] / best.native[name]).toFixed(2)}`);
}
