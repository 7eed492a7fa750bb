// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Servers that are not like all: one for members only, where nothing is offered that would be refused; one below a path.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { look } from "./hands.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const PASSWORD = "correct horse battery";
const NOTICE = "For the club in Ulm <b>only</b>: ask Jana.";

const LOCKED = ["/new/pulsar-2849", "/replay", "/workshop/beyond-the-sun", "/guide/pulsar-2849", "/table/abcdefghij"];

const LANGUAGES = {
  en: { play: /Play now/, setUp: /Set up a table/, join: "Join with an invitation link", first: "Please sign in first", name: "Name", password: "Password", signIn: "Sign in", create: /Create account/, more: /^(Guided first game|Workshop|Open a recorded game)/ },
  de: { play: /Jetzt spielen/, setUp: /Tisch einrichten/, join: "Mit einem Einladungslink mitspielen", first: "Bitte melde dich zuerst an", name: "Name", password: "Passwort", signIn: "Anmelden", create: /Konto anlegen/, more: /^(Geführte erste Partie|Werkstatt|Aufgezeichnete Partie)/ },
};

/** All that can be pressed on the page, by its words; hidden things and the switches in the corner do not count. */
const offered = ({ page }) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main a, main button, main input, main select")]
      .filter((one) => one.checkVisibility())
      .map((one) => (one.getAttribute("aria-label") ?? (one.innerText || one.getAttribute("autocomplete") || "")).trim()),
  );

async function signIn({ page }, words) {
  const door = page.locator("section", { has: page.locator("#door") });
  await door.getByLabel(words.name).fill("Ada");
  await door.getByLabel(words.password).fill(PASSWORD);
  await door.getByRole("button", { name: words.signIn }).click();
}

/** Nothing of this may be answered with a refusal: that would be an error of the console, and end the story. */
async function lookAround(visitor, words) {
  const { page } = visitor;
  await visitor.goto("/");
  await page.getByText(NOTICE).waitFor();
  const before = await offered(visitor);
  for (const none of [words.play, words.setUp, words.more, words.create]) assert.deepEqual(before.filter((one) => none.test(one)), [], String(none));
  assert.equal(await page.getByLabel(words.join).count(), 0);
  await page.locator("h1").click();
  await page.keyboard.press("1");
  for (const path of await page.locator("main a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))) {
    await visitor.goto(path);
    await page.locator("main :is(h1, h2)").first().waitFor();
    assert.equal(await page.getByText(words.first).count(), 0, `${path} is open to all`);
  }
  for (const path of LOCKED) {
    await visitor.goto(path);
    await page.getByRole("heading", { level: 1, name: words.first }).waitFor();
    await page.getByText(NOTICE).waitFor();
    assert.ok((await offered(visitor)).includes(words.signIn), path);
  }
  await visitor.goto("/account");
  await page.getByText(NOTICE).waitFor();
  assert.deepEqual((await offered(visitor)).filter((one) => words.create.test(one)), [], "nobody can sign up");
}

for (const [language, words] of Object.entries(LANGUAGES).slice(thorough ? 0 : -1))
  await test(`members only, ${language}: visitors are asked to sign in, and are offered nothing else that needs it`, async () => {
    const server = await startServer(program, { args: ["--members-only", "--notice", NOTICE] });
    execFileSync(program, ["admin", "add", "Ada", "--store", server.store, "--lang", language], { input: `${PASSWORD}\n`, stdio: ["pipe", "ignore", "inherit"] });
    const size = language === "de" ? { width: 360, height: 740, touch: true } : {};
    await visit(browser, server, { language, ...size }, async (somebody) => {
      const { page } = somebody;
      await lookAround(somebody, words);
      const here = (await somebody.goto("/")).getByRole("button", { name: /\((offline|ohne Netz)\)|offline/i });
      await page.getByText(NOTICE).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
      if (thorough && (await here.count()) > 0) {
        await here.first().click();
        await page.waitForURL("**/table/local-*");
        await look(somebody);
      }
      // who signs in at the door of a page is there
      await somebody.goto("/new/noughts");
      await signIn(somebody, words);
      await page.locator("form footer .primary").waitFor();
      await somebody.goto("/");
      await page.getByRole("button", { name: words.play }).first().click();
      await page.waitForURL("**/table/*");
      await look(somebody);
    });
    await server.stop();
  });

await test("below a path: pages, tables, their addresses and what is kept", async () => {
  const server = await startServer(program, { args: ["--url", "https://play.example.org/some/where"] });
  await visit(browser, server, { keeps: true }, async (somebody) => {
    const { page } = somebody;
    await somebody.goto("/some/where/");
    await page.getByRole("button", { name: /^Play now.*Pulsar/ }).click();
    await page.waitForURL("**/some/where/table/*");
    await look(somebody);
    const table = page.url();
    await somebody.until(() => navigator.serviceWorker.controller?.state === "activated");
    assert.equal(await page.evaluate(async () => new URL((await navigator.serviceWorker.ready).scope).pathname), "/some/where/");
    await page.reload();
    await look(somebody);
    await somebody.goto("/some/where/rules/pulsar-2849");
    await page.getByRole("heading", { level: 1, name: /Pulsar 2849/ }).waitFor();
    for (const address of await page.locator("a").evaluateAll((links) => links.map((link) => link.href)))
      assert.ok(new URL(address).pathname.startsWith("/some/where/"), address);
    await somebody.goto("/some/where");
    await page.locator(`a[href="${new URL(table).pathname}"]`).first().click(); // the list of tables may come later than other links to the game
    await page.waitForURL(table);
    await look(somebody);
  });
  await server.stop();
});

await end();
