// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A worker for what takes long: moves of computer players, hints, analyses. It does one thing at a time and keeps
// nothing but the engine and what it has learned; the first message is the module.

import { Engine, Refused } from './engine';
import type { Equipment, Found, Task } from './messages';
import { provide, type NetworkFiles } from './networks';
import { openRecord } from './recorded';

/** No move takes longer, whatever the level of the player. */
const MOVE_MS = 3_000;

let engine: Promise<Engine> | undefined;
let networks: NetworkFiles = {};

const tell = (found: Found) => postMessage(found);

function open(running: Engine, { table, language, texts }: Task): number {
  if (texts !== undefined) running.learn(language, texts);
  running.call('language', language);
  if ('record' in table) return openRecord(running, table);
  const opened = running.make('open', table.id, table.head, table.seed, table.made, table.set, table.document);
  running.text('restore', opened, table.snapshot);
  return opened;
}

function run(running: Engine, task: Task, table: number): unknown {
  if (task.task !== 'choose') return running.ask(task.task, table);
  const { turn, round, ms } = task.spent;
  return running.ask('choose', table, turn, round, ms, MOVE_MS, task.shares);
}

async function work(task: Task): Promise<void> {
  try {
    const running = await engine;
    if (running === undefined) throw new Error('there is no engine yet');
    running.progress = (done) => tell({ done });
    const table = open(running, task);
    await provide(running, networks, table, task.task === 'choose');
    const result = run(running, task, table);
    running.call('close', table);
    tell({ result });
  } catch (error) {
    tell({ error: error instanceof Refused ? error.code : 'unavailable', text: (error as Error).message });
  }
}

addEventListener('message', ({ data }: MessageEvent<Equipment | Task>) => {
  if ('module' in data) {
    engine = Engine.start(data.module);
    networks = data.networks;
  } else void work(data);
});
