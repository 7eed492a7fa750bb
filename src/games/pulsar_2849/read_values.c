/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: reads programs, and says which operations may stand where. */

#include "card_reading.h"

enum {
    ON_ACTION = ON_IMMEDIATE | ON_ONLINE | ON_PROJECT, /* for an action of the own turn */
    ON_GAIN = ON_ACTION | ON_SYSTEM | ON_TILE,
    ON_PHASE = ON_PRODUCTION | ON_EVERY_ROUND,
    ON_COUNT = ON_ACTION | ON_PHASE | ON_FINAL,
};

/* Where an operation may stand. In production and at the end there is nothing that would need a
 * choice on the board, and a drawn tile draws no further one. */
static const uint16_t stands[OP_COUNT] = {
    [OP_POINTS] = ON_GAIN | ON_PHASE | ON_FINAL,
    [OP_CUBES] = ON_GAIN | ON_PHASE,
    [OP_PLUS_MINUS] = ON_GAIN | ON_PHASE,
    [OP_PLUS_TWO] = ON_GAIN | ON_PHASE,
    [OP_GYRODYNE] = ON_GAIN,
    [OP_GYRODYNES] = ON_GAIN,
    [OP_EXPLORE] = ON_ACTION,
    [OP_STATIONS] = ON_TILE | ON_FINAL,
    [OP_ISOLATED] = ON_ACTION,
    [OP_TELEPORT] = ON_ACTION,
    [OP_RED] = ON_SYSTEM,
    [OP_DOUBLE] = ON_IMMEDIATE | ON_PROJECT,
    [OP_BUY_RED] = ON_IMMEDIATE,
    [OP_SPIN] = ON_ACTION,
    [OP_PER] = ON_COUNT,
    [OP_SHARE] = ON_COUNT,
    [OP_TABLE] = ON_COUNT,
    [OP_BUY] = ON_EVERY_ROUND | ON_FINAL,
    [OP_RUN] = ON_PROJECT,
    [OP_TOLERANCE] = ON_PERMANENT,
    [OP_WHEN] = ON_PERMANENT,
    [OP_COPY] = ON_PERMANENT,
    [OP_GOAL] = ON_FINAL,
    [OP_INITIATIVE] = ON_FINAL,
    [OP_EVERY_CUBE] = ON_FINAL,
    [OP_IDLE] = ON_FINAL,
};

/* The table has points for 1, 2, 3 …. */
static bool check_table(struct scan *value, struct span word, const struct effect *table)
{
    for (int i = 1; i <= table->body; i++) {
        if (table[i].op != OP_STEP)
            return table_cannot_stand(&pulsar_grammar, value, word, &table[i]);
        if (table[i].a != i)
            return scan_problem(value, word, _("the steps of a table are 1, 2, 3 and so on"), NULL,
                                NULL);
    }
    return true;
}

/* What happens on an event is one plain gain, so that it can happen at any moment. */
static bool check_when(struct scan *value, struct span word, const struct effect *when)
{
    const struct effect *row = when + 1;
    bool is_gain = row->op == OP_POINTS || row->op == OP_CUBES || row->op == OP_PLUS_MINUS ||
                   row->op == OP_PLUS_TWO;
    if (!is_gain)
        return table_cannot_stand(&pulsar_grammar, value, word, row);
    return when->body == 1 ||
           scan_problem(value, word, _("an event brings about one step alone"), NULL, NULL);
}

static bool check_rows(struct scan *value, struct span word, const struct effect *rows, int count,
                       unsigned stand)
{
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        if ((stands[rows[i].op] & stand) == 0)
            return table_cannot_stand(&pulsar_grammar, value, word, &rows[i]);
        if (rows[i].op == OP_TABLE && !check_table(value, word, &rows[i]))
            return false;
        if (rows[i].op == OP_WHEN && !check_when(value, word, &rows[i]))
            return false;
    }
    return true;
}

bool pulsar_read_program_on(struct reading *reading, struct scan *value, enum pulsar_stand stand,
                            struct program *out)
{
    struct pulsar_cards *cards = reading->cards;
    struct table_programs programs = {&pulsar_grammar, cards->rows, cards->row_ends,
                                      &cards->row_count, PROGRAM_ROWS};
    return table_program(&programs, value, check_rows, stand, out);
}

bool pulsar_read_program(struct reading *reading, struct scan *value, const struct table_key *key,
                         void *at)
{
    return pulsar_read_program_on(reading, value, (enum pulsar_stand)key->max, at);
}

bool pulsar_read_list(struct scan *value, const struct table_key *key, int most, uint8_t *out,
                      uint8_t *count)
{
    do {
        if (*count == most)
            return scan_done(value);
        if (!table_need_number(value, key->min, key->max, &out[(*count)++]))
            return false;
    } while (scan_peek(value).length > 0);
    return true;
}

void *pulsar_place_shared(struct reading *reading, struct card *card)
{
    (void)card;
    return reading->cards;
}
