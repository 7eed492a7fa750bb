/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: in games of random moves over all set-ups every operation of the effect language,
 * every event that technologies wait for, every tolerance, every kind of move and every component
 * that does something fires at least once. How often is printed as comments of the test. What fired
 * is read from the events, and from the move where no event tells it. In some more games every seat
 * has something that it prefers, for what is too rare: projects, patents, gyrodynes, transmitters,
 * flights. Games of a fixed seed; ORRERY_TEST_GAMES multiplies them. */

#include "games/pulsar_2849/pulsar.h"

#include "fires.h"

#include "contract/play.h"

enum { GAMES_EACH = 12, SOUGHT_EACH = 20 };

/* How often each fired. */
struct tally {
    uint32_t games, all_moves;
    uint32_t ops[OP_COUNT], events[EVENT_COUNT], scopes[SCOPE_COUNT];
    uint32_t moves[MOVE_KINDS], told[LOG_KINDS];
    uint32_t techs[TECHS + 1]; /* took effect */
    uint32_t rows[LETTERS][ROWS + 1];
    uint32_t online[TRANSMITTERS + 1], produced[TRANSMITTERS + 1];
    uint32_t projects[PROJECTS + 1], runs[PROJECTS + 1];
    uint32_t revealed[SYSTEMS + 1], bonuses[SYSTEMS + 1];
    uint32_t tiles[TILE_KINDS + 1];
    uint32_t goals[GOALS + 1], goal_bonuses[GOALS + 1][2];
    uint32_t awards[SIZES][2];
};

/* A move that is made, the table before it, and what happened. */
struct step {
    struct table before;
    struct frame frame; /* what it answers */
    struct move move;
    struct events events;
};

/* ---- programs -------------------------------------------------------------------------------- */

/* Gate runs and purchases fire later, if at all. */
static void note_program(struct tally *tally, const struct pulsar_cards *cards,
                         struct program program)
{
    for (int i = 0; i < program.count; i++) {
        int op = cards->rows[program.start + i].op;
        tally->ops[op] += op != OP_RUN && op != OP_BUY;
    }
}

/* Own technologies, as bits of their place, that have the operation. */
static uint32_t own_with(const struct table *t, int seat, enum op op)
{
    return seat_of(t, seat)->patents & TECHS_WITH(t, op_techs, op);
}

static void note_techs(struct tally *tally, const struct table *t, uint64_t places, enum op op)
{
    tally->ops[op] += places != 0;
    while (places != 0)
        tally->techs[tech_id(t, (int)bits_pop(&places))]++;
}

/* ---- technologies that wait for something ---------------------------------------------------- */

/* Tells apart the events of technologies that wait for two. */
static int event_behind(const struct message *told)
{
    switch (told->kind) {
    case LOG_CLAIMED:
        return EVENT_CLAIM;
    case LOG_COMPLETED:
        return EVENT_COMPLETION;
    case LOG_TOKEN_SPENT:
        return told->a == PLUS_TWO ? EVENT_PLUS_TWO : EVENT_PLUS_MINUS;
    default:
        return EVENT_NONE;
    }
}

/* The row of a technology that waited for what was told before number `i`. */
static const struct effect *row_waiting(const struct step *step, const struct pulsar_tech *tech,
                                        int i)
{
    const struct effect *rows = &step->before.cards->rows[tech->effect.start], *found = NULL;
    int waiting = 0;
    for (int k = 0; k < tech->effect.count; k += 1 + rows[k].body)
        if (rows[k].op == OP_WHEN) {
            found = &rows[k];
            waiting++;
        }
    while (waiting > 1 && event_behind(&step->events.list[i]) == EVENT_NONE)
        i--;
    for (int k = 0; waiting > 1 && k < tech->effect.count; k += 1 + rows[k].body)
        if (rows[k].op == OP_WHEN && rows[k].a == event_behind(&step->events.list[i]))
            found = &rows[k];
    return found;
}

static void note_effect(struct tally *tally, const struct step *step, int i)
{
    const struct message *told = &step->events.list[i];
    const struct pulsar_cards *cards = step->before.cards;
    const struct pulsar_tech *tech = &cards->techs[told->a];
    if (tech->type == TYPE_PRODUCTION) {
        bool scored = i + 1 < step->events.count && told[1].kind == LOG_POINTS;
        tally->techs[told->a] += scored;
        if (scored)
            note_program(tally, cards, tech->effect);
        return;
    }
    const struct effect *row = row_waiting(step, tech, i);
    tally->techs[told->a]++;
    tally->events[row->a]++;
    tally->ops[OP_WHEN]++;
    tally->ops[row[1].op]++;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void note_payment(struct tally *tally, const struct step *step)
{
    const struct table *t = &step->before;
    struct move move = step->move;
    int seat = step->frame.seat;
    int off = move.kind == MOVE_PAY_OFF ? move.b : move.kind == MOVE_PAY_BOTH ? move.c : OFF_NONE;
    int scope = off_scope(off);
    if (scope != SCOPE_NONE) {
        tally->scopes[scope]++;
        note_techs(tally, t, seat_of(t, seat)->patents & TECHS_WITH(t, scope_techs, scope),
                   OP_TOLERANCE);
    }
    if (die_source(move.a) == DIE_COPY)
        note_techs(tally, t, own_with(t, seat, OP_COPY), OP_COPY);
}

static void note_goal_bonus(struct tally *tally, const struct step *step)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        if (step->before.s->goals[i] == step->move.a)
            tally->goal_bonuses[step->move.a][step->frame.args[0] >> 2 * i & 3]++;
}

/* What no event tells. */
static void note_move(struct tally *tally, const struct step *step)
{
    const struct pulsar_cards *cards = step->before.cards;
    tally->moves[step->move.kind]++;
    switch (step->move.kind) {
    case MOVE_PAY:
    case MOVE_PAY_TOKEN:
    case MOVE_PAY_OFF:
    case MOVE_PAY_BOTH:
        note_payment(tally, step);
        break;
    case MOVE_BONUS:
        tally->bonuses[step->move.a]++;
        note_program(tally, cards, cards->systems[step->move.a].bonus);
        break;
    case MOVE_GOAL_BONUS:
        note_goal_bonus(tally, step);
        break;
    default:
        break;
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

static void note_patent(struct tally *tally, const struct pulsar_cards *cards, int tech)
{
    if (cards->techs[tech].type != TYPE_IMMEDIATE)
        return;
    tally->techs[tech]++;
    note_program(tally, cards, cards->techs[tech].effect);
}

/* The row of a technology board that gives its bonus now. */
static void note_row(struct tally *tally, const struct table *t)
{
    int round = t->s->round, category = round <= 2 ? 0 : round <= 5 ? 1 : 2;
    tally->rows[(t->s->boards[category] - 1) / CATEGORIES][round]++;
}

/* What belongs to a component of that number. */
static void note_component(struct tally *tally, const struct pulsar_cards *cards,
                           const struct message *told)
{
    switch (told->kind) {
    case LOG_ONLINE:
        tally->online[told->a]++;
        note_program(tally, cards, cards->transmitters[told->a].immediate);
        break;
    case LOG_PRODUCES:
        tally->produced[told->a] +=
            cards->rows[cards->transmitters[told->a].production.start].op != OP_BUY;
        note_program(tally, cards, cards->transmitters[told->a].production);
        break;
    case LOG_BOUGHT:
        tally->produced[told->a]++;
        tally->ops[OP_BUY]++;
        break;
    case LOG_PROJECT:
        tally->projects[told->a]++;
        note_program(tally, cards, cards->projects[told->a].benefit);
        break;
    case LOG_GATE_RUN:
        tally->runs[told->a] += told->c > 0;
        tally->ops[OP_RUN]++;
        break;
    case LOG_TILE:
        tally->tiles[told->a]++;
        note_program(tally, cards, cards->tiles[told->a].effect);
        break;
    case LOG_AWARD:
        tally->awards[told->a][told->b != cards->gyrodynes[told->a].awards[0]]++;
        break;
    default:
        break;
    }
}

static void note_event(struct tally *tally, const struct step *step, int i)
{
    const struct message *told = &step->events.list[i];
    const struct table *t = &step->before;
    tally->told[told->kind]++;
    note_component(tally, t->cards, told);
    switch (told->kind) {
    case LOG_PATENT:
        note_patent(tally, t->cards, told->a);
        break;
    case LOG_EFFECT:
        note_effect(tally, step, i);
        break;
    case LOG_SPINS:
        note_row(tally, t);
        break;
    case LOG_REVEALED:
        tally->revealed[told->a]++;
        break;
    case LOG_ACHIEVED:
        tally->goals[told->a]++;
        break;
    case LOG_DEAL:
        tally->techs[told->a]++;
        break;
    case LOG_WILD:
        note_techs(tally, t, own_with(t, told->seat, OP_GOAL), OP_GOAL);
        break;
    default:
        break;
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Did a row of a final technology bring points? Purchases and goals are told. */
static bool scored(const struct table *t, int seat, const struct effect *row)
{
    const int16_t *points = seat_of(t, seat)->points;
    switch (row->op) {
    case OP_PER:
    case OP_SHARE:
    case OP_TABLE:
        return row_points(t, seat, row) > 0;
    case OP_STATIONS:
        return points[SOURCE_STATIONS] > 0;
    case OP_INITIATIVE:
        return points[SOURCE_INITIATIVE] > 0;
    case OP_EVERY_CUBE:
        return points[SOURCE_CUBES] > 0;
    case OP_IDLE:
        return points[SOURCE_PULSARS] > 0;
    default:
        return false;
    }
}

static void note_end(struct tally *tally, const struct table *t)
{
    for (int seat = 0; seat < players_of(t); seat++) {
        uint64_t own = seat_of(t, seat)->patents & TECHS_WITH(t, type_techs, TYPE_FINAL);
        while (own != 0) {
            int place = (int)bits_pop(&own);
            const struct effect *row = &t->cards->rows[tech_at(t, place)->effect.start];
            if (scored(t, seat, row))
                note_techs(tally, t, 1u << place, row->op);
        }
    }
}

/* What a seat prefers in its turn, the first one most. */
static const uint8_t tastes[][3] = {
    {MOVE_PROJECT, MOVE_FLY},
    {MOVE_PATENT, MOVE_FLY},
    {MOVE_COMPLETE, MOVE_BUILD, MOVE_GYRODYNE},
    {MOVE_PAY_TRANSMITTER, MOVE_TRANSMITTER, MOVE_PATENT},
    {MOVE_FLY},
};
enum { TASTES = sizeof tastes / sizeof tastes[0] };

/* How little a move is wanted: what the seat prefers first, and of that what fired least. */
static uint32_t rank(const struct tally *tally, struct move move, const uint8_t taste[3])
{
    uint32_t place = 0, fired = 0;
    while (place < 3 && (taste[place] == 0 || taste[place] != move.kind))
        place++;
    if (move.kind == MOVE_PATENT)
        fired = tally->techs[move.a];
    else if (move.kind == MOVE_PROJECT)
        fired = tally->projects[move.a];
    else if (move.kind == MOVE_TRANSMITTER)
        fired = tally->online[move.a];
    return (place + (move.kind == MOVE_END)) << 24 | fired;
}

static struct move seek(const struct tally *tally, const struct move *moves, int count,
                        const uint8_t taste[3])
{
    struct move best = moves[0];
    for (int i = 1; i < count; i++)
        if (rank(tally, moves[i], taste) < rank(tally, best, taste))
            best = moves[i];
    return best;
}

/* A random move; three of four actions are sought if the tally is given. */
static struct move choose(const struct ruleset *rules, const struct pulsar_state *s,
                          const struct tally *tally, uint64_t number, struct random *random)
{
    struct move moves[MOVES_MAX];
    struct node node = rules->game->node(rules, s);
    if (node.actor == DEALER)
        return chance_random(rules, s, random);
    int count = rules->game->legal(rules, s, moves);
    if (tally != NULL && node.ask.kind == WORK_ACT && random_below(random, 4) > 0)
        return seek(tally, moves, count, tastes[(number + (uint64_t)node.actor) % TASTES]);
    return moves[random_below(random, (uint32_t)count)];
}

static void play_game(struct tally *tally, const struct ruleset *rules, uint64_t number,
                      bool sought)
{
    struct random random = random_stream(sought ? 8 : 7, number);
    struct pulsar_state s, before;
    play_start(rules, &s);
    while (rules->game->node(rules, &s).actor != NOBODY) {
        before = s;
        struct step step = {.before = pulsar_view(rules, &before),
                            .frame = *agenda_top(&s.agenda),
                            .move = choose(rules, &s, sought ? tally : NULL, number, &random)};
        rules->game->apply(rules, &s, step.move, &step.events);
        note_move(tally, &step);
        for (int i = 0; i < step.events.count; i++)
            note_event(tally, &step, i);
        tally->all_moves++;
    }
    struct table end = pulsar_view(rules, &s);
    note_end(tally, &end);
    tally->games++;
}

/* A set-up: each number of players with all options. */
enum { VARIANTS = 36 };

static struct ruleset *open_variant(int variant)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)(2 + variant % 3);
    setup.options[OPTION_GAME] = (uint8_t)(variant / 3 % 3);
    setup.options[OPTION_CLUSTER] = (uint8_t)(variant / 9 % 2);
    setup.options[OPTION_START] = (uint8_t)(variant / 18);
    if (setup.options[OPTION_GAME] == GAME_FIRST) /* with the plain star cluster alone */
        setup.options[OPTION_CLUSTER] = SIDE_PLAIN;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    return rules;
}

/* The tallies of random games and of those in which the seats seek. */
static int play_all(void **state)
{
    static struct tally tallies[2];
    int times = games_factor();
    for (int variant = 0; variant < VARIANTS; variant++) {
        struct ruleset *rules = open_variant(variant);
        for (int i = 0; i < GAMES_EACH * times; i++)
            play_game(&tallies[0], rules, (uint64_t)(i * VARIANTS + variant), false);
        for (int i = 0; i < SOUGHT_EACH * times; i++)
            play_game(&tallies[1], rules, (uint64_t)(i * VARIANTS + variant), true);
        ruleset_close(rules);
    }
    *state = tallies;
    return 0;
}

/* ---- tests ----------------------------------------------------------------------------------- */

#define REPORT(member, name) report_count(&report, name, tally[0].member, tally[1].member)

static const struct effect_form *form_of(int op)
{
    const struct effect_form *form = pulsar_grammar.forms;
    while (form->pattern != NULL && form->op != op)
        form++;
    return form;
}

static void test_every_operation_fires(void **state)
{
    const struct tally *tally = *state;
    struct report report = {0};
    printf("# random games %u with %u moves, and %u with %u moves with preferences\n",
           tally[0].games, tally[0].all_moves, tally[1].games, tally[1].all_moves);
    report_begin(&report, "operations");
    for (int op = 1; op < OP_COUNT; op++)
        REPORT(ops[op], form_of(op)->pattern);
    report_line(&report);
    report_begin(&report, "events waited for");
    for (int event = 1; event < EVENT_COUNT; event++)
        REPORT(events[event], form_of(OP_WHEN)->a.words[event]);
    report_line(&report);
    report_begin(&report, "tolerances");
    for (int scope = 1; scope < SCOPE_COUNT; scope++)
        REPORT(scopes[scope], form_of(OP_TOLERANCE)->a.words[scope]);
    report_line(&report);
    report_check(&report);
}

static void test_every_kind_of_move_and_event_happens(void **state)
{
    const struct tally *tally = *state;
    struct report report = {0};
    report_begin(&report, "moves");
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        REPORT(moves[kind], pulsar_words.moves[kind].name);
    report_line(&report);
    report_begin(&report, "events told");
    for (int kind = 0; kind < LOG_KINDS; kind++)
        REPORT(told[kind], pulsar_words.events[kind].name);
    report_line(&report);
    report_check(&report);
}

static void test_every_technology_fires(void **state)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(0);
    const struct pulsar_cards *cards = rules->cards;
    report_begin(&report, "technologies");
    for (int i = 1; i <= TECHS; i++)
        REPORT(techs[i], cards->techs[i].face.id);
    report_line(&report);
    report_begin(&report, "rows with spinning gyrodynes");
    for (int i = 0; i < LETTERS * ROWS; i++) {
        char name[] = {(char)('A' + i / ROWS), (char)('1' + i % ROWS), '\0'};
        REPORT(rows[i / ROWS][1 + i % ROWS], name);
    }
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

static void test_every_transmitter_and_project_fires(void **state)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(0);
    const struct pulsar_cards *cards = rules->cards;
    report_begin(&report, "transmitters online");
    for (int i = 1; i <= TRANSMITTERS; i++)
        REPORT(online[i], cards->transmitters[i].face.id);
    report_line(&report);
    report_begin(&report, "transmitters producing");
    for (int i = 1; i <= TRANSMITTERS; i++)
        if (cards->transmitters[i].production.count > 0)
            REPORT(produced[i], cards->transmitters[i].face.id);
    report_line(&report);
    report_begin(&report, "projects");
    for (int i = 1; i <= PROJECTS; i++)
        REPORT(projects[i], cards->projects[i].face.id);
    report_line(&report);
    report_begin(&report, "gate runs with points");
    for (int i = 1; i <= PROJECTS; i++)
        if (effect_uses(cards->rows, cards->projects[i].benefit, OP_RUN))
            REPORT(runs[i], cards->projects[i].face.id);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

static void test_every_system_tile_goal_and_award_fires(void **state)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(0);
    const struct pulsar_cards *cards = rules->cards;
    report_begin(&report, "systems turned up, and their bonuses");
    for (int i = 1; i <= SYSTEMS; i++) {
        REPORT(revealed[i], cards->systems[i].face.id);
        REPORT(bonuses[i], "bonus");
    }
    report_line(&report);
    report_begin(&report, "exploration tiles");
    for (int i = 1; i <= TILE_KINDS && cards->tiles[i].count > 0; i++)
        REPORT(tiles[i], cards->tiles[i].face.id);
    report_line(&report);
    report_begin(&report, "goals achieved, and their bonuses");
    for (int i = 1; i <= GOALS; i++) {
        REPORT(goals[i], cards->goals[i].face.id);
        for (int k = 0; k < cards->goals[i].bonus_count; k++)
            REPORT(goal_bonuses[i][k], k == 0 ? "first" : "second");
    }
    report_line(&report);
    report_begin(&report, "first and second awards");
    for (int i = 0; i < 2 * SIZES; i++)
        REPORT(awards[i / 2][i % 2], cards->gyrodynes[i / 2].face.id);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_operation_fires),
        cmocka_unit_test(test_every_kind_of_move_and_event_happens),
        cmocka_unit_test(test_every_technology_fires),
        cmocka_unit_test(test_every_transmitter_and_project_fires),
        cmocka_unit_test(test_every_system_tile_goal_and_award_fires),
    };
    return cmocka_run_group_tests(tests, play_all, NULL);
}
