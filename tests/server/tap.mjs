// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Tests, told in TAP as they end.

import { within } from "./server.mjs";

/** Much more than any test needs, for machines that do much else. */
const TEST_MS = 300000;

let count = 0;
let failed = 0;

/** Runs a test; it fails if it throws or takes too long. */
export async function test(name, action, ms = TEST_MS) {
  const number = ++count;
  try {
    await within(ms, "the test", (async () => action())());
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${number} - ${name}\n# ${String(error.stack ?? error).replaceAll("\n", "\n# ")}`);
  }
}

/** Tells how many there were and ends the program. */
export function finish() {
  console.log(`1..${count}`);
  process.exit(failed > 0 ? 1 : 0);
}

/** The program that is tested: the first argument. */
export const program = process.argv[2];
if (!program) {
  console.error(`usage: node ${process.argv[1]} ORRERY`);
  process.exit(2);
}
