// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What nobody shall gain at a table of strangers: knowing the deal, help where there shall be none, the whole queue of
// hints. (Who plays for someone who is late: away.test.mjs.)
//     node fair.test.mjs ORRERY

import assert from "node:assert/strict";
import http from "node:http";
import { chanceMoves, first, Person, sitDown } from "./person.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const server = await startServer(program);
const ada = await Person.come(server, "Ada");
const bob = await Person.come(server, "Bob");
const eve = await Person.come(server, "Eve", { language: "de" });

/** A test after which everyone is there and watches nothing. */
function story(name, action) {
  return test(name, async () => {
    for (const person of [ada, bob, eve]) await person.lookAway();
    await action();
  });
}

const rematch = (who, table, plan) => who.ask("POST", `/api/tables/${table}/rematch`, plan);

/** Another game, which must be possible; watched. */
async function again(who, table, plan) {
  const made = await rematch(who, table, plan);
  assert.equal(made.status, 201, made.text);
  await who.watch(made.json.table);
  return made.json.table;
}

async function listed(table, path = "/api/tables", who = ada) {
  return (await who.ask("GET", path)).json.tables.find((each) => each.table === table);
}

/** A game of two to its end; seat 1 begins. */
async function playOut(table, one, other) {
  for (const [i, cell] of ["a1", "a2", "b1", "b2", "c1"].entries()) {
    const [who, seat] = i % 2 === 0 ? [one, 1] : [other, 2];
    await who.until(table, (view) => view.awaited === seat);
    await who.act(table, { do: "move", seat, move: `mark ${cell}` });
    await who.act(table, { do: "confirm", seat });
  }
  await one.until(table, (view) => view.phase === "over");
}

/** A game at a listed table that is over. */
async function played(one, other, plan = {}) {
  const table = await sitDown(one, other, { listed: true, ...first, ...plan });
  await playOut(table, one, other);
  return table;
}

// ---- the same deal again ------------------------------------------------------------------------

await story("nobody sits down at a public table whose maker knows what comes", async () => {
  const plan = { game: "pulsar-2849", players: 2, listed: true, seats: ["me", "random"], start: true };
  const old = await ada.make(plan);
  await ada.must({ do: "hand-over", table: old, seat: 1, player: "random" });
  await ada.until(old, (view) => view.phase === "over", "the end");
  const table = await again(ada, old, { same_chance: true, seats: ["me", "open"] });
  assert.equal(await listed(table), undefined, "it is in no list for all");
  assert.deepEqual((await listed(table, "/api/my/tables")).same_deal, true);
  assert.equal(ada.view(table).listed, false);
  assert.deepEqual(ada.view(table).same_deal, { table: old, asks: false });
  await eve.watch(table);
  assert.deepEqual(eve.view(table).same_deal, { table: old, asks: true });
  await eve.refused(table, { do: "sit", seat: 2 }, /dieselbe Auslage/);
  await eve.refused(table, { do: "sit", seat: 2, agree: "yes" }, /dieselbe Auslage/);
  await eve.act(table, { do: "sit", seat: 2, agree: "same-deal" });
  assert.equal(eve.view(table).seats[1].agreed, true, "everybody sees who has agreed");
  await ada.must({ do: "start", table });
  await ada.until(table, (view) => view.phase === "running");
  const [before, now] = [old, table].map((each) => chanceMoves(ada.tables.get(each).log));
  assert.ok(now.length >= 12, `${now.length} draws`);
  assert.deepEqual(now.slice(0, 12), before.slice(0, 12), "what Ada could foretell, and Eve knew it");
});

await story("who played the game before sits down without a question", async () => {
  const old = await played(ada, bob);
  const table = await again(ada, old, { same_chance: true, seats: ["me", "open"] });
  await bob.watch(table);
  assert.deepEqual(bob.view(table).same_deal, { table: old, asks: false });
  await bob.act(table, { do: "sit", seat: 2 });
  assert.ok(!("agreed" in bob.view(table).seats[1]));
  assert.equal(await listed(table), undefined);
});

await story("a table with the same deal cannot be listed", async () => {
  const old = await played(ada, bob);
  const refused = await rematch(ada, old, { same_chance: true, listed: true });
  assert.equal(refused.status, 409, refused.text);
  assert.match(refused.json.text, /cannot be listed/);
  const other = await again(ada, old, { listed: true, seats: ["me", "open"] });
  assert.ok(!("same_deal" in ada.view(other)), "another deal is nobody's business");
  assert.ok(await listed(other));
});

await story("a rematch of a rematch: the same deal is known, a new one is not", async () => {
  const old = await played(ada, bob);
  const second = await again(ada, old, { same_chance: true, seats: ["me", "open"] });
  await eve.watch(second);
  await eve.act(second, { do: "sit", seat: 2, agree: "same-deal" });
  await ada.must({ do: "start", table: second });
  await playOut(second, ada, eve);
  const { commitment } = ada.view(second);
  assert.equal(commitment, ada.view(old).commitment, "that is how it can be checked");
  const third = await again(eve, second, { same_chance: true, seats: ["me", "random"], start: true });
  assert.deepEqual(eve.view(third).same_deal, { table: old, asks: false });
  assert.equal(eve.view(third).commitment, commitment);
  assert.equal((await bob.watch(third)).view.same_deal.asks, true, "Bob did not sit at the table before");
  const fresh = await again(eve, second, { seats: ["me", "random"], start: true });
  assert.ok(!("same_deal" in eve.view(fresh)));
  assert.notEqual(eve.view(fresh).commitment, commitment);
});

await story("nobody can choose or learn a seed", async () => {
  const plan = { seats: ["me", "me"], start: true };
  const chosen = await ada.ask("POST", "/api/tables", { game: "noughts", ...plan, seed: "00".repeat(32) });
  assert.deepEqual([chosen.status, chosen.json.error], [400, "unknown-member"]);
  const [one, other] = [await ada.make(plan), await ada.make(plan)];
  assert.notEqual(ada.view(one).commitment, ada.view(other).commitment);
  const old = await played(ada, bob);
  const running = (await ada.ask("GET", `/api/tables/${one}/record`)).text;
  assert.ok(!/^seed/m.test(running), "not while it runs");
  assert.ok(!("seed" in ada.view(one)));
  const whole = (await ada.ask("GET", `/api/tables/${old}/record`)).text;
  assert.match(whole, /^seed/m);
  const beginning = (await ada.ask("GET", `/api/tables/${old}/record?moves=2`)).text;
  for (const record of [beginning, beginning.replace("\ncommitment", `\nseed ${ada.view(old).seed}\ncommitment`)]) {
    const made = await ada.ask("POST", "/api/import", { record, seats: ["me", "open"], listed: true });
    if (made.status !== 201) continue; // a record with a seed that has not ended
    const { view } = await ada.watch(made.json.table);
    assert.equal(view.imported, 2);
    assert.equal((await listed(made.json.table)).imported, 2, "what was before it is told, also in lists");
    await ada.act(made.json.table, { do: "sit", seat: 2 });
    await ada.act(made.json.table, { do: "start" });
    assert.notEqual(ada.view(made.json.table).commitment, ada.view(old).commitment, "another dealer goes on");
  }
});

await story("nobody can reckon what a computer player will do by chance", async () => {
  const moves = new Set();
  for (let i = 0; i < 14; i++) {
    const table = await ada.make({ seats: ["random", "me"], start: true, ...first });
    await ada.until(table, (view) => view.awaited === 2, "the first move");
    moves.add(ada.tables.get(table).log[0].move);
    await ada.lookAway();
  }
  assert.ok(moves.size > 1, [...moves].join());
});

// ---- tables without hints -----------------------------------------------------------------------

await story("the record of a game without hints is there when it is over", async () => {
  const quiet = await sitDown(ada, bob, { ...first, hints: false });
  for (const path of ["record", "record?moves=0"]) {
    const refused = await ada.ask("GET", `/api/tables/${quiet}/${path}`);
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.json.text, /no hints.*over/);
  }
  const ended = await played(ada, bob, { hints: false });
  assert.equal((await ada.ask("GET", `/api/tables/${ended}/record`)).status, 200);
  const open = await sitDown(ada, bob, { ...first, hints: true });
  assert.equal((await ada.ask("GET", `/api/tables/${open}/record`)).status, 200, "where there are hints nothing is lost");
  const own = await ada.make({ seats: ["me", "me"], start: true, ...first });
  assert.equal((await ada.ask("GET", `/api/tables/${own}/record`)).status, 200, "at one screen there are no others");
});

await story("nobody hands over for one turn where there are no hints", async () => {
  const table = await sitDown(ada, bob, { game: "pulsar-2849", players: 2, hints: false });
  for (const [who, seat] of [[ada, 1], [bob, 2]]) {
    await who.must({ do: "confirms", table, seat, on: false });
  }
  const { round } = (await ada.watch(table)).view;
  await ada.act(table, { do: "hand-over", seat: 1, player: "random" });
  await ada.refused(table, { do: "take-back", seat: 1 }, new RegExp(`until round ${round + 2}`));
  assert.equal(ada.view(table).seats[0].back_round, round + 2);
  await bob.watch(table);
  const bobsTurn = async () => {
    const view = await bob.until(table, (view) => view.awaited === 2 && view.legal?.length > 0, "the computer player");
    await ada.until(table, ({ version }) => version >= view.version);
    return view;
  };
  let rounds = 0; // in which it is refused
  for (let view = await bobsTurn(), last; view.round < round + 2; view = await bobsTurn()) {
    if (view.round !== last) rounds++, await ada.refused(table, { do: "take-back", seat: 1 }, new RegExp(`until round ${round + 2}`));
    last = view.round;
    await bob.act(table, { do: "move", seat: 2, move: view.legal[0].move });
  }
  assert.equal(rounds, 2);
  const view = await ada.act(table, { do: "take-back", seat: 1 });
  assert.equal(view.seats[0].player, undefined);
  assert.equal(view.seats[0].back_round, undefined);
});

await story("who plays without others, or with hints, may come back at once", async () => {
  const alone = await ada.make({ seats: ["me", "random"], start: true, hints: false, ...first });
  const free = await sitDown(ada, bob, { ...first, hints: true });
  for (const table of [alone, free]) {
    await ada.must({ do: "hand-over", table, seat: 1, player: "mcts:ms=3000" });
    await ada.must({ do: "take-back", table, seat: 1 });
  }
});

await test("the server ends well", async () => {
  for (const person of [ada, bob, eve]) await person.leave();
  await server.stop();
});

// ---- the queue of hints -------------------------------------------------------------------------

/** A POST from another address of this machine. */
function postFrom(localAddress, base, path, token, body) {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const request = http.request(new URL(path, base), { method: "POST", agent: false, localAddress, headers }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, json: JSON.parse(text) }));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

await test("many guests of one address do not keep the hints of others waiting", async () => {
  const idle = await startServer(program, { args: ["--jobs", "0", "--jobs-elsewhere"] });
  const game = { seats: ["me", "random"], start: true, ...first };
  let accepted = 0;
  for (let i = 0; i < 20; i++) {
    const guest = await Person.come(idle, `Guest ${i}`);
    for (let k = 0; k < 4; k++) {
      const answer = await guest.say({ do: "hint", table: await guest.make(game), seat: 1 });
      accepted += answer.ok;
      if (!answer.ok) assert.equal(answer.error, "too-many");
    }
    await guest.leave();
  }
  assert.equal(accepted, 12, "all guests of an address together");
  const [member, far] = [await Person.come(idle, "Member"), await Person.come(idle, "Far")];
  const account = await member.ask("POST", "/api/account", { name: "Member", password: "star 42 garden", token: true });
  assert.equal(account.status, 200, account.text);
  member.token = account.json.token;
  await member.connect();
  const asked = await member.ask("POST", `/api/tables/${await member.make(game)}/hint`, { seat: 1 });
  assert.equal(asked.status, 202, asked.text);
  assert.ok(asked.json.ahead <= 1, `${asked.json.ahead} before an account`);
  const elsewhere = await postFrom("127.0.0.2", idle.base, `/api/tables/${await far.make(game)}/hint`, far.token, { seat: 1 });
  assert.equal(elsewhere.status, 202);
  assert.ok(elsewhere.json.ahead <= 2, `${elsewhere.json.ahead} before a guest from elsewhere`);
  await Promise.all([member.leave(), far.leave()]);
  await idle.stop();
});

finish();
