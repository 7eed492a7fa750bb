// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The worker that hosts the tables of this browser. It answers what a server would be asked (docs/protocol.md):
// requests by their path, messages by their command. The first message has the addresses of the engine's files.

import { Engine, Refused } from './engine';
import type { Announcement, Asker, EngineFiles, GivenRecord, Question, Reply, Share } from './messages';
import { Recorded } from './recorded';
import { Store } from './store';
import { Tables, WANTS } from './tables';
import { Thinkers } from './thinkers';

type Body = Record<string, unknown>;

interface Running {
  engine: Engine;
  tables: Tables;
  recorded: Recorded;
  /** Loads the texts of a language, once. */
  learn: (language: string) => Promise<void>;
}

interface Request {
  running: Running;
  asker: Asker;
  query: URLSearchParams;
  body: Body;
}

const reply = (said: Reply) => postMessage(said);

// ---- members of what is asked ----------------------------------------------------------------------

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown, otherwise: number): number => (Number.isInteger(value) ? Number(value) : otherwise);
const textsOf = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter((one): one is [string, string] => typeof one[1] === 'string')
    : [];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (body: Body): GivenRecord => ({
  record: textOf(body.record),
  set: textOf(body.set),
  names: listOf(body.names).map(textOf),
});

/** The moves of a message as one text. */
function movesOf(message: Body): string {
  return Array.isArray(message.moves) ? message.moves.map(textOf).join(' ; ') : textOf(message.move);
}

/** Wishes for what the body says: a game with a setup, cards and seats. */
function wish(engine: Engine, game: string, body: Body): void {
  if (game !== '' || body.record !== undefined) engine.text('wish', game);
  if (body.players !== undefined) engine.call('wish_players', numberOf(body.players, -1));
  for (const [name, choice] of textsOf(body.options)) engine.call('wish_option', name, choice);
  if (body.title !== undefined) engine.call('wish_title', textOf(body.title));
  if (body.hints !== undefined) engine.call('wish_hints', Number(body.hints === true));
  if (body.start === true) engine.call('wish_start');
  if (body.record !== undefined) engine.call('wish_record', textOf(body.record));
  if (body.cards_title !== undefined) engine.call('wish_cards_title', textOf(body.cards_title));
  for (const [file, text] of textsOf(body.cards ?? body.files)) engine.call('wish_cards', file, text);
  (Array.isArray(body.seats) ? body.seats : []).forEach((seat: unknown, i) => {
    const named = (seat as { me?: unknown } | null)?.me;
    engine.call('wish_seat', i + 1, named === undefined ? textOf(seat) : 'me', textOf(named));
  });
}

/** The variant of a game that an address asks for. */
function variant(query: URLSearchParams): Body {
  const { players, lang: _lang, ...options } = Object.fromEntries(query) as Record<string, string>;
  return { options, ...(players === undefined ? {} : { players: Number(players) }) };
}

// ---- requests --------------------------------------------------------------------------------------

type Handler = (request: Request, id: string) => unknown;

/** About the game of the address, as the query or the body describes it. */
const aboutGame =
  (name: string, ...members: string[]): Handler =>
  ({ running: { engine }, query, body }, game) => {
    wish(engine, game, { ...variant(query), ...body });
    return engine.ask(name, ...members.map((key) => (key === 'games' ? numberOf(body[key], 100) : textOf(body[key]))));
  };

const handlers: Record<string, Handler> = {
  'GET games': ({ running: { engine } }) => engine.ask('games'),
  'GET games/*/cards': aboutGame('cards'),
  'GET games/*/layout': aboutGame('layout'),
  'GET games/*/workshop': aboutGame('workshop'),
  'POST games/*/effect': aboutGame('effect', 'text'),
  'POST games/*/check': async (request, game) => {
    const { running, asker } = request;
    await running.learn('de'); // cards have names in German, and those who compare them read it beside their own
    running.engine.call('language', asker.language); // another question may have come in between
    return aboutGame('check')(request, game);
  },
  'POST games/*/try': aboutGame('try', 'games'),
  'POST verify': ({ running: { engine }, body }) => engine.ask('verify', textOf(body.record)),
  'GET me': ({ asker }) => ({ user: 1, name: asker.name, language: asker.language, account: false }),
  'GET tables': () => ({ tables: [] }),
  'POST tables': ({ running: { engine, tables }, asker, body }) => {
    wish(engine, textOf(body.game), body);
    return tables.create(asker, body.friend === true);
  },
  'POST import': ({ running: { engine, tables }, asker, body }) => {
    wish(engine, '', body);
    return tables.create(asker);
  },
  'POST tables/*/rematch': ({ running: { engine, tables }, asker, body }, id) =>
    tables.with(id, ({ table }) => {
      engine.text('rematch', table, Number(body.same_chance === true));
      wish(engine, '', body);
      return tables.create(asker);
    }),
  'GET tables/*': ({ running: { tables }, asker }, id) =>
    tables.ask(id, 'view', asker.user, WANTS.state | WANTS.legal | WANTS.blocked, -1, 0),
  'GET tables/*/cards': ({ running: { tables } }, id) => tables.ask(id, 'table_cards'),
  'GET tables/*/layout': ({ running: { tables } }, id) => tables.ask(id, 'table_layout'),
  'GET tables/*/set': ({ running: { tables } }, id) => tables.text(id, 'table_set'),
  'GET tables/*/record': ({ running: { tables }, query }, id) =>
    tables.record(id, Number(query.get('moves') ?? -1)),
  'GET tables/*/analysis': ({ running: { tables }, asker }, id) => tables.analysis(id, false, asker.language),
  'POST tables/*/analysis': ({ running: { tables }, asker }, id) => tables.analysis(id, true, asker.language),
  'POST recorded/*': ({ running: { recorded }, body }, id) => recorded.open(id, recordOf(body)),
  'POST recorded/*/analysis': ({ running: { recorded }, asker }, id) => recorded.analysis(id, asker),
  'POST recorded/*/moment': ({ running: { recorded }, body }, id) =>
    recorded.moment(id, numberOf(body.moves, -1), listOf(body.seats).map(Number)),
  'POST recorded/*/hint': ({ running: { recorded }, asker, body }) => recorded.hint(recordOf(body), asker),
  'POST tables/*/forget': ({ running: { tables } }, id) => tables.forget(id),
};

function answer(request: Request, method: string, path: string): unknown {
  const parts = path.split('/').slice(2).map(decodeURIComponent); // after /api
  const id = parts.length > 1 && parts[0] !== 'my' ? parts[1] : '';
  const name = parts.map((part, i) => (i === 1 && id !== '' ? '*' : part)).join('/');
  const handler = handlers[`${method} ${name}`];
  if (handler === undefined) throw new Refused('not-found', '');
  return handler(request, id);
}

// ---- messages --------------------------------------------------------------------------------------

function wants(message: Body): number {
  return (
    (message.state === false ? 0 : WANTS.state) |
    (message.legal === false ? 0 : WANTS.legal) |
    (message.blocked === true ? WANTS.blocked : 0) |
    (message.plans === true ? WANTS.plans : 0)
  );
}

type Command = (tables: Tables, id: string, message: Body, asker: Asker) => unknown;

/** Everything that is not here changes the table. */
const commands: Record<string, Command> = {
  ping: () => ({}),
  watch: (tables, id, message, asker) => tables.watch(id, wants(message), numberOf(message.log, 0), asker),
  unwatch: (tables, id, _message, { user }) => tables.unwatch(id, user),
  moment: (tables, id, message, { user }) =>
    tables.ask(
      id,
      'moment',
      user,
      numberOf(message.moves, -1),
      numberOf(message.seat, 0),
      (message.legal === true ? WANTS.legal : 0) | (message.blocked === true ? WANTS.blocked : 0),
    ),
  scores: (tables, id) => tables.ask(id, 'scores'),
  log: (tables, id, message) => tables.ask(id, 'log', numberOf(message.from, 0)),
  preview: (tables, id, message, { user }) =>
    tables.ask(id, 'preview', user, numberOf(message.seat, 0), movesOf(message)),
  hint: async (tables, id, message, asker) => ({
    hint: await tables.hint(id, numberOf(message.seat, 0), expected(message), asker),
  }),
  analysis: async (tables, id, _message, { language }) => ({ analysis: await tables.analysis(id, true, language) }),
};

function expected(message: Body): number | undefined {
  return Number.isInteger(message.expected) ? Number(message.expected) : undefined;
}

const change: Command = (tables, id, message, asker) =>
  tables.change(id, {
    kind: textOf(message.do),
    user: asker.user,
    seat: numberOf(message.seat, 0),
    text: message.do === 'move' ? movesOf(message) : textOf(message.player),
    on: message.on === true,
    expected: expected(message),
    key: typeof message.key === 'string' ? message.key : undefined,
    name: asker.name,
  });

// ---- shares of a friend ----------------------------------------------------------------------------

const wanted = new Map<number, (share: string) => void>();
let next = 1;

/** Asks the page, which knows whether a friend is there. */
function ask(announced: Announcement): Promise<string> {
  return new Promise((resolve) => {
    const id = next++;
    wanted.set(id, resolve);
    reply({ wanted: id, announced });
  });
}

function take({ wanted: id, share }: Share): void {
  wanted.get(id)?.(share);
  wanted.delete(id);
}

// ---- the worker ------------------------------------------------------------------------------------

/** File hosts that do not know the type of the module may serve it all the same. */
async function load(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.arrayBuffer();
}

async function start(files: EngineFiles): Promise<Running> {
  const module = await WebAssembly.compile(await load(files.engine));
  const engine = await Engine.start(module);
  const known = new Map<string, Uint8Array>();
  const learn = async (language: string) => {
    const address = files.texts[language];
    if (address === undefined || known.has(language)) return;
    const texts = await load(address).catch(() => null); // English is better than nothing, and it is tried again
    if (texts === null || known.has(language)) return;
    known.set(language, new Uint8Array(texts));
    engine.learn(language, new Uint8Array(texts));
  };
  const store = await Store.open().catch(() => {
    throw new Refused('no-storage', '');
  });
  const thinkers = new Thinkers({ module, networks: files.networks }, (language) => known.get(language));
  const tables = new Tables(engine, store, thinkers, (news, to) => reply({ to, news }), ask);
  const recorded = new Recorded(engine, thinkers);
  reply({ ready: true });
  return { engine, tables, recorded, learn };
}

async function hear(question: Question, starting: Promise<Running>): Promise<void> {
  const { id, asker } = question;
  try {
    const running = await starting;
    await running.learn(asker.language);
    running.engine.call('language', asker.language);
    let value: unknown;
    if ('say' in question) {
      const message = question.say;
      const command = commands[textOf(message.do)] ?? change;
      value = await command(running.tables, textOf(message.table), message, asker);
    } else {
      const { pathname, searchParams } = new URL(question.ask, 'http://localhost');
      const body = (question.body ?? {}) as Body;
      value = await answer({ running, asker, query: searchParams, body }, question.method, pathname);
    }
    reply({ id, value });
  } catch (error) {
    const code = error instanceof Refused ? error.code : 'unavailable';
    reply({ id, error: code, text: (error as Error).message });
    if (!(error instanceof Refused)) reply({ lost: String(error) });
  }
}

let starting: Promise<Running> | undefined;

addEventListener('message', ({ data }: MessageEvent<EngineFiles | Question | Share>) => {
  if ('engine' in data) {
    starting = start(data);
    starting.catch((error: unknown) => !(error instanceof Refused) && reply({ lost: String(error) }));
  } else if ('wanted' in data) take(data);
  else if (starting !== undefined) void hear(data, starting);
});
