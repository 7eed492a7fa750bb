// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The engine as WebAssembly, if tools/build wasm has built it: one more file of the page, and its address. What the
// computer players have learned (data/<game>/network.weights) is a file of its own for each game, with its size and
// fingerprint: nobody fetches it who does not play against them.

import { blake2b } from '@noble/hashes/blake2';
import { bytesToHex } from '@noble/hashes/utils';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'virtual:engine';
const FILE = new URL('../../build/wasm/src/wasm/orrery.wasm', import.meta.url).pathname;
const DATA = new URL('../../data/', import.meta.url).pathname;
const FINGERPRINT_SIZE = 32;

function networks(watch: (file: string) => void): string {
  const lines: string[] = [];
  const rows: string[] = [];
  for (const folder of readdirSync(DATA)) {
    const file = `${DATA}${folder}/network.weights`;
    if (!existsSync(file)) continue;
    watch(file);
    const bytes = readFileSync(file);
    const fingerprint = bytesToHex(blake2b(bytes, { dkLen: FINGERPRINT_SIZE }));
    const game = JSON.stringify(folder.replaceAll('_', '-'));
    lines.push(`import address${lines.length} from ${JSON.stringify(`${file}?url`)};`);
    rows.push(`${game}: { address: address${rows.length}, size: ${bytes.length}, fingerprint: '${fingerprint}' },`);
  }
  return `${lines.join('\n')}\nexport const networks = {${rows.join('\n')}};\n`;
}

/** Hosts of files pack what is text, and know that by its name. */
export const nameOf = (asset: string): string =>
  asset.endsWith('.weights') ? 'network-[hash].txt' : '[name]-[hash][extname]';

export function engine(): Plugin {
  return {
    name: 'orrery-engine',
    resolveId: (id) => (id === ID ? '\0' + ID : null),
    load(id) {
      if (id !== '\0' + ID) return null;
      if (!existsSync(FILE)) return 'export default null;\nexport const networks = {};';
      this.addWatchFile(FILE);
      return networks((file) => this.addWatchFile(file)) + `export { default } from ${JSON.stringify(`${FILE}?url`)};`;
    },
  };
}
