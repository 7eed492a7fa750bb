// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Bots: on the account page of their owner, and how everyone else sees that they are bots. On a small laptop in English and on a
// phone in German.

import assert from "node:assert/strict";
import { ask } from "../server/client.mjs";
import { violations } from "./axe.mjs";
import { tooSmall } from "./flaws.mjs";
import { browser, end, server, story, thorough } from "./story.mjs";
import { Visitor } from "./visitor.mjs";

const wide = { name: "Mara", width: 1366, height: 768, theme: "dark", language: "en" };
const phone = { name: "Jonas", width: 360, height: 800, theme: "light", language: "de", touch: true };
const words = {
  en: { bots: "Bots", name: "Name of the bot", create: "Create bot", token: /The token of/, renew: "New token", revoke: "Revoke", remove: "Remove", none: "has no token", copied: "Copied", copy: "Copy", full: /as many bots as/, bot: "a bot" },
  de: { bots: "Bots", name: "Name des Bots", create: "Bot anlegen", token: /Das Token von/, renew: "Neues Token", revoke: "Widerrufen", remove: "Entfernen", none: "hat kein Token", copied: "Kopiert", copy: "Kopieren", full: /so viele Bots/, bot: "ein Bot" },
};

let people = 0;

/** A visitor with an account, at its page. */
async function atHome(visitor, wishes) {
  const name = `${wishes.name} ${++people}`;
  const { token } = await visitor.must("POST", "/api/account", { name, password: "correct horse 17", token: true });
  visitor.token = token;
  await visitor.context.addCookies([{ name: "orrery", value: token, url: server.base, httpOnly: true, sameSite: "Strict" }]);
  await visitor.goto("/account");
  return name;
}

/** Does the page stay within the window? */
const isWithin = ({ page }) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

// In the short run on the phone, which has least room; the story below is told on the laptop too.
for (const wishes of thorough ? [wide, phone] : [phone]) {
  const said = words[wishes.language];
  await story(`bots on the account page, at ${wishes.width} × ${wishes.height} in ${wishes.language}`, wishes, async (owner) => {
    const { page } = owner;
    const own = await atHome(owner, wishes);
    const panel = page.getByRole("region", { name: said.bots, exact: true });
    const name = `Robby of ${own}`;
    await panel.getByLabel(said.name).fill(name);
    await panel.getByRole("button", { name: said.create }).click();
    const field = panel.getByLabel(said.token);
    const token = await field.inputValue();
    assert.match(token, /^[0-9a-f]{64}$/);
    const me = async (of) => (await ask(server.base, "GET", "/api/me", undefined, of)).json;
    assert.deepEqual([(await me(token)).name, (await me(token)).bot, (await me(token)).account], [name, true, false]);
    await panel.getByRole("button", { name: said.copy }).click();
    await panel.getByRole("button", { name: said.copied }).waitFor();
    assert.deepEqual(await violations(owner.page), [], "a token is shown");
    assert.deepEqual(await tooSmall(owner), []);
    assert.ok(await isWithin(owner), "nothing is wider than the window");

    await page.reload(); // the token is not shown again
    await panel.getByText(name, { exact: true }).waitFor();
    assert.equal(await field.count(), 0);
    assert.ok(!(await page.content()).includes(token));

    await panel.getByRole("button", { name: said.renew }).click();
    const second = await field.inputValue();
    assert.notEqual(second, token);
    assert.deepEqual([await me(token), (await me(second)).name], [null, name]);
    await panel.getByRole("button", { name: said.revoke }).click();
    await panel.getByText(said.none).waitFor();
    assert.deepEqual([await me(second), await field.count()], [null, 0]);
    assert.deepEqual(await violations(owner.page), [], "a bot without a token");
    await panel.getByRole("button", { name: said.remove }).click();
    await panel.getByText(name, { exact: true }).waitFor({ state: "detached" });

    for (const each of ["One", "Two", "Three"]) await owner.must("POST", "/api/bots", { name: `${each} of ${own}` });
    await page.reload();
    await panel.getByText(said.full).waitFor();
    assert.equal(await panel.getByRole("button", { name: said.create }).count(), 0);
    assert.ok(await isWithin(owner), "nothing is wider than the window");
    assert.deepEqual(await violations(owner.page), [], "no more bots");
  });
}

await story("everyone sees that a bot is one: in lists, on seats, in the chat", wide, async (owner) => {
  const own = await atHome(owner, wide);
  const bot = await owner.must("POST", "/api/bots", { name: `Marvin of ${own}` });
  const { table } = (await ask(server.base, "POST", "/api/tables", { game: "noughts", seats: ["me", "open"], listed: true, title: `Bots of ${own}` }, bot.token)).json;
  await ask(server.base, "POST", `/api/tables/${table}/chat`, { text: "Beep." }, bot.token);
  const guest = await Visitor.come(browser, server, phone);
  const { page } = guest;
  await guest.goto("/");
  await page.getByText(`mit Bot: Marvin of ${own}`).waitFor();
  await guest.goto(`/table/${table}`);
  const seat = page.getByRole("listitem").filter({ hasText: "Marvin" });
  await seat.getByText(words.de.bot).waitFor({ state: "attached" });
  assert.deepEqual(await violations(guest.page), [], "a bot is waiting");
  assert.deepEqual(await tooSmall(guest), []);
  await guest.leave();

  await owner.goto(`/table/${table}`);
  await owner.page.getByRole("button", { name: /Sit here/ }).click();
  await owner.page.getByRole("button", { name: /Stand up/ }).waitFor();
  await ask(server.base, "POST", `/api/tables/${table}/chat`, { text: "Ready." }, bot.token);
  const line = owner.page.getByText("Ready.").first();
  await line.waitFor();
  assert.match(await line.evaluate((one) => one.closest(".text, p").textContent), /Marvin of .*Bot.*Ready\./);
});

await end();
