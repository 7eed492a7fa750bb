// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// How the page is built: into ../build/web/page, from where the program embeds it (tools/web).
// No inline code or style, so that the strict content security policy of the server holds.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { german } from './plugins/german';
import { guides } from './plugins/guides';
import { rules } from './plugins/rules';

// `npm run dev` serves the page with an `orrery serve` behind it.
const server = process.env.ORRERY_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [german(), rules(), guides(), svelte()],
  build: {
    outDir: '../build/web/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false, // nobody reads it
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server }, '/ws': { target: server.replace('http', 'ws'), ws: true } },
  },
});
