// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Starts and stops servers for the tests: each on a store of its own in a temporary folder, at any free port.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Much more than it takes, for machines that do much else. */
const START_MS = 120000;
const STOP_MS = 120000;

/** A test is one person who does much. */
const none = ["--tables", "0", "--computer-games", "0", "--megabytes", "0", "--card-sets", "0"];

const running = new Set();
process.on("exit", () => {
  for (const server of running) {
    server.process.kill("SIGKILL");
    server.clean();
  }
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

class Server {
  constructor(program, { args = [], env = {}, port = 0, messages = 1000000, requests = 1000000, quotas = none, store, folder } = {}) {
    this.program = program;
    this.messages = messages;
    this.requests = requests;
    this.quotas = quotas;
    this.args = args;
    this.env = env;
    this.port = port;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), "orrery-test-"));
    this.ownsFolder = folder === undefined;
    this.store = store ?? join(this.folder, "tables.db");
  }

  /** Starts the program and waits for its address; at the second time the store and the port are the same. */
  async start() {
    const limits = ["--workers", "2", "--messages", String(this.messages), "--requests", String(this.requests)];
    const args = ["serve", "--store", this.store, "--port", String(this.port), ...limits, ...this.quotas];
    this.errors = "";
    this.process = spawn(this.program, [...args, ...this.args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.env },
    });
    running.add(this);
    this.process.stderr.on("data", (part) => (this.errors += part));
    this.ended = new Promise((resolve) => this.process.once("exit", (code, signal) => resolve(code ?? signal)));
    this.port = await within(START_MS, "the start of the server", this.address());
    this.base = `http://127.0.0.1:${this.port}`;
    return this;
  }

  address() {
    return new Promise((resolve, reject) => {
      let said = "";
      this.process.stdout.on("data", (part) => {
        said += part;
        const found = said.match(/:(\d+)\/\n/);
        if (found) resolve(Number(found[1]));
      });
      this.process.once("error", reject);
      this.process.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}${this.errors}`)));
    });
  }

  /** Ends it, gracefully unless another signal is given; resolves to its exit code, or the signal that ended it. */
  async end(signal = "SIGTERM") {
    this.process.kill(signal);
    const code = await within(STOP_MS, "the end of the server", this.ended);
    running.delete(this);
    return code;
  }

  async restart(signal) {
    const code = await this.end(signal);
    await this.start();
    return code;
  }

  /** Ends it for good and removes its folder. A server that had died, or does not end well, is an error. */
  async stop() {
    const code = await this.end();
    this.clean();
    if (code !== 0) throw new Error(`the server ended with ${code}: ${this.errors}`);
  }

  clean() {
    if (this.ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A library that shows programs which load it first another time: libfaketime. */
export const faketime = ["x86_64", "aarch64"].map((kind) => `/usr/lib/${kind}-linux-gnu/faketime/libfaketimeMT.so.1`).find(existsSync);
if (!faketime) throw new Error("there is no libfaketime here (Debian: libfaketime)");

/** A promise that gives up after this many milliseconds. */
export function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing after ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Starts a server: args and env beside the usual ones, store and folder if they shall not be new; `messages` of one
 * client in 20 seconds, `requests` of one address in a minute; `quotas` as options, [] for the usual ones. */
export function startServer(program, options) {
  return new Server(program, options).start();
}
