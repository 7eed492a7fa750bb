// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What a person has chosen for this browser. Kept in the browser alone; lost without harm.

import { MediaQuery } from 'svelte/reactivity';
import languages from 'virtual:languages';
import type { Language } from './protocol';

export type Theme = 'auto' | 'dark' | 'light';
export type TextSize = 'small' | 'normal' | 'large';

/** How fast what others did is shown: at once, quickly, so that one can follow, or one action with each press. */
export const PACES = ['instant', 'brisk', 'calm', 'step'] as const;
export type Pace = (typeof PACES)[number];

interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  motion: boolean;
  /** Null: calm, or at once for whoever wants little motion. */
  pace: Pace | null;
  /** What happened since one's last turn is told when the next one comes. */
  recap: boolean;
  /** A click chooses a move and a second one makes it. */
  careful: boolean;
  /** Nothing behind the maps but one colour. */
  plain: boolean;
  /** A move without an alternative is made by itself. */
  forced: boolean;
  /** How many reasons why something is not possible have been read. */
  reasons: number;
  /** The log beside the boards is open. */
  drawer: boolean;
  text: TextSize;
}

const KEY = 'orrery.settings';

/** Of the languages that there are, the one that is meant: "de" for "de-AT". */
function meant(wanted: string): Language | undefined {
  const fits = languages.filter(({ name }) => `${wanted}-`.toLowerCase().startsWith(`${name}-`.toLowerCase()));
  return fits.sort((a, b) => b.name.length - a.name.length)[0]?.name;
}

function browserLanguage(): Language {
  return navigator.languages.map(meant).find((found) => found !== undefined) ?? 'en';
}

/** What is kept under a key, or nothing if it cannot be read. */
export function recall<T>(key: string): Partial<T> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Partial<T>) : {};
  } catch {
    return {};
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private windows may have no room; nothing that matters is kept here
  }
}

export const settings: Settings = $state({
  language: browserLanguage(),
  theme: 'auto',
  sound: true,
  motion: true,
  pace: null,
  recap: true,
  careful: false,
  plain: false,
  forced: true,
  reasons: 0,
  drawer: true,
  text: 'normal',
  ...recall<Settings>(KEY),
});
// what was kept may be a language that this page does not have
settings.language = meant(settings.language) ?? browserLanguage();

const isLight = new MediaQuery('(prefers-color-scheme: light)');

function systemTheme(): Theme {
  return isLight.current ? 'light' : 'dark';
}

/** Whoever installs the page gets its description in their language. */
function nameManifest(): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  const named = manifest?.href.replace(/[\w-]+(?=\.webmanifest$)/, settings.language) ?? '';
  if (manifest !== null && manifest.href !== named) manifest.href = named;
}

/** Keeps the settings and shows them on the page; called once by the root component. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme === 'auto' ? systemTheme() : settings.theme;
  root.dataset.background = settings.plain ? 'plain' : 'sky';
  root.dataset.text = settings.text;
  root.dataset.motion = settings.motion ? 'on' : 'off';
  nameManifest();
  remember(KEY, settings);
}

export function isStill(): boolean {
  return !settings.motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function paceNow(): Pace {
  const chosen = PACES.find((pace) => pace === settings.pace);
  return chosen ?? (isStill() ? 'instant' : 'calm');
}
