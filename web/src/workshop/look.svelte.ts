// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Which components of the box are looked at: the list with its filter, and the one that is open.

import { getContext, setContext, untrack } from 'svelte';
import type { WorkshopView } from '../games/game';
import { kindOf } from '../games/registry';
import { matches, words } from '../help/marking';
import type { BoxCard } from './box';
import { languageName, named, t } from '../words/words';
import type { Workshop } from './workshop.svelte';

export type Filter = 'all' | 'ours' | 'corrected';
export type Panel = 'list' | 'card' | 'compare' | 'set';

export interface Shelf {
  kind: string;
  title: string;
  cards: BoxCard[];
  /** All of the kind, also those that the filter leaves out. */
  all: BoxCard[];
}

export interface Section {
  title: string;
  shelves: Shelf[];
}

/** Words of values that every game has. */
const COMMON: WorkshopView['words'] = {
  yes: { text: () => t('yes') },
  no: { text: () => t('no') },
  none: { text: () => t('none') },
};

export const keyOf = (card: BoxCard) => `${card.kind} ${card.id}`;

export class Look {
  filter = $state<Filter>('all');
  search = $state('');
  /** On narrow screens one part is shown at a time. */
  panel = $state<Panel>('card');
  dialog = $state<'set' | 'compare' | 'play' | null>(null);
  private chosen = $state('');
  private unfolded = $state.raw(new Set<string>());

  constructor(
    readonly workshop: Workshop,
    readonly view: WorkshopView,
    chosen: string,
  ) {
    this.chosen = chosen;
  }

  private passes(card: BoxCard): boolean {
    const fits = this.filter === 'all' || (this.filter === 'ours' ? card.ours : card.corrected);
    return fits && matches(`${card.id} ${Object.values(card.name).join(' ')}`, words(this.search));
  }

  private shelf(kind: string): Shelf {
    const all = this.workshop.cards.filter((card) => card.kind === kind);
    const title = kindOf(this.workshop.game, { kind }).many();
    return { kind, title, all, cards: all.filter((card) => this.passes(card)) };
  }

  readonly sections: Section[] = $derived.by(() => {
    const placed = new Set(this.view.box.flatMap(({ kinds }) => kinds));
    const others = [...new Set(this.workshop.cards.map((card) => card.kind))].filter((kind) => !placed.has(kind));
    return [...this.view.box, { title: () => '', kinds: others }]
      .map(({ title, kinds }) => ({
        title: title(),
        shelves: kinds.map((kind) => this.shelf(kind)).filter((shelf) => shelf.cards.length > 0),
      }))
      .filter(({ shelves }) => shelves.length > 0);
  });

  /** In the order of the list. */
  readonly listed: BoxCard[] = $derived.by(() =>
    this.sections.flatMap(({ shelves }) => shelves.flatMap((shelf) => shelf.cards)),
  );

  readonly card: BoxCard | null = $derived.by(
    () => this.workshop.cards.find((card) => keyOf(card) === this.chosen) ?? this.listed[0] ?? null,
  );

  isOpen(shelf: Shelf): boolean {
    const isSearched = this.search !== '' || this.filter === 'corrected';
    return isSearched || this.unfolded.has(shelf.kind) || shelf.kind === this.card?.kind;
  }

  toggle(shelf: Shelf): void {
    const unfolded = new Set(this.unfolded);
    if (!unfolded.delete(shelf.kind)) unfolded.add(shelf.kind);
    this.unfolded = unfolded;
  }

  choose(card: BoxCard): void {
    this.chosen = keyOf(card);
    this.panel = 'card';
    history.replaceState(null, '', `#${encodeURIComponent(this.chosen)}`);
    this.workshop.seal();
  }

  /** The address asks for a component. */
  follow(key: string): void {
    const card = untrack(() => this.workshop.cards.find((one) => keyOf(one) === key));
    if (card !== undefined) this.chosen = key;
  }

  /** The component after this one in the list, or before it. */
  step(by: 1 | -1): void {
    const next = this.neighbour(by, () => true);
    if (next !== null) this.choose(next);
  }

  /** The next one that is not compared; all around the list. */
  get nextOpen(): BoxCard | null {
    return this.neighbour(1, (card) => !card.compared);
  }

  private neighbour(by: 1 | -1, fits: (card: BoxCard) => boolean): BoxCard | null {
    const { listed } = this;
    const from = listed.findIndex((card) => card === this.card);
    for (let far = 1; far <= listed.length; far++) {
      const card = listed[(from + by * far + listed.length * 2) % listed.length];
      if (card !== undefined && card !== this.card && fits(card)) return card;
    }
    return null;
  }

  /** The rest of the component is as printed; on to the next. */
  confirmAndNext(): void {
    if (this.card === null) return;
    const { card, nextOpen } = this;
    const rest = this.workshop.openValues(card);
    if (rest.length > 0) this.workshop.confirm(card, rest);
    if (nextOpen !== null && !this.workshop.isWrong(card)) this.choose(nextOpen);
  }

  /** A word of a value as players know it: of the id of a card of that kind its name, on this side of the board if it
   *  is on both. */
  wordName(word: string, idsOf?: string): string {
    const meant = this.workshop.cards.filter((card) => card.fileKind === idsOf && card.id === word);
    const component = meant.find((card) => card.file === this.card?.file) ?? meant.at(0);
    const name = this.view.words[word] ?? COMMON[word];
    return name?.text() ?? (component === undefined ? word : named(component.name));
  }

  valueName(card: BoxCard, key: string): string {
    const values = this.view.values();
    if (key === 'name') return t('Name');
    if (key.startsWith('name.')) return t('Name ({language})', { language: languageName(key.slice(5)) });
    return values[`${card.kind}.${key}`] ?? values[`${card.fileKind}.${key}`] ?? values[key] ?? key;
  }
}

const KEY = Symbol('workshop');

export function putLook(look: Look): void {
  setContext(KEY, look);
}

export function lookHere(): Look {
  return getContext<Look>(KEY);
}
