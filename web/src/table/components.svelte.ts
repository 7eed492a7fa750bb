// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The components of a table in the reader's language, and where they lie on its boards.

import type { Connection } from '../net/connection';
import { api } from '../net/http';
import type { Card, View } from '../protocol';
import { settings } from '../settings.svelte';

export class Components {
  /** As its game writes it; the drawing of the game knows how. Null until it is there. */
  layout = $state.raw<unknown>(null);
  private cards = $state.raw(new Map<string, Card>());
  private learned = '';
  private wanted = '';

  constructor(private readonly connection: Connection) {}

  /** Asks for those that this variant uses, unless they are known. If something else was asked for in the meantime,
   *  such as another language, the answer comes too late and does not count. */
  async learn(view: View): Promise<void> {
    const { can } = this.connection;
    // what has an address is the same for all tables with these cards, and a browser keeps it
    const own = view.cards_title === undefined && can.addresses ? '' : view.table;
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

  /** The same for a page that explains the game: with the usual options and the most players. */
  async learnUsual(game: string): Promise<void> {
    const [layout, { components }] = await Promise.all([api.usualLayout(game), api.usualCards(game)]);
    this.take(layout, components.filter((card) => card.in_play));
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
