// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A load of real WebSocket clients on a running server; prints what it measured as JSON. All of them have one address, so the server
// needs wide limits: orrery serve --messages 20000 --requests 1000000 --tables 0 --all-tables 0 --megabytes 0
//     node load.mjs http://127.0.0.1:PORT [--tables 2500] [--sockets 4] [--rate 500] [--seconds 60] [--game pulsar-2849] [--pid N] [--thin] [--climb STEP]
// Each table has two people and further sockets that watch, and hear what the page hears: state, moves and reasons; with --thin only the
// moves. With --climb the rate is then raised, step by step, as long as 99 of 100 moves are acknowledged within 100 ms. Moves are
// spread evenly over time; measured are the times from sending a move to its acknowledgement and to the news of it at the other sockets
// of the table.

import { readFileSync } from "node:fs";
import { ask, Client, guest } from "./client.mjs";

const base = process.argv[2];
const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const tableCount = Number(option("tables", 2500));
const socketsEach = Number(option("sockets", 4));
const rate = Number(option("rate", 500));
const seconds = Number(option("seconds", 60));
const game = option("game", "pulsar-2849");
const pid = option("pid");
const thin = process.argv.includes("--thin");
const step = Number(option("climb", 0));
const CLIMB_SECONDS = 15;
const CLIMB_P99_MS = 100;

const memory = () => (pid ? Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) * 1024 : 0);
/** Processor time of the server so far, in milliseconds. */
const processor = () => {
  if (!pid) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 1/100 s
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const summary = (times) => {
  const sorted = Float64Array.from(times).sort();
  const round = (value) => Math.round(value * 100) / 100;
  return { count: sorted.length, p50: round(percentile(sorted, 0.5)), p90: round(percentile(sorted, 0.9)), p99: round(percentile(sorted, 0.99)), max: round(sorted.at(-1)) };
};

/** Runs the tasks, this many at once. */
async function inParallel(count, width, task) {
  let next = 0;
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < count) await task(next++);
  }));
}

const report = { game, tables: tableCount, sockets: tableCount * socketsEach, seconds };
const before = memory();
const tables = [];
await inParallel(tableCount, 32, async (i) => {
  const [ada, bob] = [await guest(base, `A${i}`), await guest(base, `B${i}`)];
  const made = await ask(base, "POST", "/api/tables", { game, players: 2, seats: ["me", "open"] }, ada.token);
  if (made.status !== 201) throw new Error(made.text);
  tables.push({ id: made.json.table, tokens: [ada.token, bob.token], sockets: [], view: null, busy: false, sent: 0 });
});
report.table_memory = Math.round((memory() - before) / tableCount);

let acknowledged = [];
let told = [];

/** Keeps what the next move needs and no more: 2,500 whole views would keep the collector of garbage busy, and moves waiting for it. */
function look(table, view) {
  const { version, awaited, phase, legal } = view;
  table.view = { version, awaited, phase };
  if (legal) table.legal = { version, moves: legal.map((choice) => choice.move) };
}

function listener(table, index) {
  return (event) => {
    if (event.event !== "table") return;
    if (table.sent && index !== table.mover) told.push(performance.now() - table.sent);
    if (event.view && (event.view.version > (table.view?.version ?? -1) || index === event.view.awaited - 1)) look(table, event.view);
  };
}

/** Those who only watch need not understand what they hear: on one machine their time is taken from the server's. */
const glance = (data) => (data.indexOf('{"event":"table"') === 0 ? { event: "table" } : JSON.parse(data));

async function connect(table, index) {
  const client = new Client(base, table.tokens[Math.min(index, 1)], listener(table, index), index > 1 ? glance : undefined);
  await client.open;
  const answer = await client.must({ do: "watch", table: table.id, state: !thin, blocked: !thin, log: 1000000 });
  if (answer.view.version >= (table.view?.version ?? 0)) look(table, answer.view);
  table.sockets[index] = client;
}

const connecting = performance.now();
await inParallel(tableCount * socketsEach, 200, (i) => connect(tables[i % tableCount], Math.floor(i / tableCount)));
report.connect_ms = Math.round(performance.now() - connecting);
await inParallel(tableCount, 64, async (i) => {
  const table = tables[i];
  await table.sockets[1].must({ do: "sit", table: table.id, seat: 2 });
  await table.sockets[0].must({ do: "confirms", table: table.id, seat: 1, on: false });
  await table.sockets[1].must({ do: "confirms", table: table.id, seat: 2, on: false });
  await table.sockets[0].must({ do: "start", table: table.id });
});
await pause(2000);
report.memory = memory();
report.memory_per_socket_and_share_of_table = Math.round((report.memory - before) / (tableCount * socketsEach));

async function move(table) {
  const seat = table.view.awaited;
  const choice = table.legal.moves[Math.floor(Math.random() * table.legal.moves.length)];
  table.busy = true;
  table.mover = seat - 1;
  table.sent = performance.now();
  const answer = await table.sockets[seat - 1].say({ do: "move", table: table.id, seat, move: choice, expected: table.legal.version });
  if (answer.ok) acknowledged.push(performance.now() - table.sent);
  else throw new Error(`${answer.error}: ${answer.text}`);
  table.busy = false;
}

let turn = 0;

/** This many moves a second for so long, and what was measured meanwhile. */
async function measure(rate, seconds) {
  acknowledged = [];
  told = [];
  const used = processor();
  const start = performance.now();
  let made = 0;
  let stalled = 0;
  while (performance.now() - start < seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate);
    for (let tries = 0; made < due && tries < tableCount; tries++) {
      const table = tables[turn++ % tableCount];
      if (table.busy || !table.view || table.view.phase !== "running" || table.legal?.version !== table.view.version) continue;
      made++;
      move(table).catch((error) => {
        console.error(String(error));
        process.exit(1);
      });
    }
    if (made < due) stalled++;
    await pause(2);
  }
  await pause(1000);
  const processorEach = pid ? Math.round(((processor() - used) / acknowledged.length) * 1000) / 1000 : undefined;
  return {
    rate,
    moves: acknowledged.length,
    moves_per_second: Math.round(acknowledged.length / seconds),
    stalled,
    processor_ms_per_move: processorEach,
    acknowledged_ms: summary(acknowledged),
    told_ms: summary(told),
  };
}

Object.assign(report, await measure(rate, seconds));
report.finished_games = tables.filter((table) => table.view.phase === "over").length;

if (step > 0) {
  report.climb = [];
  for (let tried = rate + step; ; tried += step) {
    const { moves_per_second: reached, acknowledged_ms: times, processor_ms_per_move: each } = await measure(tried, CLIMB_SECONDS);
    report.climb.push({ rate: tried, reached, p50: times.p50, p99: times.p99, processor_ms_per_move: each });
    if (times.p99 > CLIMB_P99_MS || reached < tried * 0.95) break;
    report.highest_rate = tried;
  }
}

for (const table of tables) for (const client of table.sockets) client.socket.terminate();
await pause(1500);
const [reconnecting, usedBefore] = [performance.now(), processor()];
await inParallel(tableCount * socketsEach, tableCount * socketsEach, (i) => connect(tables[i % tableCount], Math.floor(i / tableCount)));
report.reconnect_all_ms = Math.round(performance.now() - reconnecting);
report.reconnect_processor_ms = processor() - usedBefore;
report.memory_end = memory();
console.log(JSON.stringify(report, null, 1));
process.exit(0);
