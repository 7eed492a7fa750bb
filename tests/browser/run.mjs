// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Runs files of tests in one browser, against one server: node run.mjs ORRERY FILE…, a few of them at a time.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../server/tap.mjs";
import { close, share } from "./story.mjs";

/** While one waits for its server or for itself, another one computes. */
const AT_ONCE = 2;

const files = process.argv.slice(3);

/** One file after the other, as long as there are any. */
async function runSome() {
  for (let file = files.shift(); file !== undefined; file = files.shift())
    await import(pathToFileURL(resolve(file))).catch((error) =>
      test(file, () => {
        throw error;
      }),
    );
}

share();
await Promise.all(Array.from({ length: AT_ONCE }, runSome));
await close();
