// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The tables that the start page lists: one's own, and those that anyone may look at.

import { api } from '../../net/http';
import { isGuideTable } from '../../guide/progress';
import { all, here, there } from '../../net/connections.svelte';
import { person } from '../../net/people.svelte';
import { isLocked, ready } from '../../net/server.svelte';
import type { TableSummary } from '../../protocol';
import { puzzleTables } from '../../puzzle/progress';

const EVERY_MS = 10_000;

/** What waits for the viewer comes first. */
function urgency(table: TableSummary): number {
  if (table.your_turn) return 0;
  return { running: 1, open: 2, over: 3 }[table.phase];
}

export class Lists {
  mine = $state.raw<TableSummary[]>([]);
  others = $state.raw<TableSummary[]>([]);

  /** Asks now and then, until the returned function is called. */
  follow(): () => void {
    void this.fetch();
    const timer = setInterval(() => !document.hidden && void this.fetch(), EVERY_MS);
    return () => clearInterval(timer);
  }

  private async fetch(): Promise<void> {
    await ready;
    const asked = all.filter((one) => one === here || (person.me !== null && !isLocked()));
    const lists = await Promise.all(asked.map((one) => api.myTables(one).catch(() => null)));
    if (lists.every((list) => list === null) && lists.length > 0) return; // the next try comes soon
    const mine = lists.flatMap((list) => list?.tables ?? []);
    const own = new Set(mine.map((table) => table.table));
    this.mine = mine
      .filter(({ table }) => !isGuideTable(table) && !puzzleTables().includes(table))
      .toSorted((a, b) => urgency(a) - urgency(b) || b.changed - a.changed);
    try {
      if (there !== null && navigator.onLine && !isLocked())
        this.others = (await api.tables()).tables.filter((table) => table.phase !== 'over' && !own.has(table.table));
    } catch {
      // the list stays as it is
    }
  }
}
