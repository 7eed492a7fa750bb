// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// People in browsers: each has a window of their own, and nothing may go wrong in it unseen.

import { chromium } from "playwright-core";
import { ask, guest } from "../server/client.mjs";
import { within } from "../server/server.mjs";
import { eyes } from "./eyes.mjs";

/** Much more than anything takes, for machines that do much else. */
export const PATIENCE_MS = 120000;

/** For a last look at a window in which something went wrong: a page that is busy, or on its way to another one, may never answer. */
const LAST_LOOK_MS = 10000;

/** The page keeps itself below 40 messages in 20 seconds; ours may send any number, so its clock goes on with each. */
const MESSAGE_MS = 500;

/** Between looks at the page: with each picture that it draws would keep it drawing. */
const LOOK_MS = 50;

/** Many short visits rather than one long one: what is thrown away is seldom worth collecting, and threads that compile and collect
 *  beside the page cost more than they save where other pages want the processor. */
const SCRIPTS = "--js-flags=--single-threaded --min-semi-space-size=16";

/** A browser for a file of tests: Debian's Chromium without the parts around the page. ORRERY_BROWSER is another one. */
export async function openBrowser() {
  const root = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: process.env.ORRERY_BROWSER ?? "/usr/bin/chromium-headless-shell",
    args: [SCRIPTS, "--disable-gpu", "--disable-audio-output", "--force-color-profile=srgb", "--font-render-hinting=none", ...(root ? ["--no-sandbox"] : [])],
  });
  process.on("exit", () => browser.process?.()?.kill("SIGKILL"));
  return browser;
}

function hurry(step) {
  const [now, send] = [performance.now.bind(performance), WebSocket.prototype.send];
  let ahead = 0;
  performance.now = () => now() + ahead;
  WebSocket.prototype.send = function (data) {
    ahead += step;
    send.call(this, data);
  };
}

function tellViolations() {
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
}

/** As a browser that has no service workers, such as one that came without encryption. */
export function keepNothing() {
  delete Navigator.prototype.serviceWorker;
}

/** What others do is neither played nor told nor heard unless a story is about that. */
const AT_ONCE = { pace: "instant", recap: false, sound: false };

/** The settings of someone who has never been here. */
function chooseOnce(settings) {
  localStorage["orrery.settings"] ??= JSON.stringify(settings);
}

/** An error that says this and nothing of how we got here. */
const plain = (text) => Object.assign(new Error(text), { stack: text });

export class Visitor {
  /** Opens a window. `name`: as a guest who is known to the server; else nobody yet. `keeps`: the page may keep itself in the
   *  browser, which takes a while and is for stories about just that. */
  static async come(browser, server, wishes = {}) {
    const { width = 1366, height = 768, language = "en", theme = "dark", name, touch = false, hurried = true, token, downloads = false, keeps = false, crashes = false, settings = AT_ONCE } = wishes;
    const visitor = new Visitor();
    visitor.server = server;
    visitor.mayCrash = crashes;
    visitor.failure = new Promise((_, reject) => (visitor.fail = (text) => reject(plain(text))));
    visitor.failure.catch(() => {});
    visitor.context = await browser.newContext({
      viewport: { width, height },
      locale: { en: "en-GB", de: "de-DE" }[language] ?? language,
      timezoneId: "Europe/Berlin",
      colorScheme: theme,
      reducedMotion: "reduce",
      hasTouch: touch,
      isMobile: touch,
      acceptDownloads: downloads,
    });
    visitor.context.setDefaultTimeout(PATIENCE_MS);
    await visitor.context.addInitScript(eyes);
    await visitor.context.addInitScript(tellViolations);
    await visitor.context.addInitScript(chooseOnce, settings);
    if (!keeps) await visitor.context.addInitScript(keepNothing);
    if (hurried) await visitor.context.addInitScript(hurry, MESSAGE_MS);
    if (name !== undefined || token !== undefined) {
      visitor.token = token ?? (await guest(server.base, name, language)).token;
      await visitor.context.addCookies([{ name: "orrery", value: visitor.token, url: server.base, httpOnly: true, sameSite: "Strict" }]);
    }
    visitor.page = await visitor.newPage();
    return visitor;
  }

  async newPage() {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.fail(`page error: ${error.stack ?? error}`));
    page.on("console", (message) => this.hear(message));
    page.on("crash", () => this.mayCrash || this.fail("the page crashed"));
    return page;
  }

  hear(message) {
    const text = message.text();
    if (message.type() !== "error" || this.forgives?.test(text)) return;
    this.fail(`console: ${text} (${message.location().url})`);
  }

  async goto(path) {
    await this.page.goto(this.server.base + path);
    return this.page;
  }

  /** To the server, as this person. */
  async ask(method, path, body) {
    const token = this.token ?? (await this.cookie());
    return ask(this.server.base, method, path, body, token);
  }

  async must(method, path, body) {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json ?? answer.text;
  }

  async cookie() {
    return (await this.context.cookies(this.server.base)).find((one) => one.name === "orrery")?.value;
  }

  /** The table whose page is open. */
  get table() {
    return /\/table\/([\w-]+)/.exec(this.page.url())?.[1];
  }

  /** Waits until something holds in the page; returns what it is. (Playwright's own way takes the promise of an answer for a yes.) */
  async until(what, argument, ms = PATIENCE_MS) {
    const end = performance.now() + ms;
    const gone = (error) => {
      if (!/context was destroyed|navigat/i.test(error.message)) throw error; // the next page is asked, then
    };
    for (;;) {
      const found = await this.page.evaluate(what, argument).catch(gone);
      if (found) return found;
      if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
      await this.page.waitForTimeout(LOOK_MS);
    }
  }

  /** Closes the window; what went wrong in it until then is told. */
  async leave() {
    await this.context.close();
    await Promise.race([this.failure, null]);
  }
}

/** The beginning of what the page says, for the tale of a failure. */
const SEEN = () => (document.querySelector("main") ?? document.body).innerText.trim().replace(/\s+/g, " ").slice(0, 300);

/** Does something with a visitor, who leaves in the end, or as soon as something goes wrong in the window. */
export async function visit(browser, server, wishes, action) {
  const visitor = await Visitor.come(browser, server, wishes);
  try {
    await Promise.race([action(visitor), visitor.failure]);
  } catch (error) {
    const where = visitor.page.url();
    const text = await within(LAST_LOOK_MS, "the page", visitor.page.evaluate(SEEN)).catch(() => "nothing more");
    await within(LAST_LOOK_MS, "the window", visitor.context.close()).catch(() => {});
    throw plain(`${error.stack ?? error}\nat ${where}, which says: ${text}`);
  }
  await visitor.leave();
}
