// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The language that someone wants to read and whose texts could not be loaded.

import type { Language } from '../protocol';

export const missing: { language: Language | null } = $state({ language: null });
