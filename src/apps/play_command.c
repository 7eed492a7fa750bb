/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery play: a game in the terminal, against computer players or with friends at one keyboard. */

#include "arguments.h"
#include "choose_game.h"
#include "serve.h"

#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/evaluate.h"
#include "players/levels.h"
#include "players/player.h"
#include "record/record.h"
#include "session/session_save.h"
#include "terminal/line_mode.h"
#include "terminal/local_connection.h"
#include "terminal/screen.h"
#include "terminal/stop.h"

#include <stdio.h>
#include <string.h>

/* What the command line asked for. */
struct play_wishes {
    struct setup_choice choice;
    const char *with, *seed, *from, *save;
    bool no_confirm, screen, browser;
};

/* How a computer player is called behind the number of its seat: by its level, else by its kind. */
static void add_player_name(const struct game *game, struct span who, enum language language,
                            struct text *name)
{
    const struct level *level = level_of_player(game, who);
    text_add(name, " (");
    if (level != NULL)
        text_add(name, phrase(language, level->name));
    else
        text_add_span(name, (struct span){who.at, strcspn(who.at, ":,")});
    text_add(name, ")");
}

/* "person" or a computer player; seats that are not named are played by the last one named. */
static bool fill_seats(const struct ruleset *rules, const struct play_wishes *wishes,
                       enum language language, struct seat *seats, struct problem *problem)
{
    char standard[64];
    snprintf(standard, sizeof standard, "person,%s", recommended_player(rules->game));
    struct span rest = span_of(wishes->with != NULL ? wishes->with : standard), who = rest;
    for (int i = 0; i < rules->setup.players; i++) {
        struct text name = {0};
        if (rest.length > 0)
            who = level_player(rules->game, player_cut(&rest));
        bool person = span_is(who, "person");
        tell_seat(&(struct teller){.language = language}, i, &name);
        if (!person)
            add_player_name(rules->game, who, language, &name);
        bool fine = person ? seat_person(&seats[i], text_span(&name), problem)
                           : seat_computer(&seats[i], text_span(&name), who, problem);
        text_free(&name);
        if (!fine)
            return false;
        seats[i].confirm = person && !wishes->no_confirm;
    }
    return rest.length == 0 ||
           problem_set(problem, _("--with names more players than there are seats."), NULL, NULL,
                       NULL);
}

static bool take_seed(const struct play_wishes *wishes, uint8_t seed[SEED_SIZE],
                      struct problem *problem)
{
    if (wishes->seed == NULL)
        dealer_new_seed(seed);
    return wishes->seed == NULL || span_hex(span_of(wishes->seed), seed, SEED_SIZE) ||
           problem_set(problem, _("--seed takes 64 hexadecimal digits."), NULL, NULL, NULL);
}

static bool play(struct session *session, const struct play_wishes *wishes, enum language language,
                 struct problem *problem)
{
    struct game_connection *connection =
        session != NULL ? local_connection_open(session, language, wishes->save, problem) : NULL;
    stop_watch();
    bool fine = connection != NULL && (wishes->screen ? screen_play(connection, problem)
                                                      : line_mode_play(connection, stdin, problem));
    connection_close(connection);
    session_close(session);
    return fine;
}

static bool play_new(const char *name, const struct play_wishes *wishes, enum language language,
                     struct problem *problem)
{
    struct seat seats[SEATS_MAX] = {0};
    uint8_t seed[SEED_SIZE];
    struct ruleset *rules = open_chosen(name, &wishes->choice, problem);
    bool fine = rules != NULL && take_seed(wishes, seed, problem) &&
                fill_seats(rules, wishes, language, seats, problem) &&
                play(session_open(rules, seats, seed), wishes, language, problem);
    ruleset_close(rules);
    return fine;
}

static bool play_on(const char *name, const struct play_wishes *wishes, enum language language,
                    struct problem *problem)
{
    struct record record = {0};
    union any_state end;
    uint8_t seed[SEED_SIZE];
    if (wishes->with != NULL || wishes->choice.players != 0 || wishes->choice.options.count > 0)
        return problem_set(problem, _("--from takes seats, players and options from the file."),
                           NULL, NULL, NULL);
    bool fine = take_seed(wishes, seed, problem) &&
                read_record(&record, wishes->from, wishes->choice.cards, problem);
    if (fine && name != NULL && strcmp(record.rules->game->name, name) != 0)
        fine = problem_set(problem, _("{0} is a game of {1}, not of {2}."), wishes->from,
                           record.rules->game->name, name);
    fine = fine && record_replay(&record, &end, NULL, NULL, problem) &&
           play(session_from_record(&record, seed, problem), wishes, language, problem);
    record_free(&record);
    return fine;
}

/* The page has its own ways to set up a game. */
static bool play_in_browser(const char *name, const struct play_wishes *wishes,
                            enum language language, struct problem *problem)
{
    struct text path = {0};
    if (wishes->from != NULL || wishes->save != NULL || wishes->seed != NULL ||
        wishes->with != NULL || wishes->no_confirm || wishes->screen ||
        wishes->choice.players != 0 || wishes->choice.options.count > 0 ||
        wishes->choice.cards != NULL)
        return problem_set(problem, _("--browser takes no other options: choose in the browser."),
                           NULL, NULL, NULL);
    if (name != NULL && find_game(name, problem) == NULL)
        return false;
    if (name != NULL)
        text_addf(&path, "new/%s", name);
    bool fine = serve_privately(text_string(&path), language, problem);
    text_free(&path);
    return fine;
}

static int run(struct invocation *invocation)
{
    struct play_wishes wishes = {0};
    const struct argument arguments[] = {
        SETUP_ARGUMENTS(wishes.choice),
        {"with", "WHO,…",
         _("who sits where: person or a computer player; by default you sit first"), ARGUMENT_TEXT,
         &wishes.with, 0, 0},
        {"no-confirm", NULL, _("turns are final without confirmation"), ARGUMENT_FLAG,
         &wishes.no_confirm, 0, 0},
        {"screen", NULL, _("play on the full screen, with keyboard and mouse"), ARGUMENT_FLAG,
         &wishes.screen, 0, 0},
        {"from", "FILE", _("continue a saved game"), ARGUMENT_TEXT, &wishes.from, 0, 0},
        {"save", "FILE", _("save the game to this file as you play"), ARGUMENT_TEXT, &wishes.save,
         0, 0},
        {"seed", "HEX", _("the dealer's seed: repeats a deal"), ARGUMENT_TEXT, &wishes.seed, 0, 0},
        {"browser", NULL, _("play in the browser, on a server of your own that ends with it"),
         ARGUMENT_FLAG, &wishes.browser, 0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 0, 1);
    if (code >= 0)
        return code;
    const char *name = invocation->given.list[0];
    enum language language = invocation->language;
    struct problem *problem = &invocation->problem;
    if (name == NULL && wishes.from == NULL && !wishes.browser)
        name = choose_game(stdin, language, problem);
    bool fine = !problem_is_set(problem) &&
                (wishes.browser        ? play_in_browser(name, &wishes, language, problem)
                 : wishes.from != NULL ? play_on(name, &wishes, language, problem)
                                       : play_new(name, &wishes, language, problem));
    return fine ? EXIT_FINE : EXIT_USAGE;
}

const struct command play_command = {
    "play",
    "[GAME] [options]",
    _("play in the terminal or the browser"),
    run,
    _("Without GAME it asks which one. Type help during the game. With --with person,person two "
      "people share the keyboard. In the browser your games are kept in ~/.local/share/orrery."),
    NULL,
};
