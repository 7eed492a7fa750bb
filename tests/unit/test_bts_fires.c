/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: in games of random moves over the variants every operation of the effect language
 * and every component that does something fires at least once. How often is printed as comments of
 * the test. What fired is read from the events, and from the move and the frame that it answers
 * where no event tells it. In some more games the seats seek the action spaces that were used least
 * so far, for what is too rare. Games of a fixed seed; ORRERY_TEST_GAMES multiplies them. */

#include "games/beyond_the_sun/bts.h"

#include "fires.h"
#include "bts_printed.h"

#include "contract/play.h"

enum { GAMES_EACH = 30, SOUGHT_EACH = 20, INNOVATIONS = 8 };

/* How often each fired. */
struct tally {
    uint32_t games, moves;
    uint32_t ops[OP_COUNT];
    uint32_t kinds[EVENT_KINDS]; /* of events */
    uint32_t spaces[SPACES];
    uint32_t copies; /* of actions */
    uint32_t immediates[TECHS + 1];
    uint32_t resolved[EVENTS + 1], points[EVENTS + 1]; /* events; with points at the end */
    uint32_t gains[SYSTEMS + 1], bonuses[SYSTEMS + 1];
    uint32_t powers[POWER_COUNT];
    uint32_t innovations[INNOVATIONS + 1];
    uint32_t achievements[ACHIEVEMENTS + 1];
    uint32_t factions[2][FACTIONS + 1]; /* basic and advanced mats */
};

/* A move that is made, and the table before it. */
struct step {
    struct bts_view before;
    struct frame frame; /* what it answers */
    struct move move;
    bool silent; /* research without the immediate bonus */
};

/* ---- programs -------------------------------------------------------------------------------- */

/* The rows run; those of an optional part or of an option only when it is chosen. */
static void note_rows(struct tally *tally, const struct bts_cards *cards, int start, int end)
{
    for (int at = start; at < end; at += 1 + cards->rows[at].body) {
        const struct effect *row = &cards->rows[at];
        tally->ops[row->op]++;
        if (row->body > 0 && row->op != OP_MAY && row->op != OP_CHOOSE)
            note_rows(tally, cards, at + 1, at + 1 + row->body);
    }
}

static void note_program(struct tally *tally, const struct bts_cards *cards, struct program program)
{
    note_rows(tally, cards, program.start, program.start + program.count);
}

static void note_immediate(struct tally *tally, const struct bts_cards *cards, int tech)
{
    tally->immediates[tech]++;
    note_program(tally, cards, cards->techs[tech].immediate);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void note_option(struct tally *tally, const struct step *step)
{
    const struct bts_cards *cards = step->before.cards;
    int option = row_number(as_choose(&step->frame)->row) + 1;
    for (int i = 0; i < step->move.a; i++)
        option += 1 + cards->rows[option].body;
    note_rows(tally, cards, option, option + 1);
}

static void note_take(struct tally *tally, const struct step *step)
{
    const struct bts_cards *cards = step->before.cards;
    if (step->frame.task == TASK_BETTER)
        tally->innovations[INNOVATION_BETTER_SHIP]++;
    if (step->frame.task == TASK_MAY) {
        int at = row_number(as_may(&step->frame)->row);
        note_rows(tally, cards, at + 1, at + 1 + cards->rows[at].body);
    }
}

/* A prerequisite is missing. */
static void note_slot(struct tally *tally, struct step *step)
{
    const struct bts_slot *slot = &step->before.cards->slots[step->move.a];
    uint32_t own = seat_of(&step->before, step->frame.seat)->slots;
    int flags = as_slot(&step->frame)->flags;
    step->silent = (flags & RESEARCH_SILENT) != 0;
    if (!(flags & RESEARCH_FREE) && bits_count(slot->prerequisites & own) < slot->need)
        tally->powers[POWER_MISSING_PREREQUISITE]++;
}

/* What no event tells. */
static void note_move(struct tally *tally, struct step *step)
{
    const struct bts_view *v = &step->before;
    struct move move = step->move;
    switch (move.kind) {
    case MOVE_OPTION:
        note_option(tally, step);
        break;
    case MOVE_TAKE:
        note_take(tally, step);
        break;
    case MOVE_SLOT:
        note_slot(tally, step);
        break;
    case MOVE_CARD:
        if (step->frame.task == TASK_AGAIN)
            note_immediate(tally, v->cards, move.a);
        break;
    case MOVE_PAY:
        tally->powers[POWER_ORE_FOR_POPULATION] += move.a == DISC_ORE;
        break;
    case MOVE_JUMP:
        if (step->frame.task == TASK_JUMP && !(bts_neighbours(v, move.b) >> move.c & 1))
            tally->powers[POWER_WORMHOLES]++;
        break;
    case MOVE_BUILD:
        tally->innovations[INNOVATION_BUILD_DEEP] +=
            move.a == DEEP && !as_build(&step->frame)->in_deep_space;
        break;
    case MOVE_BUY:
        if (bts_trade_price(v, step->frame.seat) < v->cards->trade_price)
            tally->innovations[INNOVATION_CHEAP_TRADE]++;
        break;
    default:
        break;
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

static void note_act(struct tally *tally, const struct bts_view *v, int seat, int space)
{
    struct program program = bts_space_program(v, space);
    tally->spaces[space]++;
    note_program(tally, v->cards, program);
    tally->innovations[INNOVATION_CHEAP_COLONY] += bts_colony_discount(v, seat, program) > 0;
    for (int other = 0; space != SPACE_BASIC_4 && other < players_of(v); other++)
        tally->powers[POWER_PUSH_PAWN] += other != seat && seat_of(v, other)->pawn == space;
}

/* Control of a place, with a kind of disc. */
static void note_control(struct tally *tally, const struct bts_view *v, int place, int kind)
{
    int card = v->s->cards[place];
    if (kind != DISC_STAR && !(bts_specialty_of(v, place) & (unsigned)kind))
        tally->powers[POWER_EITHER_TRACK]++;
    if (card == 0 || v->cards->systems[card].gain.count == 0)
        return;
    tally->gains[card]++;
    note_program(tally, v->cards, v->cards->systems[card].gain);
}

static void note_built(struct tally *tally, const struct bts_view *v, int place)
{
    int card = v->s->cards[place];
    tally->powers[POWER_IS_SHIPYARD] +=
        card != 0 && v->cards->systems[card].power == POWER_IS_SHIPYARD;
}

static void note_bonus(struct tally *tally, const struct bts_view *v, int system)
{
    tally->bonuses[system]++;
    note_program(tally, v->cards, v->cards->systems[system].bonus);
}

static void note_event(struct tally *tally, const struct step *step, const struct message *event)
{
    const struct bts_view *v = &step->before;
    const struct bts_cards *cards = v->cards;
    tally->kinds[event->kind]++;
    switch (event->kind) {
    case EVENT_ACT:
        note_act(tally, v, event->seat, event->a);
        break;
    case EVENT_COPIED:
        tally->copies++;
        note_program(tally, cards, bts_space_program(v, event->a));
        break;
    case EVENT_LEARNED:
        if (!step->silent)
            note_immediate(tally, cards, event->a);
        break;
    case EVENT_PRIVATE:
        note_immediate(tally, cards, event->a);
        break;
    case EVENT_EVENT:
        tally->resolved[event->a]++;
        note_program(tally, cards, cards->events[event->a].resolve);
        break;
    case EVENT_CONTROL:
        note_control(tally, v, event->a % PLACE_OF_SYSTEM, event->b);
        break;
    case EVENT_BUILT:
        note_built(tally, v, event->b);
        break;
    case EVENT_COLONIZED:
    case EVENT_OWNED:
        note_bonus(tally, v, event->a);
        break;
    case EVENT_POWER:
        tally->powers[event->a]++;
        note_program(tally, cards, cards->powers[event->a].program);
        break;
    case EVENT_REPLACED:
    case EVENT_SWAPPED:
        tally->powers[POWER_REPLACE_DISCS]++;
        break;
    case EVENT_INNOVATION:
        tally->innovations[event->a]++;
        note_program(tally, cards, cards->innovations[event->a].program);
        break;
    case EVENT_CLAIMED:
        tally->achievements[event->a]++;
        break;
    case EVENT_FACTION:
        tally->factions[is_advanced(v)][event->a]++;
        break;
    default:
        break;
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The action space that was used least so far, or any move where none is to be chosen. */
static struct move seek(const struct tally *tally, const struct move *moves, int count)
{
    struct move best = moves[0];
    for (int i = 1; i < count; i++)
        if (moves[i].kind == MOVE_ACT && tally->spaces[moves[i].a] < tally->spaces[best.a])
            best = moves[i];
    return best;
}

/* A random move; half of the actions are sought if the tally is given. */
static struct move choose(const struct ruleset *rules, const struct bts_state *s,
                          const struct tally *tally, struct random *random)
{
    struct move moves[MOVES_MAX];
    if (rules->game->node(rules, s).actor == DEALER)
        return chance_random(rules, s, random);
    int count = rules->game->legal(rules, s, moves);
    if (tally != NULL && moves[0].kind == MOVE_ACT && random_below(random, 2) == 0)
        return seek(tally, moves, count);
    return moves[random_below(random, (uint32_t)count)];
}

/* Events in play at the end that give someone points. */
static void note_end(struct tally *tally, const struct ruleset *rules, const struct bts_state *s)
{
    struct score score, without;
    bts_score(rules, s, &score);
    for (uint64_t kept = s->events_kept; kept != 0;) {
        int event = id_pop(&kept);
        struct bts_state trial = *s;
        trial.events_kept &= ~(uint32_t)id_bit(event);
        bts_score(rules, &trial, &without);
        tally->points[event] += memcmp(score.total, without.total, sizeof score.total) != 0;
    }
}

static void play_game(struct tally *tally, const struct ruleset *rules, uint64_t number,
                      bool sought)
{
    struct random random = random_stream(sought ? 8 : 7, number);
    struct bts_state s, before;
    struct events events;
    play_start(rules, &s);
    while (rules->game->node(rules, &s).actor != NOBODY) {
        before = s;
        struct step step = {.before = bts_view_of(rules, &before),
                            .frame = *agenda_top(&s.agenda),
                            .move = choose(rules, &s, sought ? tally : NULL, &random)};
        events_clear(&events);
        rules->game->apply(rules, &s, step.move, &events);
        note_move(tally, &step);
        for (int i = 0; i < events.count; i++)
            note_event(tally, &step, &events.list[i]);
        tally->moves++;
    }
    note_end(tally, rules, &s);
    tally->games++;
}

/* A variant: each number of players, both mats, decks and tableau. */
enum { VARIANTS = 12 };

static struct ruleset *open_variant(int variant)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)(2 + variant % 3);
    setup.options[OPTION_MATS] = variant / 3 % 2 ? MATS_ADVANCED : MATS_BASIC;
    setup.options[OPTION_TECHNOLOGIES] = variant / 6 ? TECHNOLOGIES_TABLEAU : TECHNOLOGIES_DECKS;
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

TEST_OF_GROUP(test_every_operation_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    printf(
        "# random games %u with %u moves, and %u with %u moves in which action spaces are sought\n",
        tally[0].games, tally[0].moves, tally[1].games, tally[1].moves);
    report_begin(&report, "operations");
    for (int op = 0; op < OP_COUNT; op++)
        report_count(&report, bts_grammar.operations[op].word, tally[0].ops[op], tally[1].ops[op]);
    report_line(&report);
    report_check(&report);
}

/* All but those that other card sets have: of before (tests/golden/scenarios shows it), or with a
 * corrected last row (test_bts_setup). */
TEST_OF_GROUP(test_every_kind_of_event_is_told)
{
    const struct tally *tally = *state;
    struct report report = {0};
    report_begin(&report, "events told");
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        if (bts_words.events[kind].name != NULL && kind != EVENT_REPLACED && kind != EVENT_PASSED)
            report_count(&report, bts_words.events[kind].name, tally[0].kinds[kind],
                         tally[1].kinds[kind]);
    report_line(&report);
    report_check(&report);
}

TEST_OF_GROUP(test_every_technology_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(2);
    const struct bts_cards *cards = rules->cards;
    report_begin(&report, "immediate boxes");
    for (int tech = 1; tech <= TECHS; tech++)
        if (cards->techs[tech].immediate.count > 0)
            report_count(&report, cards->techs[tech].face.id, tally[0].immediates[tech],
                         tally[1].immediates[tech]);
    report_line(&report);
    report_begin(&report, "lasting powers");
    for (int power = 1; power < POWER_COUNT; power++)
        report_count(&report, cards->powers[power].face.id, tally[0].powers[power],
                     tally[1].powers[power]);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

/* Is there such a space with four players? */
static bool is_space(const struct bts_cards *cards, int space)
{
    int tech = bts_space_tech(space);
    return tech == 0 || (space - SPACE_TECH) % 2 < cards->techs[tech].space_count;
}

TEST_OF_GROUP(test_every_action_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(2);
    const struct bts_cards *cards = rules->cards;
    report_begin(&report, "action spaces");
    for (int space = 1; space < SPACES; space++)
        if (is_space(cards, space))
            report_count(&report, cards->space_ids[space], tally[0].spaces[space],
                         tally[1].spaces[space]);
    report_count(&report, "copied", tally[0].copies, tally[1].copies);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

/* Does the event give points at the end? */
static bool scores(const struct bts_event *event)
{
    return event->award != MEASURE_NONE || event->points > 0 || event->bank_points[0] > 0;
}

TEST_OF_GROUP(test_every_event_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(2);
    const struct bts_cards *cards = rules->cards;
    report_begin(&report, "events");
    for (int event = 1; event <= EVENTS; event++)
        report_count(&report, cards->events[event].face.id, tally[0].resolved[event],
                     tally[1].resolved[event]);
    report_line(&report);
    report_begin(&report, "events with points at the end");
    for (int event = 1; event <= EVENTS; event++)
        if (scores(&cards->events[event]))
            report_count(&report, cards->events[event].face.id, tally[0].points[event],
                         tally[1].points[event]);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

TEST_OF_GROUP(test_every_system_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(2);
    const struct bts_cards *cards = rules->cards;
    report_begin(&report, "systems taken");
    for (int system = 1; system <= SYSTEMS; system++)
        report_count(&report, cards->systems[system].face.id, tally[0].bonuses[system],
                     tally[1].bonuses[system]);
    report_line(&report);
    report_begin(&report, "bonuses for control");
    for (int system = 1; system <= SYSTEMS; system++)
        if (cards->systems[system].gain.count > 0)
            report_count(&report, cards->systems[system].face.id, tally[0].gains[system],
                         tally[1].gains[system]);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

TEST_OF_GROUP(test_every_faction_and_achievement_fires)
{
    const struct tally *tally = *state;
    struct report report = {0};
    struct ruleset *rules = open_variant(2);
    const struct bts_cards *cards = rules->cards;
    report_begin(&report, "basic mats, then advanced");
    for (int i = 0; i < 2 * FACTIONS; i++)
        report_count(&report, cards->factions[1 + i % FACTIONS].basic.face.id,
                     tally[0].factions[i / FACTIONS][1 + i % FACTIONS],
                     tally[1].factions[i / FACTIONS][1 + i % FACTIONS]);
    report_line(&report);
    report_begin(&report, "innovations");
    for (int i = 1; i <= INNOVATIONS; i++)
        report_count(&report, cards->innovations[i].face.id, tally[0].innovations[i],
                     tally[1].innovations[i]);
    report_line(&report);
    report_begin(&report, "achievements");
    for (int i = 1; i <= ACHIEVEMENTS; i++)
        report_count(&report, cards->achievements[i].face.id, tally[0].achievements[i],
                     tally[1].achievements[i]);
    report_line(&report);
    ruleset_close(rules);
    report_check(&report);
}

int main(void)
{
    return run_registered(play_all, NULL);
}
