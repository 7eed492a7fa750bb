// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whole actions: everything that `plans` offers is accepted as one, in a game that two people play with nothing else where
// they can; what is not possible changes nothing; undo takes a whole action back.
//     node plans.test.mjs ORRERY

import assert from "node:assert/strict";
import { ask, Client, guest } from "./client.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const MOVES_MAX = 600;
const server = await startServer(program);

/** The same numbers each time. */
function dice(seed) {
  let state = seed;
  return (count) => (state = (state * 1103515245 + 12345) % 2147483648) % count;
}

/** One person on both seats. */
async function begin(seats = ["me", "me"]) {
  const { token } = await guest(server.base, "Ada");
  const { json } = await ask(server.base, "POST", "/api/tables", { game: "pulsar-2849", players: 2, seats, start: true }, token);
  const client = new Client(server.base, token);
  await client.open;
  const look = async () => (await client.must({ do: "watch", table: json.table, plans: true })).view;
  return { client, table: json.table, look };
}

/** A whole action that is offered, or a legal move. */
function choose({ plans, legal }, random) {
  const starts = plans?.starts.filter((one) => one.moves.length > 0) ?? [];
  const actions = plans?.actions ?? [];
  if (starts.length > 0 && random(3) > 0) {
    const start = starts[random(starts.length)];
    const { ends } = plans.flights[start.flight];
    const end = ends[random(ends.length)];
    const run = plans.runs.length > 0 ? plans.runs[random(plans.runs.length)].moves : [];
    return { moves: [...start.moves, ...run, ...end.ways[random(end.ways.length)].moves], at: end.at };
  }
  if (actions.length > 0 && random(3) > 0) return { moves: actions[random(actions.length)].moves };
  return { moves: [legal[random(legal.length)].move] };
}

await test("a game by whole actions, each of them accepted and undone as one", async () => {
  const { client, table, look } = await begin();
  const random = dice(5);
  let [view, flights, undone] = [await look(), 0, 0];
  while (view.phase === "running" && view.moves < MOVES_MAX) {
    const seat = view.awaited;
    if (view.can.confirm) {
      await client.must({ do: "confirm", table, seat });
      view = await look();
      continue;
    }
    const { moves, at } = choose(view, random);
    await client.must({ do: "preview", table, seat, moves });
    await client.must({ do: "move", table, seat, moves, expected: view.version });
    const next = await look();
    assert.equal(next.version, view.version + 1, "one action, one version");
    if (at !== undefined) {
      flights++;
      assert.equal(next.state.ship[seat], at, moves.join(" ; "));
    }
    if (moves.length > 1 && next.can.undo.includes(seat) && undone < 20) {
      undone++;
      await client.must({ do: "undo", table, seat });
      assert.equal((await look()).moves, view.moves, "one undo takes it back");
      await client.must({ do: "redo", table, seat });
      assert.equal((await look()).moves, next.moves);
    }
    view = await look();
  }
  assert.ok(flights > 10 && undone > 5, `${flights} flights, ${undone} undone`);
  await client.close();
});

await test("actions that are not possible change nothing", async () => {
  const { client, table, look } = await begin();
  const view = await look();
  const say = (moves) => client.say({ do: "move", table, seat: view.awaited, moves });
  for (const moves of [[], "fly", [3], Array(17).fill("fly"), ["fly", null]])
    assert.equal((await say(moves)).error, "missing-argument", JSON.stringify(moves));
  assert.equal((await say(["fly", "pay silver-9"])).error, "refused");
  assert.equal((await say([view.legal[0].move, view.legal[0].move])).error, "refused");
  assert.equal((await say([`${view.legal[0].move}\n* roll 6`])).error, "bad-message");
  assert.equal((await look()).version, view.version);
  await client.close();
});

await server.stop();
finish();
