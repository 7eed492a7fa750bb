// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Who sits at this browser, as far as it is known, and what they are called.

import type { Me } from '../protocol';
import { t } from '../words/words';

export const person: { me: Me | null; known: boolean } = $state({ me: null, known: false });

export function ownName(): string {
  return person.me?.name ?? t('Guest');
}
