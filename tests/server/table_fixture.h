/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table for tests without a store: its rows are kept here, so that it can be built again. */

#ifndef TESTS_SERVER_TABLE_FIXTURE_H
#define TESTS_SERVER_TABLE_FIXTURE_H

#include "../unit/helpers.h"

#include "base/random.h"
#include "contract/card_document.h"
#include "contract/play.h"
#include "table/view.h"

#include <stdio.h>
#include <stdlib.h>

enum { ADA = 1, BOB = 2, CAT = 3, SERVER = 0 };

/* A table, its table, and the rows that were done. */
struct bench {
    struct table_plan plan;
    struct store_table stored;
    struct text head;
    struct table *table;
    struct table_cards *cards; /* for table_open_with; NULL */
    struct kept_row {
        enum row_kind kind;
        int64_t user, time;
        struct text body;
    } * rows;
    int count;
    int64_t now;
    struct problem problem; /* of the last refusal */
};

static inline void add_told(struct text *out, const struct problem *problem)
{
    if (problem_is_set(problem))
        problem_write(problem, ENGLISH, out);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* A plan with the fewest players; Ada makes the table. */
static inline struct table_plan plan_of(const char *game)
{
    struct table_plan plan = {.game = game_find(span_of(game)), .owner = ADA, .chat = true};
    assert_non_null(plan.game);
    plan.setup = setup_standard(plan.game);
    return plan;
}

static inline struct table_plan first_begins(void)
{
    struct table_plan plan = plan_of("noughts");
    struct problem problem = {0};
    assert_true(setup_option(plan.game, &plan.setup, span_of("start"), span_of("first"), &problem));
    return plan;
}

/* Opens the table of the table once more, without any row. */
static inline struct table *open_table(struct bench *bench)
{
    struct problem problem = {0};
    struct table *table = table_open_with(&bench->stored, bench->cards, &problem);
    struct text told = {0};
    add_told(&told, &problem);
    assert_string_equal(text_string(&told), "");
    text_free(&told);
    assert_non_null(table);
    return table;
}

/* A table with these rules, which may be others than the program's. */
static inline void bench_open_rules(struct bench *bench, struct table_plan plan,
                                    const struct ruleset *rules, struct table_cards *cards)
{
    *bench = (struct bench){.plan = plan, .cards = cards, .now = 1000};
    snprintf(bench->stored.id, sizeof bench->stored.id, "t");
    for (uint8_t i = 0; i < SEED_SIZE; i++)
        bench->stored.seed[i] = i;
    bench->stored.made = 1000;
    table_write_head(&plan, rules, &bench->head);
    bench->stored.head = text_string(&bench->head);
    bench->table = open_table(bench);
}

static inline void bench_open(struct bench *bench, struct table_plan plan)
{
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open(plan.game, &plan.setup, NULL, &problem);
    assert_non_null(rules);
    bench_open_rules(bench, plan, rules, NULL);
    ruleset_close(rules);
}

static inline void bench_close(struct bench *bench)
{
    table_close(bench->table);
    for (int i = 0; i < bench->count; i++)
        text_free(&bench->rows[i].body);
    free(bench->rows);
    text_free(&bench->head);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Does a row and keeps it, or notes why not. */
static inline bool try_row(struct bench *bench, enum row_kind kind, int64_t user, const char *body)
{
    struct text full = {0};
    struct table_row row = {.kind = kind, .user = user, .time = bench->now, .body = span_of(body)};
    bench->problem = (struct problem){0};
    if (!table_apply(bench->table, &row, &full, &bench->problem)) {
        assert_true(problem_is_set(&bench->problem));
        text_free(&full);
        return false;
    }
    bench->rows = memory_grow(bench->rows, (size_t)bench->count + 1, sizeof *bench->rows);
    bench->rows[bench->count++] = (struct kept_row){kind, user, bench->now, full};
    return true;
}

static inline void done(struct bench *bench, enum row_kind kind, int64_t user, const char *body)
{
    if (try_row(bench, kind, user, body))
        return;
    struct text told = {0};
    add_told(&told, &bench->problem);
    print_error("%s %s: %s\n", row_kinds[kind], body, text_string(&told));
    text_free(&told);
    fail();
}

/* The row as the store would give it. */
static inline struct store_row stored(const struct bench *bench, int index)
{
    const struct kept_row *row = &bench->rows[index];
    return (struct store_row){.number = (uint32_t)index + 1,
                              .time = row->time,
                              .user = row->user,
                              .key = "",
                              .kind = row_kinds[row->kind],
                              .body = text_string(&row->body)};
}

static inline const char *last_body(const struct bench *bench)
{
    return text_string(&bench->rows[bench->count - 1].body);
}

/* Replays the rows from number `from` on. */
static inline void replay_rows(const struct bench *bench, struct table *table, int from)
{
    struct problem problem = {0};
    struct text told = {0};
    for (int i = from; i < bench->count; i++) {
        struct store_row row = stored(bench, i);
        bool fine = table_replay(table, &row, &problem);
        add_told(&told, &problem);
        assert_string_equal(text_string(&told), "");
        assert_true(fine);
    }
    text_free(&told);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* All that anyone could see of a table. */
static inline void add_view(const struct table *table, int64_t now, struct text *out)
{
    struct json json = {.out = out};
    struct viewer viewer = {.language = ENGLISH,
                            .seats = (1u << SEATS_MAX) - 1,
                            .owner = true,
                            .wants_state = true,
                            .wants_moves = true,
                            .wants_blocked = true};
    json_open(&json, NULL, '{');
    view_table(table, &viewer, 0, now, NULL, &json, "view");
    view_log(table, ENGLISH, 0, NULL, &json, "log");
    json_close(&json, '}');
}

static inline void assert_same_table(const struct table *table, const struct table *other,
                                     int64_t now)
{
    struct text first = {0}, second = {0};
    add_view(table, now, &first);
    add_view(other, now, &second);
    assert_string_equal(text_string(&first), text_string(&second));
    text_clear(&first);
    text_clear(&second);
    table_save(table, &first);
    table_save(other, &second);
    assert_string_equal(text_string(&first), text_string(&second));
    text_free(&first);
    text_free(&second);
}

/* The table from its rows, and from its text. */
static inline struct table *replayed(struct bench *bench)
{
    struct table *table = open_table(bench);
    replay_rows(bench, table, 0);
    return table;
}

static inline struct table *restored(struct bench *bench)
{
    struct problem problem = {0};
    struct text text = {0}, told = {0};
    struct table *table = open_table(bench);
    table_save(bench->table, &text);
    bool fine = table_restore(table, text_span(&text), &problem);
    add_told(&told, &problem);
    assert_string_equal(text_string(&told), "");
    assert_true(fine);
    text_free(&text);
    text_free(&told);
    return table;
}

static inline void assert_can_be_built_again(struct bench *bench)
{
    struct table *again = replayed(bench), *from_text = restored(bench);
    assert_same_table(bench->table, again, bench->now);
    assert_same_table(bench->table, from_text, bench->now);
    table_close(again);
    table_close(from_text);
}

/* The row is refused with that sentence, and nothing has changed. */
static inline void refused(struct bench *bench, enum row_kind kind, int64_t user, const char *body,
                           const char *sentence)
{
    struct text before = {0}, after = {0}, told = {0};
    add_view(bench->table, bench->now, &before);
    table_save(bench->table, &before);
    assert_false(try_row(bench, kind, user, body));
    add_view(bench->table, bench->now, &after);
    table_save(bench->table, &after);
    assert_string_equal(text_string(&before), text_string(&after));
    problem_forget_place(&bench->problem);
    add_told(&told, &bench->problem);
    assert_string_equal(text_string(&told), sentence);
    text_free(&before);
    text_free(&after);
    text_free(&told);
}

/* ---- tables that play ------------------------------------------------------------------------ */

/* Noughts between Ada and Bob, begun; Ada begins, nobody confirms. */
static inline void bench_of_two(struct bench *bench, struct table_plan plan)
{
    bench_open(bench, plan);
    done(bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    done(bench, ROW_SIT, BOB, "2 2 \"Bob\"");
    done(bench, ROW_CONFIRMS, ADA, "1 off");
    done(bench, ROW_CONFIRMS, BOB, "2 off");
    done(bench, ROW_START, ADA, "");
}

/* A legal move of who is awaited, as the body of a row. */
static inline void add_some_move(const struct table *table, struct random *random,
                                 struct text *body)
{
    struct move moves[MOVES_MAX];
    int count = table->rules->game->legal(table->rules, session_state(table->session), moves);
    assert_true(count > 0);
    text_addf(body, "%d ", table_awaited(table) + 1);
    move_write(table->rules, moves[random_below(random, (uint32_t)count)], body);
}

#endif
