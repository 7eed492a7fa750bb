// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Texts of the page. English is in the code, German in po/de.po together with the program's own.
// tools/phrases finds every t('…'): write the text as one literal.

import type { Language } from '../protocol';
import { settings } from '../settings.svelte';
import { missing } from './missing.svelte';

/** German, once someone reads it. */
let german: Record<string, string> = {};
/** Is a page open that says more than tables do? */
let saysMore = false;

async function loadGerman(): Promise<Record<string, string>> {
  const more = saysMore ? (await import('virtual:german-more')).default : {};
  return { ...(await import('virtual:german')).default, ...more };
}

/** Loads what the page says in a language: before it is that of the settings. The reader is told if it cannot. */
export async function learn(language: Language): Promise<void> {
  if (language === 'de')
    try {
      german = await loadGerman();
    } catch (error) {
      missing.german = true;
      throw error;
    }
  missing.german = false;
}

/** The same for a page that says more than tables do. */
export async function learnMore(): Promise<void> {
  saysMore = true;
  await learn(settings.language).catch(() => {}); // a page in English is better than none
}

/** {name|one|many}; both may hold slots. */
const PLURAL = /\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;

/** The text in the reader's language; {name} is replaced by slots.name, {name|one|many} by one of the two. */
export function t(english: string, slots: Record<string, string | number> = {}): string {
  const text = settings.language === 'de' ? (german[english] ?? english) : english;
  return text
    .replace(PLURAL, (_, name: string, one: string, many: string) => (Number(slots[name]) === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole));
}

/** Of a text that the server gives in both languages. */
export function named(texts: { en: string; de: string } | undefined): string {
  return texts === undefined ? '' : texts[settings.language];
}

const ORDINAL_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** A place: "1st", in German "1.". */
export function ordinal(place: number): string {
  const end = settings.language === 'de' ? '.' : (ORDINAL_ENDS[ordinals.select(place)] ?? 'th');
  return `${place}${end}`;
}

/** A chance, in hundredths of a percent. */
export function percent(hundredths: number): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return `${(hundredths / 100).toLocaleString(settings.language, digits)}\u00a0%`;
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

export function time(when: number): string {
  return new Date(when).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });
}
