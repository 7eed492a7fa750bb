// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What browsers want to know to install the page as a program: manifest.XX.webmanifest for each language, with texts
// that the page has, too. A manifest has one language; the page names the one of its reader (settings.svelte.ts). All
// addresses are relative, so it is another program in each folder it is served from.

import type { Plugin } from 'vite';
import { languages, translate } from './languages';

const COLOUR = '#0b111a'; // --bg of tokens.css in the dark

const ICONS = [
  { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: 'icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

function manifestIn(language: (typeof languages)[number]): string {
  return JSON.stringify({
    name: 'Orrery',
    short_name: 'Orrery',
    description: translate(language, 'Two space games, one table. Every rule, nothing bent.'),
    lang: language.name,
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    orientation: 'any',
    theme_color: COLOUR,
    background_color: COLOUR,
    categories: ['games', 'entertainment'],
    icons: ICONS,
  }, null, 1);
}

export function manifest(): Plugin {
  return {
    name: 'orrery-manifest',
    generateBundle() {
      for (const language of languages)
        this.emitFile({
          type: 'asset',
          fileName: `manifest.${language.name}.webmanifest`,
          source: manifestIn(language),
        });
    },
  };
}
