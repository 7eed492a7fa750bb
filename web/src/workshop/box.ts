// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The components of a set with their values: what the files say, next to what the host's files say.

import type { Texts } from '../protocol';
import { settings } from '../settings.svelte';
import { entriesOf, quoted, readCards, unquoted, type FileCard, type Spot } from './cardfile';
import type { CardKey, CardFileAbout, ComponentTexts, Files, Variant } from './program';
import { cardSource, isCompared, sourceOf, type Source } from './provenance';

/** One value of a component. */
export interface Value {
  spot: Spot;
  file: string;
  /** Where it is, as one word: for drafts. */
  place: string;
  about: CardKey;
  /** How many values of its key there are. */
  count: number;
  /** As it stands in the file, and in the host's; null: the card has none. */
  text: string | null;
  standard: string | null;
  source: Source;
}

/** One component of the box. */
export interface BoxCard {
  /** Its kind as the game tells it, and as it stands in the file. */
  kind: string;
  fileKind: string;
  id: string;
  file: string;
  name: Texts;
  text: Texts;
  /** What has it in play. */
  variant: Variant;
  source: Source;
  values: Value[];
  compared: boolean;
  corrected: boolean;
  /** Some value is still ours. */
  ours: boolean;
}

/** Every card has a name in English and German, and may have one in the reader's language. */
const REQUIRED = ['name', 'name.de'];
const nameKeys = (): CardKey[] =>
  [...new Set([...REQUIRED, ...(settings.language === 'en' ? [] : [`name.${settings.language}`])])].map((key) => ({
    key,
    presence: REQUIRED.includes(key) ? 'required' : 'optional',
    value: { type: 'text' },
  }));

export function keysOf(file: CardFileAbout, kind: string): CardKey[] {
  const own = file.kinds.find((one) => one.kind === kind)?.keys ?? [];
  return [...nameKeys(), ...own.filter(({ key }) => !isName(key) && key !== 'source')];
}

export const placeOf = (file: string, { kind, id, key, n }: Spot) => [file, kind, id, key, n].join(' ');

export function spotAt(place: string): { file: string; spot: Spot } {
  const [file, kind, id, key, n] = place.split(' ');
  return { file, spot: { kind, id, key, n: Number(n) } };
}

const isName = (key: string) => key === 'name' || key.startsWith('name.');

/** A value as a person reads it, and as it stands in the file. */
export const shown = (key: string, text: string) => (isName(key) ? unquoted(text) : text);
export const filed = (key: string, text: string) => (isName(key) ? quoted(text.trim()) : text.trim());

/** `typed`: places of drafts, of which one may be for a value that the card does not have yet. */
function valuesFor(
  about: CardKey,
  card: FileCard,
  host: FileCard | undefined,
  file: string,
  typed: string[],
): Value[] {
  const own = entriesOf(card, about.key);
  const standard = host === undefined ? [] : entriesOf(host, about.key);
  const prefix = placeOf(file, { ...card, key: about.key, n: 0 }).slice(0, -1);
  const drafted = typed.filter((place) => place.startsWith(prefix)).map((place) => Number(place.split(' ')[4]) + 1);
  const rows = about.presence === 'repeated' ? Math.max(own.length, standard.length, 1, ...drafted) : 1;
  return Array.from({ length: rows }, (_, n) => {
    const spot = { kind: card.kind, id: card.id, key: about.key, n };
    return {
      spot,
      file,
      place: placeOf(file, spot),
      about,
      count: rows,
      text: own[n]?.value ?? null,
      standard: standard[n]?.value ?? null,
      source: sourceOf(card, about.key, n),
    };
  });
}

/** The cards of a file by kind and id. */
function byId(cards: FileCard[]): Map<string, FileCard> {
  return new Map(cards.map((card) => [`${card.kind} ${card.id}`, card]));
}

/** The card of a component: kinds may be told by another name than in the file (the side of a board, for example). */
function cardOf(component: ComponentTexts, cards: FileCard[]): FileCard | undefined {
  const same = cards.filter((card) => card.id === component.id);
  return same.find((card) => card.kind === component.kind) ?? same[0];
}

/** All components with their values, in the order that the program tells them. */
export function openBox(
  about: CardFileAbout[],
  components: ComponentTexts[],
  { files, drafts }: { files: Files; drafts: Record<string, string | null> },
): BoxCard[] {
  const typed = Object.keys(drafts);
  const read = new Map(
    about.map((file) => {
      const cards = readCards(files[file.file] ?? file.text);
      return [file.file, { file, cards, host: byId(readCards(file.text)) }];
    }),
  );
  return components.flatMap((component) => {
    const found = read.get(component.file);
    const card = found === undefined ? undefined : cardOf(component, found.cards);
    return found === undefined || card === undefined ? [] : [boxCard(component, found, card, typed)];
  });
}

function boxCard(
  component: ComponentTexts,
  { file, host }: { file: CardFileAbout; host: Map<string, FileCard> },
  card: FileCard,
  typed: string[],
): BoxCard {
  const standard = host.get(`${card.kind} ${card.id}`);
  const values = keysOf(file, card.kind).flatMap((key) => valuesFor(key, card, standard, file.file, typed));
  const sources = values.map(({ source }) => source);
  return {
    kind: component.kind,
    fileKind: card.kind,
    id: card.id,
    file: file.file,
    name: component.name,
    text: component.text,
    variant: component.variant ?? {},
    source: cardSource(card),
    values,
    compared: sources.every(isCompared),
    corrected: sources.some(({ status }) => status === 'corrected'),
    ours: sources.some(({ status }) => status === 'reconstructed'),
  };
}
