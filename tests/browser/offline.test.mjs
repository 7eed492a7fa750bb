// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Without a network, and without a server: what was visited once opens again; a folder of files does what it can under any
// path; a new version waits until it is wanted; and nothing private is kept. New versions and axe-core are for the long
// run.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LANGUAGES, said } from "../server/languages.mjs";
import { startServer } from "../server/server.mjs";
import { program, test } from "../server/tap.mjs";
import { finishSite, serveFiles, writeSite } from "./files.mjs";
import { look } from "./hands.mjs";
import { browser, end, thorough } from "./story.mjs";
import { visit } from "./visitor.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a browser says of requests that reach nobody. */
const CUT = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

/** Waits until the page is kept in the browser, also all that it says in the language of the reader. */
const isKept = (visitor) =>
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

/** All addresses that are kept, and all that is kept under them as one text. */
const whatIsKept = ({ page }) =>
  page.evaluate(async () => {
    const [addresses, texts] = [[], []];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        addresses.push(new URL(request.url).pathname);
        texts.push(await (await cache.match(request)).text());
      }
    }
    return { names: await caches.keys(), addresses, text: texts.join("\n") };
  });

const heading = ({ page }, name) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Nothing wider than the window, and nothing to complain about. */
async function check(visitor, what) {
  const { page } = visitor;
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: nothing is wider than the window`);
  if (!thorough) return;
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await window.axe.run("html", { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`));
  assert.deepEqual(found, [], what);
}

await test("what was visited once opens without a network, and nothing private is kept", async () => {
  const server = await startServer(program);
  await visit(browser, server, { keeps: true, language: "de" }, async (somebody) => {
    const { page } = somebody;
    await somebody.goto("/");
    await isKept(somebody);
    await page.evaluate(async () => {
      const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      await post("/api/guest", { name: "Geheimrat", language: "de" });
      await post("/api/tables", { game: "noughts", players: 2, seats: ["me", "open"], title: "Geheimtisch" });
      for (const path of ["/api/me", "/api/my/tables", "/api/tables"]) await (await fetch(path)).text();
    });
    await page.reload();
    await page.getByText("Geheimtisch").first().waitFor();
    await page.evaluate(() => fetch("/api/logout", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }));
    const { names, addresses, text } = await whatIsKept(somebody);
    assert.equal(names.length, 1);
    assert.deepEqual(addresses.filter((path) => !/^\/($|assets\/|reference\/|(icon|manifest)[\w.-]*$)/.test(path)), []);
    assert.ok(addresses.some((path) => path.startsWith("/reference/")) && addresses.length > 100, addresses.join(" "));
    assert.doesNotMatch(text, /Geheim(rat|tisch)/);
    const others = LANGUAGES.filter((one) => !["en", "de"].includes(one));
    const ofOthers = addresses.filter((path) => others.some((one) => path.includes(`/${one}/`) || path.endsWith(`.${one}.json`)));
    assert.deepEqual(ofOthers, [], "languages that nobody reads here are not loaded");

    await server.end();
    somebody.forgives = CUT;
    const shell = await page.reload();
    assert.ok(shell.fromServiceWorker());
    assert.match(shell.headers()["content-security-policy"], /default-src 'none'.*frame-ancestors 'none'/, "as strict as with a network");
    await heading(somebody, "Orrery");
    await page.getByRole("link", { name: "So wird gespielt" }).first().click();
    await page.locator("main footer").waitFor();
    await somebody.goto("/rules/pulsar-2849");
    await heading(somebody, /Pulsar 2849/);
    await somebody.goto("/cards/beyond-the-sun");
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await somebody.goto("/");
    await page.getByRole("button", { name: /^Jetzt spielen.*Beyond/ }).click();
    await page.getByRole("alert").getByText("Der Server antwortet nicht.").waitFor();
  });
  server.clean();
});

const folder = writeSite();

/** A story in the folder of files. */
const inFolder = (name, wishes, action) =>
  test(name, async () => {
    const files = await serveFiles(folder, "/some/where/");
    await visit(browser, files, { keeps: true, ...wishes }, (somebody) => action(somebody, files));
    await files.stop().catch(() => {});
  });

/** More pages of the folder, and back to the last one. */
async function lookAround(visitor, none) {
  const { page } = visitor;
  const last = page.url().slice(visitor.server.base.length);
  await visitor.goto("?/how-to-play/beyond-the-sun");
  await page.locator("main footer a").last().click();
  await heading(visitor, /Beyond the Sun/);
  assert.equal(new URL(page.url()).search, "?/rules/beyond-the-sun");
  const id = await page.locator("main [id]").evaluateAll((all) => all.map((one) => one.id).findLast((id) => /-\d/.test(id)));
  await visitor.goto(`?/rules/beyond-the-sun#${id}`);
  await visitor.until((id) => document.getElementById(id)?.getBoundingClientRect().top < innerHeight, id);
  await page.goBack();
  await heading(visitor, /Beyond the Sun/);
  await visitor.goto("index.html?/account");
  await page.getByText(none).waitFor();
  for (const path of ["?/account", "?/new/pulsar-2849", "?/guide/pulsar-2849", "?/workshop/pulsar-2849", "?/replay"]) {
    await visitor.goto(path);
    await page.locator("main").waitFor();
    await page.waitForLoadState("networkidle");
    await check(visitor, path);
  }
  await visitor.goto("?/nowhere/%E0%A4%A");
  await page.locator("main.note h1").waitFor();
  await visitor.goto(last);
}

for (const [language, none] of [
  ["en", /needs an Orrery server/],
  ["de", /braucht es einen Orrery-Server/],
].filter(([language]) => thorough || language === "de"))
  await inFolder(`a folder of files works under any path, ${language}`, { language, width: 360, height: 740, touch: true }, async (somebody, files) => {
    const { page } = somebody;
    const asked = new Set();
    somebody.context.on("request", (request) => asked.add(request.url().split("?")[0]));
    await somebody.goto("");
    await heading(somebody, "Orrery");
    await check(somebody, "start");
    const { url, errors } = await (await somebody.context.newCDPSession(page)).send("Page.getAppManifest");
    assert.deepEqual([url, errors], [`${files.base}manifest.${language}.webmanifest`, []], "it can be installed");
    await page.getByRole("link", { name: said(language, "How to play") }).first().click();
    await page.locator("main footer").waitFor();
    assert.equal(new URL(page.url()).search, "?/how-to-play/beyond-the-sun");
    await somebody.goto("?/cards/pulsar-2849&source=reconstructed");
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    assert.equal(await page.locator(".tools select").last().inputValue(), "reconstructed");
    await somebody.goto("?/table/some-table");
    await page.locator("main.note h1").waitFor();
    if (thorough) await lookAround(somebody, none);
    await page.getByRole("button").click();
    await heading(somebody, "Orrery");
    assert.equal(page.url(), files.base);
    await isKept(somebody);
    assert.deepEqual([...asked].filter((url) => !url.startsWith(files.base) || /\/(api|ws)\b/.test(url)), [], "nobody else is asked");

    await files.stop();
    await page.reload();
    await heading(somebody, "Orrery");
    await somebody.goto("?/how-to-play/pulsar-2849");
    await page.locator("main footer").waitFor();
    await check(somebody, "how to play without a network");
    await somebody.goto("");
    await page.getByRole("button", { name: /^(Play now|Jetzt spielen).*Pulsar/ }).click();
    await page.waitForURL(/local-/);
    await look(somebody);
    await page.getByRole("button", { name: /^(Hint|Tipp)/ }).first().click();
    await page.locator("[data-part=hint] li").first().waitFor(); // which takes what the computer has learned
  });

/** Makes another version of the folder: the page can be told by it. */
function renew(version) {
  mark(version);
  finishSite(folder);
}

function mark(version) {
  const index = join(folder, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace(/<html lang="en"(?: data-version="\d+")?/, `<html lang="en" data-version="${version}"`));
}

const versionOf = ({ page }) => page.evaluate(() => document.documentElement.dataset.version);

/** Looks for a new version, as the page does now and then; resolves to what became of it. */
const lookForNew = ({ page }) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((resolve) => {
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker.addEventListener("statechange", () => resolve(worker.state));
      });
    });
    await registration.update();
    return found;
  });

if (thorough) await inFolder("a new version waits until it is wanted", { width: 360, height: 740 }, async (somebody) => {
  const { page } = somebody;
  renew(1);
  await somebody.goto("");
  await isKept(somebody);
  const notice = page.getByRole("status").filter({ hasText: "A new version of Orrery is ready." });
  renew(2);
  assert.equal(await lookForNew(somebody), "installed");
  await notice.waitFor();
  await check(somebody, "the notice");
  await page.getByRole("button", { name: "Later" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await notice.waitFor();
  assert.equal(await versionOf(somebody), "1", "a reload alone changes nothing");

  const other = await somebody.newPage();
  await other.goto(page.url());
  await other.evaluate(() => (window.isTheSame = true));
  await page.getByRole("button", { name: "Update now" }).click();
  await somebody.until(() => document.documentElement.dataset.version === "2");
  await other.getByText("A new version of Orrery is ready.").waitFor();
  assert.ok(await other.evaluate(() => window.isTheSame), "nobody reloads the other window");
  assert.equal((await whatIsKept(somebody)).names.length, 2, "its files are still there");
  await other.close();
  await page.reload();
  await somebody.until(async () => (await caches.keys()).length === 1);
  assert.equal(await versionOf(somebody), "2");

  renew(3);
  mark(4); // of which the list has not arrived yet
  assert.equal(await lookForNew(somebody), "redundant");
  await page.reload();
  assert.equal(await versionOf(somebody), "2", "a version is there as a whole or not at all");
});

await end();
