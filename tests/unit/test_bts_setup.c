/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun over many games: what the set-up draws and how evenly, that nothing still to be
 * drawn shows, and what holds in every position of random games: cubes, discs, a legal action,
 * equal turns, no profit from trading alone. Single rules are in tests/scenarios. */

#include "games/beyond_the_sun/bts.h"

#include "helpers.h"
#include "bts_printed.h"

#include "contract/fields.h"
#include "contract/play.h"

#include <stdlib.h>

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct game *the_game(void)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    assert_non_null(game);
    return game;
}

/* Options by number, as in state.h. */
static struct ruleset *open_table(int players, int mats, int factions, int technologies)
{
    struct setup setup = setup_standard(the_game());
    struct problem problem = {0};
    setup.players = (uint8_t)players;
    setup.options[OPTION_MATS] = (uint8_t)mats;
    setup.options[OPTION_FACTIONS] = (uint8_t)factions;
    setup.options[OPTION_TECHNOLOGIES] = (uint8_t)technologies;
    struct ruleset *rules = ruleset_open(the_game(), &setup, NULL, &problem);
    assert_told(&problem, NULL);
    assert_non_null(rules);
    return rules;
}

static struct ruleset *open_standard(int players)
{
    return open_table(players, MATS_BASIC, FACTIONS_RANDOM, TECHNOLOGIES_DECKS);
}

/* One position, the moves possible there, and who moved. */
struct sitting {
    const struct ruleset *rules;
    struct bts_state state;
    struct node node;
    int count;
    struct move moves[MOVES_MAX];
    struct random random;
    struct events events; /* of the last move */
};

static void look(struct sitting *table)
{
    table->node = the_game()->node(table->rules, &table->state);
    table->count = the_game()->legal(table->rules, &table->state, table->moves);
}

static void sit_down(struct sitting *table, const struct ruleset *rules, uint64_t seed,
                     uint64_t number)
{
    *table = (struct sitting){.rules = rules, .random = random_stream(seed, number)};
    play_start(rules, &table->state);
    look(table);
}

static void make_move(struct sitting *table, struct move move)
{
    events_clear(&table->events);
    the_game()->apply(table->rules, &table->state, move, &table->events);
    look(table);
}

static struct move any_move(struct sitting *table)
{
    if (table->node.actor == DEALER)
        return chance_random(table->rules, &table->state, &table->random);
    return table->moves[random_below(&table->random, (uint32_t)table->count)];
}

/* Deals, and lets factions be picked at random, until the first action. */
static void set_up(struct sitting *table, const struct ruleset *rules, uint64_t seed)
{
    sit_down(table, rules, 7, seed);
    while (table->state.round == 0)
        make_move(table, any_move(table));
    assert_int_equal(table->node.ask.kind, TASK_ACTION);
}

static const struct bts_cards *cards_of(const struct sitting *table)
{
    return table->rules->cards;
}

/* Things in a pile; all must be in one group, so that nobody knows their order. */
static int unordered(const uint8_t *pile, int size)
{
    int count = 0;
    for (int i = 0; i < size; i++) {
        assert_in_range(pile[i], 0, 1);
        count += pile[i];
    }
    return count;
}

/* ---- players and factions -------------------------------------------------------------------- */

TEST(test_two_to_four_players) /* BTS-COMP-10 */
{
    static const int wrong[] = {0, 1, 5};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_players_refused(the_game(), wrong[i], "beyond-the-sun takes 2 to 4 players");
    for (int players = 2; players <= 4; players++)
        ruleset_close(open_standard(players));
}

TEST(test_each_faction_has_both_mats) /* BTS-COMP-10 */
{
    struct ruleset *rules = open_standard(4);
    const struct bts_cards *cards = rules->cards;
    assert_int_equal(FACTIONS, 4);
    for (int i = 1; i <= FACTIONS; i++) {
        const struct bts_faction *faction = &cards->factions[i];
        assert_string_equal(faction->basic.face.id, faction->advanced.face.id);
        assert_int_equal(faction->basic.innovations[0], INNOVATION_NONE);
        assert_int_not_equal(faction->advanced.innovations[0], INNOVATION_NONE);
        assert_int_not_equal(faction->advanced.innovations[1], INNOVATION_NONE);
        for (int other = 1; other < i; other++)
            assert_string_not_equal(faction->basic.face.id, cards->factions[other].basic.face.id);
    }
    ruleset_close(rules);
}

/* The factions of the seats as bits; no two are the same. */
static unsigned factions_of(const struct sitting *table)
{
    unsigned factions = 0;
    for (int seat = 0; seat < table->rules->setup.players; seat++) {
        unsigned faction = table->state.seats[seat].faction;
        assert_in_range(faction, 1, FACTIONS);
        assert_false(factions >> faction & 1);
        factions |= 1u << faction;
    }
    return factions;
}

TEST(test_factions_differ) /* BTS-SETUP-14 */
{
    struct ruleset *rules = open_standard(4);
    unsigned orders[FACTIONS + 1] = {0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        assert_int_equal(factions_of(&table), 0x1e);
        orders[table.state.seats[0].faction]++;
    }
    for (int faction = 1; faction <= FACTIONS; faction++)
        assert_in_range(orders[faction], 30, 70);
    ruleset_close(rules);
}

TEST(test_two_players_without_the_disciples) /* BTS-NP-09 */
{
    for (int variant = 0; variant < 4; variant++) {
        struct ruleset *rules = open_table(2, variant & 1, variant >> 1, TECHNOLOGIES_DECKS);
        unsigned seen = 0;
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct sitting table;
            set_up(&table, rules, seed);
            seen |= factions_of(&table);
            for (int seat = 0; seat < 2; seat++) {
                int faction = table.state.seats[seat].faction;
                assert_string_not_equal(cards_of(&table)->factions[faction].basic.face.id, "FA-DC");
            }
        }
        assert_int_equal(bits_count(seen), 3);
        ruleset_close(rules);
    }
}

/* ---- what is laid out ------------------------------------------------------------------------ */

/* BTS-SETUP-01, BTS-SETUP-02: the four cards of level I in an order that varies. */
TEST(test_level_i_is_shuffled)
{
    struct ruleset *rules = open_standard(4);
    int seen[5][5] = {{0}};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        unsigned techs = 0;
        for (int slot = 0; slot < 4; slot++) {
            techs |= 1u << table.state.slots[slot];
            seen[slot][table.state.slots[slot]]++;
        }
        assert_int_equal(techs, 0x1e);
        for (int slot = 4; slot < SLOTS; slot++)
            assert_int_equal(table.state.slots[slot], 0);
        assert_int_equal(unordered(table.state.tech_piles[0], 16), 16);
        assert_int_equal(unordered(table.state.tech_piles[1], 16), 16);
        assert_int_equal(unordered(table.state.tech_piles[2], 10), 10);
    }
    for (int slot = 0; slot < 4; slot++)
        for (int tech = 1; tech <= 4; tech++)
            assert_in_range(seen[slot][tech], 70, 130);
    ruleset_close(rules);
}

/* How often each system was laid out, and how many starting systems are left in deck A. */
static void count_systems(const struct sitting *table, int *laid, int a_places, int starts_left)
{
    const struct bts_place *map = cards_of(table)->maps[table->rules->setup.players > 2];
    int seen_a = 0, seen_b = 0, starts = 0;
    for (int place = 0; place < PLACES; place++) {
        int system = table->state.cards[place];
        laid[system]++;
        if (system == 0)
            continue;
        const struct bts_system *about = &cards_of(table)->systems[system];
        assert_int_equal(map[place].kind, about->deck == 0 ? KIND_A : KIND_B);
        assert_int_equal(about->start, about->deck == 0);
        seen_a += about->deck == 0;
        seen_b += about->deck == 1;
    }
    for (int i = 0; i < SYSTEMS / 2; i++)
        starts += cards_of(table)->systems[1 + i].start && table->state.system_piles[0][i];
    assert_int_equal(seen_a, a_places);
    assert_int_equal(seen_b, 2);
    assert_int_equal(starts, starts_left);
    assert_int_equal(unordered(table->state.system_piles[0], SYSTEMS / 2), 12 - a_places);
    assert_int_equal(unordered(table->state.system_piles[1], SYSTEMS / 2), 10);
}

/* BTS-SETUP-06, BTS-SETUP-07, BTS-SETUP-08, BTS-SETUP-09; BTS-NP-04 with three players, BTS-NP-08
 * with two. Each of the four starting systems and of the twelve B systems has the same chance. */
TEST(test_systems_are_drawn)
{
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_standard(players);
        int laid[SYSTEMS + 1] = {0}, a_places = players == 2 ? 1 : 2;
        for (uint64_t seed = 0; seed < 400; seed++) {
            struct sitting table;
            set_up(&table, rules, seed);
            count_systems(&table, laid, a_places, 4 - a_places);
        }
        for (int system = 1; system <= 4; system++)
            assert_in_range(laid[system], 100 * a_places - 35, 100 * a_places + 35);
        for (int system = 5; system <= 12; system++)
            assert_int_equal(laid[system], 0);
        for (int system = 13; system <= SYSTEMS; system++)
            assert_in_range(laid[system], 40, 95);
        ruleset_close(rules);
    }
}

TEST(test_achievements_are_drawn) /* BTS-SETUP-10 */
{
    struct ruleset *rules = open_standard(4);
    int seen[ACHIEVEMENTS + 1] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        int decks[3] = {0};
        for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
            seen[table.state.achievements[row]]++;
            decks[cards_of(&table)->achievements[table.state.achievements[row]].deck]++;
        }
        assert_int_equal(decks[0], 2);
        assert_int_equal(decks[1], 1);
        assert_int_equal(decks[2], 1);
    }
    for (int i = 1; i <= ACHIEVEMENTS; i++)
        assert_in_range(seen[i], i <= 2 ? 400 : 70, i <= 2 ? 400 : 130);
    ruleset_close(rules);
}

/* BTS-SETUP-13: the seed decides who begins, the same one each time, and each seat has its chance.
 */
TEST(test_who_begins)
{
    struct ruleset *rules = open_standard(4);
    int begins[SEATS_MAX + 1] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct sitting table, again;
        set_up(&table, rules, seed);
        set_up(&again, rules, seed);
        assert_memory_equal(&table.state, &again.state, sizeof table.state);
        assert_int_equal(table.node.actor, table.state.first - 1);
        begins[table.state.first]++;
    }
    for (int seat = 1; seat <= SEATS_MAX; seat++)
        assert_in_range(begins[seat], 70, 130);
    ruleset_close(rules);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Turns over the event on the slot, without what it does; returns which one it is. */
static int turn_over(struct sitting *table, int slot)
{
    agenda_push(&table->state.agenda, .task = TASK_EVENT, .args = {(uint8_t)slot});
    struct move move = chance_random(table->rules, &table->state, &table->random);
    assert_int_equal(move.kind, MOVE_EVENT);
    agenda_pop(&table->state.agenda);
    table->state.facedown &= (uint16_t) ~(1u << (slot - 4));
    table->state.events |= (uint32_t)id_bit(move.a);
    return move.a;
}

/* Turns over all events of a level from slot `from` on; counts which lay where. */
static void turn_over_level(struct sitting *table, int level, int from, int where[][SLOTS])
{
    int fixed = 0;
    uint32_t before = table->state.events;
    for (int i = 0; i < 6; i++) {
        int slot = 4 + (level - 2) * 6 + (from + i) % 6;
        int event = turn_over(table, slot);
        assert_int_equal(cards_of(table)->slots[slot].level, level);
        assert_int_equal(cards_of(table)->events[event].level, level);
        fixed += cards_of(table)->events[event].light;
        where[event][slot]++;
    }
    assert_int_equal(fixed, 2);
    assert_int_equal(bits_count(table->state.events & ~before), 6);
}

/* BTS-SETUP-03, BTS-SETUP-04, BTS-SETUP-05: though events are drawn only when they are turned over,
 * it is as if both fixed ones and four of the other eight had been shuffled and laid out: whatever
 * the order of discovery, each fixed one is equally often on each slot, each other one is there in
 * half of the games, and never are there more than six. */
TEST(test_events_as_if_laid_out_before)
{
    struct ruleset *rules = open_standard(4);
    const struct bts_cards *cards = rules->cards;
    int where[EVENTS + 1][SLOTS] = {{0}};
    for (uint64_t seed = 0; seed < 1200; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        assert_int_equal(table.state.facedown, 0xfff);
        turn_over_level(&table, 2, (int)(seed % 6), where);
        turn_over_level(&table, 3, (int)(seed % 5), where);
    }
    for (int event = 1; event <= EVENTS; event++) {
        int all = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            bool fits = cards->slots[slot].level == cards->events[event].level;
            int mean = !fits ? 0 : cards->events[event].light ? 200 : 100;
            assert_in_range(where[event][slot] + 50, mean + (fits ? 0 : 50), mean + 100);
            all += where[event][slot];
        }
        assert_in_range(all, cards->events[event].light ? 1200 : 500, 1200);
    }
    ruleset_close(rules);
}

/* ---- nothing hidden -------------------------------------------------------------------------- */

/* BTS-COMP-11: the text of a state shows every mat, but no event that still lies face down, and
 * decks only as sets. */
TEST(test_only_decks_and_events_are_unknown)
{
    struct ruleset *rules = open_standard(4);
    struct sitting table;
    struct text text = {0};
    set_up(&table, rules, 1);
    state_write(rules, &table.state, &text);
    const char *open[] = {"ore 4 = ",   "faction 3 = ", "population 2 = ", "column 4 E = ",
                          "card B2 = ", "slot 4 = ",    "achievement 3 = "};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        assert_non_null(strstr(text_string(&text), open[i]));
    assert_null(strstr(text_string(&text), "E2-"));
    assert_null(strstr(text_string(&text), "E3-"));
    assert_null(strstr(text_string(&text), " / "));
    assert_non_null(strstr(text_string(&text), "facedown = A B C D E F G H J K L M\n"));
    text_free(&text);
    ruleset_close(rules);
}

/* Lets the same moves be made again, up to a draw, and then something else be drawn: up to there
 * the texts of both games are the same. */
static void assert_draw_does_not_show(struct sitting *table, const struct move *moves, int count)
{
    struct sitting other;
    struct text text = {0}, other_text = {0};
    sit_down(&other, table->rules, 99, 99);
    for (int i = 0; i < count; i++)
        make_move(&other, moves[i]);
    state_write(table->rules, &table->state, &text);
    state_write(table->rules, &other.state, &other_text);
    assert_string_equal(text_string(&text), text_string(&other_text));
    for (int i = 0; i < table->count; i++) {
        struct sitting branch = other;
        assert_int_equal(play_find(table->rules, &other.state, table->moves[i]), i);
        make_move(&branch, table->moves[i]); /* each outcome is still possible */
    }
    text_free(&text);
    text_free(&other_text);
}

TEST(test_the_state_tells_nothing_of_draws_to_come) /* BTS-COMP-11 */
{
    enum { LONGEST = 400 };
    struct move moves[LONGEST];
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_standard(players);
        struct sitting table;
        int draws = 0;
        sit_down(&table, rules, 5, (uint64_t)players);
        for (int i = 0; i < LONGEST && table.count > 0; i++) {
            if (table.node.actor == DEALER && draws++ < 40)
                assert_draw_does_not_show(&table, moves, i);
            moves[i] = any_move(&table);
            make_move(&table, moves[i]);
        }
        assert_int_equal(draws > 20, true);
        ruleset_close(rules);
    }
}

/* ---- random games ---------------------------------------------------------------------------- */

/* Plays a random game and calls `visit` at every position, the last one included. */
static void walk_game(const struct ruleset *rules, uint64_t number,
                      void (*visit)(const struct sitting *table, void *data), void *data)
{
    struct sitting table;
    sit_down(&table, rules, 3, number);
    for (visit(&table, data); table.count > 0; visit(&table, data))
        make_move(&table, any_move(&table));
    assert_int_equal(table.node.actor, NOBODY);
}

/* The same for games of all kinds. */
static void walk_games(int total, void (*visit)(const struct sitting *table, void *data),
                       void *data)
{
    for (int variant = 0; variant < 12; variant++) {
        struct ruleset *rules =
            open_table(2 + variant % 3, variant / 3 & 1, variant / 3 & 1, variant / 6);
        for (int game = variant; game < total; game += 12)
            walk_game(rules, (uint64_t)game, visit, data);
        ruleset_close(rules);
    }
}

/* Cubes of one faction: columns, population, slots, ships, event card, and in the hand of its owner
 * who is asked where to build. */
static int all_cubes(const struct bts_state *s, int seat)
{
    const struct bts_seat *me = &s->seats[seat];
    int cubes = me->population + bits_count(me->slots);
    for (int i = 0; i < COLUMNS; i++)
        cubes += me->columns[i];
    for (int level = 0; level < SHIP_LEVELS; level++) {
        cubes += me->banked[level];
        for (int place = 0; place < PLACES; place++)
            cubes += me->ships[place][level];
    }
    for (int i = 0; i < s->agenda.depth; i++)
        cubes += s->agenda.frames[i].task == TASK_BUILD && s->agenda.frames[i].seat == seat;
    return cubes;
}

/* Discs of one kind: on the track, automated, as outposts, on own systems, on achievements. */
static int all_discs(const struct bts_state *s, int seat, int kind)
{
    const struct bts_seat *me = &s->seats[seat];
    int discs = (kind == DISC_FOOD ? me->food : me->ore_discs) + me->automated[kind - 1];
    for (int place = 0; place < PLACES; place++)
        discs += s->outposts[place] == seat + 1 && s->outpost_discs[place] == kind;
    for (int system = 1; system <= SYSTEMS; system++)
        if (id_in(me->systems, system))
            discs += (s->colony_discs[system] % 4 == kind) + (s->colony_discs[system] / 4 == kind);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        discs += me->claim_discs[row] == kind;
    return discs;
}

static void visit_pieces(const struct sitting *table, void *data)
{
    (void)data;
    const struct bts_state *s = &table->state;
    for (int seat = 0; s->round > 0 && seat < table->rules->setup.players; seat++) {
        assert_int_equal(all_cubes(s, seat), 20);
        assert_int_equal(all_discs(s, seat, DISC_FOOD), 8);
        assert_int_equal(all_discs(s, seat, DISC_ORE), 8);
    }
}

TEST(test_cubes_and_discs_are_never_lost) /* BTS-COMP-05, BTS-COMP-06 */
{
    walk_games(60, visit_pieces, NULL);
}

/* BTS-ACT-30: the last row of the box is open in every action phase. */
static void visit_action(const struct sitting *table, void *data)
{
    int *actions = data;
    if (table->count == 0 || table->node.ask.kind != TASK_ACTION)
        return;
    struct move last_row = {.kind = MOVE_ACT, .a = SPACE_BASIC_4};
    bool found = false;
    for (int i = 0; i < table->count; i++)
        found = found || move_equal(table->moves[i], last_row);
    assert_true(found);
    ++*actions;
}

TEST(test_there_is_always_a_legal_action) /* BTS-ACT-30 */
{
    int actions = 0, games_wanted = short_or_long(150, 500);
    walk_games(games_wanted, visit_action, &actions);
    assert_true(actions > games_wanted * 20);
}

/* The printed rules with something else in a card file. `text` must live as long as they do. */
static struct ruleset *open_changed(const char *file, const char *old, const char *new,
                                    struct text *text)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct setup setup = setup_standard(game);
    struct card_texts texts = {0};
    struct problem problem = {0};
    assert_true(card_texts_find(&texts, game, NULL, &problem));
    for (int i = 0; i < texts.count; i++)
        if (strcmp(texts.files[i].file, file) == 0) {
            add_replaced(text, texts.files[i].text.at, old, new);
            texts.files[i].text = text_span(text);
        }
    struct ruleset *rules = ruleset_open_texts(game, &setup, texts.files, texts.count, &problem);
    assert_told(&problem, NULL);
    card_texts_free(&texts);
    return rules;
}

static void visit_pass(const struct sitting *table, void *data)
{
    int *passes = data;
    const char *wrong = table->rules->game->check(table->rules, &table->state);
    if (wrong != NULL)
        fail_msg("%s", wrong);
    for (int i = 0; i < table->events.count; i++)
        *passes += table->events.list[i].kind == EVENT_PASSED;
}

/* R77: a set whose last row asks for something is played to the end; without an action one passes.
 */
TEST(test_without_an_action_one_passes)
{
    static const char *const rows[] = {"pay 9 ore: gain 9 ore, grow 1",
                                       "return 3 population: grow 1"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text text = {0};
        struct ruleset *rules =
            open_changed("technology_board.cards", "grow 1, gain 1 ore", rows[i], &text);
        int passes = 0;
        for (uint64_t game = 0; game < 20; game++)
            walk_game(rules, game, visit_pass, &passes);
        assert_true(passes > 0);
        ruleset_close(rules);
        text_free(&text);
    }
}

/* What the events of these numbers, all in play, are worth to a seat. */
static int worth_of_events(const struct ruleset *rules, struct bts_state *s, uint32_t kept,
                           int seat)
{
    struct score with, without;
    s->events |= kept;
    s->events_kept = 0;
    rules->game->score(rules, s, &without);
    s->events_kept = kept;
    rules->game->score(rules, s, &with);
    return with.total[seat] - without.total[seat];
}

/* R78: twins of an event that marks a place or a faction share the mark, and each brings its
 * points. */
TEST(test_twins_of_an_event_share_their_mark)
{
    static const char twin[] =
        "event E3-10-2\n    name Twin\n    name.de Zwilling\n"
        "    source reconstructed\n    level III\n"
        "    resolve the weakest faction (grow 1, gain 1 ore)\n"
        "    stays yes\n    points 3\n\nevent E3-10\n";
    struct text text = {0};
    struct ruleset *rules = open_changed("events.cards", "event E3-10\n", twin, &text);
    const struct bts_cards *cards = rules->cards;
    struct bts_state state;
    uint32_t both = 0;
    for (int i = 1; i <= cards->event_count; i++)
        if (strncmp(cards->events[i].face.id, "E3-10", 5) == 0)
            both |= (uint32_t)id_bit(i);
    assert_int_equal(bits_count(both), 2);
    play_start(rules, &state);
    state.relieved = 2; /* whoever was relieved last */
    assert_int_equal(worth_of_events(rules, &state, both, 1), 2 + 3);
    assert_int_equal(worth_of_events(rules, &state, both, 0), 0);
    assert_int_equal(worth_of_events(rules, &state, both & (both - 1), 1) +
                         worth_of_events(rules, &state, both & ~(both - 1), 1),
                     2 + 3);
    ruleset_close(rules);
    text_free(&text);
}

/* What has been seen of the turns of one game. */
struct turns {
    int turns[SEATS_MAX], last, first, games;
};

/* BTS-TURN-01, BTS-TURN-04, BTS-TURN-05: seats follow each other in order, none is left out, and
 * the starting player stays the same. BTS-END-07: at the end all had the same number of turns. */
static void visit_turn(const struct sitting *table, void *data)
{
    struct turns *seen = data;
    int players = table->rules->setup.players;
    if (table->state.round == 0)
        *seen = (struct turns){.last = -1, .games = seen->games};
    for (int i = 0; i < table->events.count; i++) {
        const struct message *event = &table->events.list[i];
        if (event->kind != EVENT_TURN)
            continue;
        if (seen->last < 0)
            seen->first = event->seat;
        else
            assert_int_equal(event->seat, (seen->last + 1) % players);
        seen->last = event->seat;
        assert_int_equal(event->a, ++seen->turns[event->seat]);
    }
    if (seen->last >= 0)
        assert_int_equal(table->state.first, seen->first + 1);
    if (table->count > 0)
        return;
    for (int seat = 1; seat < players; seat++)
        assert_int_equal(seen->turns[seat], seen->turns[0]);
    /* Random players do not always bring a game to its end; it stops after 200 rounds. */
    int last = table->state.last_round;
    assert_int_equal(seen->turns[0], last != 0 ? last : 200);
    seen->games++;
}

/* BTS-END-07, BTS-TURN-01, BTS-TURN-04, BTS-TURN-05 */
TEST(test_everybody_has_the_same_number_of_turns)
{
    struct turns seen = {0};
    walk_games(96, visit_turn, &seen);
    assert_int_equal(seen.games, 96);
}

/* ---- trade ----------------------------------------------------------------------------------- */

/* What a faction has, as far as trading changes it. */
struct holdings {
    int ore, supply, population, ships;
};

static struct holdings holdings_of(const struct sitting *table, int seat)
{
    const struct bts_seat *me = &table->state.seats[seat];
    struct holdings holdings = {.ore = me->ore, .population = me->population};
    for (int i = 0; i < COLUMNS; i++)
        holdings.supply += me->columns[i];
    for (int place = 0; place < PLACES; place++)
        for (int level = 0; level < SHIP_LEVELS; level++)
            holdings.ships += me->ships[place][level];
    return holdings;
}

static bool is_exchange(struct move move)
{
    return move.kind == MOVE_BUY || move.kind == MOVE_SELL || move.kind == MOVE_RETIRE;
}

/* Makes a random exchange; false if there is none. Others choose discs in between. */
static bool exchange(struct sitting *table)
{
    while (table->node.ask.kind != TASK_TRADE)
        make_move(table, any_move(table));
    int exchanges = 0;
    for (int i = 0; i < table->count; i++)
        if (is_exchange(table->moves[i]))
            table->moves[exchanges++] = table->moves[i];
    if (exchanges > 0)
        make_move(table, table->moves[random_below(&table->random, (uint32_t)exchanges)]);
    return exchanges > 0;
}

/* Trades at random; whenever the cubes are as at an earlier moment, there is not more ore than
 * then. Returns how often that was seen. */
static int trade_at_random(struct sitting table, int seat)
{
    enum { EXCHANGES = 40 };
    struct holdings before[EXCHANGES];
    int returned = 0;
    for (int i = 0; i < EXCHANGES; i++) {
        struct holdings now = before[i] = holdings_of(&table, seat);
        for (int k = 0; k < i; k++) {
            if (before[k].supply != now.supply || before[k].population != now.population ||
                before[k].ships != now.ships)
                continue;
            assert_true(now.ore <= before[k].ore);
            returned++;
        }
        if (!exchange(&table))
            break;
    }
    return returned;
}

/* Visits production phases of a random game and tries a trade in each. */
static int try_trades(const struct ruleset *rules, uint64_t number)
{
    struct sitting table;
    int returned = 0;
    struct move trade = {.kind = MOVE_PRODUCE, .a = 3};
    for (sit_down(&table, rules, 11, number); table.count > 0;
         make_move(&table, any_move(&table))) {
        if (table.node.ask.kind != TASK_PRODUCTION)
            continue;
        struct sitting trial = table;
        make_move(&trial, trade);
        returned += trade_at_random(trial, table.node.actor);
    }
    return returned;
}

TEST(test_trading_alone_brings_no_profit) /* BTS-TRADE-12 */
{
    int returned = 0;
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_standard(players);
        for (uint64_t number = 0; number < 4; number++)
            returned += try_trades(rules, number);
        ruleset_close(rules);
    }
    assert_true(returned > 1000);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
