/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Samples as JSON lines and as rows for numpy. Both tell the same. */

#include "samples.h"

#include "contract/actions.h"
#include "contract/play.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One decision. */
struct sample {
    int record, move; /* numbers, from 0 */
    int actor;
    int action;
    int legal_count;
    int legal[MOVES_MAX];
    uint16_t odds[MOVES_MAX]; /* of the dealer's */
    int visit_count;          /* as many as there are legal moves, or 0 */
    const uint32_t *visits;
    int16_t features[FEATURES_MAX];
};

/* A record while samples are made from it. */
struct sampling {
    const struct ruleset *rules;
    struct actions actions;
    bool is_over;       /* the record goes to the end of the game */
    struct score score; /* at its end */
    union any_state state;
    struct chance chance;
    struct sample sample;
};

/* How well the game ended for a seat: the share of opponents behind it, less those before it. */
static double value_for(const struct sampling *sampling, int seat)
{
    int players = sampling->rules->setup.players, ahead_of = 0;
    const uint8_t *place = sampling->score.place;
    assert(seat >= 0 && seat < players);
    for (int other = 0; other < players; other++)
        ahead_of += (place[other] > place[seat]) - (place[other] < place[seat]);
    return players > 1 ? (double)ahead_of / (players - 1) : 0;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_numbers(struct json *json, const char *key, const int16_t *numbers, int count)
{
    json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_put_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

static void put_choices(struct json *json, const struct sample *sample)
{
    json_open(json, "legal", '[');
    for (int i = 0; i < sample->legal_count; i++)
        json_put_number(json, NULL, sample->legal[i]);
    json_close(json, ']');
    json_open(json, "odds", '[');
    for (int i = 0; sample->actor == DEALER && i < sample->legal_count; i++)
        json_put_number(json, NULL, sample->odds[i]);
    json_close(json, ']');
    json_open(json, "visits", '[');
    for (int i = 0; i < sample->visit_count; i++)
        json_put_number(json, NULL, sample->visits[i]);
    json_close(json, ']');
}

static void write_line(const struct sampling *sampling, struct text *out)
{
    const struct sample *sample = &sampling->sample;
    int players = sampling->rules->setup.players;
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    json_put_number(&json, "record", sample->record);
    json_put_number(&json, "move", sample->move);
    json_put_number(&json, "actor", sample->actor);
    json_put_number(&json, "action", sample->action);
    if (sampling->is_over)
        json_put_decimal(&json, "value", value_for(sampling, sample->actor < 0 ? 0 : sample->actor),
                         4);
    else
        json_put_null(&json, "value");
    put_numbers(&json, "points", sampling->score.total, players);
    json_open(&json, "places", '[');
    for (int seat = 0; seat < players; seat++)
        json_put_number(&json, NULL, sampling->score.place[seat]);
    json_close(&json, ']');
    put_choices(&json, sample);
    put_numbers(&json, "features", sample->features, sampling->rules->game->feature_count);
    json_close(&json, '}');
    text_add_char(out, '\n');
}

/* ---- numpy ----------------------------------------------------------------------------------- */

/* The lowest byte first, whatever the machine. */
static void add_bytes(struct text *out, int64_t number, int bytes)
{
    char raw[8];
    assert(bytes <= (int)sizeof raw);
    for (int i = 0; i < bytes; i++)
        raw[i] = (char)((uint64_t)number >> (8 * i) & 0xff);
    text_add_span(out, (struct span){raw, (size_t)bytes});
}

static void add_value(const struct sampling *sampling, struct text *out)
{
    int actor = sampling->sample.actor;
    float value = sampling->is_over ? (float)value_for(sampling, actor < 0 ? 0 : actor) : NAN;
    uint32_t bits;
    static_assert(sizeof bits == sizeof value, "numpy's f4");
    memcpy(&bits, &value, sizeof bits);
    add_bytes(out, bits, 4);
}

/* In the order and sizes of samples_write_head. */
static void write_row(const struct sampling *sampling, struct text *out)
{
    const struct sample *sample = &sampling->sample;
    add_bytes(out, sample->record, 4);
    add_bytes(out, sample->move, 4);
    add_bytes(out, sample->actor, 1);
    add_bytes(out, sample->action, 4);
    add_value(sampling, out);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        add_bytes(out, sampling->score.total[seat], 2);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        add_bytes(out, sampling->score.place[seat], 1);
    add_bytes(out, sample->legal_count, 2);
    for (int i = 0; i < MOVES_MAX; i++)
        add_bytes(out, i < sample->legal_count ? sample->legal[i] : ACTION_NONE, 4);
    for (int i = 0; i < MOVES_MAX; i++)
        add_bytes(out, i < sample->legal_count && sample->actor == DEALER ? sample->odds[i] : 0, 2);
    for (int i = 0; i < MOVES_MAX; i++)
        add_bytes(out, i < sample->visit_count ? sample->visits[i] : 0, 4);
    for (int i = 0; i < sampling->rules->game->feature_count; i++)
        add_bytes(out, sample->features[i], 2);
}

void samples_write_head(const struct game *game, int64_t count, struct text *out)
{
    enum { BEFORE = 10 }; /* bytes: who made it, its version, the length of the rest */
    size_t start = out->length;
    text_add_span(out, (struct span){"\x93NUMPY\x01", 7});
    add_bytes(out, 0, 1);
    add_bytes(out, SAMPLES_HEAD_SIZE - BEFORE, 2);
    text_addf(
        out,
        "{'descr': [('record', '<i4'), ('move', '<i4'), ('actor', 'i1'), ('action', '<i4'), "
        "('value', '<f4'), ('points', '<i2', (%d,)), ('places', 'u1', (%d,)), "
        "('legal_count', '<u2'), ('legal', '<i4', (%d,)), ('odds', '<u2', (%d,)), "
        "('visits', '<u4', (%d,)), ('features', '<i2', (%d,))], 'fortran_order': False, 'shape': (%lld,)}",
        SEATS_MAX, SEATS_MAX, MOVES_MAX, MOVES_MAX, MOVES_MAX, game->feature_count,
        (long long)count);
    while (out->length - start < SAMPLES_HEAD_SIZE - 1)
        text_add_char(out, ' ');
    text_add_char(out, '\n');
    assert(out->length - start == SAMPLES_HEAD_SIZE);
}

/* ---- both ------------------------------------------------------------------------------------ */

static void list_choices(struct sampling *sampling)
{
    struct sample *sample = &sampling->sample;
    struct chance *chance = &sampling->chance;
    if (sample->actor == DEALER)
        chance_list(sampling->rules, &sampling->state, chance);
    else
        chance->count =
            sampling->rules->game->legal(sampling->rules, &sampling->state, chance->moves);
    sample->legal_count = chance->count;
    for (int i = 0; i < chance->count; i++)
        sample->legal[i] = action_of(&sampling->actions, chance->moves[i]);
    memcpy(sample->odds, chance->weights, sizeof sample->odds);
}

/* The decision that the state is at, as the one sees it who decides; seat 1 for the dealer. */
static void describe(struct sampling *sampling, struct move made)
{
    struct sample *sample = &sampling->sample;
    const struct game *game = sampling->rules->game;
    struct score now;
    sample->actor = game->node(sampling->rules, &sampling->state).actor;
    sample->action = action_of(&sampling->actions, made);
    list_choices(sampling);
    game->score(sampling->rules, &sampling->state, &now);
    game->features(sampling->rules, &sampling->state, &now, sample->actor < 0 ? 0 : sample->actor,
                   sample->features);
}

bool samples_write(const struct record *record, int number, enum sample_form form, struct text *out,
                   struct problem *problem)
{
    struct sampling *sampling = memory_new_at_line(sizeof *sampling);
    const struct game *game = record->rules->game;
    sampling->rules = record->rules;
    sampling->sample.record = number;
    actions_open(&sampling->actions, game);
    bool fine = record_replay(record, &sampling->state, NULL, NULL, problem);
    if (fine) {
        game->score(record->rules, &sampling->state, &sampling->score);
        sampling->is_over = game->node(record->rules, &sampling->state).actor == NOBODY;
        play_start(record->rules, &sampling->state);
    }
    for (int i = 0; fine && i < record->count; i++) {
        sampling->sample.move = i;
        describe(sampling, record->moves[i].move);
        sampling->sample.visit_count = record_visits(record, i, &sampling->sample.visits);
        (form == SAMPLES_JSON ? write_line : write_row)(sampling, out);
        game->apply(record->rules, &sampling->state, record->moves[i].move, NULL);
    }
    free(sampling);
    return fine;
}
