// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// What the plugins of the build make (web/plugins).

declare module 'virtual:languages' {
  type Load = () => Promise<{ default: Record<string, string> }>;
  /** English comes first; its texts are in the code. */
  const languages: {
    name: string;
    /** What it calls itself. */
    native: string;
    /** Which of its forms stands with a number. */
    plural: (n: number) => number;
    /** The address of what the engine in this browser says; null if the page was built without it. */
    engine: string | null;
    /** What tables need, and what other pages say. */
    page?: Load;
    more?: Load;
  }[];
  export default languages;
}

declare module 'virtual:engine' {
  /** The address of the engine as WebAssembly; null if the page was built without it. */
  const address: string | null;
  export default address;
  /** What computer players have learned, by the names of the games. */
  export const networks: import('./local/networks').NetworkFiles;
}

declare module 'virtual:rules' {
  export interface RuleGroup {
    id: string;
    title: string;
    rules: [id: string, text: string][];
  }
  export interface Rules {
    /** What words and signs of the rules mean. */
    words: string[];
    groups: RuleGroup[];
  }
  const all: Record<string, () => Promise<{ default: Rules }>>;
  export default all;
}

declare module 'virtual:guides' {
  export interface Remark {
    /** After this many moves of the record. */
    moves: number;
    /** From here the table continues by itself to this number of moves. */
    to: number | null;
    text: string;
    points_at: string[];
  }
  export interface Guide {
    record: string;
    remarks: Remark[];
  }
  const all: Record<string, () => Promise<{ default: Guide }>>;
  export default all;
}

declare module 'virtual:puzzles' {
  /** So many points more from a source ('': from all) by the end of the turn; 0: the game is over, and won. */
  export interface Goal {
    source: string;
    points: number;
  }
  export interface Puzzle {
    id: string;
    /** The recorded game in which it begins, after this many moves; how its record ends there. */
    game: number;
    moves: number;
    tail: string;
    seat: number;
    round: number;
    goal: Goal;
    /** How many of ten thousand random turns reach the goal. */
    rare: number;
    solution: string[];
  }
  export interface Puzzles {
    games: { head: string; moves: string[] }[];
    puzzles: Puzzle[];
  }
  const all: Record<string, () => Promise<{ default: Puzzles }>>;
  export default all;
}
