// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the computer players have learned, a file for each game: fetched when a player wants it, and checked before the
// engine gets it. Knows no table.

import { blake2b } from '@noble/hashes/blake2';
import { bytesToHex } from '@noble/hashes/utils';
import type { Engine } from './engine';

/** Where it is, and what must be there: it belongs to this version of the page. */
export interface NetworkFile {
  address: string;
  size: number;
  fingerprint: string;
}

export type NetworkFiles = Record<string, NetworkFile>;

const FINGERPRINT_SIZE = 32;

/** What is at the address, as far as it may be it; null if it is something else. */
async function read(response: Response, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  const reader = response.body?.getReader();
  let filled = 0;
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    if (filled + part.value.length > size) {
      await reader?.cancel(); // not a byte more is kept
      return null;
    }
    bytes.set(part.value, filled);
    filled += part.value.length;
  }
  return filled === size ? bytes : null;
}

/** The bytes of the file; null if they are not what they should be. Fails if nothing can be fetched. */
export async function fetchNetwork({ address, size, fingerprint }: NetworkFile): Promise<Uint8Array | null> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const bytes = await read(response, size);
  const isRight = bytes !== null && bytesToHex(blake2b(bytes, { dkLen: FINGERPRINT_SIZE })) === fingerprint;
  return isRight ? bytes : null;
}

/** Gives the engine the network that a table wants, if it wants one that it has not got yet. */
export async function provide(engine: Engine, files: NetworkFiles, table: number, isChoice: boolean): Promise<void> {
  const game = engine.text('wants_network', table, Number(isChoice));
  if (!(game in files)) return;
  const bytes = await fetchNetwork(files[game]).catch(() => undefined);
  if (bytes) engine.text('network', game, bytes);
  else engine.text('no_network', Number(bytes === null)); // which is a refusal
}
