// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The crash test (crash.mjs) on both stores: one server on SQLite, two on PostgreSQL, which is crashed and started
// again in the middle.
//     node crashes.mjs ORRERY KILLS

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { postgres } from "./postgres.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [program, kills] = process.argv.slice(2);

function crash(store, nodes) {
  return new Promise((resolve) => {
    const child = spawn("node", [join(here, "crash.mjs"), program, store, kills, String(nodes)], { stdio: "inherit" });
    child.once("exit", (code) => resolve(code));
  });
}

const folder = mkdtempSync(join(tmpdir(), "orrery-crash-"));
let code = await crash(join(folder, "tables.db"), 1);
rmSync(folder, { recursive: true });
if (code === 0) {
  const database = postgres();
  const running = crash(await database.address, 2);
  const breaks = (async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await database.order("crash");
    await database.order("start");
  })();
  code = await running;
  await breaks;
  database.stop();
}
process.exit(code);
