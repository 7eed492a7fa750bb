// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A PostgreSQL of a test's own (tests/store/postgres.sh).

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const script = join(dirname(fileURLToPath(import.meta.url)), "../store/postgres.sh");

/** Starts one, with an environment of its own if it is given: `address` is a promise; `order` sends it a line (stop, crash, start) and waits until it is done. */
export function postgres(env = {}) {
  const child = spawn(script, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  const waiting = [];
  let said = "";
  child.stdout.on("data", (part) => {
    said += part;
    for (let end = said.indexOf("\n"); end >= 0; end = said.indexOf("\n")) {
      waiting.shift()?.(said.slice(0, end));
      said = said.slice(end + 1);
    }
  });
  const line = () => new Promise((resolve) => waiting.push(resolve));
  const order = (words) => {
    child.stdin.write(`${words}\n`);
    return line();
  };
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => {
    child.stdin.end();
    return gone;
  };
  return { address: line(), order, stop };
}
