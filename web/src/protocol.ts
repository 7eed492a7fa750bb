// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the server says, as types: docs/protocol.md. Nothing here computes.

/** "en", "de", "pt-BR". */
export type Language = string;
/** In English and in the reader's language. */
export type Texts = { en: string } & Partial<Record<Language, string>>;

/** One row of an effect; `body` rows after it belong to it. */
export interface Row {
  op: string;
  a: number;
  b: number;
  body: number;
  cost: boolean;
}

/** An effect: in few words, as a sentence without a full stop, and as rows. */
export interface Program {
  brief: Texts;
  text: Texts;
  rows: Row[];
}

/** "word:token", for example "space:basic-1.1": one thing on the table that a move or an event refers to. */
export type ThingKey = string;

export interface Move {
  move: string;
  kind: string;
  things: ThingKey[];
  text: string;
  /** What an otherwise bare move ("option A") means. */
  more?: string;
  /** What the dealer turns up if it is made, as a sentence: then it cannot be undone. */
  reveals?: string;
  rule: string;
  /** Of a whole action: the moves that are made in a row. */
  moves?: string[];
  /** The legal move that it begins with, if that one speaks of the same things: then something else has to be chosen
   *  first. */
  begins?: Move;
  /** What it takes besides, for whoever compares. */
  price?: Price;
}

/** What a move takes: a word of the game for its marks, how dear that is, and what stands on the mark. */
export interface Price {
  word: string;
  rank: number;
  sign: string;
}

/** Whole actions as the server says them; each game's drawing knows its own. */
export type Plans = unknown;

export interface Blocked extends Move {
  why: string;
  because: string;
}

export interface GameEvent {
  event: string;
  kind: string;
  seat: number | null;
  things: ThingKey[];
  /** What the text calls each of the things. */
  names: string[];
  text: string;
  rule: string;
}

export interface LogLine extends Move {
  number: number;
  actor: number | 'dealer' | null;
  events: GameEvent[];
}

export interface Seat {
  kind: 'person' | 'computer' | 'open';
  name: string;
  player?: string;
  /** Sat down without an account; missing where nobody knows. */
  guest?: boolean;
  /** A program of somebody's. */
  bot?: boolean;
  yours: boolean;
  replaced: boolean;
  online: boolean;
  confirms: boolean;
  wants_pause: boolean;
  /** Hints that it got, where several people play. */
  hints?: number;
  /** Its owner cannot take it back before that round. */
  back_round?: number;
  clock_runs?: boolean;
  left?: number;
}

export interface SeatScore {
  total: number;
  place: number;
  parts: { source: string; text: string; points: number }[];
}

/** The state by its fields; each game's drawing knows its own. */
export type State = unknown;

/** What only the rules can count; each game's drawing knows its own. */
export type Progress = unknown;

/** Where a game stands: the live table, a moment of the past, or a preview. */
export interface Node {
  actor: number | 'dealer' | null;
  turn: number | null;
  round: number;
  ask: string;
  score: SeatScore[];
  /** If the game ended now; missing where the score says that. */
  projected?: SeatScore[];
  state: State;
  progress?: Progress;
  legal?: Move[];
  blocked?: Blocked[];
  plans?: Plans;
}

export interface Moment extends Node {
  moves: number;
  last: LogLine | null;
}

export interface Preview extends Node {
  events: GameEvent[];
}

export interface Clock {
  kind: 'none' | 'live' | 'days';
  time: number;
  increment: number;
}

export type Phase = 'open' | 'running' | 'over';

export interface View extends Partial<Node> {
  table: string;
  version: number;
  phase: Phase;
  paused: boolean;
  yours: boolean;
  title: string;
  game: string;
  players: number;
  options: Record<string, string>;
  /** The name of its card set, if that is not the host's. */
  cards_title?: string;
  listed: boolean;
  chat: boolean;
  hints: boolean;
  clock: Clock;
  seats: Seat[];
  imported?: number;
  follows?: string;
  /** The deal is that of an earlier table; `asks`: you must agree before you sit down. */
  same_deal?: { table: string; asks: boolean };
  moves?: number;
  final?: number;
  awaited?: number | null;
  confirming?: number | null;
  can?: { undo: number[]; redo: number[]; confirm: boolean };
  commitment?: string;
  seed?: string;
  /** When it arrived, by the clock of this browser that is never set; put here, not said by the server. */
  heard?: number;
}

/** How far something is that the server works on, and what came of it. */
export interface Study<Result> {
  state: 'none' | 'waiting' | 'working' | 'done' | 'failed' | 'own';
  ahead?: number;
  /** How much of it is done, in thousandths; missing where nobody knows. */
  done?: number;
  text?: string;
  result?: Result;
}

/** A move with its texts in English and in the reader's language: docs/analysis.md. Chances are hundredths of a
 *  percent, points hundredths. */
export interface ToldMove {
  move: string;
  kind: string;
  things: ThingKey[];
  text: Texts;
  more: Texts;
}

export interface HintMove extends ToldMove {
  /** The steps of the action that the move begins, if they say more than the move. */
  whole?: { en: string[] } & Partial<Record<Language, string[]>>;
  win: number[];
  /** Standard errors of `win`; null where nothing tells. */
  win_error: (number | null)[];
  points: number[];
  visits: number;
}

export interface Hint {
  seat: number;
  choices: number;
  moves: HintMove[];
}

/** A hint belongs to the view with that version. */
export interface HintStudy extends Study<Hint> {
  version: number;
  moves: number;
  seat: number;
}

/** Where in a game something was: after this many moves. */
export interface Place {
  moves: number;
  round: number;
  turn: number | null;
  actor: number | 'dealer' | null;
}

export interface AnalysisMoment extends Place {
  win: number[];
}

export interface Mistake extends Place {
  cost: number;
  played: ToldMove;
  better: ToldMove;
  win: number[];
  better_win: number[];
}

export interface Fortune extends Place {
  played: ToldMove;
  luck: number[];
  /** Its standard errors. */
  luck_error: number[];
}

export interface Analysis {
  seats: { luck: number; luck_error: number; luck_points: number; cost: number; decisions: number; mistakes: number }[];
  costliest: Mistake[];
  luckiest: Fortune[];
  moments: AnalysisMoment[];
}

export interface ChatLine {
  number: number;
  time: number;
  name: string;
  bot?: boolean;
  text: string;
}

export interface ScorePoint {
  moves: number;
  round: number;
  totals: number[];
}

/** Where values come from: the printed game, our reconstruction, or an owner who compared or changed them. */
export type Provenance = 'printed' | 'reconstructed' | 'confirmed' | 'corrected';

/** A component with its text and source. */
export interface Card {
  kind: string;
  id: string;
  /** By which moves and events refer to it, if that is not its id. */
  token?: string;
  name: string;
  source: Provenance;
  /** Of single values, by their keys in the card file ("name.fr", "space.2"), where they differ. */
  sources: Record<string, { status: Provenance; by?: string }>;
  /** Of the folder of its game in data. */
  file: string;
  /** Does the variant that was asked for use it? */
  in_play: boolean;
  text: string;
}

export interface Level {
  level: number;
  name: Texts;
  about: Texts;
  player: string;
}

export interface GameInfo {
  name: string;
  title: string;
  players_min: number;
  players_max: number;
  recommended: string;
  options: GameOption[];
  levels: Level[];
}

export interface GameOption {
  name: string;
  text: string;
  standard: string;
  choices: { name: string; text: string }[];
}

export interface Games {
  games: GameInfo[];
  players: { name: string; text: string }[];
}

/** What the server says about itself; addresses are empty if there are none. */
export interface About {
  version: string;
  members_only: boolean;
  /** What the host says to those who are not let in, or ''. */
  notice: string;
  legal: string;
  privacy: string;
  /** Does it compute hints and analyses? */
  analyses: boolean;
}

export interface Me {
  user: number;
  name: string;
  language: Language;
  account: boolean;
  webhook: string;
  secret: string;
  mail: string;
  /** The link in the mail to it was opened. */
  mail_confirmed: boolean;
}

/** A bot of an account. */
export interface Bot {
  bot: number;
  name: string;
  made: number;
  /** When its token ends; null: it has none. */
  expires: number | null;
}

/** The only time that anyone sees it. */
export interface BotToken {
  bot: number;
  name: string;
  token: string;
}

export interface TableSummary {
  table: string;
  phase: Phase;
  changed: number;
  title: string;
  game: string;
  players: number;
  options: Record<string, string>;
  clock: Clock;
  seats: { name: string; kind: Seat['kind']; bot?: boolean; yours: boolean }[];
  yours: boolean;
  round: number;
  awaited: number | null;
  awaited_name: string;
  your_turn: boolean;
  same_deal?: boolean;
  imported?: number;
  cards_title?: string;
}
