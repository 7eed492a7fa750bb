// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The server behind nginx and behind Caddy, each with the file of docs/hosting.md as it is written there: one address uses
// up its limits and another one is served, nobody passes a limit with a made-up address, and all works as without a proxy.
//     node proxy.test.mjs ORRERY

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import net from "node:net";
import tls from "node:tls";
import WebSocket from "ws";
import { askTls, belowPath, startCaddy, startNginx, tlsOptions } from "./proxies.mjs";
import { startServer, within } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const WAIT_MS = 120000;
const SOCKETS = 4;

/** A WebSocket of a client at that address: resolves to it when the server has said welcome, or to the status of the refusal. */
function socketFrom(proxy, from, headers = {}, below = "") {
  const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}${below}/ws`, {
    ...tlsOptions(proxy, from),
    headers: { Host: `${proxy.name}:${proxy.port}`, ...headers },
  });
  return within(WAIT_MS, "a WebSocket", new Promise((resolve, reject) => {
    socket.once("message", () => resolve(socket));
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode));
    socket.once("error", reject);
  }));
}

/** Bytes over TLS, and what comes back until the proxy closes or is silent for a while. */
function sendTls(proxy, bytes) {
  return within(WAIT_MS, "an answer", new Promise((resolve, reject) => {
    const wire = tls.connect(tlsOptions(proxy), () => wire.write(bytes));
    let received = "";
    wire.on("data", (part) => (received += part));
    wire.on("error", reject);
    wire.on("close", () => resolve(received));
  }));
}

for (const [name, start] of [["nginx", startNginx], ["Caddy", startCaddy]]) {
  // A fifth of the usual limits, so that they are reached soon.
  const server = await startServer(program, { requests: 60, args: ["--proxies", "1", "--connections-of-peer", String(SOCKETS)] });
  const proxy = await start(server);

  await test(`${name}: the page, its headers and a request work`, async () => {
    const answer = await askTls(proxy, "GET", "/");
    assert.equal(answer.status, 200);
    assert.match(answer.headers["content-security-policy"], /default-src 'none'/);
    assert.equal(answer.headers["strict-transport-security"], "max-age=31536000");
    assert.equal((await askTls(proxy, "GET", "/api/games")).json.games.length > 0, true);
  });

  await test(`${name}: the cookie is for TLS alone`, async () => {
    const made = await askTls(proxy, "POST", "/api/guest", { body: { name: "Ada" } });
    assert.equal(made.status, 200, made.text);
    assert.match(made.headers["set-cookie"][0], /; Secure/);
  });

  await test(`${name}: a page of this site may do it, a page of another site not`, async () => {
    const own = `https://${proxy.name}:${proxy.port}`;
    for (const [Origin, status] of [[own, 200], ["https://example.org", 403], [own.replace("https", "http"), 403]]) {
      const answer = await askTls(proxy, "POST", "/api/guest", { body: { name: "Ada" }, from: "127.0.0.4", headers: { Origin } });
      assert.equal(answer.status, status, Origin);
    }
  });

  await test(`${name}: the metrics are closed`, async () => {
    for (const path of ["/metrics", "/metrics?x", "//metrics", "/%6detrics"]) {
      const answer = await askTls(proxy, "GET", path);
      assert.ok(answer.status === 404 || answer.status === 403, `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /orrery_/);
    }
  });

  await test(`${name}: one address uses up its limit, made-up addresses do not help it, another one is served`, async () => {
    const change = (from, headers) => askTls(proxy, "POST", "/api/guest", { body: { name: "Ada" }, from, headers });
    let count = 0;
    while ((await change("127.0.0.2")).status === 200) assert.ok(++count < 60, "there is a limit");
    assert.ok(count >= 8, `${count} guests`);
    for (const value of ["192.0.2.1", "127.0.0.1", "203.0.113.5, 198.51.100.7", "::1", "nonsense", "", "192.0.2.1, 127.0.0.3"])
      for (const header of ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP"])
        assert.equal((await change("127.0.0.2", { [header]: value })).status, 429, `${header}: ${value}`);
    assert.equal((await change("127.0.0.3")).status, 200, "another address is served");
    assert.equal((await change("127.0.0.1")).status, 200, "and one on the machine itself");
  });

  await test(`${name}: WebSockets work and count for who has them`, async () => {
    const sockets = [];
    for (let i = 0; i < SOCKETS; i++) sockets.push(await socketFrom(proxy, "127.0.0.2"));
    assert.ok(sockets.every((socket) => socket instanceof WebSocket), sockets.map(String).join());
    assert.equal(await socketFrom(proxy, "127.0.0.2"), 429);
    assert.equal(await socketFrom(proxy, "127.0.0.2", { "X-Forwarded-For": "192.0.2.1" }), 429, "a made-up address does not help");
    const other = await socketFrom(proxy, "127.0.0.3");
    other.send(JSON.stringify({ do: "ping", id: 7 }));
    const [answer] = await within(WAIT_MS, "a pong", new Promise((resolve) => other.once("message", (...said) => resolve(said))));
    assert.equal(JSON.parse(answer).answer, 7);
    for (const socket of [...sockets, other]) socket.terminate();
  });

  await test(`${name}: what could be read in two ways is refused or made plain, and never two requests`, async () => {
    const head = `POST /api/guest HTTP/1.1\r\nHost: ${proxy.name}:${proxy.port}\r\nConnection: close\r\n`;
    const hidden = `GET /api/games HTTP/1.1\r\nHost: ${proxy.name}\r\n\r\n`;
    for (const odd of [
      `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `Content-Length : 5\r\n\r\n${hidden}`,
      `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `Content-Length: +5\r\n\r\n${hidden}`,
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
      `X: y\rContent-Length: 5\r\n\r\n${hidden}`,
      `X: y\r\n Content-Length: 5\r\n\r\n${hidden}`,
    ]) {
      const answer = await sendTls(proxy, `${head}${odd}`);
      assert.doesNotMatch(answer, /HTTP\/1\.1 200/, odd);
      assert.ok(answer.split("HTTP/1.1 ").length <= 2, `one answer for ${JSON.stringify(odd)}: ${answer}`);
    }
  });

  await test(`${name}: nobody passes the proxy by a connection of their own`, async () => {
    // Whoever reaches the server itself from elsewhere is not believed; from this machine only the proxy connects.
    const answer = await new Promise((resolve, reject) => {
      const wire = net.connect(server.port, "127.0.0.1", () => wire.write("GET /metrics HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n"));
      let received = "";
      wire.on("data", (part) => (received += part));
      wire.on("error", reject);
      wire.on("close", () => resolve(received));
    });
    assert.match(answer, /^HTTP\/1\.1 403/);
  });

  await server.stop();
  if (name === "nginx")
    await test(`${name}: while the server is away, a page says so and tries again`, async () => {
      const answer = await askTls(proxy, "GET", "/table/abc");
      assert.equal(answer.status, 503);
      assert.match(answer.text, /Back in a moment[^]*Gleich geht es weiter/);
      assert.match(answer.text, /http-equiv="refresh"/);
      assert.equal(answer.headers["retry-after"], "3");
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.equal(answer.headers["strict-transport-security"], "max-age=31536000");
      const other = await startServer(program, { port: server.port, args: ["--proxies", "1"] });
      assert.equal((await askTls(proxy, "GET", "/restarting.html")).status, 404, "it is for nobody to ask for");
      await within(WAIT_MS, "the page again", (async () => {
        while ((await askTls(proxy, "GET", "/table/abc")).status !== 200);
      })());
      await other.stop();
    });
  proxy.end();
}

await test("nginx: below a path all is there, and nothing beside it", async () => {
  const server = await startServer(program, { args: belowPath() });
  const proxy = await startNginx(server, true);
  const page = await askTls(proxy, "GET", "/orrery/");
  assert.equal(page.status, 200);
  const addresses = [...page.text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  assert.ok(addresses.length > 3 && addresses.every((address) => address.startsWith("/orrery/")), addresses.join(" "));
  for (const address of addresses) assert.equal((await askTls(proxy, "GET", address)).status, 200, address);
  for (const path of ["/orrery/table/abc", "/orrery/rules/pulsar-2849"]) assert.equal((await askTls(proxy, "GET", path)).text, page.text, path);
  const worker = await askTls(proxy, "GET", "/orrery/sw.js");
  const hash = createHash("sha256").update(page.text).digest("base64");
  assert.ok(worker.text.includes(`["./","sha256-${hash}"]`), "the service worker knows this page");
  const made = await askTls(proxy, "POST", "/orrery/api/guest", { body: { name: "Ada" } });
  assert.match(made.headers["set-cookie"][0], /Path=\//);
  const socket = await socketFrom(proxy, "127.0.0.1", {}, "/orrery");
  assert.ok(socket instanceof WebSocket, String(socket));
  socket.terminate();
  for (const path of ["/", "/api/games", "/orreryx/"]) assert.equal((await askTls(proxy, "GET", path)).status, 404, path);
  assert.equal((await askTls(proxy, "GET", "/orrery")).status, 301);
  proxy.end();
  await server.stop();
});

finish();
