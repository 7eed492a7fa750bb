// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Requests to the server. Errors become a Refusal with the server's own sentence.

import type { Analysis, Card, Games, Me, Study, TableSummary, View, ChatLine } from '../protocol';
import { settings } from '../settings.svelte';
import { t } from '../words/words';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal('offline', t('The server is not responding.'));
  }
  const kind = response.headers.get('content-type') ?? '';
  const body: unknown = kind.includes('json') ? await response.json() : await response.text();
  if (response.ok) return body as T;
  const told = (typeof body === 'object' ? body : {}) as { error?: string; text?: string };
  throw new Refusal(
    told.error ?? 'unavailable',
    told.text ?? t('The server cannot do this now.'),
    response.status,
  );
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The query that names a variant of a game. */
export function variant(players: number, options: Record<string, string>): string {
  return new URLSearchParams({ players: String(players), ...options, lang: settings.language }).toString();
}

export const api = {
  games: () => get<Games>(`/api/games?lang=${settings.language}`),
  cards: (game: string, players: number, options: Record<string, string>) =>
    get<{ components: Card[] }>(`/api/games/${game}/cards?${variant(players, options)}`),
  layout: (game: string, players: number, options: Record<string, string>) =>
    get<unknown>(`/api/games/${game}/layout?${variant(players, options)}`),
  cardsOf: (table: string) => get<{ components: Card[] }>(`/api/tables/${table}/cards?lang=${settings.language}`),
  layoutOf: (table: string) => get<unknown>(`/api/tables/${table}/layout?lang=${settings.language}`),
  tables: () => get<{ tables: TableSummary[] }>('/api/tables'),
  myTables: () => get<{ tables: TableSummary[] }>('/api/my/tables'),
  table: (id: string) => get<View>(`/api/tables/${id}`),
  record: (id: string, moves?: number) =>
    get<string>(`/api/tables/${id}/record${moves === undefined ? '' : `?moves=${moves}`}`),
  chat: (id: string) => get<{ lines: ChatLine[] }>(`/api/tables/${id}/chat`),
  say: (id: string, text: string) => post<unknown>(`/api/tables/${id}/chat`, { text }),
  analysis: (id: string) => get<Study<Analysis>>(`/api/tables/${id}/analysis`),
  askAnalysis: (id: string) => post<Study<Analysis>>(`/api/tables/${id}/analysis`),
  make: (plan: unknown) => post<{ table: string }>('/api/tables', plan),
  rematch: (id: string, plan: { seats: string[]; start: boolean; same_chance: boolean }) =>
    post<{ table: string }>(`/api/tables/${id}/rematch`, plan),
  bring: (plan: unknown) => post<{ table: string }>('/api/import', plan),
  me: () => get<Me | null>('/api/me'),
};

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
