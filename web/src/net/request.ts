// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A request to whoever serves the page. Errors become a Refusal with the server's own sentence. One that never gets to
// the server has the code "offline": there is no network, or what stands before the server says that it is gone.

import { t } from '../words/words';
import { Refusal } from './connection';

/** Bad gateway, unavailable, gateway timeout: if the server itself says it, it says why. */
const GONE = [502, 503, 504];

const gone = () => new Refusal('offline', t('The server is not responding.'));

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw gone();
  }
  const kind = response.headers.get('content-type') ?? '';
  const body: unknown = kind.includes('json') ? await response.json() : await response.text();
  if (response.ok) return body as T;
  const told = (typeof body === 'object' ? body : {}) as { error?: string; text?: string };
  if (told.error === undefined && GONE.includes(response.status)) throw gone();
  throw new Refusal(
    told.error ?? 'unavailable',
    told.text ?? t('The server cannot do this now.'),
    response.status,
  );
}
