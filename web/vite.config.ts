// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How the page is built: into ../build/web/page, from where the program embeds it (tools/web).
// No inline code or style, so that the strict content security policy of the server holds.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { engine, nameOf } from './plugins/engine';
import { guides } from './plugins/guides';
import { folderOf, languageTexts } from './plugins/languages';
import { manifest } from './plugins/manifest';
import { checkRights, noteRights } from './plugins/rights';
import { puzzles } from './plugins/puzzles';
import { rules } from './plugins/rules';
import { noteWarning, noWarnings } from './plugins/warnings';

// `npm run dev` serves the page with an `orrery serve` behind it.
const server = process.env.ORRERY_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    engine(),
    languageTexts(),
    rules(),
    guides(),
    puzzles(),
    manifest(),
    noteRights(),
    checkRights(),
    svelte({ onwarn: noteWarning }),
    noWarnings(),
  ],
  base: './', // under any path; tools/page_files.py makes the addresses in index.html absolute for the program
  build: {
    outDir: '../build/web/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false, // nobody reads it
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', sw: 'worker/sw.ts' },
      // a service worker keeps its name, and serves the folder that it is in
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ facadeModuleId }) => `${folderOf(facadeModuleId ?? '')}/[name]-[hash].js`,
        assetFileNames: ({ names }) => `${folderOf(names[0] ?? '')}/${nameOf(names[0] ?? '')}`,
      },
    },
  },
  worker: { format: 'es', plugins: () => [noteRights()] },
  server: {
    port: 5173,
    proxy: { '/api': { target: server }, '/ws': { target: server.replace('http', 'ws'), ws: true } },
  },
});
