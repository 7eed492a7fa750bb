// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Where the page comes from: the program, which is a server too, or a folder of files that knows nobody (`make site`).
// The page itself says which, so that nobody has to be asked in vain.

/** Is there a server behind the page? */
const server = document.querySelector<HTMLMetaElement>('meta[name=orrery-server]')?.content !== 'none';

export const host = {
  server,
  /** Where its files begin: with a server mostly "/", a folder may be anywhere. */
  root: new URL('.', document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? location.href).pathname,
} as const;
