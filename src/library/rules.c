/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: games and rules. */

#include "library.h"

#include "base/hash.h"
#include "base/lock.h"
#include "base/memory.h"
#include "contract/card_document.h"
#include "contract/games.h"
#include "contract/notation.h"
#include "contract/ruleset.h"
#include "record/heading.h"

#include <assert.h>
#include <stdlib.h>

const char *orrery_version(void)
{
    return ORRERY_VERSION;
}

const char *orrery_game_name(int index)
{
    int count = 0;
    while (games[count] != NULL)
        count++;
    return index >= 0 && index < count ? games[index]->name : NULL;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static atomic_bool has_reserve; /* changed under the lock */
static struct lock reserve_lock = LOCK_INITIAL;

static bool take_reserve(void)
{
    lock_take(&reserve_lock);
    if (!has_reserve)
        has_reserve = memory_keep_reserve(RESERVE, NULL, NULL);
    bool taken = has_reserve;
    lock_leave(&reserve_lock);
    return taken;
}

bool has_memory(void)
{
    if (!has_reserve && !take_reserve())
        return false;
    return !memory_is_low() || memory_recover(RESERVE);
}

bool has_memory_or(struct problem *problem)
{
    return has_memory() || problem_no_memory(problem);
}

/* ---- what goes in and out -------------------------------------------------------------------- */

bool text_given(const char *text, size_t length, struct span *span, struct problem *problem)
{
    *span = (struct span){text, length};
    if (text == NULL && length > 0)
        return problem_set(problem, "there is no text", NULL, NULL, NULL);
    return length <= ORRERY_TEXT_MAX ||
           problem_set(problem, "the text is too long", NULL, NULL, NULL);
}

void problem_hand_out(const struct problem *problem, struct orrery_problem *out)
{
    if (out == NULL)
        return;
    struct text sentence = {0};
    memset(out, 0, sizeof *out);
    if (problem_is_set(problem)) {
        problem_write_sentence(problem, ENGLISH, &sentence);
        out->line = problem->line;
        out->column = problem->column;
        span_copy(text_span(&sentence), out->sentence, sizeof out->sentence);
    }
    text_free(&sentence);
}

int64_t text_hand_out(struct text *text, char *out, size_t size)
{
    int64_t length = (int64_t)text->length;
    if (out != NULL && size > 0)
        span_copy(text_span(text), out, size);
    text_free(text);
    return length;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* The same for all rules under which the same bytes mean the same. */
static uint64_t seal_of(const struct ruleset *rules)
{
    const struct setup *setup = &rules->setup;
    uint64_t hash = hash_bytes(rules->fingerprint, rules->game->name, strlen(rules->game->name));
    hash = hash_bytes(hash, setup->options, sizeof setup->options);
    return hash_bytes(hash, (const uint8_t[]){setup->players, setup->rules}, 2);
}

struct orrery_rules *rules_of(struct ruleset *ruleset)
{
    if (ruleset == NULL)
        return NULL;
    struct orrery_rules *rules = memory_new(1, sizeof *rules);
    rules->rules = ruleset;
    rules->seal = seal_of(ruleset);
    atomic_init(&rules->users, 1);
    actions_open(&rules->actions, ruleset->game);
    return rules;
}

struct orrery_rules *rules_keep(const struct orrery_rules *rules)
{
    struct orrery_rules *kept = (struct orrery_rules *)rules; /* only the number of users changes */
    int users = atomic_fetch_add(&kept->users, 1);
    assert(users > 0);
    (void)users;
    return kept;
}

void orrery_rules_close(struct orrery_rules *rules)
{
    if (rules == NULL || atomic_fetch_sub(&rules->users, 1) > 1)
        return;
    ruleset_close(rules->rules);
    free(rules);
}

/* "goal=avoid start=first" */
static bool read_options(const struct game *game, const char *options, struct setup *setup,
                         struct problem *problem)
{
    struct scan scan;
    if (options == NULL)
        return true;
    if (strlen(options) > SCAN_LINE_MAX)
        return problem_set(problem, "the text is too long", NULL, NULL, NULL);
    if (!scan_open(&scan, NULL, span_of(options), problem))
        return false;
    while (scan_line(&scan)) {
        for (struct span word; (word = scan_word(&scan)).length > 0;) {
            const char *sign = memchr(word.at, '=', word.length);
            if (sign == NULL)
                return scan_expected(&scan, word, "an option as NAME=CHOICE");
            size_t before = (size_t)(sign - word.at);
            struct span choice = {sign + 1, word.length - before - 1};
            if (!setup_option(game, setup, (struct span){word.at, before}, choice, problem))
                return false;
        }
    }
    return !problem_is_set(problem);
}

static struct ruleset *open_with(const struct game *game, const struct setup *setup,
                                 struct span cards, struct problem *problem)
{
    return cards.at == NULL ? ruleset_open(game, setup, NULL, problem)
                            : card_document_open(game, setup, cards, problem);
}

static void no_such_game(const char *name, struct problem *problem)
{
    const char *nearest = game_nearest(span_of(name));
    if (nearest != NULL)
        problem_set(problem, "there is no game \"{0}\"; did you mean \"{1}\"?", name, nearest,
                    NULL);
    else
        problem_set(problem, "there is no game \"{0}\"", name, NULL, NULL);
}

static struct ruleset *open_rules(const char *name, int players, const char *options,
                                  struct span cards, struct problem *problem)
{
    const struct game *game = name != NULL ? game_find(span_of(name)) : NULL;
    if (game == NULL) {
        no_such_game(name != NULL ? name : "", problem);
        return NULL;
    }
    struct setup setup = setup_standard(game);
    setup.players = players >= 0 && players <= SEATS_MAX ? (uint8_t)players : SEATS_MAX + 1;
    return read_options(game, options, &setup, problem) ? open_with(game, &setup, cards, problem)
                                                        : NULL;
}

struct orrery_rules *orrery_rules_open(const char *game, int players, const char *options,
                                       const char *cards, size_t length,
                                       struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct span document;
    struct ruleset *rules = NULL;
    if (has_memory_or(&noted) && text_given(cards, length, &document, &noted))
        rules = open_rules(game, players, options, document, &noted);
    problem_hand_out(&noted, problem);
    return rules_of(rules);
}

struct ruleset *rules_of_text(struct scan *scan, const char *what, struct span cards)
{
    if (!heading_read_title(scan, what))
        return NULL;
    return cards.at == NULL ? heading_read(scan, NULL) : heading_read_document(scan, cards);
}

int orrery_rules_sizes(const struct orrery_rules *rules, struct orrery_sizes *sizes)
{
    if (rules == NULL || sizes == NULL)
        return ORRERY_WRONG_ARGUMENT;
    *sizes = (struct orrery_sizes){.players = rules->rules->setup.players,
                                   .state = (int32_t)state_bytes(rules),
                                   .actions = rules->actions.count,
                                   .features = rules->rules->game->feature_count,
                                   .numbering = rules->actions.fingerprint,
                                   .cards = rules->rules->fingerprint};
    return ORRERY_FINE;
}

int64_t orrery_rules_cards(const struct orrery_rules *rules, char *out, size_t size)
{
    if (rules == NULL || !has_memory())
        return rules == NULL ? ORRERY_WRONG_ARGUMENT : ORRERY_NO_MEMORY;
    struct card_texts texts = {0};
    struct text document = {0};
    ruleset_texts(rules->rules, &texts);
    card_document_write(rules->rules->game, &texts, &document);
    return text_hand_out(&document, out, size);
}
