/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts: all positions that can be expressed with a frame or two on the agenda are tried. Those
 * that are accepted can be played on to the end, whatever is marked, and are accepted all the way.
 */

#include "helpers.h"

#include "contract/fields.h"
#include "contract/play.h"

enum { CELLS = 9, ALL_MARKS = 1 << CELLS, OWNERS = 3, WORKS = 3, DEPTHS = 3 };

/* The values that are tried, by the names of their fields. */
struct found_cells {
    struct cell marks[2], winner, begins, agenda, work, seat;
};

static struct cell find(const struct ruleset *rules, const char *name, int index)
{
    for (struct cell at = cell_first(rules); at.field != NULL; at = cell_next(rules, at))
        if (strcmp(at.field->name, name) == 0 && at.index[0] == index)
            return at;
    fail_msg("there is no field %s", name);
    return (struct cell){0};
}

static struct found_cells cells_of(const struct ruleset *rules)
{
    return (struct found_cells){{find(rules, "marks", 0), find(rules, "marks", 1)},
                                find(rules, "winner", 0),
                                find(rules, "begins", 0),
                                find(rules, "agenda", 0),
                                find(rules, "work", 0),
                                find(rules, "work-seat", 0)};
}

/* Plays every game that can follow; returns how many positions there are on the way. */
static int play_all_on(const struct ruleset *rules, const union any_state *state)
{
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves), positions = 1;
    assert_null(rules->game->check(rules, state));
    assert_int_equal(count == 0, rules->game->node(rules, state).actor == NOBODY);
    for (int i = 0; i < count && i < 2; i++) { /* two at each step are ways enough */
        union any_state next = *state;
        rules->game->apply(rules, &next, moves[i == 0 ? 0 : count - 1], NULL);
        positions += play_all_on(rules, &next);
    }
    return positions;
}

/* Marks, winner and beginner are set: tries every agenda. Returns how many are accepted. */
static int try_agendas(const struct ruleset *rules, const struct found_cells *at,
                       union any_state *state)
{
    int accepted = 0;
    for (int depth = 0; depth < DEPTHS; depth++)
        for (int work = 0; work < WORKS; work++)
            for (int seat = 0; seat < OWNERS; seat++) {
                value_set(state, at->agenda, depth);
                value_set(state, at->work, work);
                value_set(state, at->seat, seat);
                if (rules->game->check(rules, state) != NULL)
                    continue;
                accepted++;
                play_all_on(rules, state);
            }
    return accepted;
}

static int try_positions(const char *start)
{
    struct ruleset *rules = open_noughts(start);
    struct found_cells at = cells_of(rules);
    int accepted = 0;
    for (unsigned all = 0; all < ALL_MARKS * ALL_MARKS; all++) {
        union any_state state = {0};
        unsigned first = all % ALL_MARKS, second = all / ALL_MARKS;
        if ((first & second & ~1u) != 0) /* one cell marked twice is enough to be refused */
            continue;
        value_set(&state, at.marks[0], first);
        value_set(&state, at.marks[1], second);
        for (int winner = 0; winner < OWNERS; winner++)
            for (int begins = 0; begins < OWNERS; begins++) {
                value_set(&state, at.winner, winner);
                value_set(&state, at.begins, begins);
                accepted += try_agendas(rules, &at, &state);
            }
    }
    ruleset_close(rules);
    return accepted;
}

/* 5478 positions can come about with a given beginner; one more before that is drawn. */
TEST(test_all_positions)
{
    assert_int_equal(try_positions("drawn"), 2 * 5478 + 1);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
