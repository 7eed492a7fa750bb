// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The documentation as tools/docs writes it: opened as files and below a path of a web server, wide and narrow, light and
// dark; nothing is wider than the window, nothing breaks the content policy, and the search finds rules in both
// languages. All pages and axe-core are for the long run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../server/tap.mjs";
import { serveFiles } from "./files.mjs";
import { browser, end, thorough } from "./story.mjs";

const ROOT = new URL("../..", import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const parent = mkdtempSync(join(tmpdir(), "orrery-docs-"));
process.on("exit", () => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, "docs");

/** A window in which nothing may go wrong unseen. `bypassCSP` is for axe-core alone. */
async function read(wishes, action) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...wishes });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await action(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/** A page is measured when all of it is there: before its styles have come it is wider. */
async function fits(page, what) {
  await page.waitForLoadState();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: nothing is wider than the window`);
}

async function search(page, words, expected) {
  await page.locator(".search input").waitFor(); // the script shows it
  await page.keyboard.press("/");
  await page.keyboard.type(words);
  const first = page.locator(".found a").first();
  await first.filter({ hasText: expected }).waitFor();
  await page.keyboard.press("Enter");
}

const pages = () => readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".html"));

await test("the documentation is written, and all its links lead somewhere", () => {
  execFileSync(join(ROOT, "tools/docs"), [folder]);
  execFileSync(join(ROOT, "tools/links"), [folder]);
  for (const name of pages()) {
    const html = readFileSync(join(folder, name), "utf8");
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'/, name);
    assert.doesNotMatch(html, /<[^>]* (style|on\w+)="|<script>|https?:\/\/[^"]*\.(js|css)"/, name);
  }
});

await test("the documentation opened as files: search, German rules, narrow and dark", () =>
  read({ viewport: { width: 360, height: 740 }, colorScheme: "dark" }, async (page) => {
    await page.goto(`file://${folder}/index.html`);
    await fits(page, "the beginning");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { level: 1, name: "Orrery auf Deutsch" }).waitFor();
    await page.getByRole("link", { name: "Im Terminal spielen" }).last().click();
    await page.getByRole("heading", { level: 1, name: "Im Terminal spielen" }).waitFor();
    await fits(page, "German pages for players");
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { level: 1, name: "Playing in the terminal" }).waitFor();
    await search(page, "members only", "Hosting");
    await page.waitForURL(/hosting\.html#/);
    await fits(page, "hosting");
    await page.locator(".contents summary").click();
    await page.getByRole("link", { name: "Pulsar 2849", exact: true }).first().click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.locator("html[lang=de]").waitFor();
    await fits(page, "rules");
    await search(page, "PUL-ROUND-01", "acht Runden");
    await page.waitForURL(/rules\/de\/pulsar_2849\.html#PUL-ROUND-01$/);
  }));

await test("the documentation below a path of a web server, wide and light", async () => {
  const files = await serveFiles(folder, "/some/docs/");
  await read({ viewport: { width: 1366, height: 768 }, colorScheme: "light" }, async (page) => {
    await page.goto(files.base);
    await page.getByRole("link", { name: "Card files" }).click();
    await page.getByRole("heading", { level: 1, name: "Card files" }).waitFor();
    await search(page, "BTS-JUMP-02", "BTS-JUMP-02");
    await page.waitForURL(/#BTS-JUMP-02$/);
    for (const name of thorough ? pages() : ["ARCHITECTURE.html"]) {
      await page.goto(files.base + name);
      await fits(page, name);
    }
  });
  assert.deepEqual(files.strays.filter((path) => path !== "/favicon.ico"), []);
  if (thorough)
    for (const colorScheme of ["light", "dark"])
      await read({ colorScheme, bypassCSP: true }, async (page) => {
        for (const name of ["index.html", "rules/de/noughts.html"]) {
          await page.goto(files.base + name);
          await page.evaluate(AXE);
          const found = await page.evaluate(async () => (await window.axe.run("html", { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`));
          assert.deepEqual(found, [], name);
        }
      });
  await files.stop();
});

await end();
