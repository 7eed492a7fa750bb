// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who sits at this browser. Nobody needs an account: the first thing that needs a person makes a guest. Tables of this
// browser need none.

import type { Me } from '../protocol';
import { settings } from '../settings.svelte';
import { learn, t } from '../words/words';
import type { Connection } from './connection';
import { restartAll, there } from './connections.svelte';
import { api, post } from './http';
import { ownName, person } from './name.svelte';

export { ownName, person };

/** What was chosen last: its words may still be on their way. */
let wanted = settings.language;

/** Asks once who we are. */
export async function recognize(): Promise<void> {
  person.me = there === null ? null : await api.me();
  person.known = true;
  await speak(wanted); // what was chosen in this browser counts
}

/** Before something is done there: where people come, a guest is made if nobody is here yet. `name`: what they want to
 *  be called; accounts keep theirs. */
export async function beSomebody(at: Connection, name?: string): Promise<void> {
  if (!at.can.people) person.called = name ?? person.called;
  else await beKnown(name);
}

async function beKnown(name?: string): Promise<void> {
  if (!person.known) await recognize();
  if (person.me === null) {
    person.me = await post<Me>('/api/guest', { name: name ?? t('Guest'), language: settings.language });
    restartAll();
  } else if (name !== undefined && !person.me.account && name !== person.me.name) await rename(name);
}

async function become(path: string, body: unknown): Promise<void> {
  person.me = await post<Me>(path, body);
  wanted = person.me.language;
  await learn(wanted).catch(() => {}); // a page in English is better than none
  settings.language = wanted;
  restartAll();
}

export const signIn = (name: string, password: string) => become('/api/login', { name, password });

export async function makeAccount(name: string, password: string): Promise<void> {
  if (person.me === null) await beKnown(name);
  await become('/api/account', { name, password });
}

/** Every token of before is void, also that of this browser's connection. */
export async function changePassword(change: { password: string; new_password: string }): Promise<void> {
  await become('/api/password', change);
}

export async function signOut(): Promise<void> {
  await post('/api/logout');
  person.me = null;
  restartAll();
}

export async function rename(name: string): Promise<void> {
  person.me = await post<Me>('/api/me', { name });
  restartAll();
}

/** Texts from the server come in the person's language. */
export async function speak(language: Me['language']): Promise<void> {
  wanted = language;
  await learn(language);
  if (wanted !== language) return;
  const isNew = settings.language !== language;
  settings.language = language;
  if (there === null) restartAll();
  else if (person.me !== null && person.me.language !== language) {
    person.me = await post<Me>('/api/me', { language });
    restartAll();
  } else if (person.me === null && isNew) restartAll(); // nobody says the language with what is watched
}
