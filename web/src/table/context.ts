// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The table that the components of a page belong to.

import { getContext, setContext } from 'svelte';
import type { Table } from './table.svelte';

const KEY = Symbol('table');

export function putTable(table: Table): void {
  setContext(KEY, table);
}

export function tableHere(): Table {
  return getContext<Table>(KEY);
}
