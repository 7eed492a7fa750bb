// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// A whole game of each game, played by two people who know nothing but docs/protocol.md.
//     node play.test.mjs ORRERY

import { startServer } from "./server.mjs";
import { playWhole, gamesOf } from "./play.mjs";

const server = await startServer(process.argv[2]);
let number = 0;
let failed = 0;
try {
  for (const game of await gamesOf(server.base)) {
    try {
      const told = await playWhole(server.base, game);
      console.log(`ok ${++number} - a whole game of ${told}`);
    } catch (error) {
      failed++;
      console.log(`not ok ${++number} - a whole game of ${game}\n# ${String(error.stack).replaceAll("\n", "\n# ")}`);
    }
  }
} finally {
  await server.stop();
}
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
