// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How much the first visit loads and how soon the page can be used, on a processor that is slowed down fourfold: node
// first_load.mjs ORRERY. From the program and from a folder of files (tools/site) on a host that packs with gzip. Limited (exit 1
// if there is more) are bytes, and what the page computes until it can be used, as it would take on the slow processor: other
// programs do not change that. Other times are told alone: they depend on what else the machine does, so its load is told as well.

import { loadavg } from "node:os";
import { startServer } from "../server/server.mjs";
import { program } from "../server/tap.mjs";
import { serveFiles, writeSite } from "./files.mjs";
import { keepNothing, openBrowser } from "./visitor.mjs";

const SLOWER = 4;
const ROUNDS = 5;
/** The goals: bytes of the first page, before the engine; and until it can be used. */
const BYTES_MAX = 350_000;
const READY_MS = 2000;
/** Of that the page may compute half; the rest is for the browser, the network and the server. */
const WORKED_MAX_MS = READY_MS / 2;
const READY = "button.play:not(:disabled)";
/** The page is at rest when no task was long for this time. */
const QUIET_MS = 1000;

/** In the page: when something was drawn first, when it could be used, how long tasks kept it busy. */
function observe() {
  const long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  window.timesOf = (usable) => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const last = Math.max(0, ...long.map((task) => task.startTime + task.duration));
    return {
      drawn: at("first-contentful-paint"),
      ready: Math.max(usable, last),
      blocked: long.reduce((sum, task) => sum + task.duration - 50, 0),
      isQuiet: performance.now() - last,
    };
  };
}

/** Someone who was never here, until they can play; then `look` at it. */
async function visitOnce(browser, base, slower, look) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: "en-GB" });
  await context.addInitScript(observe);
  await context.addInitScript(keepNothing);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const loaded = { bytes: 0, files: 0 };
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (loaded.files++, (loaded.bytes += encodedDataLength)));
  await network.send("Network.enable");
  await network.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await network.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(base, { waitUntil: "commit" });
  await page.waitForFunction((ready) => document.querySelector(ready) !== null, READY, { polling: "raf" });
  const { metrics } = await network.send("Performance.getMetrics");
  const worked = 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  const seen = await look(page, loaded, worked);
  await context.close();
  return seen;
}

/** What was loaded, and when the page came to rest. */
async function rest(page, loaded) {
  const usable = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(([at, quiet]) => window.timesOf(at).isQuiet > quiet, [usable, QUIET_MS]);
  return { ...(await page.evaluate((at) => window.timesOf(at), usable)), ...loaded };
}

const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

/** The middle of some visits. */
async function measure(browser, base) {
  const [visits, works] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    visits.push(await visitOnce(browser, base, SLOWER, rest));
    works.push(await visitOnce(browser, base, 1, (_page, _loaded, worked) => worked));
  }
  const times = Object.fromEntries(Object.keys(visits[0]).map((key) => [key, median(visits.map((one) => one[key]))]));
  return { ...times, worked: SLOWER * median(works) };
}

const server = await startServer(program);
const files = await serveFiles(writeSite(), "/orrery/", true);
const browser = await openBrowser();
let isTooMuch = false;
console.log(`first visit to the start page, processor slowed down ${SLOWER}×, median of ${ROUNDS}; load of the machine ${loadavg()[0].toFixed(1)}`);
for (const [name, base] of [["program", `${server.base}/`], ["files", files.base]]) {
  const { bytes, files, worked, drawn, ready, blocked } = await measure(browser, base);
  isTooMuch ||= bytes > BYTES_MAX || worked > WORKED_MAX_MS;
  console.log(
    `${name.padEnd(8)} ${(bytes / 1000).toFixed(0)} KB in ${files} files (at most ${BYTES_MAX / 1000}), ` +
      `first drawn ${drawn.toFixed(0)} ms, can be used ${ready.toFixed(0)} ms (goal ${READY_MS}), ` +
      `blocked ${blocked.toFixed(0)} ms, computed until then ${worked.toFixed(0)} ms (at most ${WORKED_MAX_MS})`,
  );
}
await browser.close();
await files.stop();
await server.stop();
process.exit(isTooMuch ? 1 : 0);
