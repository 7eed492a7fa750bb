// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The pictures of the documents can be made, and show something.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../server/person.mjs";
import { test } from "../server/tap.mjs";
import { takePictures } from "./pictures.mjs";
import { browser, end, server } from "./story.mjs";

const BYTES_MIN = 15000; // an empty page has less than 10,000
const ALL_MS = 120000;

await test("all pictures are made, and none is empty", async () => {
  const files = await takePictures(browser, server, join(folder, "images"));
  assert.ok(files.length >= 12);
  for (const file of files) assert.ok(readFileSync(file).length > BYTES_MIN, file);
}, ALL_MS);

await end();
