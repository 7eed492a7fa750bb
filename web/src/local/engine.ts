// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The engine as a WebAssembly module (docs/wasm.md): one instance, called with numbers and texts. Knows no table and no
// worker; runs in a browser's worker and in Node.js alike.

import { blake2b } from '@noble/hashes/blake2';

/** What the module refuses: its own word and sentence. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** Texts are handed over as such, or as their bytes. */
type Argument = number | string | Uint8Array;
type Exported = (...args: number[]) => number;

const NO_SUCH_CALL = 52; // of WASI
const NANOSECONDS = 1_000_000;
const HASH_SIZE = 32;

export class Engine {
  /** It has come to a wrong end: nothing can be asked any more. */
  broken = false;
  /** How much of a long work is done, in thousandths. */
  progress: (done: number) => void = () => {};
  private exports: Record<string, Exported> = {};
  private memory = new WebAssembly.Memory({ initial: 0 });

  static async start(module: WebAssembly.Module): Promise<Engine> {
    const engine = new Engine();
    const { exports } = await WebAssembly.instantiate(module, engine.imports(module));
    engine.memory = exports.memory as WebAssembly.Memory;
    engine.exports = exports as Record<string, Exported>;
    engine.exports._initialize();
    return engine;
  }

  /** Calls a function. */
  call(name: string, ...args: Argument[]): number {
    if (this.broken) throw new Refused('unavailable', 'the engine has stopped');
    const exported = this.exports[`orrery_${name}`];
    // what is left out would be 0, what is too much would be ignored
    if (exported.length !== args.length) throw new Error(`${name} takes ${exported.length} arguments`);
    const rooms: number[] = [];
    try {
      const given = args.map((one) => (typeof one === 'number' ? one : this.put(one, rooms)));
      return exported(...given);
    } catch (error) {
      this.broken = true;
      throw error;
    } finally {
      if (!this.broken) for (const room of rooms) this.exports.orrery_release(room);
    }
  }

  /** Gives the engine its texts in a language. */
  learn(language: string, texts: Uint8Array): void {
    const room = this.exports.orrery_room(texts.length);
    if (room === 0) throw new Refused('unavailable', 'out of memory');
    this.bytes(room, texts.length).set(texts);
    this.call('texts', language, room, texts.length);
    this.exports.orrery_release(room);
  }

  /** What the last call has said. */
  answer(): string {
    const at = this.exports.orrery_answer();
    const size = this.exports.orrery_answer_size();
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, size));
  }

  /** Calls a function that may refuse, and returns what it says. */
  text(name: string, ...args: Argument[]): string {
    if (this.call(name, ...args) === 0) this.refuse();
    return this.answer();
  }

  /** The same, for those who know what it says. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as JSON.parse, but named
  ask<T>(name: string, ...args: Argument[]): T {
    return JSON.parse(this.text(name, ...args)) as T;
  }

  /** Calls a function that returns something of the module's own, such as a table. */
  make(name: string, ...args: Argument[]): number {
    const made = this.call(name, ...args);
    if (made === 0) this.refuse();
    return made;
  }

  private refuse(): never {
    const { error, text } = JSON.parse(this.answer()) as { error: string; text: string };
    throw new Refused(error, text);
  }

  private put(text: string | Uint8Array, rooms: number[]): number {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const room = this.exports.orrery_room(bytes.length + 1);
    if (room === 0) throw new Refused('unavailable', 'out of memory');
    rooms.push(room);
    const memory = new Uint8Array(this.memory.buffer);
    memory.set(bytes, room);
    memory[room + bytes.length] = 0;
    return room;
  }

  // ---- what the module asks for ------------------------------------------------------------------

  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  private hash(out: number, input: number, size: number, key: number, keySize: number): void {
    const secret = keySize > 0 ? { key: this.bytes(key, keySize).slice() } : {};
    this.bytes(out, HASH_SIZE).set(blake2b(this.bytes(input, size).slice(), { dkLen: HASH_SIZE, ...secret }));
  }

  private clock(at: number): number {
    const now = BigInt(Math.round(performance.now() * NANOSECONDS));
    new DataView(this.memory.buffer).setBigUint64(at, now, true);
    return 0;
  }

  /** Only what it says before it ends by itself is ever written. */
  private write(list: number, count: number, written: number): number {
    const view = new DataView(this.memory.buffer);
    let size = 0;
    for (let i = 0; i < count; i++) {
      const length = view.getUint32(list + 8 * i + 4, true);
      console.error(new TextDecoder().decode(this.bytes(view.getUint32(list + 8 * i, true), length)).trimEnd());
      size += length;
    }
    view.setUint32(written, size, true);
    return 0;
  }

  private imports(module: WebAssembly.Module): WebAssembly.Imports {
    const known: Record<string, (...args: number[]) => unknown> = {
      blake2b: (out, input, size, key, keySize) => this.hash(out, input, size, key, keySize),
      random: (out, size) => void crypto.getRandomValues(this.bytes(out, size)),
      progress: (done) => this.progress(done),
      clock_time_get: (_id, _precision, at) => this.clock(at),
      fd_write: (_file, list, count, written) => this.write(list, count, written),
      proc_exit: () => {
        throw new Error('the engine has stopped');
      },
    };
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (imports[from] ??= {})[name] = known[name] ?? (() => NO_SUCH_CALL);
    return imports;
  }
}
