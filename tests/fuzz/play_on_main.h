/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What libFuzzer calls of a fuzzer that plays positions on. PLAYED is the name of the game, defined
 * before this file is included, once. */

#ifndef TESTS_FUZZ_PLAY_ON_MAIN_H
#define TESTS_FUZZ_PLAY_ON_MAIN_H

#include "play_on.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max_size, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    play_on_input(PLAYED, data, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    return mutate_position(PLAYED, data, size, max_size, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max_size, unsigned seed)
{
    return splice_positions(one, one_size, other, other_size, out, max_size, seed);
}

#endif
