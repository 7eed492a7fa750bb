// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Bytes as no good client would send them: HTTP requests and WebSocket frames made by hand.

import { randomBytes } from "node:crypto";
import net from "node:net";
import { within } from "./server.mjs";

const ANSWER_MS = 120000; // much more than it takes

export const TEXT = 1;
export const BINARY = 2;
export const CONTINUATION = 0;
export const CLOSE = 8;
export const PING = 9;

/** A connection; `received` grows, `changed` resolves at the next piece or at the end. */
class Wire {
  constructor(port) {
    this.received = Buffer.alloc(0);
    this.over = false;
    this.file = net.connect(port, "127.0.0.1");
    this.file.on("data", (part) => this.note(() => (this.received = Buffer.concat([this.received, part]))));
    this.file.on("error", () => {});
    this.file.on("close", () => this.note(() => (this.over = true)));
    this.renew();
  }

  renew() {
    this.changed = new Promise((resolve) => (this.tell = resolve));
  }

  note(change) {
    change();
    const tell = this.tell;
    this.renew();
    tell();
  }

  send(bytes) {
    this.file.write(bytes);
  }

  /** Waits until `find` gives something for what was received so far. */
  async until(find) {
    return within(ANSWER_MS, "an answer", this.search(find));
  }

  async search(find) {
    for (;;) {
      const changed = this.changed;
      const found = find(this.received);
      if (found !== undefined) return found;
      if (this.over) throw new Error(`closed after ${JSON.stringify(this.received.toString("latin1").slice(0, 200))}`);
      await changed;
    }
  }

  end() {
    this.file.destroy();
  }
}

/** The head of an HTTP answer and the bytes behind it, as soon as all of it is there. */
function parseAnswer(received) {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.subarray(0, end).toString("latin1");
  const body = received.subarray(end + 4);
  const length = Number(head.match(/\r\ncontent-length: *(\d+)/i)?.[1] ?? 0);
  if (body.length < length) return undefined;
  const text = body.subarray(0, length).toString();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: Number(head.split(" ")[1]), head, text, json, size: end + 4 + length };
}

/** Sends bytes as they are and resolves to the answer: {status, head, text, json}. */
export async function sendRaw(port, bytes) {
  const wire = new Wire(port);
  wire.send(bytes);
  try {
    return await wire.until(parseAnswer);
  } finally {
    wire.end();
  }
}

/** A request with these headers beside Host. */
export function request(method, path, headers = {}, body = "") {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"), Buffer.from(body)]);
}

export const handshake = (headers = {}) => ({
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
  ...headers,
});

/** One frame as bytes. */
export function frame(opcode, payload, { fin = true, mask = true, reserved = 0 } = {}) {
  const body = Buffer.from(payload);
  const first = (fin ? 0x80 : 0) | reserved | opcode;
  const sign = mask ? 0x80 : 0;
  let head;
  if (body.length < 126) head = Buffer.from([first, sign | body.length]);
  else if (body.length < 65536) head = Buffer.from([first, sign | 126, body.length >> 8, body.length & 255]);
  else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = sign | 127;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  if (!mask) return Buffer.concat([head, body]);
  const key = randomBytes(4);
  for (let i = 0; i < body.length; i++) body[i] ^= key[i & 3];
  return Buffer.concat([head, key, body]);
}

/** The frames of a server in these bytes: [opcode, payload]. */
function parseFrames(bytes) {
  const frames = [];
  for (let at = 0; bytes.length - at >= 2; ) {
    let length = bytes[at + 1];
    let start = at + 2;
    if (length === 126) {
      length = bytes.length - at >= 4 ? bytes.readUInt16BE(at + 2) : Infinity;
      start = at + 4;
    } else if (length === 127) {
      length = bytes.length - at >= 10 ? Number(bytes.readBigUInt64BE(at + 2)) : Infinity;
      start = at + 10;
    }
    if (start + length > bytes.length) break;
    frames.push([bytes[at] & 15, bytes.subarray(start, start + length)]);
    at = start + length;
  }
  return frames;
}

/** A WebSocket after its handshake, for frames made by hand. */
export class RawSocket {
  static async open(port, token) {
    const socket = new RawSocket();
    socket.wire = new Wire(port);
    socket.wire.send(request("GET", "/ws", handshake(token ? { Authorization: `Bearer ${token}` } : {})));
    const answer = await socket.wire.until(parseAnswer);
    if (answer.status !== 101) throw new Error(`the handshake was answered with ${answer.status}`);
    socket.start = answer.size;
    return socket;
  }

  send(...frames) {
    this.wire.send(Buffer.concat(frames));
  }

  /** What the server has sent since the handshake, as bytes and as frames. */
  bytes() {
    return this.wire.received.subarray(this.start);
  }

  frames() {
    return parseFrames(this.bytes());
  }

  /** The first frame that fits, now or later. */
  frame(fits) {
    return this.wire.until((bytes) => parseFrames(bytes.subarray(this.start)).find(fits));
  }

  /** The status with which the server says goodbye. */
  async status() {
    const [, payload] = await this.frame(([opcode]) => opcode === CLOSE);
    this.end();
    return payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
  }

  end() {
    this.wire.end();
  }
}
