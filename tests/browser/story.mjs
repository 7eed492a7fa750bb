// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What each file of tests begins and ends with: a server, a browser, and stories of a visitor in it. Files that run.mjs
// runs share them, so a story may count on its own tables and people alone.

import { startServer, within } from "../server/server.mjs";
import { finish, program, test } from "../server/tap.mjs";
import { openBrowser, visit } from "./visitor.mjs";

/** Long enough for a machine that does much else. */
const STORY_MS = 1200000;
const CLOSE_MS = 60000;

/** Is everything wanted, or what finds most in little time? (`make test-long`, `make test`) */
export const thorough = Number(process.env.ORRERY_TEST_GAMES ?? 1) > 1;

export const server = await startServer(program);
export const browser = await openBrowser();

/** A test with one visitor. */
export const story = (name, wishes, action) => test(name, () => visit(browser, server, wishes, action), STORY_MS);

let isShared = false;

/** From now on the end of a file is not the end of all. */
export const share = () => (isShared = true);

export async function close() {
  await within(CLOSE_MS, "the end of the browser", browser.close());
  await server.stop();
  finish();
}

/** The end of a file. */
export async function end() {
  if (!isShared) await close();
}
