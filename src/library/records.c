/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: records of whole games. */

#include "library.h"

#include "contract/fields.h"
#include "contract/ruleset.h"
#include "record/record.h"

#include <assert.h>
#include <stdlib.h>

struct orrery_record {
    struct orrery_rules *rules;
    struct record record;  /* its ruleset is borrowed from the rules */
    int at;                /* so many actions lead to this state, */
    union any_state state; /* so that going on from there needs no replay */
    union any_state last;  /* after all of them */
};

static void name_seats(struct record *record, int players)
{
    struct text name = {0};
    for (int i = 0; i < players; i++) {
        text_clear(&name);
        text_addf(&name, "Player %d", i + 1);
        span_copy(text_span(&name), record->seats[i].name, SEAT_NAME_SIZE);
    }
    text_free(&name);
}

/* Without moves; the rules are the record's own. */
static struct orrery_record *make(struct orrery_rules *rules)
{
    struct orrery_record *record = memory_new_at_line(sizeof *record);
    record->rules = rules;
    record->record.rules = rules->rules;
    name_seats(&record->record, rules->rules->setup.players);
    play_start(rules->rules, &record->state);
    record->last = record->state;
    return record;
}

struct orrery_record *orrery_record_new(const struct orrery_rules *rules)
{
    return rules != NULL && has_memory() ? make(rules_keep(rules)) : NULL;
}

void orrery_record_close(struct orrery_record *record)
{
    if (record == NULL)
        return;
    record->record.rules = NULL;
    record_free(&record->record);
    orrery_rules_close(record->rules);
    free(record);
}

static struct orrery_record *read_record(struct span text, struct span cards,
                                         struct problem *problem)
{
    struct scan scan;
    struct ruleset *rules = NULL;
    if (!scan_open(&scan, NULL, text, problem) ||
        (rules = rules_of_text(&scan, "record", cards)) == NULL)
        return NULL;
    struct orrery_record *record = make(rules_of(rules));
    if (record_read_lines(&record->record, &scan) &&
        (scan_at_end(&scan) || scan_expected(&scan, scan.text, _("the end of the text"))) &&
        record_replay(&record->record, &record->last, NULL, NULL, problem))
        return record;
    orrery_record_close(record);
    return NULL;
}

struct orrery_record *orrery_record_open(const char *text, size_t length, const char *cards,
                                         size_t cards_length, struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct span span, document;
    struct orrery_record *record = NULL;
    if (has_memory_or(&noted) && text_given(text, length, &span, &noted) &&
        text_given(cards, cards_length, &document, &noted))
        record = read_record(span, document, &noted);
    problem_hand_out(&noted, problem);
    return record;
}

struct orrery_rules *orrery_record_rules(const struct orrery_record *record)
{
    return record != NULL ? rules_keep(record->rules) : NULL;
}

int orrery_record_seat(struct orrery_record *record, int seat, const char *name, const char *player)
{
    if (record == NULL || seat < 0 || seat >= record->rules->rules->setup.players || name == NULL)
        return ORRERY_WRONG_ARGUMENT;
    struct span called = span_of(name), described = span_of(player != NULL ? player : "");
    if (called.length == 0 || called.length >= SEAT_NAME_SIZE || !span_is_utf8(called) ||
        span_has_control(called))
        return ORRERY_WRONG_TEXT;
    if (described.length >= SEAT_NAME_SIZE || !span_is_utf8(described) ||
        span_has_control(described) || (player != NULL && strpbrk(player, " \"#") != NULL))
        return ORRERY_WRONG_TEXT;
    span_copy(called, record->record.seats[seat].name, SEAT_NAME_SIZE);
    span_copy(described, record->record.seats[seat].player, SEAT_NAME_SIZE);
    return ORRERY_FINE;
}

int orrery_record_add(struct orrery_record *record, int32_t action)
{
    struct move move;
    if (record == NULL)
        return ORRERY_WRONG_ARGUMENT;
    const struct ruleset *rules = record->rules->rules;
    if (record->record.count >= RECORD_MOVES_MAX)
        return ORRERY_NO_ROOM;
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    int actor = rules->game->node(rules, &record->last).actor;
    if (!action_move(&record->rules->actions, action, &move) ||
        !play_move(rules, &record->last, move, NULL))
        return ORRERY_NOT_LEGAL;
    assert(actor != NOBODY); /* then nothing is legal */
    record_add(&record->record, actor, move);
    return ORRERY_FINE;
}

int orrery_record_count(const struct orrery_record *record)
{
    return record != NULL ? record->record.count : ORRERY_WRONG_ARGUMENT;
}

int orrery_record_action(const struct orrery_record *record, int number, int32_t *actor)
{
    if (record == NULL || number < 0 || number >= record->record.count)
        return ORRERY_WRONG_ARGUMENT;
    if (actor != NULL)
        *actor = record->record.moves[number].actor;
    return action_of(&record->rules->actions, record->record.moves[number].move);
}

int orrery_record_visits(const struct orrery_record *record, int number, uint32_t *visits, int room)
{
    const uint32_t *found = NULL;
    if (record == NULL || number < 0 || number >= record->record.count || visits == NULL)
        return ORRERY_WRONG_ARGUMENT;
    int count = record_visits(&record->record, number, &found);
    if (count > room)
        return ORRERY_NO_ROOM;
    if (count > 0)
        memcpy(visits, found, (size_t)count * sizeof *visits);
    return count;
}

int orrery_record_state(struct orrery_record *record, int count, void *state)
{
    if (record == NULL || count < 0 || count > record->record.count || !is_at_word(state))
        return ORRERY_WRONG_ARGUMENT;
    const struct ruleset *rules = record->rules->rules;
    assert(record->at >= 0 && record->at <= record->record.count);
    if (count < record->at) {
        play_start(rules, &record->state);
        record->at = 0;
    }
    while (record->at < count)
        rules->game->apply(rules, &record->state, record->record.moves[record->at++].move, NULL);
    memcpy(inside(state), &record->state, rules->game->state_size);
    seal(record->rules, state);
    return ORRERY_FINE;
}

int64_t orrery_record_text(const struct orrery_record *record, char *out, size_t size)
{
    if (record == NULL)
        return ORRERY_WRONG_ARGUMENT;
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    struct record written = record->record; /* with the result as it stands */
    const struct ruleset *rules = record->rules->rules;
    struct text text = {0};
    struct score score;
    rules->game->score(rules, &record->last, &score);
    memcpy(written.score, score.total, sizeof written.score);
    written.fields = state_digest(rules, &record->last);
    written.has_fields = true;
    record_write(&written, &text);
    return text_hand_out(&text, out, size);
}
