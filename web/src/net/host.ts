// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the page comes from: the program, which is a server too, or a folder of files that knows nobody (`make site`).
// The page itself says which, so that nobody has to be asked in vain.

/** What a page names in its head. */
const named = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

/** Is there a server behind the page? */
const server = named('orrery-server') !== 'none';

export const host = {
  server,
  /** What tells a browser its address as others see it, for games between two browsers; mostly nothing. */
  stun: named('orrery-stun').split(' ').filter((address) => /^stuns?:/.test(address)),
  /** Where its files begin: with a server mostly "/", a folder may be anywhere. */
  root: new URL('.', document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? location.href).pathname,
} as const;
