// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Runs a program that was built as WebAssembly, as if it were one of this machine: node tests/wasm/run.mjs FILE ARGUMENT…
// It has arguments, a clock and an output, and nothing else. (Node.js has a WASI of its own, which crashes with some of them.)

import { readFileSync, writeSync } from "node:fs";

const BAD_FILE = 8;
const [file, ...rest] = process.argv.slice(2);
const words = [file, ...rest].map((word) => Buffer.from(`${word}\0`));

class Exit extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

let memory;
const view = () => new DataView(memory.buffer);
const set32 = (at, number) => view().setUint32(at, number, true);

function write(descriptor, list, count, written) {
  let size = 0;
  for (let i = 0; i < count; i++) {
    const length = view().getUint32(list + 8 * i + 4, true);
    const bytes = new Uint8Array(memory.buffer, view().getUint32(list + 8 * i, true), length);
    for (let done = 0; done < length; ) done += writeSync(descriptor, bytes, done);
    size += length;
  }
  set32(written, size);
  return 0;
}

const known = {
  args_sizes_get: (count, size) => (set32(count, words.length), set32(size, Buffer.concat(words).length), 0),
  args_get(list, texts) {
    words.forEach((word, i) => {
      set32(list + 4 * i, texts);
      new Uint8Array(memory.buffer).set(word, texts);
      texts += word.length;
    });
    return 0;
  },
  clock_time_get: (_id, _precision, at) => (view().setBigUint64(at, process.hrtime.bigint(), true), 0),
  fd_write: write,
  proc_exit(code) {
    throw new Exit(code);
  },
};

const module = await WebAssembly.compile(readFileSync(file));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = known[name] ?? (() => BAD_FILE);
const { exports } = await WebAssembly.instantiate(module, imports);
memory = exports.memory;
try {
  exports._start();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
