/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: reads programs and checks that their operations are allowed where they are printed
 * (operations.h). */

#include "card_reading.h"

/* May the row be there? */
static bool check_place(struct scan *value, struct span word, const struct effect *row,
                        unsigned context)
{
    return (pulsar_operations[row->op].allowed_in & context) != 0 ||
           table_cannot_stand(&pulsar_grammar, value, word, row);
}

/* The table has points for 1, 2, 3 …. */
static bool check_table(struct scan *value, struct span word, const struct effect *table)
{
    for (int i = 1; i <= table->body; i++) {
        if (!check_place(value, word, &table[i], IN_TABLE))
            return false;
        if (table[i].a != i)
            return scan_problem(value, word, _("the steps of a table are 1, 2, 3 and so on"), NULL,
                                NULL);
    }
    return true;
}

static bool check_when(struct scan *value, struct span word, const struct effect *when)
{
    return check_place(value, word, when + 1, IN_EVENT) &&
           (when->body == 1 ||
            scan_problem(value, word, _("an event causes only one step"), NULL, NULL));
}

static bool check_rows(struct scan *value, struct span word, const struct effect *rows, int count,
                       unsigned context)
{
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        if (!check_place(value, word, &rows[i], context))
            return false;
        if (rows[i].op == OP_TABLE && !check_table(value, word, &rows[i]))
            return false;
        if (rows[i].op == OP_WHEN && !check_when(value, word, &rows[i]))
            return false;
    }
    return true;
}

bool pulsar_read_program_on(struct pulsar_reading *reading, struct scan *value,
                            enum pulsar_context context, struct program *out)
{
    struct pulsar_cards *cards = reading->cards;
    struct table_programs programs = {&pulsar_grammar, cards->rows, cards->row_ends,
                                      &cards->row_count, PROGRAM_ROWS};
    return table_program(&programs, value, check_rows, context, out);
}

bool pulsar_read_program(struct table_reading *base, struct scan *value,
                         const struct table_key *key, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    return pulsar_read_program_on(reading, value, (enum pulsar_context)key->max, at);
}

bool pulsar_read_list(struct scan *value, const struct table_key *key, uint8_t *out, uint8_t *count)
{
    do {
        if (*count == key->most)
            return scan_done(value);
        if (!table_need_number(value, key->min, key->max, &out[(*count)++]))
            return false;
    } while (scan_peek(value).length > 0);
    return true;
}

void *pulsar_place_shared(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    (void)card;
    return reading->cards;
}
