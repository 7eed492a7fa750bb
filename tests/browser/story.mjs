// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What each file of tests begins and ends with: a server, a browser, and stories of a visitor in it.

import { startServer } from "../server/server.mjs";
import { finish, program, test } from "../server/tap.mjs";
import { openBrowser, visit } from "./visitor.mjs";

/** Long enough for a machine that does much else. */
const STORY_MS = 1200000;

/** Is everything wanted, or what finds most in little time? (`make test-long`, `make test`) */
export const thorough = Number(process.env.ORRERY_TEST_GAMES ?? 1) > 1;

export const server = await startServer(program);
export const browser = await openBrowser();

/** A test with one visitor. */
export const story = (name, wishes, action) => test(name, () => visit(browser, server, wishes, action), STORY_MS);

export async function end() {
  await browser.close();
  await server.stop();
  finish();
}
