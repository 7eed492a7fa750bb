// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Pictures of the page for the documents: node pictures.mjs ORRERY FOLDER (`make pictures`). The games are the same each
// time; only what a browser draws differently changes them.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer } from "../server/server.mjs";
import { look } from "./hands.mjs";
import { finishedTable, MIDDLE, tableInTheMiddle } from "./tables.mjs";
import { openBrowser, visit } from "./visitor.mjs";

const PHONE = { width: 360, height: 740, touch: true };

/** A table in the middle of a game of four, with the viewer's actions lit. */
const isAction = (moment) => moment.legal.some((move) => ["act", "fly"].includes(move.kind));
const table = (game) => async (mara) => {
  await mara.goto(`/table/${await tableInTheMiddle(mara, game, 4, MIDDLE[game], isAction)}`);
  await look(mara);
};

const end = (game) => async (mara) => {
  await mara.goto(`/table/${await finishedTable(mara, game, 4)}`);
  await mara.page.locator("dialog[open] .place").first().waitFor();
};

const open = (path, selector) => async (mara) => {
  await mara.goto(path);
  await mara.page.locator(selector).first().waitFor();
};

const CARD = "/workshop/beyond-the-sun#technology%20II-RR";

/** A card of the workshop, with its cost and effect corrected and a word that is wrong. */
const workshop = ({ wrong = false, tab } = {}) => async (mara) => {
  await open(CARD, "footer [aria-keyshortcuts=Enter]")(mara);
  const { page } = mara;
  const row = (key) => page.locator(`[data-value="${key}"]`).first();
  await page.getByLabel("Compared by").fill("Mara");
  for (const key of ["name", "level", "types"]) await row(key).getByRole("button", { name: "As printed" }).click();
  await row("space").getByRole("spinbutton").first().fill("3");
  await page.locator("dd mark").first().waitFor();
  if (wrong) {
    await row("immediate").locator(".text input").fill("upgrade a ship by 2, jmp 1");
    await page.locator("[data-value=immediate] .problem").first().waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
  if (tab !== undefined) await page.getByRole("button", { name: tab }).click();
};

const PICTURES = {
  start_dark: { open: open("/", "article .picture svg") },
  start_light: { open: open("/", "article .picture svg"), theme: "light" },
  start_phone: { open: open("/", "article .picture svg"), ...PHONE },
  new_table: { open: open("/new/beyond-the-sun", "fieldset") },
  beyond_the_sun_dark: { open: table("beyond-the-sun") },
  beyond_the_sun_light: { open: table("beyond-the-sun"), theme: "light" },
  beyond_the_sun_phone: { open: table("beyond-the-sun"), ...PHONE },
  pulsar_2849_dark: { open: table("pulsar-2849") },
  pulsar_2849_light: { open: table("pulsar-2849"), theme: "light" },
  pulsar_2849_phone: { open: table("pulsar-2849"), ...PHONE },
  end: { open: end("pulsar-2849") },
  how_to_play_beyond_the_sun: { open: open("/how-to-play/beyond-the-sun", "main article"), height: 1500 },
  how_to_play_pulsar_2849: { open: open("/how-to-play/pulsar-2849", "main article"), height: 1500 },
  rules: { open: open("/rules/pulsar-2849", "main li") },
  workshop: { open: workshop() },
  workshop_error: { open: workshop({ wrong: true }), theme: "light" },
  workshop_compare: { open: workshop({ tab: "Compare sets" }) },
  workshop_phone: { open: workshop(), ...PHONE },
  guide: { open: open("/guide/beyond-the-sun", "[data-part=guide] [data-next]") },
};

/** Makes the pictures in the folder, or those with such a name; gives their names. */
export async function takePictures(browser, server, folder, wanted = /./) {
  mkdirSync(folder, { recursive: true });
  const files = [];
  for (const [name, { open, ...wishes }] of Object.entries(PICTURES).filter(([name]) => wanted.test(name)))
    await visit(browser, server, { name: "Mara", ...wishes }, async (mara) => {
      await open(mara);
      await mara.page.waitForLoadState("networkidle");
      await mara.page.evaluate(() => document.fonts.ready);
      files.push(join(folder, `${name}.png`));
      await mara.page.screenshot({ path: files.at(-1), animations: "disabled", caret: "hide" });
    });
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , program, folder] = process.argv;
  const server = await startServer(program);
  const browser = await openBrowser();
  for (const file of await takePictures(browser, server, folder)) console.log(file);
  await browser.close();
  await server.stop();
  process.exit(0);
}
