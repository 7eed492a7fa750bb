// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The mood behind the maps: it can be switched off and stays so, print and forced colours do without it, and what is
// written and drawn on it can be read.

import assert from "node:assert/strict";
import { look } from "./hands.mjs";
import { end, story, thorough } from "./story.mjs";
import { BIG, MIDDLE, tableInTheMiddle } from "./tables.mjs";

/** The least contrast of text, and of lines, with nearly all of the background. */
const LEAST = { "beyond-the-sun": { ink: 7.9, line: 3.4 }, "pulsar-2849": { ink: 9.4, line: 4 } };
const PART = 0.98; // the rest is the black hole, and Sol
const FIRST_LOAD_MAX = 300_000;

const mood = ({ page }) => page.locator(".mood").first();

async function openTable(mara, game) {
  await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game])}`);
  await look(mara);
}

/** The contrast of a colour of the page with each pixel of a picture; the one that `part` of them reach. */
async function contrasts(mara, picture, part) {
  const inks = await mara.page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return { ink: style.getPropertyValue("--ink"), line: style.getPropertyValue("--ink-3") };
  });
  // a page without a content policy: it may read pictures
  const blank = await mara.context.newPage();
  const found = await blank.evaluate(async ([data, inks, part]) => {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: pixels } = canvas.getImageData(0, 0, image.width, image.height);
    const linear = Array.from({ length: 256 }, (_, v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    const light = (r, g, b) => 0.2126 * linear[r] + 0.7152 * linear[g] + 0.0722 * linear[b];
    const lights = [];
    for (let i = 0; i < pixels.length; i += 4) lights.push(light(pixels[i], pixels[i + 1], pixels[i + 2]));
    const against = (hex) => {
      const ink = light(...[1, 3, 5].map((at) => parseInt(hex.trim().slice(at, at + 2), 16)));
      const all = Float64Array.from(lights, (one) => (Math.max(one, ink) + 0.05) / (Math.min(one, ink) + 0.05)).sort();
      return all[all.length - Math.floor(all.length * part)];
    };
    return { ink: against(inks.ink), line: against(inks.line) };
  }, [picture.toString("base64"), inks, part]);
  await blank.close();
  return found;
}

/** The contrasts of the bare background: everything else is hidden meanwhile. */
async function readable(mara, game, theme) {
  await mara.page.emulateMedia({ colorScheme: theme });
  await mara.page.evaluate(() => {
    const bare = new CSSStyleSheet();
    bare.replaceSync("body * { visibility: hidden !important } .mood, .mood * { visibility: visible !important }");
    document.adoptedStyleSheets = [bare];
  });
  const found = await contrasts(mara, await mood(mara).screenshot(), PART);
  await mara.page.evaluate(() => (document.adoptedStyleSheets = []));
  console.log(`# ${game}, ${theme}: contrast of text ${found.ink.toFixed(1)}, of lines ${found.line.toFixed(1)}`);
  assert.ok(found.ink >= LEAST[game].ink, `text: ${found.ink}`);
  assert.ok(found.line >= LEAST[game].line, `lines: ${found.line}`);
}

// the cluster has more on it that could be hard to see
for (const game of thorough ? BIG : BIG.slice(-1))
  await story(`what is on the map of ${game} can be read, and a plain background is kept`, { name: "Mara" }, async (mara) => {
    const { page } = mara;
    await openTable(mara, game);
    for (const theme of ["light", "dark"]) await readable(mara, game, theme);
    assert.ok(await mood(mara).isVisible(), "the mood is there at first");
    await page.emulateMedia({ media: "print" });
    assert.ok(await mood(mara).isHidden(), "not in print");
    await page.emulateMedia({ media: "screen", forcedColors: "active" });
    assert.ok(await mood(mara).isHidden(), "not with forced colours");
    await page.emulateMedia({ forcedColors: "none" });
    assert.ok(await mood(mara).isVisible());
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("tab", { name: "Settings" }).click();
    const plain = page.getByRole("switch", { name: "Plain background" });
    await plain.focus();
    await page.keyboard.press("Space");
    assert.ok(await mood(mara).isHidden());
    await page.reload();
    await look(mara);
    assert.ok(await mood(mara).isHidden(), "still plain when the page is opened again");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Plain background" }).click();
    assert.ok(await mood(mara).isVisible());
  });

// With a table it is measured in first_minute.test.mjs.
if (thorough) await story("the first load is small", {}, async (mara) => {
  const wire = await mara.context.newCDPSession(mara.page);
  await wire.send("Network.enable");
  let size = 0;
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => (size += encodedDataLength));
  await mara.goto("/");
  await mara.page.waitForLoadState("networkidle");
  console.log(`# the start page loads ${size} bytes`);
  assert.ok(size > 0 && size < FIRST_LOAD_MAX, `${size} bytes`);
});

await end();
