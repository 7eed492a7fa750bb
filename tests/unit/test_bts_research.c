/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: luck in research, compared with a shuffle before the game by counting all of
 * them; what never happens in games of random moves; advanced mats as data. */

#include "games/beyond_the_sun/bts.h"

#include "helpers.h"
#include "bts_printed.h"

#include "contract/fields.h"
#include "contract/play.h"

/* The game with these choices of its options, from OPTION_MATS on. */
static struct ruleset *open_bts(int players, int mats, int technologies)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    assert_non_null(game);
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    setup.options[OPTION_MATS] = (uint8_t)mats;
    setup.options[OPTION_TECHNOLOGIES] = (uint8_t)technologies;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    return rules;
}

/* A state after the set-up; the first player is to act. */
static void begin(const struct ruleset *rules, struct bts_state *s)
{
    struct random random = random_stream(11, 0);
    play_start(rules, s);
    while (rules->game->node(rules, s).actor == DEALER)
        rules->game->apply(rules, s, chance_random(rules, s, &random), NULL);
}

/* ---- events ---------------------------------------------------------------------------------- */

enum { EVENTS_OF_LEVEL = 10, LEVEL_SLOTS = 6 };

/* Counts, for each event, the ways to lay six of the ten face down in which it is the next one
 * after those already seen. Both fixed ones must be among the six. */
struct shuffles {
    const struct bts_event *events; /* the ten of the level */
    uint32_t next[EVENTS_OF_LEVEL], total;
};

static uint32_t count_ways(const struct shuffles *all, unsigned used, int laid)
{
    uint32_t ways = 0;
    if (laid == LEVEL_SLOTS) {
        for (int i = 0; i < EVENTS_OF_LEVEL; i++)
            if (all->events[i].light && !(used >> i & 1))
                return 0;
        return 1;
    }
    for (int i = 0; i < EVENTS_OF_LEVEL; i++)
        if (!(used >> i & 1))
            ways += count_ways(all, used | 1u << i, laid + 1);
    return ways;
}

static void count_shuffles(struct shuffles *all, unsigned seen)
{
    all->total = 0;
    for (int i = 0; i < EVENTS_OF_LEVEL; i++) {
        int laid = bits_count(seen);
        all->next[i] = seen >> i & 1 ? 0 : count_ways(all, seen | 1u << i, laid + 1);
        all->total += all->next[i];
    }
}

/* The odds that the game gives must be those of the shuffles; `first` is the number of the first
 * event of the level. */
static void assert_odds(const struct chance *chance, const struct shuffles *all, int first)
{
    uint64_t weights[EVENTS_OF_LEVEL] = {0};
    for (int i = 0; i < chance->count; i++) {
        assert_in_range(chance->moves[i].a, first, first + EVENTS_OF_LEVEL - 1);
        weights[chance->moves[i].a - first] = chance->weights[i];
    }
    for (int i = 0; i < EVENTS_OF_LEVEL; i++)
        assert_int_equal(weights[i] * all->total, (uint64_t)all->next[i] * chance->total);
}

/* This many slots of the level have been discovered, and these events were seen; the next one is
 * about to be. */
static void lay_events(struct bts_state *s, int level, int revealed, unsigned seen)
{
    int first_slot = level == 2 ? 0 : LEVEL_SLOTS, first = level == 2 ? 1 : 1 + EVENTS_OF_LEVEL;
    s->facedown = (uint16_t)bits_below(12);
    for (int i = 0; i < revealed; i++)
        s->facedown &= (uint16_t) ~(1u << (first_slot + i));
    s->events = seen << (first - 1);
    agenda_push(&s->agenda, .task = TASK_EVENT, .args = {(uint8_t)(4 + first_slot + revealed)});
}

static void compare_odds(const struct ruleset *rules, const struct bts_state *start, int level,
                         unsigned seen)
{
    const struct bts_cards *cards = rules->cards;
    int first = level == 2 ? 1 : 1 + EVENTS_OF_LEVEL;
    struct shuffles all = {.events = &cards->events[first]};
    struct bts_state s = *start;
    struct chance chance;
    count_shuffles(&all, seen);
    if (all.total == 0)
        return; /* cannot be: a fixed one would have no slot left */
    lay_events(&s, level, bits_count(seen), seen);
    chance_list(rules, &s, &chance);
    assert_odds(&chance, &all, first);
}

/* BTS-EVT-01 BTS-SETUP-03 BTS-SETUP-04: every set of events that may have been seen, at both
 * levels. */
TEST(test_event_odds_are_those_of_a_shuffle)
{
    struct ruleset *rules = open_bts(2, MATS_BASIC, TECHNOLOGIES_DECKS);
    struct bts_state start;
    begin(rules, &start);
    for (unsigned seen = 0; seen < 1u << EVENTS_OF_LEVEL; seen++)
        if (bits_count(seen) < LEVEL_SLOTS)
            for (int level = 2; level <= 3; level++)
                compare_odds(rules, &start, level, seen);
    ruleset_close(rules);
}

/* ---- the search in a deck -------------------------------------------------------------------- */

enum { SMALL_DECK = 6, SHUFFLES_OF_IT = 720 };

/* Cards of level II by id, as numbers within the level; the first three match military. */
static const char *const small_deck[SMALL_DECK] = {"II-RR", "II-BR", "II-RY",
                                                   "II-GG", "II-YY", "II-GY"};

static int tech_in_level(const struct bts_cards *cards, const char *id)
{
    for (int i = 0; i < cards->tech_first[3] - cards->tech_first[2]; i++)
        if (strcmp(cards->techs[cards->tech_first[2] + i].face.id, id) == 0)
            return i;
    fail_msg("%s is no technology", id);
    return 0;
}

/* How often each pair of cards is offered, of SHUFFLES_OF_IT. */
struct offers {
    const struct ruleset *rules;
    uint32_t pair[TECHS + 1][TECHS + 1];
};

/* Walks over all draws, each as likely as the others beside it. */
static void walk_draws(struct offers *offers, const struct bts_state *s, uint32_t share)
{
    struct chance chance;
    const struct game *game = offers->rules->game;
    if (game->node(offers->rules, s).actor != DEALER) {
        struct move moves[MOVES_MAX];
        assert_int_equal(game->legal(offers->rules, s, moves), 2);
        offers->pair[moves[0].a][moves[1].a] += share;
        return;
    }
    chance_list(offers->rules, s, &chance);
    assert_int_equal(chance.total, chance.count); /* all weights are 1 */
    assert_int_equal(share % chance.total, 0);
    for (int i = 0; i < chance.count; i++) {
        struct bts_state next = *s;
        game->apply(offers->rules, &next, chance.moves[i], NULL);
        walk_draws(offers, &next, share / chance.total);
    }
}

/* The same by turning over a shuffled deck, in every order of it. `used` are the cards turned over,
 * `found` is the first match, or -1. */
static void walk_shuffles(uint32_t pair[TECHS + 1][TECHS + 1], const int *techs, unsigned used,
                          int found)
{
    uint32_t orders_of_rest = 1;
    for (int k = 2; k < SMALL_DECK - bits_count(used); k++)
        orders_of_rest *= (uint32_t)k;
    for (int i = 0; i < SMALL_DECK; i++) {
        bool fits = i < SMALL_DECK / 2;
        if (used >> i & 1)
            continue;
        if (!fits)
            walk_shuffles(pair, techs, used | 1u << i, found);
        else if (found < 0)
            walk_shuffles(pair, techs, used | 1u << i, techs[i]);
        else if (found < techs[i])
            pair[found][techs[i]] += orders_of_rest;
        else
            pair[techs[i]][found] += orders_of_rest;
    }
}

/* A search for military cards in the small deck. */
static void begin_search(const struct ruleset *rules, struct bts_state *s)
{
    const uint8_t military = 1u << MILITARY, slot = 4;
    begin(rules, s);
    memset(s->tech_piles[0], 0, sizeof s->tech_piles[0]);
    for (int i = 0; i < SMALL_DECK; i++)
        s->tech_piles[0][tech_in_level(rules->cards, small_deck[i])] = 1;
    agenda_push(&s->agenda, .task = TASK_LEARN, .args = {slot});
    agenda_push(&s->agenda, .task = TASK_CARD, .args = {slot, military});
    agenda_push(&s->agenda, .task = TASK_REVEAL, .args = {slot, military, 2});
}

/* BTS-RES-18 BTS-RES-21: drawing when needed offers each pair as often as a shuffle before. */
TEST(test_search_odds_are_those_of_a_shuffle)
{
    static struct offers drawn;
    static uint32_t shuffled[TECHS + 1][TECHS + 1];
    struct bts_state s;
    int techs[SMALL_DECK];
    drawn.rules = open_bts(2, MATS_BASIC, TECHNOLOGIES_DECKS);
    const struct bts_cards *cards = drawn.rules->cards;
    for (int i = 0; i < SMALL_DECK; i++)
        techs[i] = cards->tech_first[2] + tech_in_level(cards, small_deck[i]);
    begin_search(drawn.rules, &s);
    walk_draws(&drawn, &s, SHUFFLES_OF_IT);
    walk_shuffles(shuffled, techs, 0, -1);
    assert_memory_equal(drawn.pair, shuffled, sizeof shuffled);
    int low = techs[0] < techs[1] ? techs[0] : techs[1];
    assert_int_equal(shuffled[low][techs[0] + techs[1] - low], SHUFFLES_OF_IT / 3);
    ruleset_close((struct ruleset *)(uintptr_t)drawn.rules);
}

/* ---- games of random moves ------------------------------------------------------------------- */

/* What one seat can never lose: BTS-POP-07 BTS-AUTO-07. */
static void assert_seat_keeps(const struct bts_seat *before, const struct bts_seat *after)
{
    assert_int_equal(before->slots & ~after->slots, 0);
    for (int kind = 0; kind < 3; kind++)
        assert_true(after->automated[kind] >= before->automated[kind]);
}

/* What stays on the table: technologies on their slots, revealed events. BTS-RES-27 BTS-EVT-01 */
static void assert_table_keeps(const struct bts_state *before, const struct bts_state *after)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (before->slots[slot] != 0)
            assert_int_equal(after->slots[slot], before->slots[slot]);
    assert_int_equal(before->events & ~after->events, 0);
    assert_int_equal(after->facedown & ~before->facedown, 0);
}

/* Each event named in the text of the state has been revealed. BTS-EVT-01 BTS-COMP-11 */
static void assert_text_tells_no_event(const struct ruleset *rules, const struct bts_state *s)
{
    const struct bts_cards *cards = rules->cards;
    struct text text = {0};
    state_write(rules, s, &text);
    for (int i = 1; i <= EVENTS; i++)
        if (!id_in(s->events, i))
            assert_null(strstr(text_string(&text), cards->events[i].face.id));
    text_free(&text);
}

/* The total is the sum of the sources in any order. BTS-SCORE-19 */
static void assert_sums(const struct ruleset *rules, const struct bts_state *s)
{
    struct score score;
    rules->game->score(rules, s, &score);
    for (int seat = 0; seat < rules->setup.players; seat++) {
        int sum = 0;
        for (int i = SOURCES_MAX - 1; i >= 0; i--)
            sum += score.parts[seat][i];
        assert_int_equal(score.total[seat], sum);
    }
}

static void play_and_check(const struct ruleset *rules, uint64_t seed)
{
    struct random random = random_stream(seed, 0);
    struct bts_state s, before;
    struct move moves[MOVES_MAX];
    begin(rules, &s);
    for (int made = 0;; made++) {
        int count = rules->game->legal(rules, &s, moves);
        if (count == 0)
            break;
        bool dealer = rules->game->node(rules, &s).actor == DEALER;
        before = s;
        rules->game->apply(rules, &s,
                           dealer ? chance_random(rules, &s, &random)
                                  : moves[random_below(&random, (uint32_t)count)],
                           NULL);
        for (int seat = 0; seat < rules->setup.players; seat++)
            assert_seat_keeps(&before.seats[seat], &s.seats[seat]);
        assert_table_keeps(&before, &s);
        if (made % 64 == 0)
            assert_text_tells_no_event(rules, &s);
    }
    assert_sums(rules, &s);
}

TEST(test_what_never_goes_back)
{
    for (int players = 2; players <= 4; players++) {
        for (int variant = 0; variant < 4; variant++) {
            struct ruleset *rules = open_bts(players, variant & 1, variant >> 1);
            for (int game = 0; game < 5; game++)
                play_and_check(rules, (uint64_t)(100 * players + 10 * variant + game));
            ruleset_close(rules);
        }
    }
}

/* ---- advanced mats --------------------------------------------------------------------------- */

/* BTS-ADV-01: the kind of mats is one choice for the whole table; a mixture cannot be asked for. */
TEST(test_mats_are_the_same_for_all)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    assert_true(setup_option(game, &setup, span_of("mats"), span_of("advanced"), &problem));
    assert_int_equal(setup.options[OPTION_MATS], MATS_ADVANCED);
    assert_false(setup_option(game, &setup, span_of("mats"), span_of("mixed"), &problem));
    assert_true(problem_is_set(&problem));
}

/* BTS-ADV-04: two innovations on each mat, all different, each with its condition. The last disc
 * (NO-B) needs no number. */
TEST(test_innovations_of_the_mats)
{
    struct ruleset *rules = open_bts(2, MATS_ADVANCED, TECHNOLOGIES_DECKS);
    const struct bts_cards *cards = rules->cards;
    unsigned seen = 0;
    for (int faction = 1; faction <= FACTIONS; faction++) {
        const struct bts_faction *about = &cards->factions[faction];
        for (int i = 0; i < 2; i++) {
            int innovation = about->advanced.innovations[i];
            assert_in_range(innovation, 1, 8);
            assert_int_equal(about->basic.innovations[i], 0);
            assert_true(cards->innovations[innovation].number > 0 ||
                        innovation == INNOVATION_LAST_DISC);
            seen |= 1u << innovation;
        }
    }
    assert_int_equal(bits_count(seen), 2 * FACTIONS);
    ruleset_close(rules);
}

/* BTS-ADV-08 */
TEST(test_advanced_mats_differ)
{
    struct ruleset *rules = open_bts(2, MATS_ADVANCED, TECHNOLOGIES_DECKS);
    const struct bts_cards *cards = rules->cards;
    for (int a = 1; a <= FACTIONS; a++) {
        for (int b = a + 1; b <= FACTIONS; b++) {
            const struct bts_mat *x = &cards->factions[a].advanced,
                                 *y = &cards->factions[b].advanced;
            assert_memory_not_equal(x->columns, y->columns, COLUMNS);
            assert_memory_not_equal(x->ore_symbols, y->ore_symbols, sizeof x->ore_symbols);
        }
    }
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
