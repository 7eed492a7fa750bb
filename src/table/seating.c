/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The first rows of new tables. */

#include "seating.h"

#include "player_limits.h"

#include "contract/play.h"

#include <assert.h>
#include <string.h>

const char seating_own_word[] = "me";

bool seating_is_open(const char *who)
{
    return who == NULL || strcmp(who, "open") == 0;
}

bool seating_is_own(const char *who)
{
    return who != NULL && strcmp(who, seating_own_word) == 0;
}

bool seating_has_allowed_players(const struct seating *seating, int players,
                                 struct problem *problem)
{
    assert(players <= SEATS_MAX);
    for (int i = 0; i < players; i++) {
        const char *who = seating->who[i];
        if (!seating_is_open(who) && !seating_is_own(who) &&
            !player_is_allowed(span_of(who), problem))
            return false;
    }
    return true;
}

bool seating_has_hints(const struct seating *seating, int players, enum person_kind founder)
{
    int people = 0;
    for (int i = 0; i < players && i < SEATS_MAX; i++)
        people += seating_is_open(seating->who[i]) ||
                  (founder != PERSON_BOT && seating_is_own(seating->who[i]));
    return people < 2;
}

/* ---- recorded games -------------------------------------------------------------------------- */

struct seating seating_of_record(const struct record *record)
{
    struct seating seating = {{NULL}, {NULL}};
    assert(record->rules != NULL && record->rules->setup.players <= SEATS_MAX);
    for (int i = 0; i < record->rules->setup.players; i++) {
        struct problem ignored = {0};
        const char *player = record->seats[i].player;
        if (player[0] != '\0' && player_is_allowed(span_of(player), &ignored))
            seating.who[i] = player;
    }
    return seating;
}

static bool check_record(struct record *record, bool *over, struct problem *problem)
{
    union any_state state;
    if (!record_replay(record, state.bytes, NULL, NULL, problem))
        return false;
    const struct ruleset *rules = record->rules;
    for (int i = 0; i < rules->setup.players; i++)
        if (span_has_hidden(span_of(record->seats[i].name)))
            return problem_set(problem, _("a text contains invisible characters"), NULL, NULL,
                               NULL);
    *over = rules->game->node(rules, state.bytes).actor == NOBODY;
    if (!*over) { /* who continues gets a new dealer: the old seed is known to someone */
        record->has_seed = record->has_commitment = false;
        shares_free(&record->shares);
    }
    return true;
}

bool seating_read_record(struct span text, const char *folder, struct record *record, bool *over,
                         struct problem *problem)
{
    return record_read(record, "record", text, folder, problem) &&
           check_record(record, over, problem);
}

bool seating_read_record_with(struct span text, struct span document, struct record *record,
                              bool *over, struct problem *problem)
{
    return record_read_document(record, "record", text, document, problem) &&
           check_record(record, over, problem);
}

/* ---- rows ------------------------------------------------------------------------------------ */

struct text *first_rows_add(struct first_rows *first, enum row_kind kind)
{
    assert(first->count < FIRST_ROWS_MAX);
    first->rows[first->count] = (struct table_row){
        .kind = kind, .user = first->user, .time = first->time, .body = span_of("")};
    return &first->bodies[first->count++];
}

/* A person's seat. Someone with another name has no account, whoever sits beside them. */
static void write_person(struct text *body, int64_t user, const struct founder *founder,
                         const char *name)
{
    bool own = name == NULL || strcmp(name, founder->name) == 0;
    assert(user > 0 && founder->name[0] != '\0');
    assert(name == NULL || founder->person != PERSON_BOT); /* whoever asks has seen to it */
    text_addf(body, "%lld ", (long long)user);
    text_add_quoted(body, span_of(own ? founder->name : name));
    text_addf(body, " %s", person_kind_words[own ? founder->person : PERSON_GUEST]);
}

void first_rows_seat(struct first_rows *first, const struct seating *seating, int players,
                     const struct founder *founder, bool start)
{
    int filled = 0;
    assert(players <= SEATS_MAX && first->user > 0);
    for (int i = 0; i < players; i++) {
        const char *who = seating->who[i];
        if (seating_is_open(who))
            continue;
        struct text *body = first_rows_add(first, seating_is_own(who) ? ROW_SIT : ROW_COMPUTER);
        text_addf(body, "%d ", i + 1);
        if (seating_is_own(who))
            write_person(body, first->user, founder, seating->name[i]);
        else
            text_add(body, who);
        filled++;
    }
    if (filled == players && start)
        first_rows_add(first, ROW_START);
}

void first_rows_close(struct first_rows *first)
{
    assert(first->count <= FIRST_ROWS_MAX);
    for (int i = 0; i < first->count; i++)
        first->rows[i].body = text_span(&first->bodies[i]);
}

void first_rows_free(struct first_rows *first)
{
    for (int i = 0; i < FIRST_ROWS_MAX; i++)
        text_free(&first->bodies[i]);
}
