// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A card set as an archive of card files, and back: the folder in it is what --cards takes.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { t } from '../words/words';
import type { Files } from './program';

const README = 'README.txt';
/** More than any set; an archive that says it is larger is not unpacked. */
const BYTES_MAX = 4_000_000;

const nameOf = (path: string) => path.split('/').at(-1) ?? path;

/** The name of a set as the name of a file. */
export function slug(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\w\s-]/g, '').trim().replaceAll(/\s+/g, '-').toLowerCase();
  return plain === '' ? 'cards' : plain;
}

export function pack(folder: string, files: Files, readme: string): Uint8Array<ArrayBuffer> {
  const all = Object.entries({ ...files, [README]: readme });
  return zipSync(Object.fromEntries(all.map(([file, text]) => [`${folder}/${file}`, strToU8(text)])));
}

function unpack(bytes: Uint8Array): Files {
  let size = 0;
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isWanted = name.endsWith('.cards') && !name.includes('__MACOSX');
      size += isWanted ? originalSize : 0;
      if (size > BYTES_MAX) throw new Error(t('This archive is too large for a card set.'));
      return isWanted;
    },
  });
  return Object.fromEntries(Object.entries(found).map(([name, data]) => [nameOf(name), strFromU8(data)]));
}

async function filesOf(file: File): Promise<Files> {
  if (file.size > BYTES_MAX) throw new Error(t('{file} is too large for a card set.', { file: file.name }));
  if (!file.name.endsWith('.zip')) return { [file.name]: await file.text() };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return unpack(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(t('{file} cannot be unpacked: {why}', { file: file.name, why }), { cause: error });
  }
}

/** The card files among what was brought; those that the game does not have are an error. */
export async function readFiles(brought: File[], known: string[]): Promise<Files> {
  const all = Object.assign({}, ...(await Promise.all(brought.map(filesOf)))) as Files;
  const names = Object.keys(all);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(
      t('This game has no card file “{file}”. It has: {known}', { file: unknown, known: known.join(', ') }),
    );
  if (names.length === 0) throw new Error(t('There are no card files (.cards) in it.'));
  return all;
}

/** Offers something as a download. */
export function save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
