// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// nginx and Caddy with the very files of docs/hosting.md: only ports, names and certificates are others. They run as
// whoever runs the test, in a folder of their own, and have nothing to do with services of the machine.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { receive } from "./client.mjs";
import { within } from "./server.mjs";

const START_MS = 120000;
const NAME = "play.example.org";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const page = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");

/** The one block of that language in docs/hosting.md. */
function documented(language) {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))];
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of ${language} in docs/hosting.md`);
  return blocks[0][1];
}

/** Replaces what must be there. */
function change(text, old, fresh) {
  if (!text.includes(old)) throw new Error(`docs/hosting.md has no ${old}`);
  return text.replaceAll(old, fresh);
}

/** A port that nobody has just now. */
async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const running = new Set();
process.on("exit", () => {
  for (const proxy of running) proxy.end();
});

/** A proxy in front of a server: `base` is where clients go, `name` what it is called there. */
class Proxy {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "orrery-proxy-"));
    this.errors = "";
    running.add(this);
  }

  async start(program, args, env = {}, below = "") {
    this.process = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (part) => (this.errors += part));
    this.process.once("exit", (code) => (this.gone = code ?? "a signal"));
    this.process.once("error", (error) => (this.gone = error.message));
    await within(START_MS, "the start of the proxy", this.answers(below));
    return this;
  }

  async answers(below) {
    while (this.gone === undefined) {
      const answer = await askTls(this, "GET", `${below}/health`).catch(() => undefined);
      if (answer?.status === 200) return;
      await pause(50);
    }
    throw new Error(`the proxy ended with ${this.gone}: ${this.errors}`);
  }

  end() {
    running.delete(this);
    this.process?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A certificate for the name. */
function certify(folder) {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
    "-subj", `/CN=${NAME}`, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { key, certificate };
}

/** The one line of docs/hosting.md that begins so. */
function documentedLine(start) {
  const lines = page.split("\n").filter((line) => line.trimStart().startsWith(start));
  if (lines.length !== 1) throw new Error(`${lines.length} lines ${start} in docs/hosting.md`);
  return lines[0].replace(/\s+#.*/, "").trim();
}

/** The options with which a server is below a path, as docs/hosting.md has them; the path is /orrery. */
export const belowPath = () => documentedLine("orrery serve --proxies 1 --url").split(" ").slice(2);

export async function startNginx(server, isBelow = false) {
  const proxy = new Proxy();
  const { folder } = proxy;
  const { key, certificate } = certify(folder);
  proxy.port = await freePort();
  proxy.name = NAME;
  let site = change(documented("nginx"), "127.0.0.1:8686", `127.0.0.1:${server.port}`);
  site = change(site, ":443", `:${proxy.port}`);
  site = change(site, "listen 443", `listen ${proxy.port}`);
  site = change(site, `/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate);
  site = change(site, `/etc/letsencrypt/live/${NAME}/privkey.pem`, key);
  if (isBelow) site = change(site, "location / { proxy_pass http://orrery; }", documentedLine("location /orrery/ { proxy"));
  site = change(site, "root /usr/share/orrery;", `root ${fileURLToPath(new URL("../../packaging", import.meta.url))};`);
  if (!existsSync("/proc/net/if_inet6")) site = site.replace(/^ *listen \[::\].*\n/m, "");
  mkdirSync(join(folder, "temporary"));
  writeFileSync(join(folder, "site.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((what) => `${what}_temp_path ${folder}/temporary/${what};`).join("\n");
  writeFileSync(join(folder, "nginx.conf"), `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr warn;\n` +
    `events { worker_connections 4096; }\nhttp {\n${paths}\naccess_log off;\ninclude ${folder}/site.conf;\n}\n`);
  const program = existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx";
  return proxy.start(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {}, isBelow ? "/orrery" : "");
}

/** Caddy makes a certificate of its own for names of this machine. */
export async function startCaddy(server) {
  const proxy = new Proxy();
  proxy.port = await freePort();
  proxy.name = "localhost";
  let site = change(documented("caddy"), "127.0.0.1:8686", `127.0.0.1:${server.port}`);
  site = change(site, NAME, `localhost:${proxy.port}`);
  const file = join(proxy.folder, "Caddyfile");
  writeFileSync(file, `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system ${proxy.folder}/storage\n}\n${site}`);
  return proxy.start("caddy", ["run", "--adapter", "caddyfile", "--config", file],
    { HOME: proxy.folder, XDG_CONFIG_HOME: proxy.folder, XDG_DATA_HOME: proxy.folder });
}

/** What a client at an address of this machine (127.0.0.2 …) needs to reach the proxy. */
export const tlsOptions = (proxy, from = "127.0.0.1") => ({
  host: "127.0.0.1",
  port: proxy.port,
  servername: proxy.name,
  localAddress: from,
  rejectUnauthorized: false,
});

/** One request by TLS; resolves to {status, headers, json, text}. */
export function askTls(proxy, method, path, { body, token, from, headers = {} } = {}) {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = https.request({
      ...tlsOptions(proxy, from),
      method,
      path,
      agent: false,
      headers: {
        Host: `${proxy.name}:${proxy.port}`,
        ...(text === undefined ? {} : { "Content-Length": Buffer.byteLength(text) }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
    }, (response) => receive(response, resolve, reject));
    request.on("error", reject);
    request.end(text);
  });
}
