/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading and writing the heading of our text files. */

#include "heading.h"

#include "contract/card_document.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <inttypes.h>

void heading_write(const struct ruleset *rules, struct text *out)
{
    const struct game *game = rules->game;
    text_addf(out, "game %s\n", game->name);
    text_addf(out, "rules %d\n", rules->setup.rules);
    text_addf(out, "cards %016" PRIx64 "\n", rules->fingerprint);
    text_addf(out, "players %d\n", rules->setup.players);
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        text_addf(out, "option %s %s\n", option->name, option->choices[rules->setup.options[i]]);
    }
}

static bool read_game(struct scan *scan, struct heading *heading)
{
    struct span name = scan_word(scan);
    const struct game *game = game_find(name);
    if (game == NULL)
        return scan_expected(scan, name, _("the name of a game"));
    if (heading->game != NULL)
        return scan_problem(scan, name, _("the game was already named"), NULL, NULL);
    heading->game = game;
    heading->setup = setup_standard(game);
    return true;
}

static bool read_rules(struct scan *scan, struct heading *heading)
{
    struct span word = scan_peek(scan);
    int64_t version = 0;
    assert(heading->game != NULL); /* read_line sees to it that the game comes first */
    if (heading->has_rules)
        return scan_problem(scan, word, _("this was already given"), NULL, NULL);
    heading->has_rules = true;
    if (!scan_number(scan, 1, UINT16_MAX, _("a number"), &version))
        return false;
    if (version >= heading->game->rules_oldest && version <= heading->game->rules_version) {
        heading->setup.rules = (uint8_t)version;
        return true;
    }
    char ours[8];
    struct text number = {0};
    text_add_number(&number, heading->game->rules_version);
    span_copy(text_span(&number), ours, sizeof ours);
    text_free(&number);
    return scan_problem(scan, word, _("the rules differ: this program plays version {0}"), ours,
                        NULL);
}

static bool read_cards(struct scan *scan, struct heading *heading)
{
    struct span word = scan_word(scan);
    uint8_t bytes[8];
    if (heading->has_cards)
        return scan_problem(scan, word, _("this was already given"), NULL, NULL);
    if (!span_hex(word, bytes, sizeof bytes))
        return scan_expected(scan, word, _("a fingerprint of 16 hexadecimal digits"));
    heading->has_cards = true;
    heading->cards_line = scan->line;
    for (int i = 0; i < 8; i++)
        heading->cards = heading->cards << 8 | bytes[i];
    return true;
}

static bool read_players(struct scan *scan, struct heading *heading)
{
    struct span word = scan_peek(scan);
    int64_t players = 0;
    if (heading->has_players)
        return scan_problem(scan, word, _("this was already given"), NULL, NULL);
    heading->has_players = true;
    if (!scan_number(scan, 1, SEATS_MAX, _("the number of players"), &players))
        return false;
    heading->setup.players = (uint8_t)players;
    return true;
}

static bool read_option(struct scan *scan, struct heading *heading)
{
    struct span name = scan_word(scan);
    struct span choice = scan_word(scan);
    assert(heading->game != NULL && option_count(heading->game) <= 8); /* bits of options_said */
    if (!setup_option(heading->game, &heading->setup, name, choice, scan->problem))
        return scan_problem(scan, name, "", NULL, NULL);
    for (int i = 0; i < option_count(heading->game); i++) {
        if (!span_is(name, heading->game->words->options[i].name))
            continue;
        if (heading->options_said >> i & 1)
            return scan_problem(scan, name, _("this was already given"), NULL, NULL);
        heading->options_said |= (uint8_t)(1u << i);
    }
    return true;
}

/* Reads the line if it belongs to a heading; `known` tells whether it does. */
static bool read_line(struct scan *scan, struct heading *heading, bool *known)
{
    static const struct {
        const char *word;
        bool (*read)(struct scan *scan, struct heading *heading);
    } lines[] = {{"game", read_game},
                 {"rules", read_rules},
                 {"cards", read_cards},
                 {"players", read_players},
                 {"option", read_option}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!span_is(scan_peek(scan), lines[i].word))
            continue;
        *known = true;
        struct span word = scan_word(scan);
        if (heading->game == NULL && i > 0)
            return scan_expected(scan, word, "game");
        return lines[i].read(scan, heading) && scan_done(scan);
    }
    *known = false;
    return true;
}

struct ruleset *heading_open(const struct heading *heading, const char *folder,
                             struct problem *problem)
{
    assert(heading->game != NULL);
    return heading->has_cards && folder == NULL
               ? ruleset_open_default(heading->game, &heading->setup, heading->cards, problem)
               : ruleset_open(heading->game, &heading->setup, folder, problem);
}

bool heading_check_cards(const struct heading *heading, const struct ruleset *rules,
                         struct scan *scan)
{
    if (!heading->has_cards || heading->cards == rules->fingerprint)
        return true;
    struct text named = {0}, ours = {0};
    text_addf(&named, "%016" PRIx64, heading->cards);
    text_addf(&ours, "%016" PRIx64, rules->fingerprint);
    problem_set(scan->problem, _("this needs the card set {0}, but the current one is {1}"),
                text_string(&named), text_string(&ours), NULL);
    problem_place(scan->problem, scan->file, heading->cards_line, 0);
    text_free(&named);
    text_free(&ours);
    return false;
}

bool heading_read_lines(struct scan *scan, struct heading *heading)
{
    bool known = true;
    *heading = (struct heading){0};
    while (!scan_at_end(scan) && read_line(scan, heading, &known) && known)
        scan_line(scan);
    if (problem_is_set(scan->problem))
        return false;
    return heading->game != NULL || scan_expected(scan, scan->text, "game");
}

/* The ruleset, if it has the cards that the lines name; NULL with a problem noted. */
static struct ruleset *check_opened(const struct heading *heading, struct ruleset *rules,
                                    struct scan *scan)
{
    if (rules != NULL && !heading_check_cards(heading, rules, scan)) {
        ruleset_close(rules);
        rules = NULL;
    }
    problem_place(scan->problem, scan->file, 0, 0);
    return rules;
}

struct ruleset *heading_read(struct scan *scan, const char *folder)
{
    struct heading heading;
    if (!heading_read_lines(scan, &heading))
        return NULL;
    return check_opened(&heading, heading_open(&heading, folder, scan->problem), scan);
}

struct ruleset *heading_read_document(struct scan *scan, struct span document)
{
    struct heading heading;
    if (!heading_read_lines(scan, &heading))
        return NULL;
    return check_opened(
        &heading, card_document_open(heading.game, &heading.setup, document, scan->problem), scan);
}

bool heading_read_title(struct scan *scan, const char *what)
{
    struct text expected = {0};
    text_addf(&expected, "orrery %s 1", what);
    scan_line(scan);
    bool fine = span_is(scan->text, text_string(&expected)) ||
                scan_expected(scan, scan->text, text_string(&expected));
    text_free(&expected);
    if (fine)
        scan_line(scan);
    return fine;
}
