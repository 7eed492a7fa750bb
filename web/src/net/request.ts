// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A request to whoever serves the page. Errors become a Refusal with the server's own sentence.

import { t } from '../words/words';
import { Refusal } from './connection';

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
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
