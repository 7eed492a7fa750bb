// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Plays a whole game on a server, as two people who know nothing but docs/protocol.md.

import assert from "node:assert/strict";
import { ask, Client, guest, newKey } from "./client.mjs";

/** Plays the game to its end; both people choose by a simple rule that never runs in circles. */
export async function playWhole(base, game) {
  const [ada, bob] = [await guest(base, "Ada"), await guest(base, "Bob <b>", "de")];
  const made = await ask(base, "POST", "/api/tables", { game, title: `a game of ${game}`, seats: ["me", "open"] }, ada.token);
  assert.equal(made.status, 201, made.text);
  const table = made.json.table;
  const views = [null, null];
  const clients = [ada, bob].map((who, i) => new Client(base, who.token, (event) => {
    if (event.event !== "table") return;
    assert.ok(event.view.version > (views[i]?.version ?? 0), "versions grow");
    views[i] = event.view;
  }));
  for (const [i, client] of clients.entries()) {
    await client.open;
    views[i] = (await client.must({ do: "watch", table, blocked: true })).view;
  }
  await clients[1].must({ do: "sit", table, seat: 2, key: newKey() });
  await clients[0].must({ do: "confirms", table, seat: 1, on: false });
  await clients[1].must({ do: "confirms", table, seat: 2, on: false });
  await clients[0].must({ do: "start", table });
  let moves = 0;
  for (;;) {
    const newest = (await clients[0].must({ do: "watch", table })).view;
    if (newest.phase === "over") break;
    const seat = newest.awaited;
    const view = (await clients[seat - 1].must({ do: "watch", table, blocked: true })).view;
    assert.equal(view.awaited, seat);
    assert.ok(view.legal.length > 0, "who is awaited has a move");
    const choice = view.legal[(moves * 7919 + 13) % view.legal.length];
    const done = await clients[seat - 1].must({ do: "move", table, seat, move: choice.move, expected: view.version, key: newKey() });
    assert.ok(done.version > view.version);
    assert.ok(++moves < 20000, "the game ends");
  }
  const end = (await ask(base, "GET", `/api/tables/${table}`, undefined, bob.token)).json;
  assert.equal(end.phase, "over");
  assert.equal(end.score.length, 2);
  assert.match(end.seed, /^[0-9a-f]{64}$/);
  const record = await ask(base, "GET", `/api/tables/${table}/record`);
  assert.match(record.text, /^orrery record 1\n/);
  await Promise.all(clients.map((client) => client.close()));
  return `${game}: ${moves} moves, ${end.score.map((one) => one.total).join(" : ")}`;
}

/** The names of all games that the server has. */
export async function gamesOf(base) {
  const games = (await ask(base, "GET", "/api/games")).json.games;
  assert.ok(games.length >= 3);
  return games.map((game) => game.name);
}
