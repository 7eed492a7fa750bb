/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A hint and an analysis of the same game say the same: what the analysis calls a mistake is what a
 * hint with as many nodes would have called one. And a hint tells the whole action of its moves. */

#include "helpers.h"

#include "contract/notation.h"
#include "contract/play.h"
#include "games/pulsar_2849/pulsar.h"
#include "players/analysis_json.h"

#include <string.h>

enum { MOVES = 90, LONG_LOOK = 400, QUICK_LOOK = 40 };

/* A game at random, up to a number of moves. */
struct short_game {
    struct ruleset *rules;
    struct move moves[MOVES];
};

static void open_game(struct short_game *game, const char *name)
{
    union any_state state;
    struct problem problem = {0};
    struct setup setup = setup_standard(game_find(span_of(name)));
    struct random random = random_stream(7, 3);
    setup.players = 2;
    game->rules = ruleset_open(game_find(span_of(name)), &setup, NULL, &problem);
    assert_told(&problem, NULL);
    play_start(game->rules, &state);
    for (int i = 0; i < MOVES; i++) {
        assert_true(play_pick(game->rules, &state, &random, &game->moves[i]));
        game->rules->game->apply(game->rules, &state, game->moves[i], NULL);
    }
}

static struct hint hint_at(const struct analysis_task *task, uint32_t moment)
{
    const struct budget budget = {.nodes = task->hint_nodes, .threads = 1};
    union any_state state;
    struct problem problem = {0};
    struct hint hint;
    analysis_state(task, moment, &state);
    assert_true(hint_find(task->rules, &state, &budget, &hint, &problem));
    return hint;
}

/* Every mistake is one of the hint, too, with the same chances. */
static int compare_mistakes(const struct analysis_task *task, const struct analysis *analysis)
{
    int mistakes = 0;
    for (uint32_t i = 0; i < analysis->moves; i++) {
        const struct moment *moment = &analysis->moments[i];
        if (moment->node.actor < 0 || moment->cost < MISTAKE)
            continue;
        struct hint hint = hint_at(task, i);
        int at = 0;
        while (!move_equal(hint.moves[at].move, moment->played))
            at++;
        assert_true(at > 0);
        assert_true(move_equal(hint.moves[0].move, moment->best));
        if (hint.moves[at].visits == 0)
            continue; /* the hint does not know it */
        assert_memory_equal(&hint.moves[0].expected, &moment->expected, sizeof moment->expected);
        assert_memory_equal(&hint.moves[at].expected, &moment->made, sizeof moment->made);
        mistakes++;
    }
    return mistakes;
}

static bool follow(void *context, uint32_t done, uint32_t total)
{
    uint32_t *last = context;
    assert_true(done >= *last && done <= total);
    *last = done;
    return true;
}

static void check_agreement(const char *name)
{
    static struct short_game game;
    struct analysis analysis, other;
    struct problem problem = {0};
    uint32_t told = 0;
    open_game(&game, name);
    struct analysis_task task = {.rules = game.rules,
                                 .moves = game.moves,
                                 .count = MOVES,
                                 .budget = {.nodes = QUICK_LOOK, .threads = 1},
                                 .hint_nodes = LONG_LOOK,
                                 .progress = follow,
                                 .context = &told};
    assert_true(analysis_run(&task, &analysis, &problem));
    assert_int_equal(told, MOVES + 1);
    assert_true(compare_mistakes(&task, &analysis) > 0);
    task.budget.threads = 3; /* who works at it makes no difference */
    task.progress = NULL;
    assert_true(analysis_run(&task, &other, &problem));
    assert_memory_equal(analysis.moments, other.moments, (MOVES + 1) * sizeof *other.moments);
    analysis_free(&analysis);
    analysis_free(&other);
    ruleset_close(game.rules);
}

TEST(mistakes_are_those_of_hints)
{
    check_agreement("pulsar-2849");
    check_agreement("beyond-the-sun");
}

/* Each move of a line is legal after those before it, all are of one seat, and it ends where the
 * action does, or with chance or another's decision. */
static int check_line(const struct ruleset *rules, const void *start, const struct hint *hint,
                      int number)
{
    const struct hint_line *line = &hint->lines[number];
    union any_state state;
    memcpy(&state, start, rules->game->state_size);
    assert_in_range(line->count, 1, HINT_LINE_MAX);
    assert_true(move_equal(line->moves[0], hint->moves[number].move));
    for (int i = 0; i < line->count; i++) {
        struct node node = rules->game->node(rules, &state);
        assert_int_equal(node.actor, hint->actor);
        assert_true(i == 0 || !play_begins_action(rules, node));
        assert_true(play_move(rules, &state, line->moves[i], NULL));
    }
    struct node end = rules->game->node(rules, &state);
    assert_true(line->count == HINT_LINE_MAX || end.actor != hint->actor ||
                play_begins_action(rules, end));
    return line->count;
}

static void assert_move(const struct ruleset *rules, struct move move, const char *expected)
{
    struct text text = {0};
    move_write(rules, move, &text);
    assert_text(&text, expected);
    text_free(&text);
}

static bool is_payment(struct move move)
{
    return move.kind >= MOVE_PAY && move.kind <= MOVE_PAY_BOTH;
}

/* A flight is told by where it ends, also where segments without an alternative were flown without
 * a move, and then by what it costs, if that was chosen. Is it one? */
static bool check_flight(const struct ruleset *rules, const void *start,
                         const struct hint_line *line)
{
    struct move told[HINT_LINE_MAX];
    struct pulsar_state state = *(const struct pulsar_state *)start;
    char end[16];
    if (line->moves[0].kind != MOVE_FLY)
        return false;
    int seat = rules->game->node(rules, &state).actor;
    for (int i = 0; i < line->count; i++)
        rules->game->apply(rules, &state, line->moves[i], NULL);
    snprintf(end, sizeof end, "to N%d", state.seats[seat].ship);
    int count = rules->game->abridge(rules, start, line->moves, line->count, told);
    assert_in_range(count, 1, line->count);
    assert_move(rules, told[0], end);
    for (int i = 1; i < count; i++)
        assert_true(told[i].kind != MOVE_FLY && told[i].kind != MOVE_STEP);
    assert_true(!is_payment(line->moves[1]) || is_payment(told[1]));
    return true;
}

TEST(hints_tell_whole_actions)
{
    static struct short_game game;
    union any_state state;
    struct problem problem = {0};
    struct hint hint;
    int longest = 0, flights = 0;
    open_game(&game, "pulsar-2849");
    const struct budget budget = {.nodes = LONG_LOOK, .threads = 1};
    play_start(game.rules, &state);
    for (int i = 0; i < MOVES; i++) {
        if (game.rules->game->node(game.rules, &state).actor >= 0) {
            assert_true(hint_find(game.rules, &state, &budget, &hint, &problem));
            for (int k = 0; k < hint.count && k < HINT_LINES; k++) {
                int count = check_line(game.rules, &state, &hint, k);
                longest = count > longest ? count : longest;
                flights += check_flight(game.rules, &state, &hint.lines[k]);
            }
        }
        game.rules->game->apply(game.rules, &state, game.moves[i], NULL);
    }
    assert_true(longest > 3 && flights > 3);
    ruleset_close(game.rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
