// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the server says about itself, asked once, and whether it lets in whoever sits at this browser.

import type { About } from '../protocol';
import { there } from './connections.svelte';
import { api } from './http';
import { person, recognize } from './people.svelte';

/** A server that takes longer has other troubles, which the page tells. */
const LATE_MS = 3_000;

export const server: { about: About | undefined } = $state({ about: undefined });

async function askAbout(): Promise<void> {
  if (there === null) return;
  server.about = await api.about();
  there.can.analyses = server.about.analyses;
}

/** It is known who sits here and what the server is; or it cannot be known now, and the page works without. */
export const ready = new Promise<void>((resolve) => {
  setTimeout(resolve, LATE_MS);
  void Promise.allSettled([recognize(), askAbout()]).then(() => resolve());
});

/** Is this server for members only, and nobody of them is here? */
export const isLocked = (): boolean => server.about?.members_only === true && person.me?.account !== true;
