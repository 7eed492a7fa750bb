// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Which page is open, by the address: /, /new/GAME, /table/ID, /how-to-play/GAME, /rules/GAME, /cards/GAME,
// /guide/GAME, /account.

export const route: { parts: string[]; query: URLSearchParams; hash: string } = $state(read());

function read() {
  return {
    parts: location.pathname.split('/').filter((part) => part !== '').map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  Object.assign(route, read());
  if (!replace) scrollTo(0, 0);
}

/** Links within the page do not load it again. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function startRouting(): void {
  addEventListener('popstate', () => Object.assign(route, read()));
  document.addEventListener('click', follow);
}
