/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See game_records.h. */

#include "game_records.h"

#include "base/file.h"
#include "contract/fields.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "record/archive.h"
#include "record/record.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A game that came before its turn, ready to be written. */
struct waiting_game {
    struct waiting_game *next;
    uint64_t number;
    struct text packed;
};

/* ---- a game as a record ---------------------------------------------------------------------- */

/* How a record calls a player: its description, or its name alone where that is not one short word.
 */
static struct span word_for(struct span player)
{
    struct span word = span_trim(player);
    size_t plain = 0;
    while (plain < word.length && word.at[plain] != ' ' && word.at[plain] != '"')
        plain++;
    if (plain == word.length && word.length < SEAT_NAME_SIZE)
        return word;
    const char *colon = memchr(word.at, ':', word.length);
    return (struct span){word.at, colon != NULL ? (size_t)(colon - word.at) : plain};
}

static void name_seats(struct record *record, const struct played_game *game)
{
    for (int seat = 0; seat < record->rules->setup.players; seat++) {
        struct text name = {0};
        text_addf(&name, "Player %d", seat + 1);
        span_copy(text_span(&name), record->seats[seat].name, SEAT_NAME_SIZE);
        span_copy(word_for(game->players[seat]), record->seats[seat].player, SEAT_NAME_SIZE);
        text_free(&name);
    }
}

/* The moves of a game with those who made them, as they come up in a replay. */
static void fill_record(struct record *record, const struct ruleset *rules,
                        const struct played_game *game)
{
    union any_state state;
    struct score score;
    const uint32_t *visits = game->visits;
    record->rules = ruleset_open_again(rules);
    name_seats(record, game);
    play_start(rules, &state);
    for (uint32_t i = 0; i < game->move_count; i++) {
        record_add(record, rules->game->node(rules, &state).actor, game->moves[i]);
        if (visits != NULL && *visits > 0)
            record_add_visits(record, visits + 1, (int)*visits);
        visits = visits != NULL ? visits + 1 + *visits : NULL;
        rules->game->apply(rules, &state, game->moves[i], NULL);
    }
    rules->game->score(rules, &state, &score);
    memcpy(record->score, score.total, sizeof record->score);
    record->fields = state_digest(rules, &state);
    record->has_fields = true;
}

static void write_text(const struct ruleset *rules, const struct played_game *game,
                       struct text *out)
{
    struct record record = {0};
    fill_record(&record, rules, game);
    record_write(&record, out);
    record_free(&record);
}

/* ---- an archive ------------------------------------------------------------------------------ */

static void note_unwritten(struct game_records *records)
{
    problem_set(&records->problem, _("{0} cannot be written: {1}."), records->path, strerror(errno),
                NULL);
}

static void write_packed(struct game_records *records, struct text *packed)
{
    if (fwrite(packed->at, 1, packed->length, records->file) != packed->length)
        note_unwritten(records);
    text_free(packed);
}

/* The first of those that wait. */
static void write_first(struct game_records *records)
{
    struct waiting_game *first = records->waiting;
    assert(first->next == NULL || first->next->number > first->number);
    records->waiting = first->next;
    records->next = first->number + 1;
    write_packed(records, &first->packed);
    free(first);
}

static void add_to_archive(struct game_records *records, struct text *packed, uint64_t number)
{
    struct waiting_game *game = memory_new(1, sizeof *game);
    *game = (struct waiting_game){.number = number, .packed = *packed};
    pthread_mutex_lock(&records->lock);
    struct waiting_game **at = &records->waiting;
    while (*at != NULL && (*at)->number < number)
        at = &(*at)->next;
    game->next = *at;
    *at = game;
    while (records->waiting != NULL && records->waiting->number == records->next)
        write_first(records);
    pthread_mutex_unlock(&records->lock);
}

/* ---- a folder -------------------------------------------------------------------------------- */

/* FOLDER/game-500.record */
static void add_to_folder(struct game_records *records, struct span text, uint64_t number)
{
    struct text path = {0};
    struct problem problem = {0};
    text_addf(&path, "%s/game-%" PRIu64 ".record", records->path, number);
    if (!file_write(text_string(&path), text, &problem)) {
        pthread_mutex_lock(&records->lock);
        if (!problem_is_set(&records->problem))
            records->problem = problem;
        pthread_mutex_unlock(&records->lock);
    }
    text_free(&path);
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool open_archive(struct game_records *records, struct problem *problem)
{
    struct text part = {0};
    if (!file_can_be_written(records->path, problem))
        return false;
    text_addf(&part, "%s.part", records->path);
    records->part = part.at;
    records->file = fopen(records->part, "wb");
    return records->file != NULL || problem_set(problem, _("{0} cannot be written: {1}."),
                                                records->part, strerror(errno), NULL);
}

bool game_records_open(struct game_records *records, const char *path, const struct ruleset *rules,
                       uint64_t first, struct problem *problem)
{
    *records = (struct game_records){.rules = rules, .path = path, .next = first};
    assert(first > 0);
    pthread_mutex_init(&records->lock, NULL);
    if (path == NULL || file_is_folder(path))
        return true;
    size_t length = strlen(path);
    if (length <= 3 || strcmp(path + length - 3, ".gz") != 0)
        return problem_set(problem,
                           _("{0} is neither a folder nor the name of an archive, FILE.gz."), path,
                           NULL, NULL);
    return open_archive(records, problem);
}

void game_records_add(struct game_records *records, const struct played_game *game)
{
    struct text text = {0}, packed = {0};
    if (records->path == NULL)
        return;
    write_text(records->rules, game, &text);
    if (records->file == NULL) {
        add_to_folder(records, text_span(&text), game->number);
    } else {
        archive_pack(text_span(&text), game->number, &packed);
        add_to_archive(records, &packed, game->number);
    }
    text_free(&text);
}

/* The archive takes its name when it is complete, or as complete as it gets. */
static void close_archive(struct game_records *records)
{
    while (records->waiting != NULL)
        write_first(records);
    bool fine = fflush(records->file) == 0 && fsync(fileno(records->file)) == 0;
    fine = fclose(records->file) == 0 && fine;
    if (!problem_is_set(&records->problem) && (!fine || rename(records->part, records->path) != 0))
        note_unwritten(records);
    records->file = NULL;
}

bool game_records_close(struct game_records *records, struct problem *problem)
{
    if (records->file != NULL)
        close_archive(records);
    free(records->part);
    pthread_mutex_destroy(&records->lock);
    bool fine = !problem_is_set(&records->problem);
    if (!fine && !problem_is_set(problem))
        *problem = records->problem;
    return fine;
}
