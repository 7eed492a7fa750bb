/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery selfplay: computer players play many games; prints what they were like. */

#include "arguments.h"
#include "interrupt.h"

#include "base/file.h"
#include "contract/fields.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/levels.h"
#include "players/selfplay.h"
#include "record/record.h"
#include "terminal/progress.h"
#include "terminal/selfplay_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Says which game went wrong first and how to see it again. */
static bool note_errors(const struct selfplay_result *result, struct problem *problem)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, result->error_game);
    return problem_set(problem, _("game {0} went wrong: {1}."), number, result->error, NULL);
}

/* ---- records --------------------------------------------------------------------------------- */

/* Where the games go, and what is wrong with that. */
struct selfplay_watch {
    struct progress progress;
    const struct selfplay *task;
    const char *folder; /* NULL: nowhere */
    struct problem problem;
};

static void show_progress(void *context, uint64_t games_done)
{
    progress_follow(&((struct selfplay_watch *)context)->progress, games_done);
}

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

static void name_seats(struct record *record, const struct selfplay *task)
{
    for (int seat = 0; seat < task->rules->setup.players; seat++) {
        struct text name = {0};
        struct span player = task->players[seat % task->player_count];
        text_addf(&name, "Player %d", seat + 1);
        span_copy(text_span(&name), record->seats[seat].name, SEAT_NAME_SIZE);
        span_copy(word_for(player), record->seats[seat].player, SEAT_NAME_SIZE);
        text_free(&name);
    }
}

/* The moves of a game with those who made them, as they come up in a replay. */
static void fill_record(struct record *record, const struct selfplay *task,
                        const struct selfplay_game *game)
{
    union any_state state;
    record->rules = ruleset_open_again(task->rules);
    name_seats(record, task);
    play_start(task->rules, &state);
    for (uint32_t i = 0; i < game->move_count; i++) {
        record_add(record, task->rules->game->node(task->rules, &state).actor, game->moves[i]);
        task->rules->game->apply(task->rules, &state, game->moves[i], NULL);
    }
    memcpy(record->score, game->score.total, sizeof record->score);
    record->fields = state_digest(task->rules, &state);
    record->has_fields = true;
}

/* Writes the game to a file of its own: FOLDER/game-500.record. */
static void write_record_of(void *context, const struct selfplay_game *game)
{
    struct selfplay_watch *watch = context;
    struct record record = {0};
    struct text path = {0}, text = {0};
    if (watch->folder == NULL || game->error != NULL || problem_is_set(&watch->problem))
        return;
    fill_record(&record, watch->task, game);
    record_write(&record, &text);
    text_addf(&path, "%s/game-%" PRIu64 ".record", watch->folder, game->number);
    file_write(text_string(&path), text_span(&text), &watch->problem);
    record_free(&record);
    text_free(&path);
    text_free(&text);
}

static bool check_folder(const char *folder, struct problem *problem)
{
    return folder == NULL || file_is_folder(folder) ||
           problem_set(problem, _("there is no folder {0}."), folder, NULL, NULL);
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool read_players(const char *with, struct span players[SEATS_MAX], struct selfplay *task,
                         struct problem *problem)
{
    struct span rest = span_of(with);
    while (rest.length > 0 && task->player_count < SEATS_MAX)
        players[task->player_count++] = level_player(task->rules->game, player_cut(&rest));
    task->players = players;
    return (rest.length == 0 && task->player_count <= task->rules->setup.players) ||
           problem_set(problem, _("--with names more players than there are seats."), NULL, NULL,
                       NULL);
}

/* What the command line asks for, apart from the games themselves. */
struct selfplay_wishes {
    const char *with, *records; /* NULL: no records */
    bool json;
};

/* The exit code. */
static int play_all(struct selfplay *task, const struct selfplay_wishes *wishes,
                    struct invocation *invocation)
{
    struct selfplay_result result;
    struct selfplay_watch watch = {.task = task, .folder = wishes->records};
    struct span players[SEATS_MAX];
    if (!read_players(wishes->with, players, task, &invocation->problem) ||
        !check_folder(wishes->records, &invocation->problem))
        return EXIT_USAGE;
    task->stop = interrupt_watch();
    task->progress = show_progress;
    task->observe = write_record_of;
    task->context = &watch;
    progress_start(&watch.progress, task->rules->game->name, task->games);
    bool played = selfplay_run(task, &result, &invocation->problem);
    progress_end(&watch.progress);
    if (played && problem_is_set(&watch.problem))
        invocation->problem = watch.problem;
    if (played && wishes->json)
        selfplay_json(task, &result, &invocation->out);
    else if (played)
        selfplay_table(task, &result, invocation->language, &invocation->out);
    bool fine = played && !problem_is_set(&watch.problem) &&
                (result.errors == 0 || note_errors(&result, &invocation->problem)) &&
                interrupt_note(&invocation->problem);
    return exit_code(played, fine);
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    int64_t games = 1000, seed = 1, skip = 0;
    struct selfplay_wishes wishes = {.with = "random"};
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"games", "K", _("number of games"), ARGUMENT_NUMBER, &games, 1, 1000000000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        {"skip", "K", _("skip this many games first"), ARGUMENT_NUMBER, &skip, 0, 1000000000},
        {"with", "PLAYER,…", _("who plays; fewer players than seats repeat"), ARGUMENT_TEXT,
         &wishes.with, 0, 0},
        {"records", "FOLDER", _("write each game to a file in this folder"), ARGUMENT_TEXT,
         &wishes.records, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct selfplay task = {
        .games = (uint64_t)games, .seed = (uint64_t)seed, .skip = (uint64_t)skip};
    struct ruleset *rules = open_chosen(invocation->given.list[0], &choice, &invocation->problem);
    task.rules = rules;
    code = rules != NULL ? play_all(&task, &wishes, invocation) : EXIT_USAGE;
    ruleset_close(rules);
    return code;
}

const struct command selfplay_command = {
    "selfplay",
    "GAME [options]",
    _("let computer players play many games"),
    run,
    _("docs/players.md lists the computer players and their settings."),
};
