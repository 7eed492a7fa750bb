// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The pictures of the documents can be made, and show something: all of them, or one of a table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../server/person.mjs";
import { test } from "../server/tap.mjs";
import { takePictures } from "./pictures.mjs";
import { browser, end, server, thorough } from "./story.mjs";

const BYTES_MIN = 15000; // an empty page has less than 10,000

await test("pictures are made, and none is empty", async () => {
  const files = await takePictures(browser, server, join(folder, "images"), thorough ? /./ : /^pulsar_2849_dark/);
  assert.ok(files.length >= (thorough ? 12 : 1));
  for (const file of files) assert.ok(readFileSync(file).length > BYTES_MIN, file);
});

await end();
