/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Asks for a game in the terminal. */

#include "choose_game.h"

#include "arguments.h"

#include "contract/games.h"

#include <string.h>

enum { LINE_SIZE = 128 };

static int count_games(void)
{
    int count = 0;
    while (games[count] != NULL)
        count++;
    return count;
}

static void show_games(enum language language)
{
    struct text out = {0};
    text_addf(&out, "%s\n", phrase(language, _("Which game do you want to play?")));
    for (int i = 0; games[i] != NULL; i++)
        text_addf(&out, "  %d  %s\n", i + 1, phrase(language, games[i]->title));
    print_text(&out);
    text_free(&out);
}

/* A number of the list, or a name; as much of it as tells which. */
static const struct game *find_answer(struct span answer)
{
    int64_t number;
    if (span_number(answer, 1, count_games(), &number))
        return games[number - 1];
    const struct game *game = game_find(answer);
    return game != NULL ? game : game_beginning(answer);
}

const char *choose_game(FILE *input, enum language language, struct problem *problem)
{
    char line[LINE_SIZE];
    show_games(language);
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        if (fgets(line, sizeof line, input) == NULL)
            break;
        const struct game *game =
            find_answer(span_trim((struct span){line, strcspn(line, "\r\n")}));
        if (game != NULL)
            return game->name;
        puts(phrase(language, _("Type a number from the list, or the name of a game.")));
    }
    problem_set(problem, _("the command is: orrery {0} {1}; try --help."), play_command.name,
                play_command.usage, NULL);
    return NULL;
}
