// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The page as a folder of files (tools/site) and the plainest web server there can be for it: it knows names, types and
// nothing else.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createGzip } from "node:zlib";
import { program } from "../server/tap.mjs";

const TOOLS = new URL("../../tools", import.meta.url).pathname;

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
};

/** A new folder with the page in it; removed in the end. */
export function writeSite() {
  const parent = mkdtempSync(join(tmpdir(), "orrery-site-"));
  process.on("exit", () => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, "site");
  execFileSync(join(TOOLS, "site"), [folder, program]);
  return folder;
}

/** What tools/site does in the end: the files as they are now become a version. */
export function finishSite(folder) {
  execFileSync("python3", ["-c", "import pathlib, sys, page_files; page_files.finish(pathlib.Path(sys.argv[1]), server=False)", folder], {
    env: { ...process.env, PYTHONPATH: TOOLS, PYTHONDONTWRITEBYTECODE: "1" },
  });
}

/** `strays` is what was asked for and is not there. */
class FileServer {
  constructor(folder, path, packs) {
    Object.assign(this, { folder, path, packs, strays: [] });
  }

  /** Starts, at the same address as before if there was one. */
  async start() {
    this.http = http.createServer(async (request, response) => {
      if (this.held?.pattern.test(request.url)) await this.held.until;
      this.answer(request, response);
    });
    await new Promise((resolve) => this.http.listen(this.port ?? 0, "127.0.0.1", resolve));
    this.port = this.http.address().port;
    this.base = `http://127.0.0.1:${this.port}${this.path}`;
    return this;
  }

  /** Whoever asks for such a file waits until the returned function is called. */
  hold(pattern) {
    const held = { pattern };
    held.until = new Promise((resolve) => (held.release = resolve));
    this.held = held;
    return () => ((this.held = undefined), held.release());
  }

  answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, "http://files").pathname);
    const name = path.startsWith(this.path) ? path.slice(this.path.length) : undefined;
    const file = join(this.folder, normalize(name === "" ? "index.html" : (name ?? "/nothing")));
    if (name === undefined || !existsSync(file) || !statSync(file).isFile()) {
      this.strays.push(path);
      return response.writeHead(404).end("nothing here");
    }
    const packs = this.packs && /gzip/.test(request.headers["accept-encoding"] ?? "") && extname(file) !== ".woff2" && extname(file) !== ".png";
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", ...(packs ? { "Content-Encoding": "gzip" } : {}) });
    const content = createReadStream(file);
    (packs ? content.pipe(createGzip({ level: 9 })) : content).pipe(response);
  }

  /** Is gone, as if there were no network. */
  async stop() {
    const closed = new Promise((resolve) => this.http.close(resolve));
    this.http.closeAllConnections();
    await closed;
  }
}

/** Serves a folder below a path, packed with gzip or as it is. */
export const serveFiles = (folder, path = "/", packs = false) => new FileServer(folder, path, packs).start();
