// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// Prints what the test that compares builds finds (tests/contract/hash_chain.c), played by the module that the page has:
// node tests/wasm/chain.mjs [PART]

import { startEngine } from "./engine.mjs";

const engine = await startEngine({ networks: true });
process.stdout.write(engine.text("hash_chain", Number(process.argv[2] ?? 1)));
