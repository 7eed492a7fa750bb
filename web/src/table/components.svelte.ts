// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The components of a table in the reader's language, and where they lie on its boards.

import { api } from '../net/http';
import type { Card, View } from '../protocol';
import { settings } from '../settings.svelte';

export class Components {
  /** As its game writes it; the drawing of the game knows how. Null until it is there. */
  layout = $state.raw<unknown>(null);
  private cards = $state.raw(new Map<string, Card>());
  private learned = '';
  private wanted = '';

  /** Asks for those that this variant uses, unless they are known. If something else was asked for in the meantime,
   *  such as another language, the answer comes too late and does not count. */
  async learn(view: View): Promise<void> {
    const own = view.cards_title === undefined ? '' : view.table;
    const which = settings.language + JSON.stringify([view.game, view.players, view.options, own]);
    this.wanted = which;
    if (this.learned === which) return;
    const [layout, { components }] = await Promise.all(
      own === ''
        ? [api.layout(view.game, view.players, view.options), api.cards(view.game, view.players, view.options)]
        : [api.layoutOf(own), api.cardsOf(own)],
    );
    if (this.wanted !== which && this.layout !== null) return;
    this.take(layout, components.filter((card) => card.in_play));
    this.learned = which;
  }

  take(layout: unknown, cards: Card[]): void {
    this.layout = layout;
    this.cards = new Map(cards.map((card) => [card.id, card]));
  }

  find(id: string): Card | undefined {
    return this.cards.get(id);
  }

  name(id: string): string {
    return this.cards.get(id)?.name ?? id;
  }
}
