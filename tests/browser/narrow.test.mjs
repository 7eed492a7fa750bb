// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Small screens: a phone and a small tablet. Nothing is wider than the screen, what can be pressed is large enough for a finger,
// and a few turns of each game are played by touch.

import assert from "node:assert/strict";
import { byTouch, dice, drawn, look, playOn } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, finishedTable, MIDDLE, newTable, tableInTheMiddle } from "./tables.mjs";

const FINGER = 44;
const PRESSES = thorough ? 25 : 8;
const SIZES = [[360, 740], [800, 700]];
const PAGES = ["/", "/new/beyond-the-sun", "/new/pulsar-2849", "/how-to-play/beyond-the-sun", "/how-to-play/pulsar-2849", "/rules/beyond-the-sun", "/cards/pulsar-2849", "/guide/beyond-the-sun", "/account", "/replay"];

/** What is wider than the screen. Not than `innerWidth`: a phone lays a page that is too wide out on a wider one. */
const tooWide = ({ page }) =>
  page.evaluate((width) => {
    const over = Math.max(document.documentElement.scrollWidth, innerWidth) - width;
    if (over <= 0) return null;
    const isOut = (one) => !(one instanceof SVGElement) && one.getBoundingClientRect().right > width + 1;
    const guilty = [...document.body.querySelectorAll("*")].filter(isOut).slice(0, 5);
    return `${over} px too wide: ${guilty.map((one) => `${one.tagName}.${one.getAttribute("class")} "${one.innerText}"`).join(", ")}`;
  }, page.viewportSize().width);

/** Buttons of the bar and the tabs that are too small for a finger. */
const tooSmall = ({ page }) =>
  page.evaluate((finger) => {
    const buttons = [...document.querySelectorAll("[data-part=bar] button, nav button, dialog[open] .move")];
    return buttons
      .filter((one) => window.eyes.shown(one))
      .map((one) => [one.getAttribute("aria-label") ?? one.innerText, one.getBoundingClientRect()])
      .filter(([, box]) => box.height < finger - 0.5 || box.width < finger - 0.5)
      .map(([name, box]) => `${name}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`);
  }, FINGER);

for (const [width, height] of SIZES) {
  const wishes = { name: "Mara", touch: true, width, height };

  if (width < 600 || thorough) await story(`pages of ${width} × ${height} do not scroll sideways`, wishes, async (mara) => {
    const { table } = await mara.must("POST", "/api/tables", { game: "pulsar-2849", players: 3, seats: ["me", "open", "open"] });
    for (const path of [...PAGES, `/table/${table}`]) {
      await mara.goto(path);
      await mara.page.locator("main").first().waitFor();
      await mara.page.waitForLoadState("networkidle");
      assert.equal(await tooWide(mara), null, path);
    }
  });

  for (const game of width < 600 || thorough ? BIG : [])
    await story(`${game} by touch at ${width} × ${height}`, wishes, async (mara) => {
      await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game])}`);
      await look(mara);
      for (const tab of await mara.page.getByRole("navigation", { name: "Parts of the table" }).getByRole("button").all()) {
        await tab.tap();
        assert.equal(await tooWide(mara), null, await tab.innerText());
      }
      assert.deepEqual(await tooSmall(mara), []);
      await mara.goto(`/table/${await newTable(mara, game)}`);
      const told = await playOn(mara, {
        random: dice(9),
        press: byTouch,
        stop: async (_, told) => {
          await drawn(mara);
          assert.deepEqual(await tooSmall(mara), []);
          assert.equal(await tooWide(mara), null, `before press ${told.presses + 1}`);
          return told.presses >= PRESSES;
        },
      });
      assert.ok(told.things > 0, "something was pressed on the boards");
      assert.equal(await tooWide(mara), null);
      await mara.goto(`/table/${await finishedTable(mara, game, 4)}`);
      await mara.page.getByRole("dialog").locator(".place").first().waitFor();
      assert.equal(await tooWide(mara), null, "the end");
    });
}

await end();
