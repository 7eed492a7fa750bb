/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: in games of random moves over all set-ups every operation of the effect language,
 * every event that technologies wait for, every tolerance, every decision, every kind of move and
 * every component that does something fires at least once. How often is printed as comments of the
 * test. In some more games every seat has something that it prefers, for what is too rare:
 * projects, patents, gyrodynes, transmitters, flights. Games of a fixed seed; ORRERY_TEST_GAMES
 * multiplies them. */

#include "fires.h"
#include "pulsar_tally.h"

#include "contract/play.h"

enum { GAMES_EACH = 100, SOUGHT_EACH = 240 };

/* ---- games ----------------------------------------------------------------------------------- */

/* What a seat prefers in its turn, the first one most. */
enum { PREFERRED = 4 };
static const uint8_t tastes[][PREFERRED] = {
    {MOVE_PROJECT, MOVE_FLY},
    {MOVE_PATENT, MOVE_FLY},
    {MOVE_COMPLETE, MOVE_BUILD, MOVE_GYRODYNE, MOVE_FLY},
    {MOVE_PAY_TRANSMITTER, MOVE_TRANSMITTER, MOVE_PATENT},
    {MOVE_FLY},
};
enum { TASTES = sizeof tastes / sizeof tastes[0] };

/* In every second game all seats have the same taste. */
static const uint8_t *taste_of(uint64_t number, int seat)
{
    return tastes[(number / 2 + (number % 2 == 0 ? 0 : (uint64_t)seat)) % TASTES];
}

/* A gyrodyne more has no pulsar to lie on. */
static bool is_crowded(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int room = -me->hand[SMALL] - me->hand[MEDIUM] - me->hand[LARGE];
    for (uint64_t own = me->claims; own != 0;)
        room += v->s->gyrodynes[bits_pop(&own)] == RING_NONE;
    return room <= 0;
}

/* How often something of the kind has been there; 1 for what leads to nothing. */
static uint32_t fired_so_far(const struct tally *tally, const struct pulsar_view *v,
                             struct move move)
{
    switch (move.kind) {
    case MOVE_PATENT:
        return tally->techs[move.a];
    case MOVE_PROJECT:
        return tally->projects[move.a];
    case MOVE_TRANSMITTER:
        return tally->online[move.a];
    case MOVE_STEP: /* best to a pulsar that can be claimed */
        return node_of(v, move.a)->kind != NODE_PULSAR ||
               (pulsar_claimed_pulsars(v) >> (node_of(v, move.a)->number - 1) & 1);
    case MOVE_END:
    case MOVE_PASS:
        return 1;
    default:
        return 0;
    }
}

/* How little a seat wants a move: what it prefers first, and of that what fired least. */
static uint32_t rank(const struct tally *tally, const struct pulsar_view *v, int seat,
                     struct move move, const uint8_t *taste)
{
    uint32_t place = 0;
    while (place < PREFERRED && (taste[place] == 0 || taste[place] != move.kind))
        place++;
    if (move.kind == MOVE_GYRODYNE && is_crowded(v, seat))
        place = PREFERRED;
    if (move.kind >= MOVE_TAKE_DIE && move.kind <= MOVE_TAKE_WITH && taste[0] == MOVE_COMPLETE)
        place = move.a != v->cards->gyrodynes[SMALL].complete &&
                move.a != v->cards->gyrodynes[MEDIUM].complete;
    return place << 24 | fired_so_far(tally, v, move);
}

/* A random move; in three of four decisions one that is wanted most, if the tally is given. */
static struct move choose(const struct pulsar_view *v, const struct tally *tally, uint64_t number,
                          struct random *random)
{
    struct move moves[MOVES_MAX];
    int actor = v->rules->game->node(v->rules, v->s).actor;
    if (actor == DEALER)
        return chance_random(v->rules, v->s, random);
    int count = v->rules->game->legal(v->rules, v->s, moves);
    struct move best = moves[random_below(random, (uint32_t)count)];
    if (tally == NULL || random_below(random, 4) == 0)
        return best;
    const uint8_t *taste = taste_of(number, actor);
    for (int i = 0; i < count; i++)
        if (rank(tally, v, actor, moves[i], taste) < rank(tally, v, actor, best, taste))
            best = moves[i];
    return best;
}

static void play_game(struct tally *tally, const struct ruleset *rules, uint64_t number,
                      bool sought)
{
    struct random random = random_stream(sought ? 8 : 7, number);
    struct pulsar_state s, before;
    play_start(rules, &s);
    while (rules->game->node(rules, &s).actor != NOBODY) {
        before = s;
        struct step step = {.before = pulsar_view_of(rules, &before),
                            .frame = *agenda_top(&s.agenda)};
        step.move = choose(&step.before, sought ? tally : NULL, number, &random);
        rules->game->apply(rules, &s, step.move, &step.events);
        note_step(tally, &step);
    }
    struct pulsar_view end = pulsar_view_of(rules, &s);
    note_end(tally, &end);
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

/* The tallies of random games and of those in which the seats have preferences. */
struct fired {
    struct tally tallies[2];
    struct ruleset *rules; /* for the names of components */
};

static int play_all(void **state)
{
    static struct fired fired;
    int times = games_factor();
    for (int variant = 0; variant < VARIANTS; variant++) {
        struct ruleset *rules = open_variant(variant);
        for (int i = 0; i < GAMES_EACH * times; i++)
            play_game(&fired.tallies[0], rules, (uint64_t)(i * VARIANTS + variant), false);
        for (int i = 0; i < SOUGHT_EACH * times; i++)
            play_game(&fired.tallies[1], rules, (uint64_t)(i * VARIANTS + variant), true);
        ruleset_close(rules);
    }
    fired.rules = open_variant(0);
    *state = &fired;
    return 0;
}

static int close_rules(void **state)
{
    ruleset_close(((struct fired *)*state)->rules);
    return 0;
}

/* ---- names: NULL for what cannot fire -------------------------------------------------------- */

#define FACE_NAME(word, member)                                                                    \
    static const char *word##_name(const struct pulsar_cards *cards, int i)                        \
    {                                                                                              \
        return i == 0 ? NULL : cards->member[i].face.id;                                           \
    }
FACE_NAME(tech, techs)
FACE_NAME(transmitter, transmitters)
FACE_NAME(project, projects)
FACE_NAME(system, systems)
FACE_NAME(goal, goals)

static const char *word_name(int op, int i)
{
    return i == 0 ? NULL : pulsar_grammar.operations[op].texts->forms[0].a.words[i];
}

static const char *op_name(const struct pulsar_cards *cards, int i)
{
    const struct effect_form *forms = pulsar_grammar.operations[i].texts->forms;
    (void)cards;
    return forms == NULL ? NULL : forms[0].pattern;
}

static const char *event_name(const struct pulsar_cards *cards, int i)
{
    (void)cards;
    return word_name(OP_WHEN, i);
}

static const char *scope_name(const struct pulsar_cards *cards, int i)
{
    (void)cards;
    return word_name(OP_TOLERANCE, i);
}

static const char *move_name(const struct pulsar_cards *cards, int i)
{
    (void)cards;
    return pulsar_words.moves[i].name;
}

/* There is always an exploration tile: most of them are discarded. */
static const char *told_name(const struct pulsar_cards *cards, int i)
{
    (void)cards;
    return i == LOG_NO_TILE ? NULL : pulsar_words.events[i].name;
}

#define TASK_ROW(name, NAME, ...) [TASK_##NAME] = &pulsar_task_##name,
static const struct pulsar_task_kind *const task_kinds[TASK_COUNT] = {PULSAR_TASKS(TASK_ROW)};

/* Tasks that decide something. */
static const char *ask_name(const struct pulsar_cards *cards, int i)
{
    (void)cards;
    return i == TASK_NONE || task_kinds[i]->options == NULL ? NULL : pulsar_words.questions[i].name;
}

/* Nobody can have a spinning gyrodyne in round 1: that takes three dice and more. */
static const char *row_name(const struct pulsar_cards *cards, int i)
{
    static char name[3];
    (void)cards;
    name[0] = (char)('A' + i / (ROWS + 1));
    name[1] = (char)('0' + i % (ROWS + 1));
    return i % (ROWS + 1) < 2 ? NULL : name;
}

static const char *producer_name(const struct pulsar_cards *cards, int i)
{
    return cards->transmitters[i].production.count == 0 ? NULL : transmitter_name(cards, i);
}

static const char *run_name(const struct pulsar_cards *cards, int i)
{
    bool runs = effect_uses(cards->rows, cards->projects[i].benefit, OP_RUN);
    return runs ? project_name(cards, i) : NULL;
}

static const char *tile_name(const struct pulsar_cards *cards, int i)
{
    return cards->tiles[i].count == 0 ? NULL : cards->tiles[i].face.id;
}

/* The first and the second bonus. */
static const char *goal_bonus_name(const struct pulsar_cards *cards, int i)
{
    return i % 2 < cards->goals[i / 2].bonus_count ? goal_name(cards, i / 2) : NULL;
}

static const char *award_name(const struct pulsar_cards *cards, int i)
{
    return cards->gyrodynes[i / 2].face.id;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void report_group(struct report *report, const struct fired *fired, const char *title,
                         size_t offset, size_t size,
                         const char *(*name)(const struct pulsar_cards *cards, int i))
{
    report_begin(report, title);
    for (int i = 0; i < (int)(size / sizeof(uint32_t)); i++) {
        const char *named = name(fired->rules->cards, i);
        uint32_t counts[2];
        for (int k = 0; k < 2; k++)
            memcpy(&counts[k],
                   (const char *)&fired->tallies[k] + offset + (size_t)i * sizeof(uint32_t),
                   sizeof counts[k]);
        if (named != NULL)
            report_count(report, named, counts[0], counts[1]);
    }
    report_line(report);
}

#define REPORT(title, member, name)                                                                \
    report_group(&report, fired, title, offsetof(struct tally, member),                            \
                 sizeof fired->tallies[0].member, name)

TEST_OF_GROUP(test_every_operation_fires)
{
    const struct fired *fired = *state;
    const struct tally *tally = fired->tallies;
    struct report report = {0};
    printf("# random games %u with %u moves, and %u with %u moves with preferences\n",
           tally[0].games, tally[0].all_moves, tally[1].games, tally[1].all_moves);
    REPORT("operations", ops, op_name);
    REPORT("events waited for", events, event_name);
    REPORT("tolerances", scopes, scope_name);
    report_check(&report);
}

TEST_OF_GROUP(test_every_decision_and_event_comes_about)
{
    const struct fired *fired = *state;
    struct report report = {0};
    REPORT("decisions", asks, ask_name);
    REPORT("moves", moves, move_name);
    REPORT("events told", told, told_name);
    report_check(&report);
}

TEST_OF_GROUP(test_every_technology_fires)
{
    const struct fired *fired = *state;
    struct report report = {0};
    REPORT("technologies", techs, tech_name);
    REPORT("rows with spinning gyrodynes", rows, row_name);
    report_check(&report);
}

TEST_OF_GROUP(test_every_transmitter_and_project_fires)
{
    const struct fired *fired = *state;
    struct report report = {0};
    REPORT("transmitters online", online, transmitter_name);
    REPORT("transmitters producing", produced, producer_name);
    REPORT("projects", projects, project_name);
    REPORT("gate runs with points", runs, run_name);
    report_check(&report);
}

TEST_OF_GROUP(test_every_system_tile_goal_and_award_fires)
{
    const struct fired *fired = *state;
    struct report report = {0};
    REPORT("systems turned up", revealed, system_name);
    REPORT("bonuses of systems", bonuses, system_name);
    REPORT("exploration tiles", tiles, tile_name);
    REPORT("goals achieved", goals, goal_name);
    REPORT("bonuses of goals, first and second", goal_bonuses, goal_bonus_name);
    REPORT("awards, first and second", awards, award_name);
    report_check(&report);
}

int main(void)
{
    return run_registered(play_all, close_rules);
}
