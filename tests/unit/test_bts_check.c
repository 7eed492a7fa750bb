/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: impossible positions from outside. Every position of some random games is
 * corrupted in ways that would trip up the rules later; the check must refuse it now, and say why.
 * */

#include "games/beyond_the_sun/bts.h"

#include "helpers.h"
#include "bts_printed.h"

#include "contract/play.h"

enum { GAMES_EACH = 3 };

/* Spoils the state of the table and returns true, or false if it cannot be done here. */
typedef bool spoiler(struct bts_table *t);

static struct frame *top_of(struct bts_table *t, int task)
{
    struct frame *top = agenda_top(&t->s->agenda);
    return top->task == task ? top : NULL;
}

static bool in_play(const struct bts_view *v)
{
    return v->s->round > 0;
}

/* The first slot of level II or III that is discovered or not, or -1. */
static int any_slot(const struct bts_view *v, bool discovered)
{
    for (int slot = 4; slot < 16; slot++)
        if ((v->s->slots[slot] != 0) == discovered)
            return slot;
    return -1;
}

/* ---- the Technology board -------------------------------------------------------------------- */

static bool spoil_missing_event(struct bts_table *t)
{
    int slot = any_slot(&t->view, false);
    if (!in_play(&t->view) || slot < 0 || bts_agenda_has(&t->view, TASK_LEARN))
        return false;
    t->s->facedown &= (uint16_t) ~(1u << (slot - 4));
    return true;
}

static bool spoil_left_event(struct bts_table *t)
{
    int slot = any_slot(&t->view, true);
    if (!in_play(&t->view) || slot < 0)
        return false;
    t->s->facedown |= (uint16_t)(1u << (slot - 4));
    return true;
}

/* A cube goes from the population to a slot that has no technology. */
static bool spoil_cube(struct bts_table *t)
{
    int slot = any_slot(&t->view, false);
    if (!in_play(&t->view) || slot < 0 || bts_agenda_has(&t->view, TASK_LEARN) ||
        seat_of(&t->view, 0)->population == 0)
        return false;
    seat_at(t, 0)->population--;
    seat_at(t, 0)->slots |= 1u << slot;
    return top_of(t, TASK_ACTION) != NULL;
}

static bool spoil_used_up_events(struct bts_table *t)
{
    if (!in_play(&t->view) || any_slot(&t->view, false) < 0 || t->s->facedown == 0)
        return false;
    t->s->events = (uint32_t)bits_below((unsigned)t->view.cards->event_count);
    return true;
}

static bool spoil_revealed(struct bts_table *t)
{
    uint8_t *pile = tech_pile_at(t, 4);
    if (top_of(t, TASK_ACTION) == NULL || pile[0] != 1)
        return false;
    for (int i = 1; i < tech_size(&t->view, 4); i++)
        if (pile[i] == 1) {
            pile[0] = 0;
            t->s->revealed |= id_bit(tech_first(&t->view, 4));
            return true;
        }
    return false;
}

static bool spoil_guild(struct bts_table *t)
{
    if (!in_play(&t->view))
        return false;
    t->s->guilds |= 1u << GUILDS;
    return true;
}

/* ---- achievements ---------------------------------------------------------------------------- */

static bool spoil_twice(struct bts_table *t)
{
    t->s->achievements[3] = t->s->achievements[2];
    return in_play(&t->view);
}

static bool spoil_none(struct bts_table *t)
{
    t->s->achievements[1] = 0;
    return in_play(&t->view);
}

static bool spoil_claim(struct bts_table *t)
{
    for (int row = 0; in_play(&t->view) && row < ACHIEVEMENTS_IN_PLAY; row++) {
        int slots = t->view.cards->achievements[t->s->achievements[row]].slot_count;
        if (slots == 4 || t->s->claims[row][0] != 0)
            continue;
        t->s->claims[row][slots] = 1;
        return true;
    }
    return false;
}

/* ---- the Exploration board ------------------------------------------------------------------- */

static bool spoil_absent(struct bts_table *t)
{
    if (!in_play(&t->view) || players_of(&t->view) == SEATS_MAX)
        return false;
    seat_at(t, players_of(&t->view))->ships[SOL][0] = 1;
    return true;
}

static bool spoil_colony(struct bts_table *t)
{
    uint32_t own = 0;
    for (int seat = 0; seat < players_of(&t->view); seat++)
        own |= seat_of(&t->view, seat)->systems;
    for (int system = 1; in_play(&t->view) && system <= SYSTEMS; system++)
        if (!id_in(own, system)) {
            t->s->colony_discs[system] = DISC_STAR;
            return true;
        }
    return false;
}

static bool spoil_added_system(struct bts_table *t)
{
    if (!in_play(&t->view) || t->s->cards[ROGUE] != 0)
        return false;
    t->s->rogue_parent = Y1;
    return true;
}

static bool spoil_fortress(struct bts_table *t)
{
    if (!in_play(&t->view))
        return false;
    t->s->fortress = DEEP + 1;
    return true;
}

static bool spoil_due_bonus(struct bts_table *t)
{
    if (!in_play(&t->view) || bts_agenda_has(&t->view, TASK_CONTROL))
        return false;
    t->s->gained[0] = 1u << Y1;
    return t->s->outposts[Y1] == 0;
}

static bool spoil_counted_ships(struct bts_table *t)
{
    if (top_of(t, TASK_PRODUCTION) == NULL)
        return false;
    t->s->scratch[SOL][0] = 1;
    return true;
}

/* ---- the course of the game ------------------------------------------------------------------ */

static bool spoil_faction(struct bts_table *t)
{
    if (!in_play(&t->view))
        return false;
    seat_at(t, players_of(&t->view) - 1)->faction = 0;
    return true;
}

/* The game would continue forever. */
static bool spoil_round(struct bts_table *t)
{
    if (!in_play(&t->view) || t->s->last_round != 0)
        return false;
    t->s->round = ROUNDS_MAX + 1;
    return true;
}

static bool spoil_end(struct bts_table *t)
{
    if (top_of(t, TASK_ACTION) == NULL || bts_is_last_round(&t->view))
        return false;
    while (!agenda_is_empty(&t->s->agenda))
        agenda_pop(&t->s->agenda);
    t->s->turn = 0;
    return true;
}

static bool spoil_turn(struct bts_table *t)
{
    if (t->s->turn == 0)
        return false;
    t->s->turn = (uint8_t)(t->s->turn % players_of(&t->view) + 1);
    return true;
}

static bool spoil_step(struct bts_table *t)
{
    if (top_of(t, TASK_PRODUCTION) == NULL)
        return false;
    t->s->agenda.frames[0].step = 4;
    return true;
}

/* Something that asks lies below something else, and may ask for what has gone by then. */
static bool spoil_order(struct bts_table *t)
{
    struct frame *jump = top_of(t, TASK_JUMP);
    if (jump == NULL)
        return false;
    push_task(t, fortify, jump->seat);
    return true;
}

static bool spoil_rival(struct bts_table *t)
{
    struct frame *rival = top_of(t, TASK_RIVAL);
    if (rival == NULL)
        return false;
    seat_at(t, rival->seat)->ore = 0;
    return true;
}

static bool spoil_depth(struct bts_table *t)
{
    struct frame *action = top_of(t, TASK_ACTION);
    if (action == NULL)
        return false;
    int at = t->view.cards->basics[0].action.start,
        end = at + t->view.cards->basics[0].action.count;
    while (t->s->agenda.depth <= RUN_DEPTH_MAX)
        bts_run_rows(t, action->seat, at, end, 0);
    push_task(t, fortify, action->seat);
    return true;
}

/* A technology of level I has left the board. */
static bool spoil_private(struct bts_table *t)
{
    unsigned slot = bits_first(t->view.cards->level_slots[1]);
    if (!in_play(&t->view))
        return false;
    for (int seat = 0; seat < players_of(&t->view); seat++)
        seat_at(t, seat)->slots &= ~(1u << slot);
    seat_at(t, 0)->private_techs |= id_bit(t->s->slots[slot]);
    t->s->slots[slot] = 0;
    return true;
}

/* ---- the set-up ------------------------------------------------------------------------------ */

static bool spoil_setup_step(struct bts_table *t)
{
    if (in_play(&t->view))
        return false;
    t->s->agenda.frames[0].step = t->s->agenda.frames[0].step == 1 ? 5 : 1;
    return true;
}

/* One thing is dealt twice, another one never. */
static bool spoil_deal(struct bts_table *t)
{
    int depth = t->s->agenda.depth;
    if (in_play(&t->view) || depth < 3)
        return false;
    t->s->agenda.frames[depth - 2] = t->s->agenda.frames[depth - 1];
    return true;
}

static bool spoil_early_first(struct bts_table *t)
{
    if (in_play(&t->view) || t->s->first != 0)
        return false;
    t->s->first = 1;
    return true;
}

static bool spoil_early_ore(struct bts_table *t)
{
    if (in_play(&t->view))
        return false;
    seat_at(t, 1)->ore = 3;
    return true;
}

/* Nothing is ever laid there. */
static bool spoil_dealt_place(struct bts_table *t)
{
    struct frame *deal = top_of(t, TASK_DEAL_SYSTEM);
    if (deal == NULL || as_deal_system(deal)->place != A1)
        return false;
    deal_system_in(deal)->place = SOL;
    return true;
}

static bool spoil_left_out(struct bts_table *t)
{
    if (in_play(&t->view) || agenda_top(&t->s->agenda)->task != TASK_DEAL_SYSTEM ||
        t->s->cards[A1] == 0)
        return false;
    int system = t->s->cards[A1];
    t->s->cards[A1] = 0;
    t->s->system_piles[0][system - 1] = 1;
    return t->view.cards->systems[system].deck == 0;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    spoiler *spoil;
    const char *why; /* a part of what the check says; NULL: whatever it is */
} spoilers[] = {
    {"missing event", spoil_missing_event, "a slot without a technology has no event"},
    {"left event", spoil_left_event, "a discovered slot still has its event"},
    {"cube", spoil_cube, "a cube lies on a slot without a technology"},
    {"used up events", spoil_used_up_events, "there are more slots with an event than events"},
    {"revealed technology", spoil_revealed, "technologies lie open that nobody looks at"},
    {"guild", spoil_guild, "guild is unknown"},
    {"doubled achievement", spoil_twice, "an achievement is in play twice"},
    {"achievement none", spoil_none, "an achievement is missing or unknown"},
    {"claim", spoil_claim, "where there is no slot"},
    {"absent seat", spoil_absent, "a seat has something that is not at the table"},
    {"colony", spoil_colony, "discs lie on a system where none can be"},
    {"added system", spoil_added_system, "the added system hangs on nothing"},
    {"fortress", spoil_fortress, "an event is attached to nothing"},
    {"due bonus", spoil_due_bonus, "a bonus is due that nobody settles"},
    {"counted ships", spoil_counted_ships, "a work that is not under way"},
    {"faction", spoil_faction, "a faction or a pawn is unknown"},
    {"round", spoil_round, "no game has so many rounds"},
    {"end", spoil_end, "nothing is on the agenda, but the game is not over"},
    {"turn", spoil_turn, NULL},
    {"step", spoil_step, "the work on the agenda does not lie in this order"},
    {"order", spoil_order, "the work on the agenda does not lie in this order"},
    {"rival", spoil_rival, "the agenda speaks of something that is not there"},
    {"depth", spoil_depth, "the work on the agenda does not lie in this order"},
    {"private technology", spoil_private, "a private technology does not exist"},
    {"set-up step", spoil_setup_step, NULL},
    {"deal", spoil_deal, NULL},
    {"early first player", spoil_early_first, "the set-up does not agree"},
    {"early ore", spoil_early_ore, "something has happened before the set-up is over"},
    {"place to deal to", spoil_dealt_place, "nobody has a decision to make"},
    {"left out system", spoil_left_out, "the set-up does not agree"},
};
enum { SPOILERS = sizeof spoilers / sizeof spoilers[0] };
static int spoiled[SPOILERS];

static void try_spoilers(const struct ruleset *rules, const struct bts_state *state)
{
    assert_null(rules->game->check(rules, state));
    for (int i = 0; i < SPOILERS && !agenda_is_empty(&state->agenda); i++) {
        struct bts_state copy = *state;
        struct bts_table t = bts_table_of(rules, &copy, NULL);
        if (!spoilers[i].spoil(&t))
            continue;
        spoiled[i]++;
        const char *wrong = rules->game->check(rules, &copy);
        if (wrong == NULL)
            fail_msg("a position spoiled by its %s is accepted", spoilers[i].name);
        else if (spoilers[i].why != NULL && strstr(wrong, spoilers[i].why) == NULL)
            fail_msg("a position spoiled by its %s is refused because %s", spoilers[i].name, wrong);
    }
}

static void spoil_game(const struct ruleset *rules, uint64_t seed)
{
    struct bts_state state;
    struct random random = random_stream(seed, 0);
    play_start(rules, &state);
    do
        try_spoilers(rules, &state);
    while (play_random(rules, &state, &random));
}

TEST(test_spoiled_positions)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    for (int players = 2; players <= 4; players++)
        for (int variant = 0; variant < 4; variant++) {
            struct problem problem = {0};
            struct setup setup = setup_standard(game);
            setup.players = (uint8_t)players;
            setup.options[OPTION_MATS] = variant & 1;
            setup.options[OPTION_TECHNOLOGIES] = (uint8_t)(variant >> 1);
            struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
            assert_told(&problem, NULL);
            for (uint64_t seed = 1; seed <= (uint64_t)short_or_long(2, GAMES_EACH); seed++)
                spoil_game(rules, seed);
            ruleset_close(rules);
        }
    for (int i = 0; i < SPOILERS; i++)
        if (spoiled[i] == 0)
            fail_msg("no position was spoiled by its %s", spoilers[i].name);
}

/* ---- effects out of nowhere ---------------------------------------------------------------------
 * Positions in the middle of effects that nobody caused may be accepted. Then they can be played
 * on, however they are stacked. */

enum { FOREIGN_STEPS = 40, FOREIGN_EVERY = 6 };

/* An effect from a row that is the beginning of a step to the end of its program. */
static struct program any_program(const struct bts_view *v, struct random *random)
{
    int at = (int)random_below(random, (uint32_t)v->cards->row_count);
    int end = v->cards->row_ends[at];
    return (struct program){(uint16_t)at, (uint8_t)(end - at)};
}

/* Puts some below the top of the agenda. */
static void put_effects(struct bts_table *t, struct random *random)
{
    struct bts_state *s = t->s;
    for (uint32_t i = random_below(random, 12); i > 0 && s->agenda.depth < AGENDA_FRAMES_MAX; i--) {
        struct program rows = any_program(&t->view, random);
        int at = 1 + (int)random_below(random, s->agenda.depth);
        struct frame *frames = s->agenda.frames;
        memmove(&frames[at + 1], &frames[at], (size_t)(s->agenda.depth - at) * sizeof *frames);
        frames[at] =
            (struct frame){.task = TASK_RUN,
                           .seat = random_below(random, 3) == 0 ? (uint8_t)random_below(random, 2)
                                                                : frames[at - 1].seat};
        run_in(&frames[at])->start = task_row(rows.start);
        run_in(&frames[at])->end = task_row(rows.start + rows.count);
        run_in(&frames[at])->flags = (uint8_t)random_below(random, 16);
        s->agenda.depth++;
    }
}

/* Cubes and ore go elsewhere, so that effects cannot do what they are for. */
static void shift_holdings(struct bts_table *t, struct random *random)
{
    for (int seat = 0; seat < players_of(&t->view); seat++) {
        struct bts_seat *me = seat_at(t, seat);
        me->ore = (uint16_t)(random_below(random, 2) == 0 ? 0 : random_below(random, 12));
        if (random_below(random, 3) == 0) {
            me->columns[0] = (uint8_t)(me->columns[0] + me->population);
            me->population = 0;
        }
        if (random_below(random, 3) == 0) {
            int supply = bts_supply_of(me);
            memset(me->columns, 0, sizeof me->columns);
            me->population = (uint8_t)(me->population + supply);
        }
    }
}

static int foreign_accepted;

static void play_foreign(const struct ruleset *rules, const struct bts_state *state,
                         struct random *random)
{
    struct bts_state copy = *state;
    struct bts_table t = bts_table_of(rules, &copy, NULL);
    put_effects(&t, random);
    if (random_below(random, 2) == 0)
        shift_holdings(&t, random);
    if (rules->game->check(rules, &copy) != NULL)
        return;
    foreign_accepted++;
    for (int step = 0; step < FOREIGN_STEPS && play_random(rules, &copy, random); step++) {
        const char *wrong = rules->game->check(rules, &copy);
        if (wrong != NULL)
            fail_msg("effects out of nowhere lead to a position that cannot be: %s", wrong);
    }
}

TEST(test_foreign_effects)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    for (int variant = 0; variant < 4; variant++) {
        struct problem problem = {0};
        struct bts_state walk;
        struct setup setup = setup_standard(game);
        struct random random = random_stream((uint64_t)variant, 1);
        setup.players = (uint8_t)(2 + variant % 3);
        setup.options[OPTION_MATS] = variant & 1;
        setup.options[OPTION_TECHNOLOGIES] = (uint8_t)(variant >> 1);
        struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
        assert_told(&problem, NULL);
        play_start(rules, &walk);
        for (int step = 0; play_random(rules, &walk, &random); step++)
            if (walk.round > 0 && walk.agenda.depth > 0 && step % FOREIGN_EVERY == 0)
                play_foreign(rules, &walk, &random);
        ruleset_close(rules);
    }
    assert_true(foreign_accepted > 20);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
