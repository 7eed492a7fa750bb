// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Several people at one screen: is it said who is next, before they see the table? Kept in the browser for each table.

import { recall, remember } from '../settings.svelte';

const KEY = 'orrery.handover';
const TABLES_MAX = 40;

type Kept = Record<string, boolean>;

export class Handover {
  private on = $state(true);

  constructor(private readonly table: string) {
    this.on = recall<Kept>(KEY)[table] ?? true;
  }

  get isOn(): boolean {
    return this.on;
  }

  set isOn(on: boolean) {
    this.on = on;
    const others = Object.entries(recall<Kept>(KEY)).filter(([table]) => table !== this.table);
    remember(KEY, Object.fromEntries(on ? others : [...others.slice(-TABLES_MAX), [this.table, false]]));
  }
}
