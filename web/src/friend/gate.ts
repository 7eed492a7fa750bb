// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a friend may say to the browser that hosts the table: everything else is refused here, before anyone acts on it.
// A message is made anew from the members that are known, and it is about the one table, whatever it says.

import type { Asked } from '../net/local.svelte';
import { NAME_MOST } from './signal';

export type Admitted =
  | { hello: { name: string; language: string } }
  | { of: number; share: string }
  | ({ id: number } & Asked);

/** The longest that a friend has to say is an action of 16 moves. */
export const BOUNDS = { length: 4_000, frames: 300, ms: 20_000 };

/** What the own seat needs, and questions that cost little. */
export const COMMANDS = [
  'ping', 'watch', 'unwatch', 'moment', 'scores', 'log', 'preview', 'move', 'undo', 'redo', 'confirm', 'confirms',
];
const MEMBERS = [
  'do', 'seat', 'move', 'moves', 'expected', 'key', 'on', 'state', 'legal', 'blocked', 'plans', 'log', 'from',
];
const QUESTIONS = ['', '/cards', '/layout', '/record'];
const LANGUAGE = /^[a-z]{2,3}$/;
/** Also that none is needed, or none is given. */
const SHARE = /^([0-9a-f]{64}|ok|no)$/;

type Body = Record<string, unknown>;

function read(text: string): Body | null {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as Body) : null;
  } catch {
    return null;
  }
}

function command(said: unknown, table: string): Asked | null {
  if (typeof said !== 'object' || said === null) return null;
  const message = said as Body;
  if (typeof message.do !== 'string' || !COMMANDS.includes(message.do)) return null;
  const known = Object.entries(message).filter(([name]) => MEMBERS.includes(name));
  return { say: { ...Object.fromEntries(known), table } };
}

function question(said: unknown, moves: unknown, table: string): Asked | null {
  if (typeof said !== 'string' || !QUESTIONS.includes(said)) return null;
  const part = Number.isInteger(moves) ? `?moves=${Number(moves)}` : '';
  return { ask: `/api/tables/${table}${said}${part}`, method: 'GET', body: undefined };
}

function hello(said: unknown): Admitted | null {
  if (typeof said !== 'object' || said === null) return null;
  const { name, language } = said as Body;
  if (typeof name !== 'string' || typeof language !== 'string' || !LANGUAGE.test(language)) return null;
  const called = name.replaceAll(/\p{C}/gu, '').trim().slice(0, NAME_MOST);
  return called === '' ? null : { hello: { name: called, language } };
}

/** What the text says, if a friend at this table may say it. */
export function admit(text: string, table: string): Admitted | null {
  const said = read(text);
  if (said === null) return null;
  if ('hello' in said) return hello(said.hello);
  if ('share' in said) {
    const { of, share } = said;
    return Number.isInteger(of) && typeof share === 'string' && SHARE.test(share) ? { of: Number(of), share } : null;
  }
  const asked = 'say' in said ? command(said.say, table) : question(said.ask, said.moves, table);
  return asked === null || !Number.isInteger(said.id) ? null : { id: Number(said.id), ...asked };
}
