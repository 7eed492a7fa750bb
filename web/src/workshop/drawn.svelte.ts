// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A table without players, for drawing single components as at a table.

import type { Card, Language, View } from '../protocol';
import { Table } from '../table/table.svelte';
import type { Checked, ComponentTexts } from './program';

function cardOf(component: ComponentTexts, language: Language): Card {
  const { kind, id, token, file, in_play, source } = component;
  return {
    kind, id, token, file, in_play, source, sources: {},
    name: component.name[language] ?? component.name.en,
    text: component.text[language] ?? component.text.en,
  };
}

export class DrawnTable extends Table {
  constructor() {
    super('');
  }

  get isReady(): boolean {
    return this.view !== null && this.components.layout !== null;
  }

  put(game: string, { components, layout }: Checked, state: unknown, language: Language): void {
    // two components may share an id: the one that is in play counts
    const last = components.toSorted((a, b) => Number(a.in_play) - Number(b.in_play));
    this.components.take(layout, last.map((component) => cardOf(component, language)));
    this.view = { game, players: 0, seats: [], options: {}, state, phase: 'open', version: 0 } as unknown as View;
  }
}
