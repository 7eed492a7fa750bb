/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the readers of notation: as a move, and as a message of each table, of noughts
 * and of a toy with every kind of argument. They are refused with a problem, or they are something
 * that is written and read again the same and can be told to people. */

#include "require.h"
#include "../unit/toy.h"

#include "contract/notation.h"
#include "contract/play.h"

static const struct ruleset toy_rules = {
    .game = &toy, .setup = {.players = TOY_PLAYERS, .options = {TOY_WITH_MOONS}}};

static void try_move(const struct ruleset *rules, struct span input)
{
    struct problem problem = {0};
    struct move move, back;
    struct text text = {0}, told = {0};
    if (!move_from_text(rules, input, &move, &problem)) {
        require_told(&problem, input);
        return;
    }
    REQUIRE(!problem_is_set(&problem));
    move_write(rules, move, &text);
    REQUIRE(move_from_text(rules, text_span(&text), &back, &problem));
    REQUIRE(move_equal(move, back));
    tell_move(rules, NULL, &(struct teller){.language = LANGUAGE_DE}, 0, move, &told);
    REQUIRE(told.length > 0);
    text_free(&text);
    text_free(&told);
}

static bool read_message(const struct ruleset *rules, const struct wording *table,
                         struct span input, struct message *message, struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, NULL, input, problem))
        return false;
    scan_line(&scan);
    return message_read(rules, table, &scan, message) && !problem_is_set(problem);
}

static void try_message(const struct ruleset *rules, const struct wording *table, struct span input)
{
    struct problem problem = {0};
    struct message message = {0}, back = {0};
    struct text text = {0}, told = {0};
    if (!read_message(rules, table, input, &message, &problem)) {
        require_told(&problem, input);
        return;
    }
    message_write(rules, table, message, &text);
    REQUIRE(read_message(rules, table, text_span(&text), &back, &problem));
    REQUIRE(memcmp(&message, &back, sizeof message) == 0);
    tell_message(rules, &(struct teller){.language = ENGLISH, .reader = message.seat + 1}, table,
                 message, &told);
    REQUIRE(told.length > 0);
    text_free(&text);
    text_free(&told);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    const struct ruleset *const all[] = {noughts_rules(), &toy_rules};
    for (int i = 0; i < 2; i++) {
        const struct words *words = all[i]->game->words;
        try_move(all[i], input);
        try_message(all[i], words->events, input);
        try_message(all[i], words->reasons, input);
        try_message(all[i], words->questions, input);
    }
    return 0;
}
