// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who sits at this browser, as far as it is known, and what they are called.

import type { Me } from '../protocol';
import { t } from '../words/words';

/** `called`: a name for tables of this browser, which needs no server to know anyone. */
export const person: { me: Me | null; known: boolean; called: string } = $state({ me: null, known: false, called: '' });

export function ownName(): string {
  return person.me?.name ?? (person.called || t('Guest'));
}
