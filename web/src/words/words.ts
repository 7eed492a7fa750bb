// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Texts of the page. English is in the code, other languages in po/XX.po together with the program's own.
// tools/phrases finds every t('…'): write the text as one literal.

import languages from 'virtual:languages';
import type { Language, Texts } from '../protocol';
import { settings } from '../settings.svelte';
import { missing } from './missing.svelte';

/** The texts of the languages that were read here. */
const learned = new Map<Language, Record<string, string>>();
/** Is a page open that says more than tables do? */
let saysMore = false;

const english = languages[0];
const about = (language: Language) => languages.find(({ name }) => name === language) ?? english;

async function load({ page, more }: (typeof languages)[number]): Promise<Record<string, string>> {
  const [usual, further] = await Promise.all([page?.(), saysMore ? more?.() : undefined]);
  return { ...usual?.default, ...further?.default };
}

/** Loads what the page says in a language: before it is that of the settings. The reader is told if it cannot. */
export async function learn(language: Language): Promise<void> {
  try {
    learned.set(language, await load(about(language)));
  } catch (error) {
    missing.language = language;
    throw error;
  }
  missing.language = null;
}

/** The same for a page that says more than tables do. */
export async function learnMore(): Promise<void> {
  saysMore = true;
  await learn(settings.language).catch(() => {}); // a page in English is better than none
}

/** {name|one|many}, with as many forms as the language has; they may hold slots. */
const PLURAL = /\{(\w+)\|((?:[^{}]|\{\w+\})*)\}/g;

/** What is not a number ("−1, −2") stands for many. */
const MANY = 100;

/** The one of the forms that stands with a number; the last one if a text has fewer than its language. */
function chosen(n: unknown, forms: string[], { plural }: (typeof languages)[number]): string {
  const number = Math.abs(Number(n));
  return forms[plural(Number.isNaN(number) ? MANY : number)] ?? forms[forms.length - 1];
}

/** The same for forms in the reader's language. */
export const formFor = (n: number, forms: string[]) => chosen(n, forms, about(settings.language));

/** The text in the reader's language; {name} is replaced by slots.name, {name|one|many} by one of the forms. */
export function t(text: string, slots: Record<string, string | number> = {}): string {
  const translated = learned.get(settings.language)?.[text];
  const language = translated === undefined ? english : about(settings.language);
  return (translated ?? text)
    .replace(PLURAL, (_, name: string, forms: string) => chosen(slots[name], forms.split('|'), language))
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole));
}

/** Of a text that the server gives in English and in the reader's language. */
export function named(texts: Texts | undefined): string {
  return texts?.[settings.language] ?? texts?.en ?? '';
}

/** What a language is called in the reader's own. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames([settings.language, 'en'], { type: 'language' }).of(language) ?? language;
}

/** A chance, in hundredths of a percent. */
export function percent(hundredths: number): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return `${(hundredths / 100).toLocaleString(settings.language, digits)}\u00a0%`;
}

/** How far a chance may be off: its standard error, in hundredths of a percent; nothing where nothing is to be told. */
export function margin(error: number | null): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return error === null || error < 5 ? '' : ` ±\u00a0${(error / 100).toLocaleString(settings.language, digits)}`;
}

/** A gain or loss, in hundredths of a percent. */
export function gain(hundredths: number): string {
  return (hundredths < 0 ? '−' : '+') + percent(Math.abs(hundredths));
}

/** A moment of today by its time, another one with its day. */
export function shortTime(when: number): string {
  const date = new Date(when);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return date.toLocaleString(settings.language, { ...day, hour: '2-digit', minute: '2-digit' });
}

export function day(when: number): string {
  return new Date(when).toLocaleDateString(settings.language, { dateStyle: 'medium' });
}

export function time(when: number): string {
  return new Date(when).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });
}
