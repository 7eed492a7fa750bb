/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: programs of effects, row by row. What a row does is in operations.c. */

#include "pulsar.h"

void pulsar_run_row(struct pulsar_table *t, int seat, const struct effect *row,
                    enum pulsar_source source)
{
    assert(row->op > OP_NONE && row->op < OP_COUNT);
    pulsar_operations[row->op].run(t, seat, row, (int)source);
}

bool pulsar_row_changes(const struct pulsar_view *v, const struct effect *row)
{
    assert(row->op > OP_NONE && row->op < OP_COUNT);
    return pulsar_operations[row->op].changes(v, row);
}

/* Takes the next row, with its body, off the program. */
static const struct effect *next_row(const struct pulsar_cards *cards, struct pulsar_run_task *run)
{
    int at = row_number(run->next);
    assert(at < row_number(run->end));
    run->next = task_row(at + 1 + cards->rows[at].body);
    return &cards->rows[at];
}

/* Rows one after another, each in full before the next. The last one runs when the program is off
 * the agenda, so that what it asks does not lie on an empty program. */
static bool step_run(struct pulsar_table *t)
{
    struct pulsar_run_task *run = top_run(t);
    int seat = run->seat;
    enum pulsar_source source = run->source;
    const struct effect *row = next_row(t->view.cards, run);
    if (row_number(run->next) == row_number(run->end))
        task_done(t);
    pulsar_run_row(t, seat, row, source);
    return true;
}

const struct pulsar_task_kind pulsar_task_run = {.step = step_run};

void pulsar_run_program(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source)
{
    if (program.count > 0)
        push_task(t, run, seat, .next = program.start, .end = program.start + program.count,
                  .source = (int)source);
}

void pulsar_run_at_once(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source)
{
    const struct effect *rows = &t->view.cards->rows[program.start];
    int depth = t->s->agenda.depth;
    (void)depth;
    for (int i = 0; i < program.count; i += 1 + rows[i].body)
        pulsar_run_row(t, seat, &rows[i], source);
    assert(t->s->agenda.depth == depth); /* nothing of it asks: see allowed_in in operations.h */
}
