// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The service worker: keeps the files of one version of the page, so that the page opens without a network, and always with
// files that belong together. It knows the files by a list with their hashes, which the build puts before it
// (tools/page_files.py). Whatever is not on that list, one of the page's own addresses or public reference goes to the
// network as if there were no service worker: nothing that a server says to one person can be kept here.

export {};

interface Version {
  version: string;
  /** Is there a server behind the page? */
  server: boolean;
  /** Paths below our folder with the hash of what is there, as browsers check it. */
  files: [path: string, integrity: string][];
}

declare const self: ServiceWorkerGlobalScope & { ORRERY: Version };

const { version, server, files } = self.ORRERY;
const PREFIX = 'orrery-';
const NAME = PREFIX + version;
const integrities = new Map(files);
/** The language that a file is in, if it is in one: those are kept for whoever reads it. */
const languageOf = (path: string) =>
  /^assets\/([a-z]{2,3}(?:-[A-Z]{2})?)\/|\.([a-z]{2,3}(?:-[A-Z]{2})?)\.json$/.exec(path)?.slice(1).find(Boolean);
const scope = new URL(self.registration.scope);

/** The page itself. */
const SHELL = './';
const INDEX = 'reference/index.json';
/** Addresses of a server that are no pages. */
const OF_SERVER = ['api', 'ws', 'health', 'metrics', 'reference'];
/** A network that takes longer counts as none, if there is something kept. */
const LATE_MS = 4_000;

const addressOf = (path: string) => new URL(path, scope).href;

/** Under what a file is kept: the same content has the same key in every version. */
function keyOf(path: string): string {
  return `${addressOf(path)}?${encodeURIComponent(integrities.get(path) ?? '')}`;
}

// ---- a version comes and goes --------------------------------------------------------------------

/** Answers that came over a detour must not be given to a window. */
function direct(response: Response): Response {
  if (!response.redirected) return response;
  return new Response(response.body, { headers: response.headers, status: response.status });
}

async function load(path: string, integrity: string): Promise<Response> {
  // names of assets change with their content, so what the browser has of them will do
  const response = await fetch(addressOf(path), { integrity, cache: path.startsWith('assets/') ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return direct(response);
}

/** Keeps files; what an earlier version has is taken from there. */
async function keep(cache: Cache, wanted: [path: string, integrity: string][]): Promise<void> {
  await Promise.all(
    wanted.map(async ([path, integrity]) => {
      const key = keyOf(path);
      await cache.put(key, (await caches.match(key)) ?? (await load(path, integrity)));
    }),
  );
}

/** All files or none: a version that cannot be loaded as a whole is tried again later. Of languages those that were read
 *  with earlier versions, and English, which all others fall back to. */
async function install(): Promise<void> {
  const languages = new Set(['en', ...(await keptLanguages())]);
  const isWanted = (path: string) => languages.has(languageOf(path) ?? 'en');
  const cache = await caches.open(NAME);
  await keep(cache, files.filter(([path]) => isWanted(path)));
  if (!integrities.has(INDEX)) await keepReference(cache, isWanted);
}

async function keptLanguages(): Promise<string[]> {
  const kept: string[] = [];
  for (const name of (await caches.keys()).filter((one) => one.startsWith(PREFIX)))
    for (const { url } of await (await caches.open(name)).keys())
      kept.push(languageOf(new URL(url).pathname.slice(scope.pathname.length)) ?? 'en');
  return kept;
}

/** What a server says for reference depends on its cards, so it is on no list of the build. */
async function keepReference(cache: Cache, isWanted: (path: string) => boolean): Promise<void> {
  const names = (await (await fetch(addressOf(INDEX))).json()) as string[];
  await cache.addAll(names.filter(isWanted).map((name) => addressOf(`reference/${name}`)));
}

/** Someone reads a language here: from now on it is there without a network. */
async function keepLanguage(language: string): Promise<void> {
  const isWanted = (path: string) => languageOf(path) === language;
  const cache = await caches.open(NAME);
  const wanted = files.filter(([path]) => isWanted(path));
  const known = await Promise.all(wanted.map(async ([path]) => (await cache.match(keyOf(path))) !== undefined));
  if (known.every(Boolean)) return;
  await keep(cache, wanted);
  if (!integrities.has(INDEX)) await keepReference(cache, isWanted);
}

/** Earlier versions stay as long as windows other than these may still need their files. */
async function tidy(ids: string[]): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some(({ id }) => !ids.includes(id))) return;
  if (self.registration.waiting !== null || self.registration.installing !== null) return; // a newer one is coming
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX)); // in the order they were opened
  await Promise.all(names.slice(0, names.indexOf(NAME)).map((name) => caches.delete(name)));
}

/** A window that asked for the new version loads itself again, so if it is the only one, nothing earlier is needed. */
async function activate(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await self.clients.claim();
  await tidy(windows.slice(0, 1).map(({ id }) => id));
}

// ---- answers -------------------------------------------------------------------------------------

/** A file of this version. Browsers may forget what is kept when there is little room. */
async function kept(path: string): Promise<Response> {
  return (await (await caches.open(NAME)).match(keyOf(path))) ?? fetch(addressOf(path));
}

/** A file of an earlier version, for a window that was opened with it. */
async function earlier(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreSearch: true })) ?? fetch(request);
}

/** Fresh if there is a network, else what was heard last. */
async function fresh(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(NAME);
  const known = await cache.match(event.request.url);
  const asked = fetch(event.request).then((response) => {
    if (response.ok) event.waitUntil(cache.put(event.request.url, response.clone()));
    return response.ok ? response : (known ?? response);
  });
  if (known === undefined) return asked;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), LATE_MS));
  return Promise.race([asked.catch(() => known), late]);
}

/** Windows at the addresses of the page get the page; in a folder of files it has one address. */
function isPage(path: string): boolean {
  return server ? !OF_SERVER.includes(path.split('/')[0]) : path === '' || path === 'index.html';
}

/** The answer to a request that is ours; nothing else is touched. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope.href)) return null;
  const path = url.pathname.slice(scope.pathname.length);
  if (integrities.has(path)) return kept(path);
  if (request.mode === 'navigate') return isPage(path) ? kept(SHELL) : null;
  if (path.startsWith('reference/')) return fresh(event);
  return path.startsWith('assets/') ? earlier(request) : null;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const { data } = event as { data: unknown };
  if (data === 'take over') event.waitUntil(self.skipWaiting());
  const language = (data as { language?: unknown } | null)?.language;
  if (typeof language === 'string') event.waitUntil(keepLanguage(language).catch(() => {})); // later, then
});
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer === null) return;
  event.respondWith(answer);
  if (event.request.mode === 'navigate') event.waitUntil(tidy([event.clientId, event.resultingClientId]));
});
