// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The connections that this page has, and which one is responsible for what: tables of this browser have ids of their
// own. The page of a static site says that there is no server behind it. Where a server cannot be reached, what needs
// no other person happens in this browser.

import engine, { networks } from 'virtual:engine';
import languages from 'virtual:languages';
import { Channel } from '../friend/channel';
import { Hosting } from '../friend/hosting.svelte';
import type { Found } from '../friend/ledger';
import { Refusal, type Connection } from './connection';
import { Friend } from './friend.svelte';
import { host } from './host';
import { Local } from './local.svelte';
import { Remote } from './remote.svelte';

const LOCAL = /^local-/;
const FRIENDS = /^friend-/;

const remote = new Remote();
/** Where the engine's texts are, by language; English is in the engine. */
const texts = Object.fromEntries(languages.flatMap((one) => (one.engine === null ? [] : [[one.name, one.engine]])));
/** The engine in this browser; null if this page was built without it. */
const local = engine === null || !Local.works() ? null : new Local({ engine, networks, texts });

/** Checks a record with the engine in this browser. */
const check = (at: Local) => (record: string) =>
  at.ask<Found>('/api/verify', { method: 'POST', body: JSON.stringify({ record }) });

/** Two browsers without a server between them: as the one who invites, and as a guest. Null: not in this browser. */
export const friends =
  local === null || !Channel.works() ? null : { hosting: new Hosting(local), guest: new Friend(check(local)) };

/** Where one can play without a server; null: nowhere. */
export const here: Connection | null = local;
/** Where others are; null: nowhere. */
export const there: Connection | null = host.server ? remote : null;
/** Who answers for the page: where it comes from. */
const origin: Connection = there ?? here ?? remote;
export const all: Connection[] = [there, here].filter((one) => one !== null);

export function connectionOf(table: string): Connection {
  if (FRIENDS.test(table) && friends !== null) return friends.guest;
  return LOCAL.test(table) && local !== null ? local : remote;
}

/** Who answers a request: for one about a table where that is. */
export function connectionFor(path: string): Connection {
  const table = /^\/api\/tables\/([^/?]+)/.exec(path);
  return table === null ? origin : connectionOf(table[1]);
}

/** Is there a server, but out of reach? */
export function isCut(): boolean {
  return there !== null && remote.isCut;
}

/** Where new tables are made now: on the server, if it can be reached. */
export function home(): Connection {
  return isCut() ? (here ?? origin) : origin;
}

/** Does at home what needs no other person; if it turns out that the server cannot be reached, in this browser. */
export async function atHome<T>(act: (at: Connection) => Promise<T>): Promise<T> {
  const at = home();
  try {
    return await act(at);
  } catch (error) {
    if (home() === at || !(error instanceof Refusal && error.code === 'offline')) throw error;
    return act(home());
  }
}

/** Greets again where someone listens. */
export function restartAll(): void {
  for (const one of all) one.restart();
  friends?.guest.restart();
}
