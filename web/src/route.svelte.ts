// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Which page is open, by the address: /, /new/GAME, /table/ID, /how-to-play/GAME, /rules/GAME, /cards/GAME,
// /workshop/GAME, /guide/GAME, /account, /friend, /puzzles, /puzzles/GAME/NUMBER. A folder of files has one
// address that every host answers, so there the path is the beginning of the query: ?/rules/GAME.

import { host } from './net/host';

export const route: { parts: string[]; query: URLSearchParams; hash: string } = $state(read());

/** The rest of a path below the place of the page. */
function below(path: string): string {
  return path.startsWith(host.root) ? path.slice(host.root.length - 1) : '/';
}

/** The path of a page and its query, from the address. */
function pathAndQuery(): [path: string, query: string] {
  if (host.server) return [below(location.pathname), location.search];
  const [path, ...query] = location.search.slice(1).split('&');
  return path.startsWith('/') ? [path, query.join('&')] : ['/', location.search];
}

function read() {
  const [path, query] = pathAndQuery();
  return {
    parts: path.split('/').filter((part) => part !== '').map(decode),
    query: new URLSearchParams(query),
    hash: location.hash.slice(1),
  };
}

/** What is no encoding stands for itself: then there is no such page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page of ours: for links. */
export function link(path: string): string {
  if (host.server) return host.root + path.slice(1);
  if (path === '/') return host.root;
  const [page, ...hash] = path.split('#');
  return [host.root + '?' + page.replace('?', '&'), ...hash].join('#');
}

/** The same for people elsewhere. */
export function fullLink(path: string): string {
  return location.origin + link(path);
}

function enter(address: string, replace: boolean): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  Object.assign(route, read());
  if (!replace) scrollTo(0, 0);
}

/** Opens a page of ours. */
export function go(path: string, replace = false): void {
  enter(link(path), replace);
}

/** Is this one of our pages, and no file or answer of a server? */
function isPage(address: HTMLAnchorElement): boolean {
  if (address.origin !== location.origin) return false;
  if (!host.server) return address.pathname === host.root;
  return address.pathname.startsWith(host.root) && !below(address.pathname).startsWith('/api/');
}

/** Links within the page do not load it again. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target !== '' || link.hasAttribute('download') || !isPage(link)) return;
  event.preventDefault();
  enter(link.href, false);
}

export function startRouting(): void {
  addEventListener('popstate', () => Object.assign(route, read()));
  document.addEventListener('click', follow);
}
