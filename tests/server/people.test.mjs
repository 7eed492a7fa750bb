// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// People who want to be someone else: who guess passwords, take names that look like others, and have mails sent to
// strangers. All of it on loopback, where every address 127.x.y.z is a peer of its own.
//     node people.test.mjs ORRERY

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { ask, guest } from "./client.mjs";
import { first, folder, pause, Person, sitDown, WAIT_MS } from "./person.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const URL_OF_SERVER = "https://orrery.example.org";
const mails = join(folder, "people_mails");
const mailer = join(folder, "people_mailer.sh");
writeFileSync(mailer, `#!/bin/sh\n{ echo "to $1"; cat; echo "--end"; } >> "${mails}"\n`);
chmodSync(mailer, 0o755);
const server = await startServer(program, { args: ["--proxies", "1", "--mail", mailer, "--url", URL_OF_SERVER] });
const { base } = server;

/** A request from another address of loopback. */
function askFrom(localAddress, path, body, headers = {}, at = server) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port: at.port, path, method: "POST", agent: false, localAddress, headers: { "Content-Length": Buffer.byteLength(text), ...headers } },
      (response) => {
        let received = "";
        response.on("data", (part) => (received += part));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, json: JSON.parse(received), text: received }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(text);
  });
}

const login = (from, name, password, headers, at) => askFrom(from, "/api/login", { name, password, token: true }, headers, at);
const cookieOf = (answer, name) => answer.headers["set-cookie"].find((cookie) => cookie.startsWith(`${name}=`))?.split(";")[0];

/** A new account: its answer. */
async function account(name, password = "correct horse") {
  const { token } = await guest(base, name);
  const made = await ask(base, "POST", "/api/account", { name, password, token: true }, token);
  assert.equal(made.status, 200, made.text);
  return made;
}

// ---- guessing -----------------------------------------------------------------------------------

await test("60 wrong guesses on one account from 60 addresses meet delays, and its owner comes in all the same", async () => {
  const made = await account("Victim");
  const device = cookieOf(made, "orrery-device");
  assert.ok(device, "a browser that has come in is known again");
  // One alone before them: which of many at once come first, and so into the log, is not known.
  assert.equal((await login("127.0.4.7", "Victim", "wrong guess")).status, 403);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => login(`127.0.0.${i + 2}`, i % 2 ? "Victim" : "VICTIM", `wrong guess ${i}`)));
  const later = answers.filter(({ status }) => status === 429);
  assert.equal(later.length + answers.filter(({ status }) => status === 403).length, 60);
  assert.ok(later.length >= 50, `${60 - later.length} of 60 guesses were looked at`);
  for (const { headers, json } of later) {
    assert.ok(Number(headers["retry-after"]) >= 1, "when to come back");
    assert.equal(json.error, "too-many");
    assert.match(json.text, /\d/);
  }
  const owner = await login("127.0.0.99", "Victim", "correct horse", { Cookie: device });
  assert.equal(owner.status, 200, owner.text);
  const foreign = cookieOf(await account("Attacker"), "orrery-device");
  await account("Victim two");
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, i) => login(`127.0.0.${i + 100}`, "Victim two", "wrong guess", { Cookie: foreign })));
  assert.ok(guesses.filter(({ status }) => status === 429).length >= 10, "the device of another account is none");
});

await test("a name that nobody has is delayed in the same way", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => login(`127.0.1.${i + 2}`, "Nobody at all", "wrong guess")));
  assert.ok(answers.filter(({ status }) => status === 403).length < 10);
  assert.ok(answers.filter(({ status }) => status === 429).length > 10);
});

await test("one address that tries many names meets delays too", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login("127.0.2.2", `Name ${i}`, "wrong guess")));
  assert.ok(answers.some(({ status }) => status === 429));
  assert.ok(answers.filter(({ status }) => status === 403).length < 20);
});

await test("wrong old passwords of who is in meet delays", async () => {
  const { json } = await account("Absent");
  const change = (password) => ask(base, "POST", "/api/password", { password, new_password: "battery staple" }, json.token);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => change(`wrong ${i}`)));
  assert.ok(answers.filter(({ status }) => status === 429).length >= 3);
  assert.ok(answers.some(({ status }) => status === 403));
});

await test("while many log-ins wait, a new guest and a token are answered first; what does not fit is put off", async () => {
  const busy = await startServer(program);
  const { token } = await guest(busy.base, "Early");
  let through = 0;
  const put_off = [];
  const all = Array.from({ length: 90 }, (_, i) =>
    login(`127.0.3.${2 + (i % 9)}`, `Name ${i}`, "whatever it is", {}, busy).then(
      (answer) => {
        if (answer.status === 503) put_off.push(answer);
        else through++;
        return answer.status;
      },
      () => "cut off",
    ),
  );
  await within(WAIT_MS, "the queue is full", (async () => {
    while (put_off.length < 15) await pause(5);
  })());
  for (const { headers, json } of put_off) {
    assert.ok(Number(headers["retry-after"]) >= 1);
    assert.equal(json.error, "too-many");
  }
  const steady = Array.from({ length: 9 }, (_, i) => login(`127.0.3.${2 + i}`, "Steady", "whatever it is", {}, busy).then(({ status }) => status, () => "cut off"));
  assert.ok((await guest(busy.base, "Late")).token);
  assert.equal((await ask(busy.base, "GET", "/api/me", undefined, token)).json.name, "Early");
  // one after the other, none of those who came earlier would wait any more
  const waiting = all.length - put_off.length - through;
  assert.ok(waiting >= 10, `${through} log-ins were through, ${waiting} of those who came earlier wait`);
  busy.process.kill("SIGTERM"); // and once more: ends at once, whatever waits
  assert.equal(await busy.end("SIGTERM"), 0);
  const ends = await Promise.all(all);
  assert.equal(ends.length, 90);
  assert.ok(!(await Promise.all(steady)).includes(429), "a password that nobody looked at is not a wrong one");
  busy.clean();
});

// ---- passwords and tokens -----------------------------------------------------------------------

await test("passwords that are guessed first are refused", async () => {
  const { token } = await guest(base, "Rumpelstilz");
  for (const password of ["password", "Passw0rd1", "12345678", "qwertyuiop", "aaaaaaaaaa", "Sommer2024!", "rumpelstilz7", "orrery2024", "short"]) {
    const answer = await ask(base, "POST", "/api/account", { name: "Rumpelstilz", password }, token);
    assert.equal(answer.status, 400, password);
    assert.equal(answer.json.error, "refused");
  }
  assert.equal((await ask(base, "POST", "/api/account", { name: "Rumpelstilz", password: "stroh zu gold" }, token)).status, 200);
});

await test("every other token ends when a guest becomes an account, and when the password changes", async () => {
  const { token } = await guest(base, "Fixed");
  const made = await ask(base, "POST", "/api/account", { name: "Fixed", password: "correct horse", token: true }, token);
  assert.match(cookieOf(made, "orrery"), /^orrery=[0-9a-f]{64}$/);
  assert.notEqual(made.json.token, token);
  const me = (who) => ask(base, "GET", "/api/me", undefined, who).then(({ json }) => json?.name ?? null);
  assert.equal(await me(token), null, "whoever planted the guest's token has nothing");
  assert.equal(await me(made.json.token), "Fixed");
  const changed = await ask(base, "POST", "/api/password", { password: "correct horse", new_password: "battery staple", token: true }, made.json.token);
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await me(made.json.token), null);
  assert.equal(await me(changed.json.token), "Fixed");
});

await test("behind TLS the cookies have a prefix that no other host can set", async () => {
  const secure = { "X-Forwarded-Proto": "https" };
  await account("Secure");
  const entered = await login("127.0.0.1", "Secure", "correct horse", secure);
  for (const name of ["__Host-orrery", "__Host-orrery-device"]) {
    const cookie = entered.headers["set-cookie"].find((text) => text.startsWith(`${name}=`));
    assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
    assert.doesNotMatch(cookie, /Domain/);
  }
  // Any host of the domain, or a page without TLS, can set a cookie without the prefix: it makes nobody someone else.
  const planted = { Cookie: `orrery=${entered.json.token}` };
  assert.equal((await ask(base, "GET", "/api/me", undefined, undefined, planted)).json.name, "Secure", "without TLS there is no other");
  assert.equal((await ask(base, "GET", "/api/me", undefined, undefined, { ...secure, ...planted })).json, null);
  const own = { Cookie: `orrery=${"0".repeat(64)}; ${cookieOf(entered, "__Host-orrery")}` };
  assert.equal((await ask(base, "GET", "/api/me", undefined, undefined, { ...secure, ...own })).json.name, "Secure");
  const out = await ask(base, "POST", "/api/logout", {}, undefined, { ...secure, Cookie: cookieOf(entered, "__Host-orrery") });
  assert.equal(out.status, 200);
  assert.match(out.headers["set-cookie"].join("\n"), /^__Host-orrery=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0; Secure\norrery=;/);
});

// ---- names --------------------------------------------------------------------------------------

await test("nobody has the name of an account, or one that looks like it", async () => {
  const early = await guest(base, "rene\u0301"); // before there is an account of that name
  await account("Ren\u00e9");
  await account("Otto");
  const alike = ["Ren\u00e9", "Rene\u0301", "REN\u00c9", "Otto", "0tt0", "\u041e\u0442\u0442\u043e", "\uff2f\uff54\uff54\uff4f", "\u039f\u03c4\u03c4\u03bf"];
  const other = await guest(base, "Somebody else");
  for (const name of alike) {
    assert.equal((await ask(base, "POST", "/api/guest", { name })).status, 409, `a guest ${name}`);
    assert.equal((await ask(base, "POST", "/api/me", { name }, other.token)).status, 409, `a guest who becomes ${name}`);
    assert.equal((await ask(base, "POST", "/api/account", { name, password: "another horse" }, other.token)).status, 409, `an account ${name}`);
  }
  for (const name of ["\u041etto", "Ott\u03bf"]) assert.equal((await ask(base, "POST", "/api/guest", { name })).status, 400, `${name} mixes scripts`);
  for (const name of ["Rene", "Ottilie", "\u0418\u0432\u0430\u043d", "\u5c71\u7530 Taro"]) assert.equal((await ask(base, "POST", "/api/guest", { name })).status, 200, name);
  for (const name of ["Guest", "gast", "Admin", "0rrery"]) assert.equal((await ask(base, "POST", "/api/account", { name, password: "another horse" }, other.token)).status, 400, `an account ${name}`);
  for (const [name, status] of [["Guest", 200], ["Gast", 200], ["Admin", 400], ["\u0410dmin", 400]]) assert.equal((await ask(base, "POST", "/api/guest", { name })).status, status, name);
  const kept = await ask(base, "POST", "/api/me", { language: "de" }, early.token);
  assert.equal(kept.status, 200, "who had the name before keeps it");
  assert.equal((await login("127.0.0.1", "Rene\u0301", "correct horse")).status, 200, "and the owner may type it in either way");
});

await test("a table tells who sat down as a guest", async () => {
  const [one, two] = [await Person.come(server, "Seated guest"), await Person.come(server, "Seated owner", { token: (await account("Seated owner")).json.token })];
  const table = await sitDown(one, two);
  assert.deepEqual(one.view(table).seats.map(({ guest: isGuest }) => isGuest), [true, false]);
  await Promise.all([one.leave(), two.leave()]);
});

// ---- mails --------------------------------------------------------------------------------------

/** All mails to an address so far. */
const mailsTo = (address) => (existsSync(mails) ? readFileSync(mails, "utf8") : "").split("--end\n").slice(0, -1).filter((mail) => mail.startsWith(`to ${address}\n`));

async function mailTo(address, count) {
  await within(WAIT_MS, `mail ${count} to ${address}`, (async () => {
    while (mailsTo(address).length < count) await pause(50);
  })());
  return mailsTo(address)[count - 1];
}

/** How many letters are not sent yet. */
const unsent = () => Number(execFileSync("python3", ["-c", `import sqlite3,sys;c=sqlite3.connect(sys.argv[1],timeout=100);print(c.execute("SELECT count(*) FROM letters WHERE kind<>'unread'").fetchone()[0])`, server.store], { encoding: "utf8" }));

async function allSent() {
  await within(WAIT_MS, "the letters", (async () => {
    while (unsent() > 0) await pause(50);
  })());
}

await test("guests get no mails, and what is no address is refused", async () => {
  const { token } = await guest(base, "Mailing guest");
  assert.equal((await ask(base, "POST", "/api/me", { mail: "stranger@example.org" }, token)).status, 400);
  const { json } = await account("Mailing");
  const wrong = ["x", "@example.org", "a@", "a@b", "a@@example.org", "a@b@example.org", "-f@example.org", ".a@example.org", "a.@example.org", "a..b@example.org", '"a b"@example.org',
    "a@-example.org", "a@example-.org", "a@example..org", "a@example.org.", "a@[127.0.0.1]", "a@127.0.0.1", "a b@example.org", "a@exam_ple.org", "\u00e4@example.org", "a@ex\u00e4mple.org",
    "a@example.org,b@example.org", "a@example.org\nBcc: b@example.org", "<a@example.org>", `${"a".repeat(65)}@example.org`, `a@${"b".repeat(64)}.org`, "a(b)@example.org", "a;b@example.org"];
  for (const mail of wrong) {
    const answer = await ask(base, "POST", "/api/me", { mail }, json.token);
    assert.equal(answer.status, 400, `${mail}: ${answer.text}`);
  }
});

await test("an address gets nothing but a question until its link is opened, once; one letter for each table; a link ends it", async () => {
  const address = "ada.l+turns@mail.example.org";
  const one = await Person.come(server, "Evil Words Buy Now");
  const made = await account("Adalbert");
  const other = await Person.come(server, "Adalbert", { token: made.json.token });
  const set = await other.ask("POST", "/api/me", { mail: address, language: "de" });
  assert.equal(set.status, 200, set.text);
  assert.equal(set.json.mail_confirmed, false);
  const question = await mailTo(address, 1);
  assert.match(question, /^to [^\n]+\nTo: <ada\.l\+turns@mail\.example\.org>\nSubject: Orrery: [^\n]+\n/);
  const token = question.match(/https:\/\/orrery\.example\.org\/account#confirm=([0-9a-f]{64})\n/)?.[1];
  assert.ok(token, question);
  assert.match(question, /\/account#stop=/);

  const title = "Visit evil.example now";
  const table = await sitDown(one, other, { ...first, title });
  await other.leave();
  await one.act(table, { do: "move", seat: 1, move: "mark b2" });
  await one.act(table, { do: "confirm", seat: 1 });
  await allSent();
  assert.equal(mailsTo(address).length, 1, "an address that is not confirmed gets nothing");

  const open = (word) => ask(base, "POST", "/api/mail/confirm", { token: word });
  assert.equal((await open("0".repeat(64))).status, 403);
  assert.equal((await open(token)).status, 200);
  assert.equal((await open(token)).status, 403, "once");
  assert.equal((await other.ask("GET", "/api/me")).json.mail_confirmed, true);

  const second = await sitDown(one, await other.connect(), { ...first, title, hints: true });
  await other.leave();
  const turn = async () => {
    await one.act(second, { do: "move", seat: 1, move: "mark b2" });
    await one.act(second, { do: "confirm", seat: 1 });
  };
  await turn();
  const letter = await mailTo(address, 2);
  assert.ok(letter.includes(`${URL_OF_SERVER}/table/${second}\n`), letter);
  for (const mail of mailsTo(address)) assert.doesNotMatch(mail, /evil|Buy Now/i, "no words of others");
  const stop = letter.match(/\/account#stop=(\d+-[0-9a-f]{32})\n/)?.[1];
  assert.ok(stop, letter);

  // Nobody comes: whatever happens at the table brings no second one. Then she looks, and leaves again.
  const hand = (way) => one.must({ do: way, table: second, seat: 1, ...(way === "hand-over" ? { player: "random" } : {}) });
  await hand("hand-over");
  await hand("take-back");
  await allSent();
  assert.equal(mailsTo(address).length, 2);
  await other.connect();
  await other.watch(second);
  await other.act(second, { do: "move", seat: 2, move: "mark a1" });
  await other.act(second, { do: "confirm", seat: 2 });
  await other.leave();
  await one.until(second, (view) => view.awaited === 1);
  await one.act(second, { do: "move", seat: 1, move: "mark c3" });
  await one.act(second, { do: "confirm", seat: 1 });
  await mailTo(address, 3);

  assert.equal((await ask(base, "POST", "/api/mail/stop", { token: stop.slice(0, -1) })).status, 403);
  assert.equal((await ask(base, "POST", "/api/mail/stop", { token: stop })).status, 200);
  assert.equal((await other.ask("GET", "/api/me")).json.mail, "");
  await one.leave();
});

await test("a stranger gets few questions, whoever asks for them", async () => {
  const address = "stranger@example.net";
  const statuses = [];
  for (let i = 0; i < 6; i++) {
    const { json } = await account(`Sender ${"abcdef"[i]}`);
    statuses.push((await ask(base, "POST", "/api/me", { mail: i % 2 ? address : address.toUpperCase() }, json.token)).status);
  }
  assert.ok(statuses.filter((status) => status === 200).length <= 3, statuses.join());
  assert.equal(statuses.at(-1), 429);
});

await test("a letter about a table follows another one only after its reader has been there", async () => {
  const [one, two] = [await Person.come(server, "Hook one"), await Person.come(server, "Hook two")];
  two.token = (await two.ask("POST", "/api/account", { name: "Hook two", password: "correct horse", token: true })).json.token;
  await two.client.closed;
  await two.connect();
  assert.equal((await two.ask("POST", "/api/me", { webhook: "http://127.0.0.1:1/" })).status, 200);
  const table = await sitDown(one, two);
  await two.leave();
  await one.act(table, { do: "move", seat: 1, move: "mark b2" });
  await one.act(table, { do: "confirm", seat: 1 });
  const letters = () => Number(execFileSync("python3", ["-c", "import sqlite3,sys;c=sqlite3.connect(sys.argv[1],timeout=100);print(c.execute('SELECT count(*) FROM letters WHERE table_id=?',[sys.argv[2]]).fetchone()[0])", server.store, table], { encoding: "utf8" }));
  assert.equal(letters(), 1);
  await two.connect();
  await two.watch(table);
  await within(WAIT_MS, "she has been there", (async () => {
    while (letters() > 0) await pause(50);
  })());
  await Promise.all([one.leave(), two.leave()]);
});

// ---- the log ------------------------------------------------------------------------------------

await test("the log tells who came in and who did not, and no secret", async () => {
  const lines = server.errors.trim().split("\n").map((line) => JSON.parse(line)).filter(({ event }) => event === "security");
  const whats = new Set(lines.map(({ what }) => what));
  for (const what of ["sign-in", "sign-in refused", "sign-out", "account created", "account refused", "guest refused", "name refused", "password changed", "password refused", "mail address changed", "mail address refused", "mail confirmed", "mail link refused", "mail stopped", "webhook changed"])
    assert.ok(whats.has(what), `${what} is not in ${[...whats].join(", ")}`);
  const docs = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");
  for (const what of whats) assert.ok(docs.includes(`\`${what}\``), `${what} is not in docs/hosting.md`);
  for (const line of lines) assert.deepEqual(Object.keys(line).filter((key) => !["time", "level", "what", "event", "user", "peer", "reason"].includes(key)), []);
  assert.ok(lines.some(({ what, peer, user, reason }) => what === "sign-in refused" && peer === "127.0.4.7" && user > 0 && reason === "unknown"));
  assert.ok(lines.some(({ reason }) => reason === "delayed"));
  assert.doesNotMatch(server.errors, /horse|staple|wrong guess|@|[0-9a-f]{64}/);
});

await test("the server ends well", () => server.stop());

finish();
