/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery replay: replays a record, checks every move, and prints the game in words. */

#include "arguments.h"
#include "record_list.h"

#include "contract/notation.h"
#include "contract/play.h"
#include "record/position.h"
#include "record/record.h"
#include "terminal/telling.h"

#include <stdio.h>
#include <string.h>

/* What happens while the record is played. */
struct viewing {
    const struct ruleset *rules;
    struct teller teller;
    bool quiet;
    int64_t stop; /* keep the state after this move; -1: the last */
    union any_state kept;
};

static void seen(void *context, int number, const void *state, const struct events *events)
{
    struct viewing *viewing = context;
    if (number + 1 == viewing->stop)
        memcpy(viewing->kept.bytes, state, viewing->rules->game->state_size);
    if (viewing->quiet || viewing->stop >= 0)
        return;
    struct text out = {0};
    tell_events(viewing->rules, &viewing->teller, events->list, (size_t)events->count, &out);
    print_text(&out);
    text_free(&out);
}

/* The end of the game, or the position that was asked for. */
static void show(const struct record *record, const struct viewing *viewing, const void *state,
                 struct text *out)
{
    if (viewing->stop >= 0) {
        position_write(record->rules, viewing->kept.bytes, out);
    } else {
        char moves[16];
        snprintf(moves, sizeof moves, "%d", record->count);
        show_table(record->rules, state,
                   &(struct drawing){.language = viewing->teller.language, .width = DRAWING_WIDTH},
                   out);
        show_score(record->rules, state, &viewing->teller, out);
        phrase_write_with(out, viewing->teller.language, _("{0} {0|move, legal|moves, all legal}."),
                          moves, NULL, NULL);
        text_add_char(out, '\n');
    }
}

static bool replay(const struct record *record, struct viewing *viewing, struct text *out,
                   struct problem *problem)
{
    union any_state state;
    const char *names[SEATS_MAX];
    for (int i = 0; i < SEATS_MAX; i++)
        names[i] = record->seats[i].name;
    viewing->rules = record->rules;
    viewing->teller.names = names;
    if (viewing->stop > record->count)
        return problem_set(problem, _("the record has fewer moves than that."), NULL, NULL, NULL);
    play_start(record->rules, viewing->kept.bytes);
    if (!record_replay(record, &state, seen, viewing, problem))
        return false;
    show(record, viewing, &state, out);
    return true;
}

/* Checks all records of an archive or a folder, and says how many there are. */
static bool check_all(const struct record_list *list, const char *cards,
                      struct invocation *invocation)
{
    union any_state state;
    char count[16];
    for (int i = 0; i < list->count; i++) {
        struct record record = {0};
        struct text name = {0};
        record_list_name(list, i, &name);
        bool fine = record_list_read(list, i, cards, &record, &invocation->problem) &&
                    record_replay(&record, &state, NULL, NULL, &invocation->problem);
        if (!fine)
            problem_place(&invocation->problem, text_string(&name), 0, 0);
        text_free(&name);
        record_free(&record);
        if (!fine)
            return false;
    }
    snprintf(count, sizeof count, "%d", list->count);
    phrase_write_with(&invocation->out, invocation->language,
                      _("{0} {0|record|records}, all moves legal."), count, NULL, NULL);
    text_add_char(&invocation->out, '\n');
    return true;
}

/* The exit code. */
static int replay_one(struct viewing *viewing, const struct record_list *list, const char *cards,
                      struct invocation *invocation)
{
    struct problem *problem = &invocation->problem;
    struct record record = {0};
    struct text name = {0};
    record_list_name(list, 0, &name);
    bool read = record_list_read(list, 0, cards, &record, problem);
    bool fine = read && replay(&record, viewing, &invocation->out, problem);
    if (read && !fine)
        problem_place(problem, text_string(&name), 0, 0);
    text_free(&name);
    record_free(&record);
    return exit_code(read, fine);
}

static int run(struct invocation *invocation)
{
    struct viewing viewing = {.stop = -1};
    const char *cards = NULL;
    const struct argument arguments[] = {
        {"at", "N", _("print the position after N moves instead"), ARGUMENT_NUMBER, &viewing.stop,
         0, RECORD_MOVES_MAX},
        {"quiet", NULL, _("do not print the moves"), ARGUMENT_FLAG, &viewing.quiet, 0, 0},
        CARDS_ARGUMENT(cards),
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct record_list list = {0};
    viewing.teller.language = invocation->language;
    if (!record_list_add(&list, invocation->given.list[0], &invocation->problem))
        code = EXIT_USAGE;
    else if (list.count == 1)
        code = replay_one(&viewing, &list, cards, invocation);
    else if (viewing.stop >= 0)
        code = exit_code(false, problem_set(&invocation->problem, _("--at needs a single record."),
                                            NULL, NULL, NULL));
    else
        code = exit_code(true, check_all(&list, cards, invocation));
    record_list_free(&list);
    return code;
}

const struct command replay_command = {
    "replay",
    "RECORD",
    _("play a record again and check every move"),
    run,
    _("RECORD is a file, a game of an archive (games.gz#500), or a whole archive or folder."),
    NULL,
};
