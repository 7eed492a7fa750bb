/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets for new tables. */

#include "card_sets.h"

#include "base/file.h"
#include "contract/card_document.h"
#include "contract/games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CARD_SETS_MAX = 32 }; /* games */

/* The set of a game that comes from a folder. */
struct served_card_set {
    const char *folder; /* NULL: the one in the program */
    struct card_texts texts;
    struct ruleset *rules; /* any with these cards */
};

struct card_sets {
    struct served_card_set sets[CARD_SETS_MAX]; /* in the order of the games */
};

/* ---- folders --------------------------------------------------------------------------------- */

/* How many card files of a game are in the folder. */
static int files_there(const struct game *game, const char *folder)
{
    int count = 0;
    for (int i = 0; game->card_files[i] != NULL; i++) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, game->card_files[i]);
        count += access(text_string(&path), F_OK) == 0;
        text_free(&path);
    }
    return count;
}

/* The game that most of the files are of, as its number; -1 if there are none of any. */
static int game_of(const char *folder)
{
    int best = -1, most = 0;
    for (int i = 0; games[i] != NULL; i++) {
        int there = files_there(games[i], folder);
        if (there > most) {
            most = there;
            best = i;
        }
    }
    return best;
}

/* A problem of card files names the file; this is where it is. */
static void name_folder(struct problem *problem, const char *folder)
{
    struct text path = {0};
    if (problem->file[0] == '\0')
        return;
    text_addf(&path, "%s/%s", folder, problem->file);
    span_copy(text_span(&path), problem->file, sizeof problem->file);
    text_free(&path);
}

/* The game of a set in one file; -1 with a problem noted. */
static int game_of_file(const char *file, struct problem *problem)
{
    struct text text = {0};
    int number = -1;
    if (file_read(file, &text, problem)) {
        const struct game *game = card_document_game(text_span(&text));
        for (int i = 0; game != NULL && games[i] != NULL; i++)
            number = games[i] == game ? i : number;
        if (number < 0)
            problem_set(problem, _("{0} is not a card set."), file, NULL, NULL);
    }
    text_free(&text);
    return number;
}

static bool take_folder(struct card_sets *card_sets, const char *folder, struct problem *problem)
{
    int number = file_is_folder(folder) ? game_of(folder) : game_of_file(folder, problem);
    if (number < 0)
        return problem_set(problem, _("There are no card files in {0}."), folder, NULL, NULL);
    assert(number < CARD_SETS_MAX);
    const struct game *game = games[number];
    struct served_card_set *set = &card_sets->sets[number];
    struct setup setup = setup_standard(game);
    if (set->folder != NULL)
        return problem_set(problem, _("{0} and {1} are both card sets of {2}."), set->folder,
                           folder, game->name);
    if (!card_texts_find(&set->texts, game, folder, problem))
        return false;
    set->folder = folder;
    set->rules = ruleset_open_texts(game, &setup, set->texts.files, set->texts.count, problem);
    if (set->rules == NULL)
        name_folder(problem, folder);
    return set->rules != NULL;
}

struct card_sets *card_sets_open(const char *const *folders, int count, struct problem *problem)
{
    struct card_sets *card_sets = memory_new(1, sizeof *card_sets);
    bool fine = true;
    for (int i = 0; fine && i < count; i++)
        fine = take_folder(card_sets, folders[i], problem);
    if (fine)
        return card_sets;
    card_sets_close(card_sets);
    return NULL;
}

void card_sets_close(struct card_sets *card_sets)
{
    if (card_sets == NULL)
        return;
    for (int i = 0; i < CARD_SETS_MAX; i++) {
        ruleset_close(card_sets->sets[i].rules);
        card_texts_free(&card_sets->sets[i].texts);
    }
    free(card_sets);
}

/* ---- questions ------------------------------------------------------------------------------- */

static const struct served_card_set *find_set(const struct card_sets *card_sets,
                                              const struct game *game)
{
    int number = 0;
    while (games[number] != game)
        number++;
    assert(number < CARD_SETS_MAX);
    return &card_sets->sets[number];
}

struct ruleset *card_sets_rules(const struct card_sets *card_sets, const struct game *game,
                                const struct setup *setup, struct problem *problem)
{
    const struct served_card_set *set = find_set(card_sets, game);
    assert((set->folder == NULL) == (set->rules == NULL));
    return set->folder == NULL
               ? ruleset_open(game, setup, NULL, problem)
               : ruleset_open_texts(game, setup, set->texts.files, set->texts.count, problem);
}

void card_sets_texts(const struct card_sets *card_sets, const struct game *game,
                     struct card_texts *texts)
{
    const struct served_card_set *set = find_set(card_sets, game);
    *texts = (struct card_texts){0};
    if (set->folder == NULL) {
        struct problem none = {0};
        card_texts_find(texts, game, NULL, &none);
        assert(!problem_is_set(&none));
    } else {
        memcpy(texts->files, set->texts.files, sizeof texts->files);
        texts->count = set->texts.count;
    }
}

const char *card_sets_folder(const struct card_sets *card_sets, const struct game *game,
                             uint64_t fingerprint)
{
    const struct served_card_set *set = find_set(card_sets, game);
    return set->folder != NULL && set->rules->fingerprint == fingerprint ? set->folder : NULL;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static bool keep_texts(struct store *store, const struct game *game, const struct card_texts *texts,
                       uint64_t fingerprint, struct problem *problem)
{
    struct text document = {0};
    char name[CARD_SET_NAME_SIZE];
    card_set_name(game, fingerprint, name);
    card_document_write(game, texts, &document);
    enum store_result result = store_keep(store, name, text_string(&document));
    text_free(&document);
    if (result == STORE_REFUSED)
        return problem_set(problem, _("The card set of {0} is too large."), game->name, NULL, NULL);
    return result == STORE_DONE || problem_set(problem, _("The store is not responding: {0}."),
                                               store_error(store), NULL, NULL);
}

static bool keep_embedded(struct store *store, const struct game *game, struct problem *problem)
{
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, problem);
    struct card_texts texts;
    bool kept = rules != NULL && card_texts_find(&texts, game, NULL, problem) &&
                keep_texts(store, game, &texts, rules->fingerprint, problem);
    ruleset_close(rules);
    return kept;
}

bool card_sets_keep(const struct card_sets *card_sets, struct store *store, struct problem *problem)
{
    bool kept = true;
    for (int i = 0; kept && games[i] != NULL; i++) {
        const struct served_card_set *set = &card_sets->sets[i];
        kept = keep_embedded(store, games[i], problem) &&
               (set->folder == NULL ||
                keep_texts(store, games[i], &set->texts, set->rules->fingerprint, problem));
    }
    return kept;
}
