// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Moves between people while the server is busy with others; prints what it measured as JSON.
//     node pressure.mjs ORRERY [--tables 50] [--pairs 5] [--seconds 60]
// Tables of four who search think, each with someone who watches. One guest has as many sockets as one person may have and sends on
// each of them what costs the server most, as often as it is allowed. Meanwhile pairs of people make two moves a second each; measured
// is the time from sending a move to its acknowledgement. The server has its usual limits.

import { ask, Client, guest } from "./client.mjs";
import { startServer } from "./server.mjs";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const tableCount = option("tables", 50);
const pairCount = option("pairs", 5);
const seconds = option("seconds", 60);
const floodSockets = option("sockets", 60);
const MOVE_MS = 500;
const MESSAGE_MS = 420; // 47 in 20 seconds: 50 are allowed

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const server = await startServer(process.argv[2], { messages: 0, args: ["--log", "quiet"] });
const { base } = server;
const thinker = "expert:ms=250,turn=2700,threads=2";
let over = false;

async function must(token, path, body) {
  const answer = await ask(base, "POST", path, body, token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

// ---- tables that think --------------------------------------------------------------------------

for (let i = 0; i < tableCount; i++) {
  const { token } = await guest(base, `Watcher ${i}`);
  const seats = Array.from({ length: 4 }, () => thinker);
  const { table } = await must(token, "/api/tables", { game: "pulsar-2849", players: 4, seats, start: true });
  const client = new Client(base, token);
  await client.open;
  await client.must({ do: "watch", table, legal: false });
}

// ---- pairs of people ----------------------------------------------------------------------------

const times = [];

async function pair(number) {
  const [ada, bob] = [await guest(base, `Ada ${number}`), await guest(base, `Bob ${number}`)];
  const { table } = await must(ada.token, "/api/tables", { game: "pulsar-2849", players: 2, seats: ["me", "open"] });
  let legal;
  const hear = (message) => {
    if (message.view?.legal) legal = { list: message.view.legal, version: message.view.version, seat: message.view.awaited };
  };
  const clients = [new Client(base, ada.token, hear), new Client(base, bob.token, hear)];
  for (const client of clients) {
    await client.open;
    hear(await client.must({ do: "watch", table, blocked: true }));
  }
  await clients[1].must({ do: "sit", table, seat: 2 });
  for (const seat of [1, 2]) await clients[seat - 1].must({ do: "confirms", table, seat, on: false });
  await clients[0].must({ do: "start", table });
  return async () => {
    while (!over) {
      await pause(MOVE_MS * (0.5 + Math.random()));
      if (!legal) continue;
      const { list, version, seat } = legal;
      const move = list[Math.floor(Math.random() * list.length)].move;
      legal = undefined;
      const sent = performance.now();
      await clients[seat - 1].must({ do: "move", table, seat, move, expected: version });
      times.push(performance.now() - sent);
    }
  };
}

// ---- one guest who takes what there is ----------------------------------------------------------

const refused = {};

async function flood(client, table) {
  const messages = [
    { do: "watch", table, blocked: true },
    { do: "moment", table, moves: 1 },
    { do: "scores", table },
    { do: "log", table, from: 0 },
    { do: "hint", table, seat: 1 },
    { do: "computer", table, seat: 2, player: "expert:tree=1000000,threads=2,ms=3000" },
  ];
  for (let i = 0; !over; i++) {
    await pause(MESSAGE_MS);
    const answer = await client.say(messages[i % messages.length]);
    if (!answer.ok) refused[answer.error] = (refused[answer.error] ?? 0) + 1;
  }
}

const pairs = [];
for (let i = 0; i < pairCount; i++) pairs.push(await pair(i));
const flooder = await guest(base, "Flooder");
const { table: flooded } = await must(flooder.token, "/api/tables", { game: "beyond-the-sun", players: 2, seats: ["me", "heuristic"], start: true });
const floods = [];
for (let i = 0; i < floodSockets; i++) {
  const client = new Client(base, flooder.token);
  client.open.then(() => floods.push(flood(client, flooded).catch(() => (refused.closed = (refused.closed ?? 0) + 1))), () => (refused.connection = (refused.connection ?? 0) + 1));
}
const playing = pairs.map((play) => play());
await pause(seconds * 1000);
over = true;
await Promise.all(playing);
const sorted = times.sort((a, b) => a - b);
const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] * 100) / 100;
console.log(JSON.stringify({ tables: tableCount, flood_sockets: floods.length, moves: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1), refused }, null, 1));
await server.end();
process.exit(0);
