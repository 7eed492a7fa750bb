/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery arena: who plays better, and by how much. */

#include "arguments.h"
#include "game_records.h"
#include "interrupt.h"

#include "base/file.h"
#include "contract/ruleset.h"
#include "engine/engine_player.h"
#include "players/arena.h"
#include "players/levels.h"
#include "players/threads.h"
#include "terminal/arena_report.h"
#include "terminal/progress.h"

#include <inttypes.h>
#include <string.h>

static const char usual_players[] = "heuristic,random";

/* What the command line asks for, apart from the contest itself. */
struct arena_wishes {
    const char *with, *plot, *records;
    int64_t nodes, ms; /* the same limit for all that have none; 0: none */
    bool json, ladder;
};

/* The players of a contest, as they were named and with the limits that all get. */
struct entrants {
    struct text names[ARENA_PLAYERS_MAX];
    struct span spans[ARENA_PLAYERS_MAX];
    int count;
};

/* What follows the games. */
struct arena_watch {
    struct progress progress;
    struct game_records records;
};

static void show_progress(void *context, uint64_t done, uint64_t games)
{
    struct progress *progress = &((struct arena_watch *)context)->progress;
    progress->total = games;
    progress_update(progress, done);
}

static void keep_record(void *context, const struct arena_game *game)
{
    game_records_add(&((struct arena_watch *)context)->records,
                     &(struct played_game){.number = game->number,
                                           .players = game->players,
                                           .moves = game->moves,
                                           .visits = game->visits,
                                           .move_count = game->move_count});
}

/* ---- who plays ------------------------------------------------------------------------------- */

static void add_setting(struct text *name, const char *setting, int64_t value)
{
    if (value == 0)
        return;
    bool first = strchr(text_string(name), ':') == NULL;
    text_addf(name, "%c%s=%" PRId64, first ? ':' : ',', setting, value);
}

/* Players with a limit of their own keep it; those that know none need none. */
static void add_limits(struct text *name, const struct arena_wishes *wishes)
{
    struct span description = text_span(name);
    if (!player_can_add(description, "nodes") || !player_can_add(description, "ms"))
        return;
    add_setting(name, "nodes", wishes->nodes);
    add_setting(name, "ms", wishes->ms);
}

static void add_player(struct entrants *entrants, struct span description,
                       const struct arena_wishes *wishes)
{
    struct text *name = &entrants->names[entrants->count];
    text_add_span(name, description);
    add_limits(name, wishes);
    entrants->spans[entrants->count++] = text_span(name);
}

/* From `random` over all levels of the game. */
static void take_levels(const struct arena_wishes *wishes, const struct game *game,
                        struct entrants *entrants)
{
    add_player(entrants, span_of("random"), wishes);
    for (const struct level *level = player_levels(game); level->name != NULL; level++)
        add_player(entrants, span_of(level->player), wishes);
}

static bool read_players(const struct arena_wishes *wishes, const struct game *game,
                         struct entrants *entrants, struct problem *problem)
{
    struct span rest = span_of(wishes->with);
    if (wishes->ladder && wishes->with == usual_players) {
        take_levels(wishes, game, entrants);
        return true;
    }
    while (rest.length > 0 && entrants->count < ARENA_PLAYERS_MAX) {
        struct span named = span_trim(player_cut(&rest));
        add_player(entrants, level_player(game, named), wishes);
    }
    if (rest.length > 0 || entrants->count == 0)
        return problem_set(problem, _("--with takes 1 to 16 players."), NULL, NULL, NULL);
    return true;
}

static void forget_players(struct entrants *entrants)
{
    for (int i = 0; i < entrants->count; i++)
        text_free(&entrants->names[i]);
}

/* ---- what comes out -------------------------------------------------------------------------- */

static bool report(const struct arena *task, const struct arena_wishes *wishes,
                   const struct arena_result *result, struct invocation *invocation)
{
    struct problem *problem = &invocation->problem;
    enum language language = invocation->language;
    struct text picture = {0};
    if (wishes->json)
        arena_json(task, result, &invocation->out);
    else
        arena_table(result, language, &invocation->out);
    if (wishes->plot != NULL)
        arena_plot(task, result, language, &picture);
    if (!write_plot(wishes->plot, &picture, problem))
        return false;
    if (result->errors > 0)
        return problem_set(problem, _("a game went wrong: {0}."), result->error, NULL, NULL);
    return interrupt_note(problem);
}

/* Plays, keeps the games, and tells how they went; the exit code. */
static int play(struct arena *task, const struct arena_wishes *wishes,
                struct invocation *invocation)
{
    struct arena_result result;
    struct arena_watch watch;
    struct problem *problem = &invocation->problem;
    uint64_t skipped = task->skip - task->skip % arena_games_of_deal(task);
    if (!game_records_open(&watch.records, wishes->records, task->rules, skipped + 1, problem))
        return EXIT_USAGE;
    task->stop = interrupt_watch();
    task->progress = show_progress;
    task->observe = wishes->records != NULL ? keep_record : NULL;
    task->context = &watch;
    progress_start(&watch.progress, task->rules->game->name, task->games);
    bool played = arena_run(task, &result, problem);
    progress_end(&watch.progress);
    bool kept = game_records_close(&watch.records, problem);
    return exit_code(played, played && report(task, wishes, &result, invocation) && kept);
}

static int contest(struct arena *task, const struct arena_wishes *wishes,
                   struct invocation *invocation)
{
    struct entrants entrants = {0};
    int code = EXIT_USAGE;
    if (read_players(wishes, task->rules->game, &entrants, &invocation->problem)) {
        task->players = entrants.spans;
        task->player_count = entrants.count;
        code = play(task, wishes, invocation);
    }
    forget_players(&entrants);
    return code;
}

static int run(struct invocation *invocation)
{
    struct setup_choice choice = {0};
    bool visits = false;
    int64_t games = 200, skip = 0, seed = 1, threads = ALL_CORES;
    struct arena_wishes wishes = {.with = usual_players};
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(choice),
        {"with", "PLAYER,…",
         _("who plays; fewer players than seats repeat, more play in every combination"),
         ARGUMENT_TEXT, &wishes.with, 0, 0},
        {"ladder", NULL,
         _("only neighbours in the list meet; without --with: random and all levels"),
         ARGUMENT_FLAG, &wishes.ladder, 0, 0},
        {"games", "K", _("number of games, rounded up so that everyone plays every seat"),
         ARGUMENT_NUMBER, &games, 1, 10000000},
        {"nodes", "N", _("limit for players without one: nodes per decision"), ARGUMENT_NUMBER,
         &wishes.nodes, 1, 100000000},
        {"ms", "N", _("limit for players without one: milliseconds per decision"), ARGUMENT_NUMBER,
         &wishes.ms, 1, 3600000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &seed, 0,
         INT32_MAX},
        {"skip", "K", _("skip this many games first, rounded down to whole deals"), ARGUMENT_NUMBER,
         &skip, 0, 1000000000},
        RECORDS_ARGUMENTS(wishes.records, visits),
        {"threads", "N", _("games played at the same time"), ARGUMENT_NUMBER, &threads, 1,
         THREADS_MAX},
        {"plot", "FILE.svg", _("draw the ratings"), ARGUMENT_TEXT, &wishes.plot, 0, 0},
        {"json", NULL, _("print JSON"), ARGUMENT_FLAG, &wishes.json, 0, 0},
        {0}};
    struct ruleset *rules;
    int code = arguments_open(invocation, arguments, &choice, &rules);
    if (code >= 0)
        return code;
    const struct arena_guests guests = {engine_is_program, engine_player_open, wishes.ms};
    struct arena task = {.rules = rules,
                         .guests = &guests,
                         .ladder = wishes.ladder,
                         .games = (uint64_t)games,
                         .seed = (uint64_t)seed,
                         .skip = (uint64_t)skip,
                         .visits = visits,
                         .threads = (int)thread_count(threads, THREADS_MAX)};
    code = contest(&task, &wishes, invocation);
    ruleset_close(rules);
    return code;
}

const struct command arena_command = {
    "arena",
    "GAME [options]",
    _("measure which computer player is stronger"),
    run,
    _("All players play every deal on every seat. docs/players.md lists the players."),
    NULL,
};
