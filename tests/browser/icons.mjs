// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Makes the icons of web/public that have to be PNG from our drawings, for systems that take no SVG: node icons.mjs FOLDER

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./visitor.mjs";

/** Of Apple's systems, which round the corners themselves, and of all others. */
const ICONS = [
  ["icon-maskable.svg", "icon-180.png", 180],
  ["icon.svg", "icon-192.png", 192],
  ["icon.svg", "icon-512.png", 512],
  ["icon-maskable.svg", "icon-maskable-512.png", 512],
];

const folder = process.argv[2];
const browser = await openBrowser();
for (const [drawing, name, size] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(join(folder, drawing), "utf8");
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
