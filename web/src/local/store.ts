// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What is kept in this browser: tables as their heads and rows, card sets, analyses. A row is kept when its transaction
// has ended; what other tabs have added meanwhile is a conflict. Knows no engine.

import type { TableSummary } from '../protocol';

export interface Row {
  kind: string;
  user: number;
  time: number;
  body: string;
  key?: string;
}

export interface KeptTable {
  id: string;
  head: string;
  seed: string;
  made: number;
  /** The name of its card set. */
  set: string;
  /** A friend elsewhere plays at it, and adds to what is drawn. */
  friend?: true;
  rows: number;
  summary: TableSummary;
}

export class Conflict extends Error {}
export class Full extends Error {}

const NAME = 'orrery';
const VERSION = 1;

function failure(error: DOMException | null): Error {
  if (error?.name === 'ConstraintError') return new Conflict(error.message);
  if (error?.name === 'QuotaExceededError') return new Full(error.message);
  return error ?? new Error('the storage of this browser does not answer');
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

/** Done when everything is on the disk. A request that fails ends the whole, which then knows why. */
function end(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(failure(transaction.error));
  });
}

const rowsOf = (id: string, after = 0) => IDBKeyRange.bound([id, after + 1], [id, Infinity]);

export class Store {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<Store> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('tables', { keyPath: 'id' });
      database.createObjectStore('rows');
      database.createObjectStore('sets');
      database.createObjectStore('analyses');
    };
    const database = await result(request);
    database.onversionchange = () => database.close(); // a newer page wants to change it
    return new Store(database);
  }

  private write(...stores: string[]): IDBTransaction {
    return this.database.transaction(stores, 'readwrite', { durability: 'strict' });
  }

  private read<T>(store: string, key: IDBValidKey): Promise<T | undefined> {
    return result(this.database.transaction(store).objectStore(store).get(key)) as Promise<T | undefined>;
  }

  tables(): Promise<KeptTable[]> {
    return result(this.database.transaction('tables').objectStore('tables').getAll()) as Promise<KeptTable[]>;
  }

  table(id: string): Promise<KeptTable | undefined> {
    return this.read('tables', id);
  }

  /** The rows after the first ones. */
  rows(id: string, after = 0): Promise<Row[]> {
    return result(this.database.transaction('rows').objectStore('rows').getAll(rowsOf(id, after))) as Promise<Row[]>;
  }

  set(name: string): Promise<string | undefined> {
    return this.read('sets', name);
  }

  analysis(id: string): Promise<unknown> {
    return this.read('analyses', id);
  }

  /** A new table with its first rows; `document`: its card set, if that is not kept yet. */
  async create(table: KeptTable, rows: Row[], document: string | null): Promise<void> {
    const transaction = this.write('tables', 'rows', 'sets');
    transaction.objectStore('tables').add(table);
    rows.forEach((row, i) => transaction.objectStore('rows').add(row, [table.id, i + 1]));
    if (document !== null) transaction.objectStore('sets').put(document, table.set);
    await end(transaction);
  }

  /** One more row, if the table has not got another one meanwhile. */
  async append(table: KeptTable, row: Row): Promise<void> {
    const transaction = this.write('tables', 'rows');
    transaction.objectStore('rows').add(row, [table.id, table.rows]);
    transaction.objectStore('tables').put(table);
    await end(transaction);
  }

  async keepAnalysis(id: string, analysis: unknown): Promise<void> {
    const transaction = this.write('analyses');
    transaction.objectStore('analyses').put(analysis, id);
    await end(transaction);
  }

  async forget(id: string): Promise<void> {
    const transaction = this.write('tables', 'rows', 'analyses');
    transaction.objectStore('tables').delete(id);
    transaction.objectStore('rows').delete(rowsOf(id));
    transaction.objectStore('analyses').delete(id);
    await end(transaction);
  }
}
