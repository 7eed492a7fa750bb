/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Fuzzes liborrery by its public functions alone: the input is a list of calls with their
 * arguments. Whatever is called in whatever order, with handles that are missing, numbers out of
 * range, states of other rules, bytes from nowhere and broken texts, nothing breaks, and what is
 * refused changes nothing. */

#include "orrery.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition) ((condition) ? (void)0 : abort())

enum {
    STATES = 4,
    RULES = 3,
    CALLS_MAX = 200,
    TEXT = 1 << 16,
    BATCH = 5,
    FEATURES = 2048,
    CARDS = 1 << 20
};

union room {
    uint64_t align;
    unsigned char bytes[ORRERY_STATE_MAX];
};

/* What the calls work on. */
static struct {
    struct orrery_rules *rules[RULES + 1]; /* the last is always NULL */
    union room states[STATES];
    struct orrery_record *record;
    struct orrery_player *player;
    struct orrery_batch *batch;
    struct orrery_problem problem;
    uint64_t random;
} world;

static char text[TEXT];
static uint8_t mask[1 << 16];

/* ---- the input ------------------------------------------------------------------------------- */

static const uint8_t *at;
static size_t left;

static unsigned byte(void)
{
    if (left == 0)
        return 0;
    left--;
    return *at++;
}

/* Small numbers mostly, and now and then an odd one. */
static int number(void)
{
    static const int odd[] = {-1, INT32_MAX, INT32_MIN, 65536, 255, -2, 4096, 1000000};
    unsigned first = byte();
    return first < 200 ? (int)(first << 4 | byte() % 16) : odd[first % 8];
}

static const char *bytes(size_t *length)
{
    size_t wanted = byte();
    *length = wanted < left ? wanted : left;
    const char *found = (const char *)at;
    at += *length;
    left -= *length;
    return found;
}

static struct orrery_rules *some_rules(void)
{
    return world.rules[byte() % (RULES + 1)];
}

static union room *some_state(void)
{
    return &world.states[byte() % STATES];
}

static enum orrery_language some_language(void)
{
    return (enum orrery_language)(byte() % 3);
}

/* Room for text: all, little or none. */
static size_t some_room(void)
{
    unsigned which = byte() % 4;
    return which == 0 ? 0 : which == 1 ? 7 : TEXT;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void call_rules(void)
{
    static const char *const names[] = {"noughts", "beyond-the-sun", "pulsar-2849", "chess", NULL};
    static const char *const options[] = {
        NULL, "", "start=first", "goal=avoid start=first", "mats=advanced", "x=", "=", "start"};
    int which = (int)(byte() % RULES);
    struct orrery_rules *opened = orrery_rules_open(names[byte() % 5], number() % 7,
                                                    options[byte() % 8], NULL, 0, &world.problem);
    REQUIRE((opened == NULL) == (world.problem.sentence[0] != '\0'));
    if (opened == NULL)
        return;
    orrery_rules_close(world.rules[which]);
    world.rules[which] = opened;
}

static void call_cards(void)
{
    size_t length;
    const char *cards = bytes(&length);
    orrery_rules_close(orrery_rules_open("noughts", 2, NULL, cards, length, &world.problem));
    orrery_rules_cards(some_rules(), text, some_room());
    orrery_rules_json(some_rules(), some_language(), text, some_room());
}

/* The cards of a game with some bytes changed; what can still be played is. */
static void call_own_cards(void)
{
    static char cards[CARDS];
    const char *const names[] = {"noughts", "beyond-the-sun", "pulsar-2849"};
    unsigned which = byte() % RULES;
    struct orrery_rules *standard = orrery_rules_open(names[which], 2, NULL, NULL, 0, NULL);
    int64_t length = orrery_rules_cards(standard, cards, sizeof cards);
    REQUIRE(length > 0 && length < CARDS);
    for (unsigned i = byte() % 4; i > 0; i--)
        cards[(byte() << 16 | byte() << 8 | byte()) % (size_t)length] = (char)byte();
    struct orrery_rules *own =
        orrery_rules_open(names[which], 2, NULL, cards, (size_t)length, &world.problem);
    REQUIRE((own == NULL) == (world.problem.sentence[0] != '\0'));
    orrery_rules_close(standard);
    if (own == NULL)
        return;
    orrery_rules_close(world.rules[which]);
    world.rules[which] = own;
    orrery_start(own, &world.states[which]);
}

static void call_start(void)
{
    orrery_start(some_rules(), byte() == 0 ? NULL : some_state());
}

/* Bytes that are changed by hand must be checked, so what is not possible is started anew. */
static void call_bytes(void)
{
    const struct orrery_rules *rules = some_rules();
    union room *state = some_state();
    for (unsigned i = byte() % 8; i > 0; i--)
        state->bytes[(byte() << 8 | byte()) % ORRERY_STATE_MAX] = (unsigned char)byte();
    if (orrery_state_check(rules, state, &world.problem) != ORRERY_FINE)
        memset(state, 0, sizeof *state);
}

static void call_look(void)
{
    const struct orrery_rules *rules = some_rules();
    const union room *state = some_state();
    struct orrery_node node;
    struct orrery_score score;
    int32_t legal[ORRERY_MOVES_MAX];
    uint32_t odds[ORRERY_MOVES_MAX];
    int16_t features[FEATURES];
    int result = orrery_node(rules, state, &node);
    int count = orrery_legal(rules, state, legal, ORRERY_MOVES_MAX);
    REQUIRE(result != ORRERY_FINE ? count < 0 : (count == 0) == (node.actor == ORRERY_NOBODY));
    REQUIRE(orrery_mask(rules, state, mask, sizeof mask) == count);
    orrery_legal(rules, state, legal, (int)(byte() % ORRERY_MOVES_MAX));
    orrery_odds(rules, state, odds, (int)(byte()));
    orrery_score(rules, state, &score);
    orrery_projected(rules, state, &score);
    orrery_features(rules, state, number(), features, FEATURES);
}

/* A legal action of the state, or any number. */
static int some_action(const struct orrery_rules *rules, const union room *state)
{
    int32_t legal[ORRERY_MOVES_MAX];
    int count = orrery_legal(rules, state, legal, ORRERY_MOVES_MAX);
    return count > 0 && byte() < 200 ? legal[byte() % (unsigned)count] : number();
}

static void call_apply(void)
{
    const struct orrery_rules *rules = some_rules();
    union room *state = some_state(), before = *state;
    int action = some_action(rules, state);
    int64_t result = byte() % 2 == 0 ? orrery_apply(rules, state, action)
                                     : orrery_apply_told(rules, state, action, some_language(),
                                                         text, some_room());
    REQUIRE(result >= 0 || memcmp(&before, state, sizeof before) == 0);
}

static void call_random(void)
{
    const struct orrery_rules *rules = some_rules();
    union room *state = some_state();
    for (unsigned i = byte() % 64; i > 0; i--)
        orrery_random_action(rules, state, &world.random);
    if (byte() == 7)
        orrery_play_out(rules, state, &world.random);
}

static void call_texts(void)
{
    const struct orrery_rules *rules = some_rules();
    union room *state = some_state();
    size_t length;
    const char *words = bytes(&length);
    orrery_action_text(rules, number(), text, some_room());
    orrery_action_read(rules, words, length, &world.problem);
    orrery_action_told(rules, state, some_action(rules, state), some_language(), text, some_room());
    orrery_moment_json(rules, state, some_language(), text, some_room());
    orrery_blocked_json(rules, state, some_language(), text, some_room());
    orrery_table_text(rules, state, some_language(), text, some_room());
}

/* A state as text and back, with a byte of the text changed now and then. */
static void call_round_trip(void)
{
    const struct orrery_rules *rules = some_rules();
    union room *state = some_state(), back = {0};
    bool is_json = byte() % 2 == 0, is_changed = byte() % 2 == 0;
    int64_t length = is_json ? orrery_state_json(rules, state, text, TEXT)
                             : orrery_position_text(rules, state, text, TEXT);
    if (length < 0 || length >= TEXT)
        return;
    if (is_changed)
        text[(byte() << 8 | byte()) % (size_t)length] = (char)byte();
    struct orrery_rules *read =
        is_json ? NULL : orrery_position_open(text, (size_t)length, NULL, 0, &back, &world.problem);
    int result = is_json
                     ? orrery_state_from_json(rules, text, (size_t)length, &back, &world.problem)
                     : (read != NULL ? ORRERY_FINE : ORRERY_WRONG_TEXT);
    struct orrery_sizes sizes = {0};
    orrery_rules_sizes(rules, &sizes);
    REQUIRE(is_changed ||
            (result == ORRERY_FINE && memcmp(&back, state, (size_t)sizes.state) == 0));
    if (result == ORRERY_FINE && is_json)
        *state = back;
    orrery_rules_close(read);
}

static void call_record(void)
{
    static const char *const names[] = {NULL, "", "Ada", "a\nb", "\"", "two words"};
    if (world.record == NULL || byte() == 3) {
        orrery_record_close(world.record);
        world.record = orrery_record_new(some_rules());
    }
    union room state = {0};
    struct orrery_rules *rules = orrery_record_rules(world.record);
    int count = orrery_record_count(world.record);
    orrery_record_seat(world.record, number(), names[byte() % 6], names[byte() % 6]);
    orrery_record_state(world.record, byte() < 200 ? count : number(), &state);
    orrery_record_add(world.record, some_action(rules, &state));
    orrery_record_action(world.record, number(), NULL);
    uint32_t visits[ORRERY_MOVES_MAX];
    orrery_record_visits(world.record, number(), visits, ORRERY_MOVES_MAX);
    orrery_rules_close(rules);
}

static void call_record_text(void)
{
    int64_t length = orrery_record_text(world.record, text, TEXT);
    if (length < 0 || length >= TEXT)
        return;
    bool is_changed = byte() % 2 == 0;
    if (is_changed)
        text[(byte() << 8 | byte()) % (size_t)length] = (char)byte();
    struct orrery_record *read = orrery_record_open(text, (size_t)length, NULL, 0, &world.problem);
    REQUIRE(is_changed || read != NULL);
    orrery_record_close(read);
}

static void call_player(void)
{
    static const char *const descriptions[] = {
        "random", "heuristic:samples=1", "mcts:nodes=20", "Cadet", "nobody", "mcts:nodes=", NULL,
        ""};
    const struct orrery_rules *rules = some_rules();
    if (world.player == NULL || byte() % 8 == 0) {
        orrery_player_close(world.player);
        world.player =
            orrery_player_open(rules, descriptions[byte() % 8], world.random, &world.problem);
    }
    orrery_player_begin(world.player, byte());
    if (byte() % 4 == 0)
        orrery_player_stop(world.player);
    orrery_player_choose(world.player, some_state(), 1 + byte() % 3);
}

static void call_batch(void)
{
    static int8_t actors[BATCH];
    static uint8_t ended[BATCH], places[BATCH * ORRERY_SEATS_MAX], masks[BATCH * sizeof mask];
    static int16_t counts[BATCH], points[BATCH * ORRERY_SEATS_MAX], features[BATCH * FEATURES];
    static int32_t legal[BATCH * ORRERY_MOVES_MAX];
    int32_t actions[BATCH], wrong;
    static const int sizes[] = {0, -1, INT32_MIN, 65537, BATCH, BATCH, BATCH, BATCH};
    struct orrery_batch_out out = {.actors = actors, .counts = counts, .legal = legal};
    struct orrery_batch_out all = {actors, ended, points, places, counts, legal, masks, features};
    if (world.batch == NULL || byte() % 16 == 0) {
        orrery_batch_close(world.batch);
        world.batch = orrery_batch_open(some_rules(), sizes[byte() % 8], 1 + (int)(byte() % 2),
                                        world.random, (int)(byte() % 5), &world.problem);
    }
    if (orrery_batch_step(world.batch, NULL, &out, NULL) != ORRERY_FINE)
        return;
    for (int i = 0; i < BATCH; i++)
        actions[i] = counts[i] > 0 && byte() < 250
                         ? legal[i * ORRERY_MOVES_MAX + (int)(byte() % (unsigned)counts[i])]
                         : number();
    if (orrery_batch_step(world.batch, actions, &all, &wrong) == ORRERY_FINE)
        for (int i = 0; i < BATCH; i++)
            REQUIRE(ended[i] <= 1 && (ended[i] != 0 || places[i * ORRERY_SEATS_MAX] == 0));
    orrery_batch_get(world.batch, number() % 8, some_state());
    orrery_batch_set(world.batch, number() % 8, byte() % 2 == 0 ? NULL : some_state());
}

static void call_about(void)
{
    static const char *const names[] = {"noughts", "pulsar-2849", "", NULL};
    orrery_game_json(names[byte() % 4], some_language(), text, some_room());
    orrery_players_json(names[byte() % 4], some_language(), text, some_room());
    orrery_game_name(number());
    orrery_language_name(number());
    REQUIRE(orrery_version()[0] != '\0');
}

static void (*const calls[])(void) = {
    call_rules,  call_cards, call_start,      call_bytes,  call_look,        call_apply,
    call_random, call_texts, call_round_trip, call_record, call_record_text, call_player,
    call_batch,  call_about, call_apply,      call_random, call_own_cards,
};

static void begin(void)
{
    memset(&world, 0, sizeof world);
    world.rules[0] = orrery_rules_open("noughts", 2, NULL, NULL, 0, NULL);
    world.rules[1] = orrery_rules_open("beyond-the-sun", 2, NULL, NULL, 0, NULL);
    world.rules[2] = orrery_rules_open("pulsar-2849", 3, NULL, NULL, 0, NULL);
    for (int i = 0; i < RULES; i++) {
        REQUIRE(world.rules[i] != NULL);
        orrery_start(world.rules[i], &world.states[i]);
    }
}

static void end(void)
{
    orrery_batch_close(world.batch);
    orrery_player_close(world.player);
    for (int i = 0; i < RULES; i++)
        orrery_rules_close(world.rules[i]);
    orrery_record_close(world.record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct orrery_rules *kept_open[2]; /* so that the cards are read once */
    if (kept_open[0] == NULL) {
        kept_open[0] = orrery_rules_open("beyond-the-sun", 2, NULL, NULL, 0, NULL);
        kept_open[1] = orrery_rules_open("pulsar-2849", 3, NULL, NULL, 0, NULL);
    }
    at = data;
    left = size;
    begin();
    for (int i = 0; i < CALLS_MAX && left > 0; i++)
        calls[byte() % (sizeof calls / sizeof calls[0])]();
    end();
    return 0;
}
