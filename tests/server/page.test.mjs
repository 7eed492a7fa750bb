// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The page that the program carries, and how it is served: headers, caching, addresses, encodings.
//     node page.test.mjs ORRERY

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";
import { gunzipSync } from "node:zlib";
import { LANGUAGES, said } from "./languages.mjs";
import { request as rawRequest, sendRaw } from "./raw.mjs";
import { startServer } from "./server.mjs";
import { finish, program, test } from "./tap.mjs";

const server = await startServer(program);

/** One request; resolves to {status, headers, body} with the body as it came. */
function get(path, headers = {}, method = "GET") {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, server.base), { method, agent: false, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

const index = await get("/");
const html = index.body.toString();
const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
const script = assets.find((path) => path.endsWith(".js"));
/** The pages that the client has, by its own list. */
const pages = [...readFileSync(new URL("../../web/src/App.svelte", import.meta.url), "utf8").matchAll(/^ +'?([\w-]+)'?: \(\) => import\('\.\/\w+\/\w+\.svelte'\)/gm)].map(([, name]) => name);
const deep = [...pages.map((name) => `/${name}`), "/table/abc", "/table/abc/", "/new/noughts", "/how-to-play/pulsar-2849", "/rules/beyond-the-sun", "/cards/pulsar-2849", "/guide/noughts", "/replay", "/about", "/account", "/table/a/b/c.js?move=3"];
const strange = ["/tables", "/tabl", "/index.htm", "/nowhere", "/assets", "/assets/", "/assets/nothing.js", "/api", "/api/nowhere", "/ws/x", "/health/x", "/metrics/x", "//", "//table", "/assets//" + script.slice(8), script + "/", script.toUpperCase()];

await test("the page is there, with a script and a style", () => {
  assert.ok(pages.includes("friend") && pages.includes("how-to-play"), pages.join(" "));
  assert.equal(index.status, 200);
  assert.equal(index.headers["content-type"], "text/html; charset=utf-8");
  assert.match(html, /^<!doctype html>/i);
  assert.ok(script && assets.some((path) => path.endsWith(".css")), html);
});

await test("no script and no style stands in the page itself", () => {
  assert.doesNotMatch(html, /<style/i);
  assert.doesNotMatch(html, /\sstyle=/i);
  assert.doesNotMatch(html, /\son[a-z]+=/i);
  assert.doesNotMatch(html, /javascript:/i);
  for (const [tag] of html.matchAll(/<script[^>]*>[^]*?<\/script>/gi)) assert.match(tag, /^<script[^>]*\ssrc="\/assets\/[^"]+"[^>]*><\/script>$/i);
  for (const [, source] of html.matchAll(/(?:src|href)="([^"]*)"/g)) assert.match(source, /^\/[^/]/, "nothing from elsewhere");
});

await test("every answer has the headers that keep others out", async () => {
  const policy = {
    "default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'", "style-src": "'self'", "img-src": "'self' data:", "font-src": "'self'",
    "connect-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'", "form-action": "'self'", "frame-ancestors": "'none'",
  };
  for (const path of ["/", "/table/x", script, "/icon.svg", "/nowhere", "/assets/nothing.js", "/api/games", "/health"]) {
    const { headers } = await get(path);
    const said = headers["content-security-policy"].split("; ").map((each) => [each.slice(0, each.indexOf(" ")), each.slice(each.indexOf(" ") + 1)]);
    assert.deepEqual(Object.fromEntries(said), policy, path);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.match(headers["permissions-policy"], /camera=\(\).*microphone=\(\)/);
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.equal(headers["x-frame-options"], "DENY");
  }
});

await test("the page itself says the same, for hosts that serve files", async () => {
  const said = html.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.equal(`${said}; frame-ancestors 'none'`, index.headers["content-security-policy"], "browsers take frame-ancestors from headers alone");
});

await test("addresses inside the page lead to it", async () => {
  for (const path of deep) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.ok(answer.body.equals(index.body), path);
    assert.equal(answer.headers["cache-control"], "no-cache");
  }
});

await test("other addresses lead nowhere", async () => {
  for (const path of strange) {
    const answer = await sendRaw(server.port, rawRequest("GET", path));
    assert.equal(answer.status, 404, path);
    assert.equal(answer.json.error, "not-found", path);
  }
});

await test("there is no way out of the page", async () => {
  const ways = ["/../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "/%2e%2e/index.html", "/assets/../index.html", "/./index.html", "/assets\\..\\index.html"];
  for (const path of ways) {
    const answer = await sendRaw(server.port, rawRequest("GET", path));
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(answer.text, /root:/);
  }
});

await test("files whose names change with their content may be kept for a year, others are asked for again", async () => {
  for (const path of assets) {
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.match(path, /-[\w-]{8}\.\w+$/, "a hash in the name");
  }
  for (const path of ["/", "/index.html", "/icon.svg"]) assert.equal((await get(path)).headers["cache-control"], "no-cache", path);
});

await test("who has a file already is told so", async () => {
  for (const path of ["/", "/table/x", script, "/icon.svg"])
    for (const encoding of ["gzip", "identity"]) {
      const first = await get(path, { "Accept-Encoding": encoding });
      assert.match(first.headers.etag, /^"[0-9a-f]{32}(-gz)?"$/);
      for (const known of [first.headers.etag, `W/${first.headers.etag}`, `"x", ${first.headers.etag}`, "*"]) {
        const again = await get(path, { "Accept-Encoding": encoding, "If-None-Match": known });
        assert.equal(again.status, 304, `${path} ${known}`);
        assert.equal(again.body.length, 0);
        assert.equal(again.headers.etag, first.headers.etag);
        assert.equal(again.headers["cache-control"], first.headers["cache-control"]);
      }
      assert.equal((await get(path, { "Accept-Encoding": encoding, "If-None-Match": '"x"' })).status, 200);
    }
});

await test("packed for those who can unpack it, plain for others", async () => {
  const plain = await get(script);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.headers.vary, "Accept-Encoding");
  assert.equal(Number(plain.headers["content-length"]), plain.body.length);
  for (const accepts of ["gzip", "br, gzip;q=0.5", "GZIP", "deflate,*", "gzip; q=1.0"]) {
    const packed = await get(script, { "Accept-Encoding": accepts });
    assert.equal(packed.headers["content-encoding"], "gzip", accepts);
    assert.ok(gunzipSync(packed.body).equals(plain.body));
    assert.ok(packed.body.length < plain.body.length / 2);
    assert.notEqual(packed.headers.etag, plain.headers.etag, "other bytes, another ETag");
    assert.equal(packed.headers.vary, "Accept-Encoding");
  }
  for (const accepts of ["", "br", "gzip;q=0", "gzip; q=0.000, *", "notgzip", "gzipped", "*;q=0", ",,;"]) {
    const answer = await get(script, { "Accept-Encoding": accepts });
    assert.equal(answer.headers["content-encoding"], undefined, accepts);
    assert.ok(answer.body.equals(plain.body));
  }
});

await test("what is packed already is not packed again", async () => {
  const style = (await get(assets.find((path) => path.endsWith(".css")))).body.toString();
  const [, font] = style.match(/url\(\.\/([\w.-]+\.woff2)/);
  const answer = await get(`/assets/${font}`, { "Accept-Encoding": "gzip" });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "font/woff2");
  assert.equal(answer.body.subarray(0, 4).toString(), "wOF2");
});

await test("HEAD says what GET would, without the body", async () => {
  for (const path of ["/", "/replay", script, "/icon.svg"])
    for (const encoding of ["gzip", "identity"]) {
      const [full, head] = [await get(path, { "Accept-Encoding": encoding }), await get(path, { "Accept-Encoding": encoding }, "HEAD")];
      assert.equal(head.status, 200, path);
      assert.equal(head.body.length, 0);
      for (const name of ["content-length", "content-type", "content-encoding", "etag", "cache-control", "vary"]) assert.equal(head.headers[name], full.headers[name], `${path}: ${name}`);
    }
  assert.equal((await get("/assets/nothing.js", {}, "HEAD")).status, 404);
});

await test("nothing else can be done with a page", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    for (const path of ["/", "/table/x", script]) assert.equal((await get(path, {}, method)).status, 405, `${method} ${path}`);
});

await test("everything that the page loads is there, with its type", async () => {
  const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json", woff2: "font/woff2" };
  const seen = new Set();
  const wanted = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => path);
  while (wanted.length > 0) {
    const path = wanted.pop();
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    const ending = path.split(".").at(-1);
    assert.equal(answer.headers["content-type"], types[ending], path);
    if (ending === "js") wanted.push(...[...answer.body.toString().matchAll(/["'`](?:\.|\/?assets)\/((?:[\w-]+\/)?[\w.-]+\.(?:js|css))["'`]/g)].map(([, name]) => `/assets/${name}`));
    if (ending === "css") wanted.push(...[...answer.body.toString().matchAll(/url\(["']?\.\/([^)"']+)/g)].map(([, name]) => `/assets/${name}`));
  }
  assert.ok(seen.size > 3, [...seen].join(" "));
});

await test("it can be installed: a manifest in each language, with icons that are there", async () => {
  for (const language of LANGUAGES) {
    const answer = await get(`/manifest.${language}.webmanifest`);
    assert.equal(answer.headers["content-type"], "application/manifest+json");
    const manifest = JSON.parse(answer.body.toString());
    assert.equal(manifest.lang, language);
    assert.equal(manifest.description, said(language, "Two space games, one table. Every rule, nothing bent."));
    assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ["./", "./", "standalone"]);
    assert.deepEqual(new Set(manifest.icons.map((icon) => icon.purpose)), new Set(["any", "maskable"]));
    for (const { src, type, sizes } of manifest.icons) {
      const icon = await get(`/${src}`);
      assert.equal(icon.headers["content-type"], type, src);
      if (type === "image/png") assert.equal(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`, sizes, src);
    }
  }
});

await test("the service worker knows every file by its hash, and is asked for again each time", async () => {
  const { status, headers, body } = await get("/sw.js");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
  assert.equal(headers["cache-control"], "no-cache");
  const said = JSON.parse(/^self\.ORRERY=(.*);\n/.exec(body.toString())[1]);
  assert.equal(said.server, true);
  const paths = said.files.map(([path]) => path);
  for (const path of ["./", "icon.svg", "manifest.de.webmanifest", ...assets.map((path) => path.slice(1))]) assert.ok(paths.includes(path), path);
  assert.deepEqual(paths.filter((path) => /^(api|ws|reference|sw\.js|index\.html)/.test(path)), []);
  for (const [path, integrity] of said.files) {
    const file = await get(path === "./" ? "/" : `/${path}`);
    assert.equal(`sha256-${createHash("sha256").update(file.body).digest("base64")}`, integrity, path);
  }
});

await test("what is the same for everyone has names of its own, without a language or person in the request", async () => {
  const names = JSON.parse((await get("/reference/index.json")).body.toString());
  assert.ok(names.includes("games.de.json") && names.includes("pulsar-2849/cards.en.json") && names.includes("pulsar-2849/layout.de.json"), names.join(" "));
  for (const name of names) {
    const answer = await get(`/reference/${name}`);
    assert.equal(answer.status, 200, name);
    assert.equal(answer.headers["content-type"], "application/json");
    const [game, what] = name.includes("/") ? name.split("/") : ["", name];
    const [kind, language] = what.split(".");
    const most = { "beyond-the-sun": 4, "pulsar-2849": 4, noughts: 2 }[game];
    const asked = kind === "games" ? `/api/games?lang=${language}` : `/api/games/${game}/${kind}?players=${most}&lang=${language}`;
    assert.ok(answer.body.equals((await get(asked)).body), name);
    assert.ok(answer.body.equals((await get(`/reference/${name}?lang=en`, { "Accept-Language": "de" })).body), name);
    assert.equal((await get(`/reference/${name}`, { "If-None-Match": answer.headers.etag })).status, 304);
  }
  for (const name of ["", "/", "/games.xx.json", "/games.de.txt", "/games.de.json.json", "/chess/layout.en.json", "/noughts/cards.json", "/../etc/passwd"]) assert.equal((await get(`/reference${name}`)).status, 404, name);
  assert.equal((await get("/reference/index.json", {}, "POST")).status, 405);
});

await test("the server ends well", () => server.stop());

finish();
