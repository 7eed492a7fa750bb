// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Visitors of a server who lose it after their first visit: the program is stopped, and the browser has no network.

import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { browser } from "./story.mjs";
import { visit } from "./visitor.mjs";

/** Long enough for whole games on a machine that does much else. */
const STORY_MS = 3600000;

/** What a browser says of requests that reach nobody. */
export const CUT = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/;

/** Waits until the page is kept in the browser, also all that it says in the language of the reader. */
export const isKept = (visitor) =>
  visitor.until(async () => {
    const { controller } = navigator.serviceWorker;
    if (controller?.state !== "activated") return false;
    const { lang } = document.documentElement;
    const listed = (await (await fetch(controller.scriptURL)).text()).match(new RegExp(`assets/${lang}/[\\w.-]+`, "g")) ?? [];
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const isThere = (path) => kept.flat().some(({ url }) => url.includes(path));
    const reference = ["beyond-the-sun", "noughts", "pulsar-2849"].flatMap((game) => [`${game}/cards.${lang}.json`, `${game}/layout.${lang}.json`]);
    return [...listed, ...reference].every(isThere);
  });

/** A test of someone who was on the start page once, and has no network since. */
export const cutOff = (name, wishes, action) =>
  test(name, async () => {
    const server = await startServer(program);
    await visit(browser, server, { keeps: true, ...wishes }, async (visitor) => {
      await visitor.goto("/");
      await isKept(visitor);
      await server.end();
      await visitor.context.setOffline(true);
      visitor.forgives = CUT;
      await action(visitor);
    });
    server.clean();
  }, STORY_MS);
