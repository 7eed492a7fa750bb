// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Requests to the server. Errors become a Refusal with the server's own sentence.

import { Refusal, type Connection } from './connection';
import { atHome, connectionFor, here } from './connections.svelte';
import type {
  About, Analysis, Bot, BotToken, Card, Games, Me, Study, TableSummary, View, ChatLine,
} from '../protocol';
import { settings } from '../settings.svelte';
import { host } from './host';
import { request } from './request';

export { noServer, Refusal } from './connection';

export function get<T>(path: string): Promise<T> {
  return connectionFor(path).ask<T>(path);
}

export function post<T>(path: string, body: unknown = {}, to: Connection = connectionFor(path)): Promise<T> {
  return to.ask<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** What is the same for everyone, with the usual options and the most players: a server answers it, and a folder of
 *  files has it. The service worker keeps it for times without a network. */
const reference = <T>(name: string) => request<T>(`${host.root}reference/${name}`);

/** What every connection knows: without a server the engine in this browser tells it. */
export const know = <T>(path: string, body?: unknown) =>
  atHome((at) => (body === undefined ? at.ask<T>(path) : post<T>(path, body, at)));

async function games(language: string): Promise<Games> {
  try {
    return await reference<Games>(`games.${language}.json`);
  } catch (error) {
    if (here === null || !(error instanceof Refusal && error.code === 'offline')) throw error;
    return here.ask<Games>(`/api/games?lang=${language}`);
  }
}

/** The query that names a variant of a game. */
export function variant(players: number, options: Record<string, string>): string {
  return new URLSearchParams({ players: String(players), ...options, lang: settings.language }).toString();
}

export const api = {
  about: () => get<About>('/api/about'),
  games: () => games(settings.language),
  usualCards: (game: string) => reference<{ components: Card[] }>(`${game}/cards.${settings.language}.json`),
  usualLayout: (game: string) => reference<unknown>(`${game}/layout.${settings.language}.json`),
  cards: (game: string, players: number, options: Record<string, string>) =>
    know<{ components: Card[] }>(`/api/games/${game}/cards?${variant(players, options)}`),
  layout: (game: string, players: number, options: Record<string, string>) =>
    know<unknown>(`/api/games/${game}/layout?${variant(players, options)}`),
  cardsOf: (table: string) => get<{ components: Card[] }>(`/api/tables/${table}/cards?lang=${settings.language}`),
  layoutOf: (table: string) => get<unknown>(`/api/tables/${table}/layout?lang=${settings.language}`),
  setOf: (table: string) => get<string>(`/api/tables/${table}/set`),
  tables: () => get<{ tables: TableSummary[] }>('/api/tables'),
  myTables: (at: Connection) => at.ask<{ tables: TableSummary[] }>('/api/my/tables'),
  table: (id: string) => get<View>(`/api/tables/${id}`),
  record: (id: string, moves?: number) =>
    get<string>(`/api/tables/${id}/record${moves === undefined ? '' : `?moves=${moves}`}`),
  chat: (id: string) => get<{ lines: ChatLine[] }>(`/api/tables/${id}/chat`),
  say: (id: string, text: string) => post<unknown>(`/api/tables/${id}/chat`, { text }),
  analysis: (id: string) => get<Study<Analysis>>(`/api/tables/${id}/analysis`),
  askAnalysis: (id: string) => post<Study<Analysis>>(`/api/tables/${id}/analysis`),
  make: (plan: unknown, at: Connection) => post<{ table: string }>('/api/tables', plan, at),
  rematch: (id: string, plan: { seats: unknown[]; start: boolean; same_chance: boolean }) =>
    post<{ table: string }>(`/api/tables/${id}/rematch`, plan),
  bring: (plan: unknown, at: Connection) => post<{ table: string }>('/api/import', plan, at),
  forget: (id: string) => post<unknown>(`/api/tables/${id}/forget`),
  me: () => get<Me | null>('/api/me'),
  bots: () => get<{ bots: Bot[]; most: number }>('/api/bots'),
  makeBot: (name: string) => post<BotToken>('/api/bots', { name }),
  renewBot: (bot: number) => post<BotToken>(`/api/bots/${bot}/token`),
  revokeBot: (bot: number) => post<unknown>(`/api/bots/${bot}/revoke`),
  removeBot: (bot: number) => post<unknown>(`/api/bots/${bot}/remove`),
};

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
