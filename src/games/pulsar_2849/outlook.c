/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what is to come as things are: the points of each seat if the game ended now, and
 * what the next production gives. Both run the rules themselves on a copy of the state, so they
 * cannot say anything else than what would happen. */

#include "pulsar.h"

#include "things.h"

#include "kit/scoring.h"

static bool is_at_bottom(const struct pulsar_view *v, enum pulsar_task task)
{
    return v->s->agenda.depth > 0 && v->s->agenda.frames[0].task == task;
}

static void clear_agenda(struct pulsar_table *t)
{
    while (!agenda_is_empty(&t->s->agenda))
        task_done(t);
}

/* ---- if the game ended now ------------------------------------------------------------------- */

/* To the first choice of the final scoring: from its start, or from where it is. */
static void begin_final(struct pulsar_table *t)
{
    if (!is_at_bottom(&t->view, TASK_FINAL) && !agenda_is_empty(&t->s->agenda)) {
        clear_agenda(t);
        pulsar_set_play_order(t);
        t->s->round = ROUNDS;
        push_task(t, final, 0);
    }
    pulsar_advance(t);
}

/* Runs on while others choose: nothing in the final scoring depends on the choices of others, so
 * theirs do not matter. Returns how many choices the seat then has; 0 at the end. */
static int to_own_choice(struct pulsar_table *t, int seat, struct move *moves)
{
    const struct ruleset *rules = t->view.rules;
    for (int count; (count = rules->game->legal(rules, t->s, moves)) > 0;) {
        if (pulsar_actor(&t->view) == seat)
            return count;
        rules->game->apply(rules, t->s, moves[0], NULL);
    }
    return 0;
}

/* Bonuses are bought in the order of the goals: another order would come to the same. */
static bool is_repeated(struct move move, struct move last)
{
    return move.kind == MOVE_GOAL_BONUS && last.kind == MOVE_GOAL_BONUS && move.a < last.a;
}

/* Tries all that the seat can choose from here on; the state becomes the end that is best for it.
 * The choices are few: what is bought, and which goals count. */
static void choose_best(struct pulsar_table *t, int seat, struct move last)
{
    assert(seat >= 0 && seat < players_of(&t->view));
    struct move moves[MOVES_MAX];
    int count = to_own_choice(t, seat, moves), most = -1;
    assert(count == 0 || pulsar_actor(&t->view) == seat);
    const struct pulsar_state here = *t->s;
    for (int i = 0; i < count; i++) {
        struct pulsar_state end = here;
        struct pulsar_table trial = pulsar_table_of(t->view.rules, &end, NULL);
        if (is_repeated(moves[i], last))
            continue;
        t->view.rules->game->apply(t->view.rules, &end, moves[i], NULL);
        choose_best(&trial, seat, moves[i]);
        if (pulsar_points_of(&end.seats[seat]) > most) {
            most = pulsar_points_of(&end.seats[seat]);
            *t->s = end;
        }
    }
}

void pulsar_projected(const struct ruleset *rules, const void *state, struct score *score)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    int ties[SEATS_MAX][TIES_MAX] = {{0}};
    if (v.s->round == 0) {
        pulsar_score(rules, state, score);
        return;
    }
    *score = (struct score){0};
    for (int seat = 0; seat < players_of(&v); seat++) {
        struct pulsar_state end = *v.s;
        struct pulsar_table t = pulsar_table_of(rules, &end, NULL);
        begin_final(&t);
        assert(end.round == ROUNDS);
        choose_best(&t, seat, (struct move){0});
        ties[seat][0] = ORDER_SPACES + 1 - pulsar_first_space(&t.view, seat);
        for (int i = 0; i < SOURCES; i++)
            score->parts[seat][i] = end.seats[seat].points[i];
    }
    score_add_up(score, players_of(&v));
    score_places(score, players_of(&v), ties);
}

/* ---- the next production --------------------------------------------------------------------- */

/* From its start, or from where it is; false if there is none any more, or not yet. */
static bool begin_production(struct pulsar_table *t)
{
    if (t->s->round == 0 || agenda_is_empty(&t->s->agenda) || is_at_bottom(&t->view, TASK_FINAL))
        return false;
    while (is_at_bottom(&t->view, TASK_PRODUCTION) && task_top(t)->task != TASK_PRODUCTION)
        task_done(t);
    if (!is_at_bottom(&t->view, TASK_PRODUCTION)) {
        clear_agenda(t);
        push_task(t, production, 0);
    }
    return true;
}

static void add_gains(const struct pulsar_seat *before, const struct pulsar_seat *after,
                      struct pulsar_income *income)
{
    assert(after->cubes >= before->cubes); /* nothing is paid without a choice */
    income->points += pulsar_points_of(after) - pulsar_points_of(before);
    income->cubes += after->cubes - before->cubes;
    for (int i = 0; i < MODIFIERS; i++)
        income->tokens += after->tokens[i] - before->tokens[i];
    for (int i = 0; i < SIZES; i++)
        income->gyrodynes += after->hand[i] - before->hand[i];
}

/* What can be bought is left out: it is a choice. */
void pulsar_next_production(const struct ruleset *rules, const void *state,
                            struct pulsar_income incomes[SEATS_MAX][PRODUCTION_NEXT_ROUND])
{
    struct pulsar_state copy = *(const struct pulsar_state *)state;
    struct pulsar_table t = pulsar_table_of(rules, &copy, NULL);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        for (int step = 0; step < PRODUCTION_NEXT_ROUND; step++)
            incomes[seat][step] = (struct pulsar_income){0};
    if (!begin_production(&t))
        return;
    for (int step; (step = top_production(&t)->step) < PRODUCTION_NEXT_ROUND;) {
        struct pulsar_state before = copy;
        pulsar_task_production.step(&t);
        while (task_top(&t)->task != TASK_PRODUCTION)
            task_done(&t);
        for (int seat = 0; seat < players_of(&t.view); seat++)
            add_gains(&before.seats[seat], &copy.seats[seat], &incomes[seat][step]);
    }
}

static void put_income(struct json *json, const char *step, const struct pulsar_income *income)
{
    json_open(json, NULL, '{');
    json_put_string(json, "step", step);
    json_put_number(json, "points", income->points);
    json_put_number(json, "cubes", income->cubes);
    json_put_number(json, "tokens", income->tokens);
    json_put_number(json, "gyrodynes", income->gyrodynes);
    json_close(json, '}');
}

static bool is_something(const struct pulsar_income *income)
{
    return income->points != 0 || income->cubes != 0 || income->tokens != 0 ||
           income->gyrodynes != 0;
}

/* Of each seat what the steps of production give. */
void pulsar_put_production(const struct ruleset *rules, const void *state, struct json *json,
                           const char *key)
{
    struct pulsar_income incomes[SEATS_MAX][PRODUCTION_NEXT_ROUND];
    const struct thing *steps = &rules->game->words->things[PUL_STEP - THING_GAME];
    pulsar_next_production(rules, state, incomes);
    json_open(json, key, '[');
    for (int seat = 0; seat < rules->setup.players; seat++) {
        json_open(json, NULL, '[');
        for (int step = 0; step < PRODUCTION_NEXT_ROUND; step++)
            if (is_something(&incomes[seat][step]))
                put_income(json, steps->token(rules, step), &incomes[seat][step]);
        json_close(json, ']');
    }
    json_close(json, ']');
}
