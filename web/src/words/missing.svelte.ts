// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Whether the texts of a language that someone wants to read could not be loaded.

export const missing = $state({ german: false });
