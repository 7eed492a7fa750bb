// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A client of the table server, written from docs/protocol.md alone: people and tables by HTTP, playing by
// WebSocket. The tests of the server use it.

import { randomUUID } from "node:crypto";
import http from "node:http";
import WebSocket from "ws";

/** Reads an answer to its end: its status, its headers, and what it says as text and as JSON, if it is. */
export function receive(response, resolve, reject) {
  let received = "";
  response.setEncoding("utf8");
  response.on("data", (part) => (received += part));
  response.on("end", () => {
    let json;
    try {
      json = JSON.parse(received);
    } catch {
      json = undefined;
    }
    resolve({ status: response.statusCode, headers: response.headers, json, text: received });
  });
  response.on("error", reject);
}

/** One HTTP request; resolves to {status, headers, json, text}. */
export function ask(base, method, path, body, token, headers = {}) {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, base),
      {
        method,
        agent: false,
        headers: {
          ...(text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (response) => receive(response, resolve, reject),
    );
    request.on("error", reject);
    request.end(text);
  });
}

/** A new guest: {token, user, name}. */
export async function guest(base, name, language = "en") {
  const answer = await ask(base, "POST", "/api/guest", { name, language, token: true });
  if (answer.status !== 200) throw new Error(`guest: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** A connection. Messages are answered by promises; events go to `onEvent`. */
export class Client {
  /** `read` makes an object of a message, for clients that need not know all of it. */
  constructor(base, token, onEvent = () => {}, read = JSON.parse, headers = {}) {
    this.waiting = new Map();
    this.number = 0;
    this.onEvent = onEvent;
    const address = new URL("/ws", base);
    address.protocol = "ws:";
    this.socket = new WebSocket(address, { headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers } });
    this.open = new Promise((resolve, reject) => {
      this.socket.once("error", reject);
      this.socket.once("close", () => reject(new Error("closed before the welcome")));
      this.socket.on("message", (data) => this.take(read(data), resolve));
    });
    this.closed = new Promise((resolve) =>
      this.socket.once("close", (code, reason) => {
        for (const { reject } of this.waiting.values()) reject(new Error(`closed ${code} ${reason}`));
        this.waiting.clear();
        resolve(code);
      }),
    );
    this.socket.on("error", () => {});
    this.open.catch(() => {}); // who waits for it hears of it
  }

  take(message, welcome) {
    if (message.event === "welcome") welcome(message);
    else if (message.event) this.onEvent(message);
    else {
      const waiting = this.waiting.get(message.answer);
      this.waiting.delete(message.answer);
      waiting?.resolve(message);
    }
  }

  /** Sends a message and resolves to its answer, whatever it is. */
  say(message) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }), (error) => error && reject(error));
    });
  }

  /** The same, but a refusal is an error. */
  async must(message) {
    const answer = await this.say(message);
    if (!answer.ok) throw new Error(`${message.do}: ${answer.error}: ${answer.text}`);
    return answer;
  }

  close() {
    this.socket.close();
    return this.closed;
  }
}

export const newKey = () => randomUUID();
